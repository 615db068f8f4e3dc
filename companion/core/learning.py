"""Learning: adding rows to a partly known box (WIRE.md, Boxes known in part)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.refusals import Refused
from companion.core.texts import P, T, Words
from companion.core.validation import examine

UNKNOWN_FIELD = "unknown"
"""The field of a pack with the number of unknown items of each table."""


class Stock(Struct, frozen=True):
    """A table of a pack that fills decks or bags."""

    name: Words
    item: str
    """The chance item of its decks and bags."""
    places: tuple[str, ...]
    """Its decks and bags."""
    row: Any
    """The type of its rows."""
    key: tuple[str, ...] = ("id",)
    """The fields that identify a row."""
    secret: bool = False
    """Drawn items are secret (R-GEN-06), and so are rows that are learned when drawn."""
    growing: bool = False
    """Nobody knows how many rows it will have, so that there is always room for one more."""
    fixed: Mapping[str, Any] = {}
    """What all its rows have in common."""
    told_as: str = ""
    """The kind of a row of which nothing but the title is told, where there are several."""
    drawn_as: Callable[[Mapping[str, Any]], str] | None = None
    """Returns the name of a row's card or token in answers; None: the single field of ``key``."""

    def drawn(self, row: Mapping[str, Any]) -> str:
        """The name of a row's card or token in answers."""
        return str(row[self.key[0]]) if self.drawn_as is None else self.drawn_as(row)

    def place_in(self, rows: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> int | None:
        """The index in ``rows`` of the row with the same key; None if it is new."""
        return next((at for at, old in enumerate(rows) if all(old[key] == row[key] for key in self.key)), None)

    @property
    def counted(self) -> bool:
        """True for a bag, whose rows have counts."""
        return self.key != ("id",)


class LearnedRow(Struct, frozen=True):
    """A learned ``row`` of the table at the path ``table``, replacing ``before``, which is None for a new row."""

    table: str
    stock: Stock
    row: dict[str, Any]
    before: dict[str, Any] | None = None


class LearnedFields(Struct, frozen=True):
    """Missing fields of an existing row that were learned from an answer, such as the symbol on a space of the board.

    The row has ``value`` as its ``key`` in the table at the path ``table``, whose steps into lists are ids or numbers;
    without a table it is the box itself. A row whose ``value`` is the next number of the table is added. ``fields`` are
    set if they are still as in ``before``.
    """

    table: str
    key: str
    value: str | int
    fields: dict[str, Any]
    before: dict[str, Any] = {}


Lesson: TypeAlias = LearnedRow | LearnedFields
"""Anything that a box learns."""


class UnknownRow(Struct, frozen=True):
    """An unknown printed item that the open question is about.

    It can be entered as a row of the type ``row``, from which ``answer`` makes the answer. This is optional: the
    question also lists what it needs.
    """

    name: Words
    row: Any
    answer: Callable[[dict[str, Any]], Answer]


class UnknownCard(Struct, frozen=True):
    """A card that the box does not have yet, where it is not drawn but named: ``answer`` says that it is one,
    ``answer_of`` names a row of one of the ``tables``."""

    answer: Answer
    tables: tuple[str, ...]
    answer_of: Callable[[Mapping[str, Any]], Answer]


class Known(Struct, frozen=True):
    """The numbers of known and unknown items of a table."""

    known: int
    unknown: int

    @property
    def printed(self) -> int:
        return self.known + self.unknown


def unknown_in(pack: Any) -> Mapping[str, int]:
    """The number of unknown items by table; empty for a complete pack."""
    found: Mapping[str, int] = getattr(pack, UNKNOWN_FIELD, {})
    return {table: n for table, n in found.items() if n}


def known_in_part(pack: Any) -> bool:
    """True while the box is incomplete: a table has unknown items, or the board or a story is incomplete."""
    stories = getattr(pack, "scenarios", ())
    return bool(unknown_in(pack)) or not (has_whole_board(pack) and all(getattr(one, "whole", True) for one in stories))


def has_whole_board(pack: Any) -> bool:
    """False while the board is incomplete, so that hands look after what lies there."""
    return all(getattr(one, "whole", True) for one in (pack, getattr(pack, "board", None)))


def silent(row: Mapping[str, Any]) -> bool:
    """True for a row of a card with words on it, of which the box knows neither those nor what they do."""
    inner = row.get("event")
    if isinstance(inner, Mapping):
        return silent(inner)
    return "text" in row and not row["text"] and not row.get("effects")


def known_of(data: Mapping[str, Any], path: str, stock: Stock) -> Known:
    """How much of the table at ``path`` of a pack (as JSON) is known."""
    rows = rows_of(data, path)
    known = sum(int(row.get("count", 0)) for row in rows) if stock.counted else len(rows)
    return Known(known, int((data.get(UNKNOWN_FIELD) or {}).get(path, 0)))


def rows_of(data: Mapping[str, Any], path: str) -> list[dict[str, Any]]:
    """The rows of a table; none of one that boxes may leave out."""
    if path not in data and "." not in path:
        return []
    found: Any = data
    for step in path.split("."):
        found = found[step]
    rows: list[dict[str, Any]] = found
    return rows


def check_row(stock: Stock, row: object) -> None:
    """Refuse as ``malformed`` anything but a row of the table."""
    problems = examine(stock.row, row).problems
    if problems:
        text = T("This is no row of that table: {problem}.", problem=problems[0])
        raise Refused("malformed", text, fault=problems[0])


def with_row(data: Mapping[str, Any], path: str, stock: Stock, row: Mapping[str, Any]) -> dict[str, Any]:
    """The pack (as JSON) with a validated ``row`` added or replaced.

    Refused as ``illegal`` if it has more pieces than are unknown.
    """
    new: dict[str, Any] = copy.deepcopy(dict(data))
    if "." not in path:
        new.setdefault(path, [])
    rows = rows_of(new, path)
    place = stock.place_in(rows, row)
    if stock.growing:
        rows[len(rows) if place is None else place : len(rows) if place is None else place + 1] = [dict(row)]
        return new
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


def fields_of(data: Mapping[str, Any], lesson: LearnedFields) -> dict[str, Any]:
    """The current values of the fields of ``lesson``, None for missing ones. Refused as ``unknown`` if the row does not
    exist."""
    row = _row_of(data, lesson)
    return {name: row.get(name) for name in lesson.fields}


def with_learned_fields(data: Mapping[str, Any], lesson: LearnedFields) -> Mapping[str, Any]:
    """The pack (as JSON) with the fields of ``lesson`` set; unchanged if they have other values than ``before`` by now.

    Refused as ``unknown`` if the row does not exist any more.
    """
    there = fields_of(data, lesson)
    wanted = {name: value for name, value in lesson.fields.items() if there[name] == lesson.before.get(name) != value}
    if not wanted:
        return data
    new: dict[str, Any] = copy.deepcopy(dict(data))
    if not lesson.table:
        return new | wanted
    row = _row_of(new, lesson, added=True)
    row.update(wanted if row.keys() > {lesson.key} else lesson.fields)
    return new


def _row_of(data: Mapping[str, Any], lesson: LearnedFields, *, added: bool = False) -> dict[str, Any]:
    """The row of a lesson; for a number beyond the last of a table a new one, which is ``added`` if it is the next."""
    if not lesson.table:
        return dict(data)
    found: Any = data
    try:
        for step in lesson.table.split("."):
            found = _entry(found, "id", step) or found[int(step)] if isinstance(found, list) else found[step]
        row = _entry(found, lesson.key, lesson.value)
        beyond = lesson.value - len(found) if row is None and found and isinstance(lesson.value, int) else -1
        if beyond == 0 or (beyond > 0 and not added):
            row = {lesson.key: lesson.value}
            if added:
                found.append(row)
    except (KeyError, TypeError, ValueError, IndexError):
        row = None
    if row is None:
        raise Refused("unknown", T("The box has no place any more for what was said."))
    return row


def _entry(rows: Any, key: str, value: str | int) -> dict[str, Any] | None:
    return next((row for row in rows if isinstance(row, dict) and row.get(key) == value), None)


def with_learned_row(data: Mapping[str, Any], lesson: LearnedRow) -> Mapping[str, Any]:
    """Merge a lesson into a pack (as JSON) that may have changed since; unchanged if it is there already.

    An existing row of the same new card is kept; for tokens the larger count is used. Refused: ``unknown`` if the table
    does not exist any more, ``illegal`` if fewer items are unknown than were learned.
    """
    row = lesson.row
    try:
        rows = rows_of(data, lesson.table)
        place = lesson.stock.place_in(rows, row)
    except (KeyError, TypeError):
        raise Refused("unknown", T("There is no table {name} in the box any more.", name=lesson.stock.name)) from None
    there = rows[place] if place is not None else None
    if there is not None and lesson.stock.counted:
        row = {**there, "count": max(int(there["count"]), int(row["count"]))}
    if there == row or (there is not None and lesson.before is None and not lesson.stock.counted):
        return data
    return with_row(data, lesson.table, lesson.stock, row)
