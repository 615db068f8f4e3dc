"""Parses the folder of a box: sheets, pack.toml and texts become the JSON of the pack."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import UNSET

from companion.core.phrases import Unreadable, plainly
from companion.core.refusals import BadPack, Fault, in_line, in_row
from companion.core.sheets import BoxSheets
from companion.core.texts import P, T, Text, Words, plain
from companion.packs.content import LANGUAGE, Content, Texts
from companion.packs.sheets.cells import JSON, Plain, free, misread, plain_signs, without_zeros
from companion.packs.sheets.columns import Column, Columns, Lists, Misplaced, X, Y, columns_of, holder
from companion.packs.sheets.files import MANIFEST, Rows, read_manifest, read_rows, read_toml
from companion.packs.sheets.places import Places
from companion.packs.sheets.texts import LongText, TextPlace, normal_texts, read_long, read_words, translated

Files: TypeAlias = Mapping[str, bytes]
"""The files of a box, keyed by path inside its folder."""
Found = TypeVar("Found")

FREE: Final = free()
OWN: Final = "()"
"""A heading in brackets marks the owner's own column, which is kept but not interpreted."""


class ReadSheets:
    """Parses the files of a box.

    ``problems`` are the faults of the files; parts they keep from being read are missing from ``content``. ``places``
    locates later faults of the pack. ``box`` is the English schema; the sheets may be in the box's language, in
    English, or mixed.
    """

    def __init__(self, box: BoxSheets, files: Files) -> None:
        self._box, self._files = box, files
        self.problems: list[Fault] = []
        self._texts: Texts = {}
        self._positions: dict[str, list[float]] = {}
        self._main_texts: dict[TextPlace, str] = {}
        manifest = self._read(MANIFEST, read_toml) or {}
        data, languages = self._read_manifest(manifest)
        self._main = languages[0]
        self._english = box
        self._box = box.spoken(self._main)
        self.places = Places(self._box)
        self._known = {columns.sheet.name: columns.known for columns in columns_of(self._box)}
        self._long = self._read_long(self._main)
        self._long_read: set[TextPlace] = set()
        self._translated_long = {code: self._read_long(code) for code in languages[1:]}
        for columns in columns_of(self._box):
            self._read_sheet(columns, data)
        for code in languages:
            self._read_texts(code)
        self._report_leftovers(languages)
        data, texts = translated(data, self._texts, self._main, box.pack)
        self.content = Content(data, normal_texts(self._main, data, texts, box.pack), self._positions or None)

    def _read(self, name: str, read: Callable[[bytes, str], Found]) -> Found | None:
        """Parse a file; None if it is missing or invalid."""
        if name not in self._files:
            return None
        try:
            return read(self._files[name], name)
        except BadPack as bad:
            self.problems += bad.problems
            return None

    def _read_manifest(self, manifest: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        try:
            return read_manifest(manifest, MANIFEST, self._box)
        except BadPack as bad:
            self.problems += bad.problems
            return dict(manifest), ["en"]

    def _read_long(self, code: str) -> dict[TextPlace, LongText]:
        """The long texts of a language, with their headings normalised."""
        found = self._read(f"texts/{code}.md", read_long) or {}
        return {
            place._replace(heading=self._known.get(place.sheet, {}).get(plainly(place.heading), place.heading)): text
            for place, text in found.items()
        }

    def _read_sheet(self, columns: Columns, data: dict[str, Any]) -> None:
        name = f"{columns.sheet.name}.csv"
        found = self._read(name, read_rows)
        if found is None:
            if name in self._files:
                self.places.suppress_at(columns.sheet.name)
            elif columns.nullable:
                holder(data, columns.sheet.path[:-1])[columns.sheet.path[-1]] = None
            return
        headings = self._headings(columns, found, name)
        lists = Lists(columns, data)
        if not found.rows and columns.nullable:
            lists.set_null()
            return
        blank: dict[str, list[int]] = {}
        for number, cells in found.rows:
            try:
                self._read_row(columns, lists, number, dict(zip(headings, cells, strict=True)))
            except Misplaced as no:
                if no.blank:
                    blank.setdefault(no.heading, []).append(number)
                else:
                    self.problems.append(Fault(in_row(name, number, no.heading), no.said))
        self._report_blank(columns, name, blank)

    def _report_blank(self, columns: Columns, name: str, blank: Mapping[str, Sequence[int]]) -> None:
        """A fault for each column that every row needs and that is empty in some."""
        for heading, rows in blank.items():
            said: Words = T("is empty; every row needs one")
            if len(rows) > 1:
                said = P(
                    "is empty, and so it is in one more row; a spreadsheet keeps what stands in merged cells in the "
                    "first of them only, so fill in each row",
                    "is empty, and so it is in {n} more rows; a spreadsheet keeps what stands in merged cells in the "
                    "first of them only, so fill in each row",
                    len(rows) - 1,
                )  # fmt: skip
            self.problems.append(Fault(in_row(name, rows[0], heading), said))
            self.places.suppress_at(f"{name}: column {heading}")
            self.places.in_part.add(columns.sheet.name)

    def _headings(self, columns: Columns, found: Rows, name: str) -> list[str]:
        """The headings of a sheet, normalised to the language of the box; unknown and missing ones become faults."""
        headings = [columns.known.get(plainly(heading), heading) for heading in found.headings]
        others = {heading: code for heading in headings if (code := self._language_of(heading, columns))}
        self.problems += _wrong_headings(columns, found.headings, headings, name, others)
        for heading in [*columns.locating, *(column.heading for column in columns.fields if column.required)]:
            if heading not in headings:
                self.problems.append(Fault(in_row(name, 1), T("there must be a column {heading}", heading=heading)))
                self.places.suppress_at(f"{name}: column {heading}")
        return headings

    def _language_of(self, heading: str, columns: Columns) -> str | None:
        """The other language that a heading belongs to; None if there is none."""
        if heading in columns.headings:
            return None
        at = self._box.sheets.index(columns.sheet)
        return next(
            (
                code
                for code in self._english.languages
                if plainly(heading) in columns_of(self._english.spoken(code))[at].known
            ),
            None,
        )

    def _misread(self, columns: Columns, number: int, cells: Mapping[str, str]) -> frozenset[str]:
        """Report the cells of which a spreadsheet has made something else; returns their headings."""
        name, prose = f"{columns.sheet.name}.csv", {one.heading for one in columns.fields if one.cell.text}
        found = {
            heading: said
            for heading, text in cells.items()
            if heading in columns.headings and (said := misread(text, prose=heading in prose))
        }
        for heading, said in found.items():
            self.problems.append(Fault(in_row(name, number, heading), said))
            self.places.suppress_at(plain(in_row(name, number, heading)))
        return frozenset(found)

    def _read_row(self, columns: Columns, lists: Lists, number: int, cells: dict[str, str]) -> None:
        name = f"{columns.sheet.name}.csv"
        wrong = self._misread(columns, number, cells)
        if wrong & {*columns.locating, *columns.sheet.key}:
            self.places.in_part.add(columns.sheet.name)
            return
        cells |= dict.fromkeys(wrong, "")
        path, rows = lists.of(cells)
        key = " ".join(_key(cells.get(heading, "")) for heading in columns.sheet.key)
        row: dict[str, Any] = {}
        for column in columns.fields:
            text = cells.get(column.heading, "")
            if column.cell.text:
                text = self._long_text(TextPlace(columns.sheet.name, key, column.heading), text)
            value = self._value(column, text, in_row(name, number, column.heading))
            _put(row, column, value, columns)
        for heading, text in cells.items():
            if heading[:1] + heading[-1:] == OWN and text:
                _put_own(row, tuple(heading[1:-1].split(".")), text)
        where = [(heading, cells.get(heading, "")) for heading in columns.locating]
        as_json = frozenset(heading for heading, text in cells.items() if text.startswith(JSON))
        self.places.add(columns, path, len(rows), number, where, as_json)
        rows.append(row)
        self._read_name_and_place(columns, row, cells, name, number)

    def _value(self, column: Column, text: str, place: Words) -> Any:
        try:
            value = column.cell.value(text)
        except Unreadable as no:
            self.problems.append(Fault(place, no.said))
            self.places.suppress_at(plain(place))
            return UNSET
        return str(value) if isinstance(value, Plain) and not column.cell.text else value

    def _long_text(self, place: TextPlace, text: str) -> str:
        """A text from its cell or from the file of long texts."""
        if place in self._long:
            self._long_read.add(place)
            if text.strip():
                line = self._long[place].line
                twice = T("stands in {file}, too; take one of the two out", file=f"{place.sheet}.csv")
                self.problems.append(Fault(in_line(f"texts/{self._main}.md", line), twice))
            text = self._long[place].text
        if any(place in long for long in self._translated_long.values()):
            self._main_texts[place] = text
        return text

    def _read_name_and_place(
        self, columns: Columns, row: dict[str, Any], cells: dict[str, str], name: str, number: int
    ) -> None:
        id_ = row.get("id")
        if columns.sheet.named and cells.get(columns.name, "") and isinstance(id_, str):
            self._texts.setdefault(self._main, {})[id_] = cells[columns.name]
        if columns.sheet.placed:
            point = [_fraction(cells.get(heading, "")) for heading in (X, Y)]
            if all(cells.get(heading, "").strip() for heading in (X, Y)) and isinstance(id_, str):
                if None in point:
                    self.problems.append(Fault(_place_of_x_and_y(name, number), T("must be numbers from 0 to 1")))
                else:
                    self._positions[id_] = [part for part in point if part is not None]
            elif any(cells.get(heading, "").strip() for heading in (X, Y)):
                wrong = T("must both be filled in, or none")
                self.problems.append(Fault(_place_of_x_and_y(name, number), wrong))

    def _read_texts(self, code: str) -> None:
        words = self._read(f"texts/{code}.csv", read_words) or {}
        self._texts.setdefault(code, {}).update(words)
        for place, long in self._translated_long.get(code, {}).items():
            if place in self._main_texts:
                self._texts[code][self._main_texts[place]] = long.text
            elif place.sheet not in self.places.in_part:
                self.problems.append(Fault(in_line(f"texts/{code}.md", long.line), _no_such_place(place)))

    def _report_leftovers(self, languages: Sequence[str]) -> None:
        """Add faults for texts and files that belong to nothing."""
        for place, long in self._long.items():
            if place not in self._long_read and place.sheet not in self.places.in_part:
                self.problems.append(Fault(in_line(f"texts/{self._main}.md", long.line), _no_such_place(place)))
        sheets = [f"{sheet.name}.csv" for sheet in self._box.sheets]
        for name in self._files:
            path = PurePosixPath(name)
            if path.suffix == ".csv" and len(path.parts) == 1 and name not in sheets:
                close = difflib.get_close_matches(name, sheets, 1)
                wrong = T("is no sheet of this game; there can be {known}", known=", ".join(sheets))
                if close:
                    wrong = T("is no sheet of this game; did you mean {meant}?", meant=close[0])
                self.problems.append(Fault(name, wrong))
            if path.parts[0] == "texts" and len(path.parts) == 2 and path.stem not in languages:
                wrong = T("is not read; its name must be the code of a language")
                if LANGUAGE.fullmatch(path.stem):
                    wrong = T('is not read; add "{code}" to languages in {file}', code=path.stem, file=MANIFEST)
                self.problems.append(Fault(name, wrong))


def _wrong_headings(
    columns: Columns, found: Sequence[str], headings: Sequence[str], file: str, others: Mapping[str, str]
) -> Iterator[Fault]:
    """Faults for unknown and duplicate headings; ``others`` maps headings of other languages to their codes."""
    known = columns.headings
    for number, heading in enumerate(headings):
        if heading in headings[:number]:
            one = found[headings.index(heading)]
            twice = T("the columns {one} and {other} are the same; take one of them out", one=one, other=found[number])
            yield Fault(in_row(file, 1), twice)
        elif heading not in known and heading[:1] + heading[-1:] != OWN:
            close = difflib.get_close_matches(heading, known, 1)
            if heading in others:
                wrong = T(
                    'the column {heading} is in another language than the box; put "{code}" first in languages of '
                    "{file}",
                    heading=heading, code=others[heading], file=MANIFEST,
                )  # fmt: skip
            elif close:
                wrong = T("there is no column {heading}; did you mean {meant}?", heading=heading, meant=close[0])
            else:
                wrong = T(
                    "there is no column {heading}, there can be {known}; a column of your own is called ({heading})",
                    heading=heading, known=", ".join(known),
                )  # fmt: skip
            yield Fault(in_row(file, 1), wrong)


def _key(cell: str) -> str:
    """A cell of the key of a row, as it stands in the headings of long texts: ``0`` where a spreadsheet has 0.0."""
    return without_zeros(plain_signs(cell))


def _no_such_place(place: TextPlace) -> Text:
    return T(
        "there is no row {row} in {file}, or no column {heading} for a text",
        row=place.row, file=f"{place.sheet}.csv", heading=place.heading,
    )  # fmt: skip


def _place_of_x_and_y(file: str, row: int) -> Words:
    return T("{file}: row {row}, columns {x} and {y}", file=file, row=row, x=X, y=Y)


def _fraction(text: str) -> float | None:
    """A number from 0 to 1, with a decimal point or comma; None if it is not one."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None


def _put(row: dict[str, Any], column: Column, value: Any, columns: Columns) -> None:
    """Set a field. Records around it are created if they are required or any of their fields is set."""
    if column.kinds and str(row.get(columns.tag)) not in column.kinds and value in (UNSET, None, "", []):
        return
    here = row
    for depth, name in enumerate(column.path[:-1], 1):
        if column.group == column.path[:depth] and value in (UNSET, None, "", []):
            here.setdefault(name, None)
        if here.get(name) is None:
            if column.group == column.path[:depth] and value in (UNSET, None, "", []):
                return
            here[name] = {}
        here = here[name]
    if value is not UNSET:
        here[column.path[-1]] = value


def _put_own(row: dict[str, Any], path: Sequence[str], text: str) -> None:
    """Keep the value of the owner's own column."""
    here: Any = row
    for name in path[:-1]:
        here = here.get(name)
        if not isinstance(here, dict):
            return
    here[path[-1]] = FREE.value(text)
