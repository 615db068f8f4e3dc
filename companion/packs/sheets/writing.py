"""Serialises the JSON of a pack to sheets, pack.toml and texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeAlias

from msgspec import UNSET, Struct

from companion.core.sheets import BoxSheets
from companion.packs.content import Content, Texts
from companion.packs.sheets.cells import CONTROL, Plain
from companion.packs.sheets.columns import Column, Columns, X, Y, all_rows, columns_of
from companion.packs.sheets.files import MANIFEST, Dialect, csv_text, dialect_of, write_manifest
from companion.packs.sheets.reading import FREE, Files, ReadSheets
from companion.packs.sheets.texts import (
    TextPlace,
    can_be_row,
    is_long,
    main_language,
    normal_texts,
    reads_the_same,
    twice,
    untranslated,
    write_long,
    write_words,
)

Cells: TypeAlias = dict[str, str]
"""The cells of a row by heading."""


def files_of(content: Content, box: BoxSheets, before: Files) -> dict[str, bytes] | None:
    """The files of a box, keyed by path; None if they would not read back exactly.

    The sheets are in the language of the box. Files that exist in ``before`` keep their dialect.
    """
    files = _Writing(content, box, before).files()
    if files is None:
        return None
    again = ReadSheets(box, files)
    return files if not again.problems and again.content == normal(content, box) else None


def normal(content: Content, box: BoxSheets) -> Content:
    """The content without redundant parts: languages without words, an empty map of positions."""
    main = main_language(content.data, content.texts, box.pack)
    return Content(content.data, normal_texts(main, content.data, content.texts, box.pack), content.places or None)


class BoxCells(Struct, frozen=True):
    """A box as the cells of its sheets."""

    manifest: dict[str, Any]
    """The content of pack.toml."""
    sheets: dict[str, dict[str, Cells]]
    """Rows by sheet, then by row key."""
    texts: Texts
    """Words by language, then by text or id."""


def cells_of(content: Content, box: BoxSheets, language: str | None = None) -> BoxCells:
    """A box as cells, in its own language by default. Duplicate row keys are numbered."""
    writing = _Writing(content, box, {}, language)
    sheets = {columns.sheet.name: _by_key(columns, writing.rows(columns)) for columns in columns_of(writing.box)}
    return BoxCells(writing.manifest(), sheets, writing.texts)


def _by_key(columns: Columns, rows: list[tuple[Cells, Any]]) -> dict[str, Cells]:
    found: dict[str, Cells] = {}
    for cells, _ in rows:
        key = _key(columns, cells)
        names = (key, *(f"{key} ({number})" for number in range(2, len(rows) + 2)))
        found[next(name for name in names if name not in found)] = cells
    return found


class _Writing:
    def __init__(self, content: Content, box: BoxSheets, before: Files, language: str | None = None) -> None:
        self._before = before
        self._places = content.places or {}
        self._main = main_language(content.data, content.texts, box.pack)
        self.box = box.spoken(language or self._main)
        self._data, self.texts = untranslated(content.data, content.texts, self._main, box.pack)
        self.texts = {code: dict(words) for code, words in self.texts.items()}
        others = [code for code in self.texts if code != self._main and self.texts[code]]
        self._languages = [self._main, *others]
        self._long: dict[str, dict[TextPlace, str]] = {code: {} for code in self._languages}

    def files(self) -> dict[str, bytes] | None:
        here = [one for one in columns_of(self.box) if not one.sheet.rare or str(one.sheet.path[0]) in self._data]
        files = {f"{columns.sheet.name}.csv": self._sheet(columns) for columns in here}
        manifest = write_manifest(self.manifest(), self._languages, self.box, self._before.get(MANIFEST))
        if manifest is None:
            return None
        files[MANIFEST] = manifest
        for code in self._languages:
            if self._long[code]:
                files[f"texts/{code}.md"] = write_long(self._long[code])
            words = self.texts.get(code, {})
            if words:
                files[f"texts/{code}.csv"] = write_words(words, self._dialect(f"texts/{code}.csv"), self._main)
        return files

    @property
    def _usual_dialect(self) -> Dialect:
        separator = self.box.forms.separator
        return Dialect() if separator == "," else Dialect(separator, bom=True)

    def _dialect(self, name: str) -> Dialect:
        """The dialect of a file: its own, or that of the other sheets, or the usual one."""
        if name in self._before:
            return dialect_of(self._before[name])
        sheets = [data for file, data in self._before.items() if file.endswith(".csv")]
        return dialect_of(sheets[0]) if sheets else self._usual_dialect

    def rows(self, columns: Columns) -> list[tuple[Cells, Any]]:
        rows = [(dict(zip(columns.locating, where, strict=True)), row) for where, row in all_rows(columns, self._data)]
        for cells, row in rows:
            self._fill_cells(columns, cells, row)
        return rows

    def manifest(self) -> Any:
        """The pack without what is on sheets."""
        rest: Any = self._data
        for columns in columns_of(self.box):
            rest = _without(rest, list(takewhile(lambda step: isinstance(step, str), columns.sheet.path)))
        return rest

    def _sheet(self, columns: Columns) -> bytes:
        rows = self.rows(columns)
        keys = [_key(columns, cells) for cells, _ in rows]
        repeated = twice(keys)
        for key, (cells, row) in zip(keys, rows, strict=True):
            if key not in repeated and can_be_row(key):
                self._move_long(columns, key, cells, row)
        own = [heading for cells, _ in rows for heading in cells if heading.startswith("(")]
        seldom = {columns.sheet.headings.get(name, name) for name in columns.sheet.seldom}
        empty = {name for name in seldom if not any(cells.get(name) for cells, _ in rows)}
        headings = [*(name for name in columns.headings if name not in empty), *dict.fromkeys(own)]
        dialect = self._dialect(f"{columns.sheet.name}.csv")
        return csv_text(headings, ([cells.get(heading, "") for heading in headings] for cells, _ in rows), dialect)

    def _fill_cells(self, columns: Columns, cells: dict[str, str], row: Any) -> None:
        if not isinstance(row, dict):
            return
        for column in columns.fields:
            cells[column.heading] = _cell_text(column, row, columns)
        cells.update(_own_columns(row, (), {column.path for column in columns.fields}, columns))
        id_ = row.get("id")
        if columns.sheet.named and isinstance(id_, str):
            name = self.texts.get(self._main, {}).get(id_, "")
            if name.strip() and not CONTROL.search(name):
                cells[columns.name] = self.texts[self._main].pop(id_)
        if columns.sheet.placed and isinstance(id_, str) and id_ in self._places:
            point = [repr(part).replace(".", self.box.forms.decimal) for part in self._places[id_]]
            cells.update(zip((X, Y), point, strict=True))

    def _move_long(self, columns: Columns, key: str, cells: dict[str, str], row: dict[str, Any]) -> None:
        """Move long texts and their translations out of the cells."""
        for column in columns.fields:
            text = _at(row, column.path)
            if not column.cell.text or not is_long(text) or isinstance(text, Plain):
                continue
            place = TextPlace(columns.sheet.name, key, column.heading)
            self._long[self._main][place] = text
            cells[column.heading] = ""
            for code in self._languages[1:]:
                words = self.texts[code].get(text)
                if words and reads_the_same(words):
                    self._long[code][place] = self.texts[code].pop(text)


def _key(columns: Columns, cells: Cells) -> str:
    return " ".join(cells.get(heading, "") for heading in columns.sheet.key)


def _at(row: Any, path: Sequence[str]) -> Any:
    for name in path:
        row = row.get(name, UNSET) if isinstance(row, dict) else UNSET
    return row


def _cell_text(column: Column, row: Mapping[str, Any], columns: Columns) -> str:
    """The text of a cell; empty if the record around it is null, or rows of this kind lack the field."""
    value = _at(row, column.path)
    if value is UNSET and (column.group and _at(row, column.group) is None):
        return ""
    if value is UNSET and column.kinds and str(row.get(columns.tag)) not in column.kinds:
        return ""
    return column.cell.said(value)


def _own_columns(
    row: Any, path: tuple[str, ...], known: set[tuple[str, ...]], columns: Columns
) -> Iterator[tuple[str, str]]:
    """The owner's own columns: fields unknown to the game."""
    for name, value in row.items():
        here = (*path, name)
        if here in known or (not path and name in columns.elsewhere):
            continue
        if isinstance(value, dict) and any(one[: len(here)] == here for one in known):
            yield from _own_columns(value, here, known, columns)
        elif not any(one[: len(here)] == here for one in known):
            yield f"({'.'.join(here)})", FREE.said(value)


def _without(data: Any, path: Sequence[Any]) -> Any:
    """The data without a field, and without records that become empty."""
    if not path or not isinstance(data, dict) or path[0] not in data:
        return data
    inner = _without(data[path[0]], path[1:]) if len(path) > 1 else {}
    return {name: value for name, value in data.items() if name != path[0]} | ({path[0]: inner} if inner != {} else {})
