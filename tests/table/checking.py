"""Taps of the table check, for two games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from companion.core.refusals import Refused
from companion.core.texts import plain
from companion.scene.scene import Counter, Fix, Place
from companion.table.check import Draft
from companion.table.table import Table
from tests.games.chaos import Chaos, new_game
from tests.games.escape.chaos import EscapeChaos
from tests.games.newyork.chaos import NewYorkChaos

Lying = tuple[str, str]
"""A location and a piece."""
CHAOS: dict[str, Chaos] = {"newyork": NewYorkChaos(), "escape": EscapeChaos()}
SEATS = ("father", "mother", "daughter")
GAMES = pytest.mark.parametrize("name", CHAOS)


def in_newyork(place: Place, counter: Counter) -> Lying | None:
    """The piece and location of a counter of New York Crisis."""
    if place.group.id == "family":
        return (f"hand:{place.id}", counter.id) if counter.id.startswith(("item:", "wound", "skill")) else None
    if place.id == "cars":
        return counter.id, "car"
    return (place.id, counter.id) if place.id.startswith(("square:", "bag:", "kept:", "box")) else None


def in_escape(place: Place, counter: Counter) -> Lying | None:
    """The same for Escape Plan."""
    stock = {"equipment": "equipment:tile", "gas": "gas:can", "handcuffs": "handcuffs:card", "fixers": "fixer:tile"}
    if place.id.startswith("patrol:"):
        return place.id, place.id
    if place.id.startswith("tile:"):
        return place.id, counter.id
    if place.group.id == "players" and counter.id != "notoriety":
        return f"player:{place.id}", stock.get(counter.id, counter.id)
    if counter.id == "gang":
        return "board:gang", "gang:member"
    if place.id == "stock":
        what = counter.id.removeprefix("stock:")
        return "board:stock", stock.get(what, what)
    return None


LIES: dict[str, Callable[[Place, Counter], Lying | None]] = {"newyork": in_newyork, "escape": in_escape}


def numbers(name: str, places: list[Place]) -> Iterator[tuple[Counter, Lying]]:
    for place in places:
        for counter in place.counters:
            lies = LIES[name](place, counter)
            if lies is not None and not counter.cells:
                yield counter, lies


def taps(place: Place) -> list[Fix]:
    found = [tap for counter in place.counters for tap in (counter.more, counter.less)]
    found += [cell.tap for counter in place.counters for cell in counter.cells]
    return [tap for tap in found if isinstance(tap, Fix)]


def everywhere(draft: Draft) -> list[Fix]:
    return [tap for place in draft.places for tap in taps(place)]


def played(chaos: Chaos, r: Random) -> Table:
    """A table at a random point of a game."""
    table, _ = new_game(chaos, r)
    for _ in range(r.randint(0, chaos.longest)):
        if table.over:
            break
        table.answer(chaos.random_answer(r, table))
    if table.over:
        table.undo()
    return table


def attempt(draft: Draft, fix: object) -> Refused | None:
    """Tap; returns the refusal, if any."""
    assert isinstance(fix, Fix)
    try:
        draft.tap(fix)
    except Refused as no:
        return no
    return None


def tapped(draft: Draft, r: Random, n: int) -> None:
    """``n`` random taps; refused ones have a sentence and change nothing."""
    for _ in range(n):
        before = draft.pieces, draft.changes, draft.places
        refused = attempt(draft, r.choice(everywhere(draft)))
        if refused is not None:
            assert plain(refused.text)
            assert (draft.pieces, draft.changes, draft.places) == before
