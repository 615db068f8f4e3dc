"""Deterministic photos of cards."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageDraw

from companion.core.asks import is_chance
from companion.packs.pictures import stem_of
from companion.table.table import Table
from tests.owner import Owner
from tests.packs.photographed import card


class AtOnce:
    """A synchronous decoder; ``asked`` counts calls."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, work: Callable[..., Any], *about: Any) -> Future[Any]:
        self.asked += 1
        found: Future[Any] = Future()
        found.set_result(work(*about))
        return found


class Slow:
    """A decoder that is ready when it is told so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def submit(self, work: Callable[..., Any], *about: Any) -> Future[Any]:
        found: Future[Any] = Future()
        self.waiting.append(lambda: found.set_result(work(*about)))
        return found

    def deliver(self) -> None:
        for ready in self.waiting:
            ready()
        self.waiting.clear()


def photograph(box: Path, card: str, size: tuple[int, int] = (400, 560)) -> Path:
    """A picture of the card with that id in a box's folder: a street at night, with a car."""
    wide, high = size
    image = Image.new("RGB", size, "#d9cfb8")
    pen = ImageDraw.Draw(image)
    pen.rectangle((wide * 0.06, high * 0.05, wide * 0.94, high * 0.62), fill="#1d2b4f")
    for n, top in enumerate((0.18, 0.1, 0.26, 0.14, 0.22)):
        left = wide * (0.1 + n * 0.16)
        pen.rectangle((left, high * top, left + wide * 0.13, high * 0.52), fill="#3c5a8c")
    pen.rectangle((wide * 0.3, high * 0.5, wide * 0.7, high * 0.58), fill="#d1432f")
    for n in range(4):
        pen.rectangle((wide * 0.1, high * (0.7 + n * 0.06), wide * 0.9, high * (0.72 + n * 0.06)), fill="#8d8470")
    found = io.BytesIO()
    image.save(found, "PNG")
    file = box / "pictures" / f"{card}.png"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(found.getvalue())
    return file


def photograph_all(owner: Owner, table: str) -> list[str]:
    """A photo of each card of a table that is not in the box; returns their ids."""
    made = []
    for number in range(1, len(owner.held[table]) + 1):
        id_ = f"{stem_of(table)}_{number}"
        front = card(Random(id_)).convert("RGB")
        file = owner.path / "pictures" / f"{id_}.jpg"
        file.parent.mkdir(exist_ok=True)
        front.save(file)
        made.append(id_)
    return made


def play_to(table: Table, verb: str) -> None:
    """Play sensibly up to a choice among several cards."""
    luck = Random(verb)
    for _ in range(2000):
        legal = table.legal() or []
        if sum(type(one).__struct_config__.tag == verb for one in legal) > 1:
            return
        if is_chance(table.ask):
            table.deal()
        else:
            table.answer(table.game.player.advise(table.state, legal, luck.random))
    raise AssertionError(f"{verb} is never asked")
