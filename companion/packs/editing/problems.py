"""Problems of a box, located by table, row and field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.refusals import BadPack, Fault
from companion.core.rules import Rules
from companion.core.texts import T, Words, listed, plain
from companion.packs.editing import rows, tables
from companion.packs.editing.words import BoxWords

STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
UNTOLD = ("is missing", "must have at least one")
"""How the sentences about missing parts begin."""


WHOLE = "whole"
"""A field of a box or its board; False while parts are still to be filled in."""


class Problem(Struct, frozen=True):
    """A problem and its location.

    ``table`` is empty outside tables, and ``index`` is None for a table as a whole. ``place`` is the path of the field.
    """

    sentence: Words
    table: tables.Path = ()
    index: int | None = None
    place: rows.Path = ()
    untold: bool = False
    """True if a part is missing rather than wrong."""


def located(problems: Iterable[Fault], known: Sequence[tables.Path], words: BoxWords) -> list[Problem]:
    """Locate faults in a box with these tables. Missing fields of one row become one problem."""
    found: list[Problem] = []
    untold: dict[tuple[tables.Path, int | None], list[rows.Path]] = {}
    for problem in problems:
        table, index, place = _place(plain(problem.place), known)
        if plain(problem.said).startswith(UNTOLD) and place:
            untold.setdefault((table, index), []).append(place)
        else:
            found.append(Problem(problem.said, table, index, place))
    missing = [
        Problem(T("Still to be told: {lines}", lines=_lines(places, words)), table, index, places[0], untold=True)
        for (table, index), places in untold.items()
    ]
    return [*missing, *found]


def as_whole(data: Mapping[str, Any]) -> dict[str, Any]:
    """A box without its marks for missing parts."""
    board = data.get("board")
    found = {name: value for name, value in data.items() if name != WHOLE}
    if isinstance(board, dict):
        found["board"] = {name: value for name, value in board.items() if name != WHOLE}
    return found


def whole_if_valid(rules: Rules[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Mark a box as whole once it is valid."""
    whole = {name: value for name, value in data.items() if name != WHOLE}
    if len(whole) == len(data):
        return whole
    try:
        rules.read_pack(msgspec.to_builtins(whole))
    except BadPack:
        return dict(data)
    return whole


def _place(path: str, known: Sequence[tables.Path]) -> tuple[tables.Path, int | None, rows.Path]:
    """The table, row and field that a path names."""
    steps: list[str | int] = [int(number) if number else word for number, word in STEP.findall(path)]
    table = max((one for one in known if tuple(steps[: len(one)]) == one), key=len, default=())
    rest = steps[len(table) :]
    if table and rest and isinstance(rest[0], int):
        return table, rest[0], tuple(rest[1:])
    if table:
        return table, None, ()
    within = next((one for one in known if one[: len(steps)] == tuple(steps)), ())
    return within, None, () if within else tuple(steps)


def _lines(places: Sequence[rows.Path], words: BoxWords) -> Words:
    """The names of fields; with their parents if names repeat."""
    names = [[step for step in place if isinstance(step, str)] for place in places]
    ends = list(dict.fromkeys((name[-2] if len(name) > 1 else "", name[-1]) for name in names if name))
    lasts = [last for _, last in ends]
    return listed([_line(words, around, name, alone=lasts.count(name) == 1) for around, name in ends])


def _line(words: BoxWords, around: str, name: str, *, alone: bool) -> Words:
    line = words.field(name, around)
    return line if alone or not around else T("{whose}: {what}", whose=words.field(around), what=line)
