"""What a box has learned at a table, and how much of each deck and bag is known (core/WIRE.md, Boxes known in part)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from companion.core.answers import Answer, Draw, Pull
from companion.core.asks import DrawAsk, PullAsk
from companion.core.learning import Known, LearnedRow, Lesson, Stock, fields_of, known_of, rows_of
from companion.core.texts import T, Text, Words
from companion.table.log import Entry
from companion.table.table import Table

LEFT_OUT = T("Cards that only one player may see are left out here until the game is over or another one has begun.")


def learns(table: Table) -> bool:
    """True if the game began with an incomplete box."""
    return table.setup.box is not None


def left_out(stocks: Mapping[str, Stock], path: str) -> Text | None:
    """Why a table of a box is not shown while a game still learns about ``stocks``; None if it is.

    R-GEN-06: what the game still learns about secret cards reveals what somebody has drawn.
    """
    return LEFT_OUT if path in stocks and stocks[path].secret else None


def lessons(table: Table) -> Iterator[tuple[int, Lesson]]:
    """What the box has learned at this table, in order, each with the ``rev`` of its entry.

    Includes cards, tokens, and what answers revealed, even undone ones.
    """
    stocks = table.stocks
    first = table.history.boxes.first.data
    known: dict[str, list[dict[str, Any]]] = {}
    said: dict[tuple[str, str | int], dict[str, Any]] = {}
    for played in table.history.entries:
        entry, lesson = played.entry, played.learned
        if lesson is not None:
            there = said.setdefault((lesson.table, lesson.value), {})
            before = {name: there.get(name, value) for name, value in fields_of(first, lesson).items()}
            yield entry.rev, structs.replace(lesson, before=before)
            there |= lesson.fields
        if entry.kind != "learn" or entry.table is None or entry.row is None:
            continue
        rows, stock = known.setdefault(entry.table, list(rows_of(first, entry.table))), stocks[entry.table]
        place = stock.place_in(rows, entry.row)
        yield entry.rev, LearnedRow(entry.table, stock, entry.row, None if place is None else rows[place])
        rows[len(rows) if place is None else place :] = [entry.row, *([] if place is None else rows[place + 1 :])]


def lesson_label(table: Table, entry: Entry) -> Words:
    """A ``learn`` entry in words that everybody may read."""
    lesson = next(one for rev, one in lessons(table) if rev == entry.rev and isinstance(one, LearnedRow))
    if not lesson.stock.places:
        # No deck has it: a square is called by its own name.
        return T("New on the board · {what}", what=lesson.row["name"])
    answer = answer_of(lesson.stock, lesson.row)
    what = lesson.stock.name if lesson.stock.secret else table.game.presenter.describe(table.state, answer)
    if lesson.before is None or lesson.stock.counted:
        return T("New in the box · {what}", what=what)
    return T("Says otherwise now · {what}", what=what)


def answer_of(stock: Stock, row: Mapping[str, Any], place: str | None = None) -> Answer:
    """The answer that draws the card or token of a row from ``place``, by default the first possible one."""
    place = place or stock.places[0]
    return Pull(place, stock.drawn(row)) if stock.counted else Draw(place, stock.drawn(row))


def place_of(table: Table) -> str | None:
    """The deck or bag of the open ask; None if it has none."""
    ask = table.ask
    return ask.deck if isinstance(ask, DrawAsk) else ask.bag if isinstance(ask, PullAsk) else None


def unknown_stocks(table: Table, place: str) -> dict[str, Stock]:
    """The tables, by path, that have unknown cards or tokens for this deck or bag."""
    stocks = {path: one for path, one in table.stocks.items() if place in one.places} if learns(table) else {}
    told = table.game.rules.can_be_told
    return {path: one for path, one in stocks.items() if may_grow(table, path) and told(table.state, path)}


def may_grow(table: Table, path: str) -> bool:
    """True if the box may have rows of this table that are not known."""
    return table.stocks[path].growing or bool(table.known(path).unknown)


def printed(table: Table, place: str) -> list[str]:
    """All cards that a deck or pick can yield, wherever they are now, so that the list reveals nothing.

    Empty if they are not known.
    """
    stocks = {path: one for path, one in table.stocks.items() if place in one.places}
    found = [one.drawn(row) for path, one in stocks.items() for row in rows_of(table.box.data, path)]
    return found or list(table.game.rules.printed(table.state, place))


def known_at(table: Table, place: str) -> Known:
    """How much is known of the content of a deck or bag."""
    return _sum(table, [path for path, one in table.stocks.items() if place in one.places])


def known_items(table: Table) -> dict[str, Known]:
    """How much is known of each chance item that was incomplete at the start."""
    if table.setup.box is None:
        return {}
    stocks = table.stocks
    partial = {stocks[path].item for path in table.setup.box.get("unknown", {}) if path in stocks}
    return {
        item: _sum(table, [path for path, one in stocks.items() if one.item == item])
        for item in table.chance
        if item in partial
    }


def _sum(table: Table, paths: list[str]) -> Known:
    stocks = table.stocks
    found = [known_of(table.box.data, path, stocks[path]) for path in paths]
    return Known(sum(one.known for one in found), sum(one.unknown for one in found))


def row_of(table: Table, answer: Answer | None) -> tuple[str, dict[str, Any]] | None:
    """The table and row of a drawn card as known now; None for any other answer."""
    if not isinstance(answer, Draw) or not learns(table):
        return None
    for path, stock in table.stocks.items():
        if answer.deck in stock.places:
            for row in rows_of(table.box.data, path):
                if stock.drawn(row) == answer.card:
                    return path, row
    return None
