"""Small changes to the JSON of a pack, their faults, and what reads the pack of each game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.core.refusals import BadPack
from companion.games.crash.checks import read_pack as read_crash
from companion.games.escape.checks import read_pack as read_escape
from companion.games.krysis.checks import read_pack as read_krysis
from companion.games.newyork.checks import read_pack as read_newyork
from companion.packs.content import Content

Put = Callable[[str, Any], None]


def problems_of(read_pack: Callable[[object], Any], raw: object) -> list[str]:
    """The faults of ``raw``."""
    with pytest.raises(BadPack) as refusal:
        read_pack(raw)
    return refusal.value.problems


def change(data: Any, path: str, value: Any) -> None:
    """Set a value in the JSON of a pack; a function is applied to the old one."""
    *parents, last = [int(part[1:]) if part[0] == "[" else part for part in re.findall(r"\[\d+|[^.\[\]]+", path)]
    for part in parents:
        data = data[part]
    data[last] = value(data[last]) if callable(value) else value


def without(field: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda old: {name: value for name, value in old.items() if name != field}


def plus(*more: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda old: [*old, *more]


def first_again(old: list[Any]) -> list[Any]:
    return [*old[:-1], old[0]]


def but_last(old: list[Any]) -> list[Any]:
    return old[:-1]


def spanish(content: Content) -> Content:
    """The content of an English box as that of a Spanish one; texts in one language count as Spanish."""
    data = content.data | ({"language": "es"} if "language" in content.data else {})
    texts = content.texts if "language" in data else {"es": content.texts.get("es", {}), **content.texts}
    return Content(data, texts, content.places)


# What loading a pack needs of each game.


class Reader:
    """A minimal game that is its own rules."""

    @property
    def rules(self):
        return self


class NewYork(Reader):
    name = "newyork"
    bundled_pack = "manhattan_nights"
    title_field = "name"
    read_pack = staticmethod(read_newyork)


class Escape(Reader):
    name = "escape"
    bundled_pack = "lanternhead"
    title_field = "name"
    read_pack = staticmethod(read_escape)


class Crash(Reader):
    name = "crash"
    bundled_pack = "fenderbend"
    title_field = "name"
    read_pack = staticmethod(read_crash)


class Krysis(Reader):
    name = "krysis"
    bundled_pack = "deepvein"
    title_field = "title"
    read_pack = staticmethod(read_krysis)
