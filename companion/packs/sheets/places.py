"""Maps field paths of a pack back to the files and cells they came from, for faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Final, NamedTuple

from msgspec import structs

from companion.core.phrases import ENGLISH, Forms, Unreadable
from companion.core.refusals import Fault, in_row
from companion.core.sheets import BoxSheets, By, Sheet
from companion.core.texts import T, Text, Words, listed, plain
from companion.core.validation import expecting, said_missing
from companion.packs.sheets.cells import SheetCell
from companion.packs.sheets.columns import Column, Columns, columns_of
from companion.packs.sheets.files import MANIFEST

STEP: Final = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
CELL: Final = re.compile(r"(\w+)\.csv: row \d+, column ([^:,]+)")
PATH: Final = re.compile(r"[a-z_]+(?:\.[\w-]+|\[\d+\])+")


class SheetRow(NamedTuple):
    """A row of a sheet, with its spreadsheet row number."""

    columns: Columns
    number: int
    as_json: frozenset[str]
    """The headings of cells that hold JSON. Their faults use the JSON names, untranslated."""


class Places:
    """The locations of the rows of a box that was read."""

    def __init__(self, box: BoxSheets) -> None:
        self._box = box
        self._sheets: dict[str, list[tuple[str, int, int, frozenset[str]]]] = {}
        self._lists: dict[str, tuple[Columns, list[tuple[str, str]]]] = {}
        self._suppressed: set[str] = set()
        self.in_part: set[str] = set()
        """Sheets with rows that could not be read."""
        self._files = {f"{sheet.name}.csv" for sheet in box.sheets}

    def add(
        self,
        columns: Columns,
        list_path: str,
        index: int,
        row: int,
        where: list[tuple[str, str]],
        as_json: frozenset[str] = frozenset(),
    ) -> None:
        """Record that a row is at ``index`` of a list of the pack.

        ``where`` are the cells that locate it, ``as_json`` the headings of cells that hold JSON.
        """
        self._sheets.setdefault(columns.sheet.name, []).append((list_path, index, row, as_json))
        self._lists[list_path] = columns, where

    def suppress_at(self, place: str) -> None:
        """Suppress further faults of a cell, column or sheet that already has one."""
        self._suppressed.add(place)

    def is_new(self, fault: Fault) -> bool:
        """False for a fault at a place that already has one, or that may come of rows that could not be read."""
        if self.in_part:
            return False
        place = plain(fault.place)
        match = CELL.match(place)
        if match is None:
            sheet = place.partition(".csv")[0]
            return not any(one == sheet or one.startswith(f"{sheet}.csv: row ") for one in self._suppressed)
        return not self._suppressed & {match[1], match[0], f"{match[1]}.csv: column {match[2]}"}

    def relocate(self, fault: Fault) -> Fault:
        """A fault at a field path, relocated to file, row and column."""
        path = plain(fault.place)
        cell = self._cell(path)
        said = fault.said if cell is None else expecting(fault.said, cell.about)
        place = self._place(path)
        if said_missing(said) and plain(place) in self._files:
            said = T("is missing; every box has this sheet")
        words_at = _unchanged if plain(place).startswith(MANIFEST) else self._words_at(path)
        return Fault(place, self._relocated(said, "", words_at))

    def _relocated(self, said: Words, blank: str, words_at: Callable[[str, str], str]) -> Words:
        """A sentence with its field paths relocated and its game terms translated by ``words_at``."""
        if isinstance(said, Text):
            args = {name: self._relocated(value, name, words_at) for name, value in said.args.items()}
            return structs.replace(said, args=args)
        if isinstance(said, str):
            return self._relocated_path(said) if PATH.fullmatch(said) else words_at(blank, said)
        return said

    def _words_at(self, path: str) -> Callable[[str, str], str]:
        """A translator of game terms for faults at a path, from a placeholder's name and its English value.

        Names chosen by people and JSON are left unchanged.
        """
        forms, phrases = self._box.forms, self._box.phrases
        column = self._column_at(path)
        field = [match[1] for match in STEP.finditer(path) if match[1]][-1:]
        if forms is ENGLISH or (column is not None and column.cell.names):
            return _unchanged

        def said(word: str) -> str:
            form, *english = forms.of(word, *field)
            return form if english else forms.heading(word) if column is None else word

        def words_at(blank: str, words: str) -> str:
            if field == ["op"] and blank == "known":
                return words
            if blank == "effect":
                with suppress(Unreadable):
                    return phrases.write(phrases.read(words))
            return ", ".join(map(said, words.split(", ")))

        return words_at

    def _relocated_path(self, path: str) -> Words:
        if path in self._rows:
            columns, number, _ = self._rows[path]
            return T("{file} row {row}", file=f"{columns.sheet.name}.csv", row=number)
        place = self._place(path)
        return path if plain(place).startswith(MANIFEST) else place

    def _cell(self, path: str) -> SheetCell | None:
        """The codec of the cell at a path; None if the path is not exactly one cell."""
        for head, rest in _splits(path):
            if head in self._rows:
                fields = self._rows[head].columns.fields
                return next((column.cell for column in fields if ".".join(column.path) == rest), None)
        return None

    def _column_at(self, path: str) -> Column | None:
        for head, rest in _splits(path):
            if head in self._rows:
                return _column_of(self._rows[head].columns, rest)
        return None

    @cached_property
    def _rows(self) -> dict[str, SheetRow]:
        """The rows by path; computed only when there is a fault."""
        by_name = {columns.sheet.name: columns for columns in columns_of(self._box)}
        return {
            f"{list_path}[{index}]": SheetRow(by_name[name], row, as_json)
            for name, found in self._sheets.items()
            for list_path, index, row, as_json in found
        }

    def _place(self, path: str) -> Words:
        for head, rest in _splits(path):
            if head in self._rows:
                columns, number, as_json = self._rows[head]
                column = _column(columns, rest, self._box.forms, as_json)
                return in_row(f"{columns.sheet.name}.csv", number, column or None)
        found = self._sheet(path)
        if found is not None:
            sheet, where = found
            file = f"{sheet.name}.csv"
            return T("{file}: the rows with {what}", file=file, what=listed(where)) if where else file
        return self._entry(path)

    def _entry(self, path: str) -> Words:
        """An entry of pack.toml by name, and by number inside a list."""
        name, bracket, index = path.partition("[")
        first, dot, rest = name.partition(".")
        entry = f"{MANIFEST}: {self._box.headings.get(first, first)}{dot}{rest}"
        number = index.removesuffix("]")
        return listed([entry, T("entry {n}", n=int(number) + 1)]) if bracket and number.isdecimal() else entry

    def _sheet(self, path: str) -> tuple[Sheet, list[Words]] | None:
        """The sheet whose list is at a path, and the cells that locate its rows."""
        if path in self._lists:
            columns, cells = self._lists[path]
            return columns.sheet, [f"{heading} {text.strip()}" for heading, text in cells]
        names = [match[1] for match in STEP.finditer(path) if match[1]]
        sheet = next((sheet for sheet in self._box.sheets if _is_prefix(sheet, names)), None)
        return (sheet, _keys(sheet, names, self._box.forms)) if sheet is not None else None


def _unchanged(blank: str, words: str) -> str:
    return words


def _keys(sheet: Sheet, names: list[str], forms: Forms) -> list[Words]:
    """The map keys on the path to a sheet's rows, with their headings."""
    steps = [step for step in sheet.path if isinstance(step, str | By)]
    return [
        f"{step.heading} {forms.of(step.words.get(name, name))[0]}"
        for step, name in zip(steps, names, strict=False)
        if isinstance(step, By)
    ]


