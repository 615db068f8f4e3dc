"""Locates the lists of a pack that hold the rows of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from companion.core.phrases import Unreadable
from companion.core.sheets import By, Nth, Of
from companion.core.texts import T, Words
from companion.packs.sheets.cell import Cell
from companion.packs.sheets.columns import Columns


class Misplaced(Exception):
    """A row without a valid location: the column at fault, and a sentence."""

    def __init__(self, heading: str, said: Words) -> None:
        super().__init__(heading)
        self.heading = heading
        self.said = said


class Lists:
    """The lists of a pack that hold the rows of a sheet, created on demand."""

    def __init__(self, columns: Columns, data: dict[str, Any]) -> None:
        self._columns, self._data = columns, data
        self._found: dict[tuple[str, ...], tuple[str, list[Any]]] = {}
        self._make_all()

    def set_null(self) -> None:
        """Set null in place of the rows."""
        path = self._columns.sheet.path
        holder(self._data, path[:-1])[path[-1]] = None

    def of(self, cells: Mapping[str, str]) -> tuple[str, list[Any]]:
        """The list for a row, with its path in the pack. Raises ``Misplaced`` if there is none."""
        where = tuple(
            cells.get(step.heading, "").strip() for step, _ in self._columns.where if not isinstance(step, str)
        )
        if where not in self._found:
            self._found[where] = self._walk(where)
        return self._found[where]

    def _walk(self, where: Sequence[str]) -> tuple[str, list[Any]]:
        """Follow the path to the list, creating what is missing."""
        here: Any = self._data
        path = ""
        left = list(zip(where, self._columns.where, strict=True))
        steps = self._columns.sheet.path
        for number, step in enumerate(steps):
            inside_list = number + 1 == len(steps) or isinstance(steps[number + 1], Nth | Of)
            if isinstance(step, Nth | Of):
                text, (_, cell) = left.pop(0)
                index = _index(step, _value(step, cell, text), here)
                if index == len(here):
                    here.append({})
                here, path = here[index], f"{path}[{index}]"
                continue
            key = step
            if isinstance(step, By):
                text, (_, cell) = left.pop(0)
                key = _value(step, cell, text)
                self._check_key(step, key, cell)
            if not isinstance(here.get(key), list if inside_list else dict):
                here[key] = [] if inside_list else {}
            here, path = here[key], f"{path}.{key}" if path else str(key)
        return path, here

    def _check_key(self, step: By, key: Any, cell: Cell) -> None:
        if not isinstance(key, str):
            raise Misplaced(step.heading, T("is missing; it must be {right}", right=cell.about))
        if step.of and key not in self._keys(step, cell):
            raise Misplaced(step.heading, T('there is no {what} "{name}"', what=step.heading, name=key))
        if cell.choices and key not in cell.choices:
            raise Misplaced(step.heading, T("must be {right}, not {given}", right=cell.about, given=f'"{key}"'))

    def _make_all(self) -> None:
        """Create the lists that must exist even without rows: one per known key and parent row."""
        keys: list[list[str]] = [[]]
        for step, cell in self._columns.where:
            if isinstance(step, Nth):
                return
            keys = [[*before, cell.said(key).strip()] for before in keys for key in self._keys(step, cell)]
        for where in keys:
            with suppress(Misplaced):
                self._found[tuple(where)] = self._walk(where)

    def _keys(self, step: Any, cell: Any) -> list[str]:
        if isinstance(step, Of) or step.of:
            name = step.of if isinstance(step, By) else str(self._columns.sheet.path[0])
            return [row["id"] for row in self._data.get(name) or () if isinstance(row.get("id"), str)]
        return list(cell.choices)


def _value(step: Nth | Of | By, cell: Cell, text: str) -> Any:
    try:
        return cell.value(text)
    except Unreadable as no:
        raise Misplaced(step.heading, no.said) from None


def _index(step: Nth | Of, value: Any, rows: list[Any]) -> int:
    if isinstance(step, Nth):
        if not isinstance(value, int) or not 1 <= value <= len(rows) + 1:
            wrong = T("must be a number; rows with 1 come first, then those with 2, and so on")
            raise Misplaced(step.heading, wrong)
        return value - 1
    for index, row in enumerate(rows):
        if row.get("id") == value:
            return index
    raise Misplaced(step.heading, T('there is no {what} "{name}"', what=step.heading, name=str(value)))


def holder(data: dict[str, Any], path: Sequence[Any]) -> Any:
    """The record at a path of a pack, created if missing."""
    for step in path:
        data = data.setdefault(step, {})
    return data


def all_rows(columns: Columns, data: Mapping[str, Any]) -> Iterator[tuple[list[str], Any]]:
    """Every row of a sheet, with the cells that locate it."""
    yield from _rows(data, list(columns.sheet.path), dict(columns.where), [])


def _rows(here: Any, path: list[Any], cells: Mapping[Any, Cell], where: list[str]) -> Iterator[tuple[list[str], Any]]:
    if not path:
        for row in here if isinstance(here, list) else ():
            yield where, row
        return
    step, rest = path[0], path[1:]
    match step:
        case str():
            yield from _rows(here.get(step) if isinstance(here, dict) else None, rest, cells, where)
        case By():
            for key, inner in here.items() if isinstance(here, dict) else ():
                yield from _rows(inner, rest, cells, [*where, cells[step].said(key)])
        case Nth() | Of():
            for number, row in enumerate(here if isinstance(here, list) else [], 1):
                name = number if isinstance(step, Nth) else row.get("id") if isinstance(row, dict) else None
                yield from _rows(row, rest, cells, [*where, cells[step].said(name)])
