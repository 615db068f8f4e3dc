"""Where in the files of a box something stands that a check has found in its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from companion.core.content.sheets import BoxSheets, By, Sheet
from companion.packs.sheets.cells import Cell
from companion.packs.sheets.columns import Columns, columns_of
from companion.packs.sheets.manifest import MANIFEST

STEP: Final = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")
CELL: Final = re.compile(r"(\w+)\.csv: row \d+, column ([^:,]+)")
EXPECTED: Final = re.compile(r"(is missing; it )?must be .*?(?:, not (.*))?", re.DOTALL)
PATH: Final = re.compile(r"[a-z_]+(?:\.[\w-]+|\[\d+\])+")


class Places:
    """The rows of a box that was read, and the lists in which they stand."""

    def __init__(self, box: BoxSheets) -> None:
        self._box = box
        self._sheets: dict[str, list[tuple[str, int, int]]] = {}
        self._lists: dict[str, Columns] = {}
        self._passed_over: set[str] = set()

    def add(self, columns: Columns, list_path: str, index: int, row: int) -> None:
        """A row of a sheet stands in that list of the pack, at that index."""
        self._sheets.setdefault(columns.sheet.name, []).append((list_path, index, row))
        self._lists[list_path] = columns

    def pass_over(self, place: str) -> None:
        """Say nothing more of a cell, a column or a sheet: what is wrong there has been said."""
        self._passed_over.add(place)

    def is_new(self, told: str) -> bool:
        """True unless what is told stands where something else has been said already."""
        match = CELL.match(told)
        if match is None:
            return told.partition(".csv:")[0] not in self._passed_over
        return not self._passed_over & {match[1], match[0], f"{match[1]}.csv: column {match[2]}"}

    def told(self, problem: str) -> str:
        """A problem, ``field.path: sentence``, with file, row and column in place of the path."""
        path, _, sentence = problem.partition(": ")
        if not sentence:
            return problem
        rows = self._rows
        cell = self._cell(path, rows)
        if cell is not None and (match := EXPECTED.fullmatch(sentence)):
            shown = f", not {match[2]}" if match[2] else ""
            sentence = f"{match[1] or ''}must be {cell.about}{shown}"
        return f"{self._place(path, rows)}: {PATH.sub(lambda match: self._mentioned(match[0], rows), sentence)}"

    def _cell(self, path: str, rows: dict[str, tuple[Columns, int]]) -> Cell | None:
        """The cell for what stands at a path of the pack; None if it is only a part of one."""
        for head, rest in _cuts(path):
            if head in rows:
                found = (column.cell for column in rows[head][0].fields if ".".join(column.path) == rest)
                return next(found, None)
        return None

    @cached_property
    def _rows(self) -> dict[str, tuple[Columns, int]]:
        """The rows by their paths in the pack; only wanted when something is wrong."""
        by_name = {columns.sheet.name: columns for columns in columns_of(self._box)}
        return {
            f"{list_path}[{index}]": (by_name[name], row)
            for name, found in self._sheets.items()
            for list_path, index, row in found
        }

    def _place(self, path: str, rows: dict[str, tuple[Columns, int]]) -> str:
        for head, rest in _cuts(path):
            if head in rows:
                columns, row = rows[head]
                return f"{columns.sheet.name}.csv: row {row}{_column(columns, rest)}"
        sheet = self._sheet(path)
        if sheet is not None:
            return f"{sheet}.csv"
        first, dot, rest = path.partition(".")
        return f"{MANIFEST}: {self._box.headings.get(first, first)}{dot}{rest}"

    def _mentioned(self, path: str, rows: dict[str, tuple[Columns, int]]) -> str:
        """A place that stands in the sentence itself."""
        if path in rows:
            columns, row = rows[path]
            return f"{columns.sheet.name}.csv row {row}"
        place = self._place(path, rows)
        return path if place.startswith(MANIFEST) else place.replace(":", "", 1)

    def _sheet(self, path: str) -> str | None:
        """The sheet whose list stands at a path of the pack."""
        if path in self._lists:
            return self._lists[path].sheet.name
        names = [match[1] for match in STEP.finditer(path) if match[1]]
        return next((sheet.name for sheet in self._box.sheets if _leads(sheet, names)), None)


def _leads(sheet: Sheet, names: list[str]) -> bool:
    """True if the names are a beginning of the way to the rows of a sheet."""
    left = list(names)
    for step in sheet.path:
        if not left:
            return True
        if isinstance(step, By) or step == left[0]:
            left.pop(0)
        elif isinstance(step, str):
            return False
    return not left


def _cuts(path: str) -> Iterator[tuple[str, str]]:
    """The path cut in two at each of its steps, the longest beginning first."""
    ends = [match.end() for match in STEP.finditer(path)]
    for end in reversed(ends):
        yield path[:end], path[end:].lstrip(".")


def _column(columns: Columns, rest: str) -> str:
    """The column of a field of a row, and what is meant in its cell."""
    if not rest:
        return ""
    for column in columns.fields:
        name = ".".join(column.path)
        if rest == name or rest.startswith((f"{name}.", f"{name}[")):
            return f", column {column.heading}{_inside(rest[len(name) :])}"
    below = [column.heading for column in columns.fields if ".".join(column.path).startswith(f"{rest}.")]
    return f", column{'s' * (len(below) > 1)} {', '.join(below)}" if below else f", {rest}"


def _inside(rest: str) -> str:
    """A place in a cell, as people count: ``[1].at`` is entry 2, at."""
    words = [f"entry {int(match[2]) + 1}" if match[2] else match[1] for match in STEP.finditer(rest)]
    return "".join(f", {word}" for word in words)