def _is_prefix(sheet: Sheet, names: list[str]) -> bool:
    left = list(names)
    for step in sheet.path:
        if not left:
            return True
        if isinstance(step, By) or step == left[0]:
            left.pop(0)
        elif isinstance(step, str):
            return False
    return not left


def _splits(path: str) -> Iterator[tuple[str, str]]:
    """All splits of a path into head and tail, longest head first."""
    ends = [match.end() for match in STEP.finditer(path)]
    for end in reversed(ends):
        yield path[:end], path[end:].lstrip(".")


def _column(columns: Columns, rest: str, forms: Forms, as_json: frozenset[str]) -> Words:
    """The heading of a field, and the part inside its cell; empty for the row itself."""
    column = _column_of(columns, rest)
    if column is not None:
        inner, json = rest[len(".".join(column.path)) :], column.heading in as_json
        return listed(
            [column.heading, *_path_in_cell(inner, ENGLISH if json else forms, parts=json or column.cell.parts)]
        )
    return ", ".join(column.heading for column in columns.fields if ".".join(column.path).startswith(f"{rest}."))


def _column_of(columns: Columns, rest: str) -> Column | None:
    names = ((".".join(column.path), column) for column in columns.fields)
    return next((column for name, column in names if rest == name or rest.startswith((f"{name}.", f"{name}["))), None)


def _path_in_cell(rest: str, forms: Forms, *, parts: bool) -> list[Words]:
    """A path inside a cell for people: ``[1].at`` is entry 2, followed by field names if ``parts``."""
    steps = [
        T("entry {n}", n=int(match[2]) + 1) if match[2] else forms.words.get(match[1], match[1])
        for match in STEP.finditer(rest)
    ]
    return list(steps if parts else [step for step in steps[:1] if isinstance(step, Text)])
