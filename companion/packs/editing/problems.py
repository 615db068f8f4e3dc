"""What keeps a game from beginning with a box, told for the table, the row and the line where it can be mended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.content.faults import Fault
from companion.core.refusals import BadPack
from companion.core.rules import Rules
from companion.core.texts import T, Words, listed, plain
from companion.packs.editing import rows, tables
from companion.packs.editing.words import BoxWords

STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
UNTOLD = ("is missing", "must have at least one")
"""How a problem begins of what nobody has filled in."""


WHOLE = "whole"
"""False of a box, or of its board, while some of it is still told."""


class Problem(Struct, frozen=True):
    """A problem: the sentence, and where it is. ``table`` is empty for what is in no table, ``index`` None for a table
    as a whole; ``place`` leads to the line of the row, or of what is in no table."""

    sentence: Words
    table: tables.Path = ()
    index: int | None = None
    place: rows.Path = ()
    untold: bool = False
    """True of what is not wrong, but still to be told."""


def located(problems: Iterable[Fault], known: Sequence[tables.Path], words: BoxWords) -> list[Problem]:
    """Faults as the rules find them, ``field.path: sentence``, each with its place in a box with these tables.

    What is missing in one row is one problem: that it is still to be told.
    """
    found: list[Problem] = []
    untold: dict[tuple[tables.Path, int | None], list[rows.Path]] = {}
    for problem in problems:
        table, index, place = _place(plain(problem.place), known)
        if plain(problem.said).startswith(UNTOLD) and place:
            untold.setdefault((table, index), []).append(place)
        else:
            found.append(Problem(problem.said, table, index, place))
    told = [
        Problem(T("Still to be told: {lines}", lines=_lines(places, words)), table, index, places[0], untold=True)
        for (table, index), places in untold.items()
    ]
    return [*told, *found]


def as_whole(data: Mapping[str, Any]) -> dict[str, Any]:
    """A box as if all of it were told."""
    board = data.get("board")
    found = {name: value for name, value in data.items() if name != WHOLE}
    if isinstance(board, dict):
        found["board"] = {name: value for name, value in board.items() if name != WHOLE}
    return found


def whole_if_told(rules: Rules[Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """A box of which something was still to be told: it is whole as soon as everything fits."""
    whole = {name: value for name, value in data.items() if name != WHOLE}
    if len(whole) == len(data):
        return whole
    try:
        rules.read_pack(msgspec.to_builtins(whole))
    except BadPack:
        return dict(data)
    return whole


def _place(path: str, known: Sequence[tables.Path]) -> tuple[tables.Path, int | None, rows.Path]:
    """The table, the row and the line that a path names."""
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
    """What lines are called; of two with one name, where they stand, too."""
    names = [[step for step in place if isinstance(step, str)] for place in places]
    ends = list(dict.fromkeys((name[-2] if len(name) > 1 else "", name[-1]) for name in names if name))
    lasts = [last for _, last in ends]
    return listed([_line(words, around, name, alone=lasts.count(name) == 1) for around, name in ends])


def _line(words: BoxWords, around: str, name: str, *, alone: bool) -> Words:
    line = words.field(name, around)
    return line if alone or not around else T("{whose}: {what}", whose=words.field(around), what=line)
