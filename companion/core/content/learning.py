"""A box that is known in part learns a row (WIRE, Boxes known in part)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.content.validation import examine
from companion.core.refusals import Refused
from companion.core.texts import P, T, Words

UNKNOWN_FIELD = "unknown"
"""The field of a pack that says how many printed things of each table are not in it yet."""


class Stock(Struct, frozen=True):
    """A table of a pack from which a deck or bag is filled."""

    name: Words
    item: str
    """The chance item that its decks and bags belong to."""
    places: tuple[str, ...]
    """Those decks and bags."""
    row: Any
    """The type of its rows."""
    key: tuple[str, ...] = ("id",)
    """The fields that tell a row from the others."""
    secret: bool = False
    """What is drawn, only one seat may know (R-GEN-06): so a row that is learned as it is drawn is a secret, too."""
    drawn_as: Callable[[Mapping[str, Any]], str] | None = None
    """What the card or token of a row is called when it is drawn; None: by the one field of ``key``."""

    def drawn(self, row: Mapping[str, Any]) -> str:
        """The card or token of a row, as answers name it."""
        return str(row[self.key[0]]) if self.drawn_as is None else self.drawn_as(row)

    def place_in(self, rows: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> int | None:
        """Where among ``rows`` the same card stands, or the same kind of token; None if it is new."""
        return next((at for at, old in enumerate(rows) if all(old[key] == row[key] for key in self.key)), None)

    @property
    def counted(self) -> bool:
        """True of a bag, whose rows stand for several pieces each."""
        return self.key != ("id",)


class Lesson(Struct, frozen=True):
    """A row that a box has learned, in the table at the path ``table``, instead of the row ``before``.

    ``before`` is None for a card, or a kind of token, that is new.
    """

    table: str
    stock: Stock
    row: dict[str, Any]
    before: dict[str, Any] | None = None


class Told(Struct, frozen=True):
    """What people said in play of a thing that the box has without it, such as what a space of its board shows.

    The thing is the row with that ``value`` of ``key`` in the table at the path ``table``, where a list on the way is
    gone into by id or number; without a table it is the box itself. It has these ``fields`` now, if they are still as
    ``before``.
    """

    table: str
    key: str
    value: str | int
    fields: dict[str, Any]
    before: dict[str, Any] = {}


class Untold(Struct, frozen=True):
    """A printed thing that the open question is about, of which the box does not know what it says.

    It can be told as a row of the type ``row``: then ``answer`` makes the answer of it. Nobody has to; the question
    lists what it needs as well.
    """

    name: Words
    row: Any
    answer: Callable[[dict[str, Any]], Answer]


class Known(Struct, frozen=True):
    """How much of a table is known: cards of a deck, pieces of a bag."""

    known: int
    unknown: int

    @property
    def printed(self) -> int:
        """How many there are in the box."""
        return self.known + self.unknown


def unknown_in(pack: Any) -> Mapping[str, int]:
    """How many printed things of each table are not in the pack yet; empty if it is whole."""
    found: Mapping[str, int] = getattr(pack, UNKNOWN_FIELD, {})
    return {table: n for table, n in found.items() if n}


def known_in_part(pack: Any) -> bool:
    """True while the owner is still telling the box: not all of a table is known, or the board is not whole."""
    board = getattr(pack, "board", None)
    return bool(unknown_in(pack)) or not all(getattr(one, "whole", True) for one in (pack, board))


def known_of(data: Mapping[str, Any], path: str, stock: Stock) -> Known:
    """How much is known of the table at ``path`` of a pack in JSON."""
    rows = rows_of(data, path)
    known = sum(int(row.get("count", 0)) for row in rows) if stock.counted else len(rows)
    return Known(known, int((data.get(UNKNOWN_FIELD) or {}).get(path, 0)))


def rows_of(data: Mapping[str, Any], path: str) -> list[dict[str, Any]]:
    """The rows of the table at ``path``."""
    found: Any = data
    for step in path.split("."):
        found = found[step]
    rows: list[dict[str, Any]] = found
    return rows


def check_row(stock: Stock, row: object) -> None:
    """Refuse ``malformed`` what is not a row of the table."""
    problems = examine(stock.row, row).problems
    if problems:
        raise Refused("malformed", T("This is no row of that table: {problem}.", problem=problems[0]))


def with_row(data: Mapping[str, Any], path: str, stock: Stock, row: Mapping[str, Any]) -> dict[str, Any]:
    """The pack as JSON with one row more, or with a known one replaced; ``row`` has been checked.

    Refused, ``illegal``: more pieces than are unknown.
    """
    new: dict[str, Any] = copy.deepcopy(dict(data))
    rows = rows_of(new, path)
    place = stock.place_in(rows, row)
    before = rows[place].get("count", 1) if place is not None else 0
    pieces = (int(row["count"]) if stock.counted else 1) - int(before)
    unknown = dict(new.get(UNKNOWN_FIELD) or {})
    left = int(unknown.get(path, 0)) - pieces
    if left < 0:
        free = int(unknown.get(path, 0))
        text = P("Only {n} of them is not known yet.", "Only {n} of them are not known yet.", free)
        raise Refused("illegal", text if free else T("All of them are known already."))
    rows[place if place is not None else len(rows) : len(rows) if place is None else place + 1] = [dict(row)]
    unknown[path] = left
    new[UNKNOWN_FIELD] = {name: n for name, n in unknown.items() if n}
    if not new[UNKNOWN_FIELD]:
        del new[UNKNOWN_FIELD]
    return new


def told_of(data: Mapping[str, Any], told: Told) -> dict[str, Any]:
    """What a pack in JSON says in the fields that ``told`` fills in; None where it says nothing. Refused, ``unknown``:
    it has no such thing."""
    row = _row_of(data, told)
    return {name: row.get(name) for name in told.fields}


def with_told(data: Mapping[str, Any], told: Told) -> Mapping[str, Any]:
    """The pack as JSON with what people said in play; the same if it says so already, or something else by now.

    Refused, ``unknown``: it has no such thing any more.
    """
    there = told_of(data, told)
    wanted = {name: value for name, value in told.fields.items() if there[name] == told.before.get(name) != value}
    if not wanted:
        return data
    new: dict[str, Any] = copy.deepcopy(dict(data))
    if not told.table:
        return new | wanted
    _row_of(new, told).update(wanted)
    return new


def _row_of(data: Mapping[str, Any], told: Told) -> dict[str, Any]:
    if not told.table:
        return dict(data)
    found: Any = data
    try:
        for step in told.table.split("."):
            found = _entry(found, "id", step) or found[int(step)] if isinstance(found, list) else found[step]
        row = _entry(found, told.key, told.value)
    except (KeyError, TypeError, ValueError, IndexError):
        row = None
    if row is None:
        raise Refused("unknown", T("There is no table {name} in the box any more.", name=told.table))
    return row


def _entry(rows: Any, key: str, value: str | int) -> dict[str, Any] | None:
    return next((row for row in rows if isinstance(row, dict) and row.get(key) == value), None)


def with_lesson(data: Mapping[str, Any], lesson: Lesson) -> Mapping[str, Any]:
    """The pack as JSON with what a game has taught a box that may have changed since; the same if it has that already.

    What somebody else has told of the same new card stays, and of a kind of token the larger number counts. Refused:
    ``unknown`` if the table is not there any more, ``illegal`` if less of it is unknown than was learned.
    """
    row = lesson.row
    try:
        rows = rows_of(data, lesson.table)
        place = lesson.stock.place_in(rows, row)
    except (KeyError, TypeError):
        raise Refused("unknown", T("There is no table {name} in the box any more.", name=lesson.table)) from None
    there = rows[place] if place is not None else None
    if there is not None and lesson.stock.counted:
        row = {**there, "count": max(int(there["count"]), int(row["count"]))}
    if there == row or (there is not None and lesson.before is None and not lesson.stock.counted):
        return data
    return with_row(data, lesson.table, lesson.stock, row)
