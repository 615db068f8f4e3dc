"""The columns of a sheet, derived from the records that are its rows, and the lists of a pack that hold those."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import UNSET, Struct, structs
from msgspec import inspect as types

from companion.core.phrases import Forms, Unreadable, plainly
from companion.core.sheets import BoxSheets, By, Nth, Of, Sheet
from companion.core.texts import T, Words
from companion.core.validation import info_of
from companion.packs.sheets.cells import SheetCell, cell_of, drawn, one_of, plain_signs, single, without_none

Path: TypeAlias = tuple[str, ...]

NAME: Final = "name"
X, Y = "x", "y"
NUMBER: Final = types.IntType(None, 1, None, None, None)


class Column(Struct, frozen=True):
    """A column for a field of the rows."""

    heading: str
    path: Path
    """The path of the field in a row."""
    cell: SheetCell
    group: Path = ()
    """The nullable record that contains the field; empty if there is none."""
    kinds: frozenset[str] = frozenset()
    """The kinds of row that have the field; empty for all."""
    required: bool = False
    """True if every row needs it."""


class Columns(Struct, frozen=True):
    """The columns of a sheet."""

    sheet: Sheet
    where: tuple[tuple[By | Nth | Of, SheetCell], ...]
    """The columns that locate a row in the pack, each with its step of the path."""
    fields: tuple[Column, ...]
    tag: str = ""
    """The field with the kind of a row; empty if there is only one kind."""
    elsewhere: frozenset[str] = frozenset()
    """The fields of the rows that have their own sheet."""
    nullable: bool = False
    """True if the list of rows may be null."""
    known: Mapping[str, str] = {}
    """Headings by their accepted spellings."""
    name: str = ""
    """The heading for a name that is stored in the texts, not in a field."""

    @property
    def headings(self) -> list[str]:
        return list(self.sheet.notes)

    @property
    def locating(self) -> list[str]:
        """The headings of the columns that locate a row in the pack."""
        return [step.heading for step, _ in self.where]


@cache
def columns_of(box: BoxSheets) -> list[Columns]:
    return [_columns(box, sheet) for sheet in box.sheets]


def _columns(box: BoxSheets, sheet: Sheet) -> Columns:
    info: types.Type = info_of(box.pack)
    where: list[tuple[By | Nth | Of, SheetCell]] = []
    nullable = False
    for step in sheet.path:
        info, nullable = without_none(_item(info) if isinstance(step, Nth | Of) else info)
        if isinstance(step, str):
            info, nullable = without_none(_field(info, step).type)
        elif isinstance(step, By):
            where.append((step, _key_cell(step, info, box.forms)))
            info, nullable = without_none(_any_value(info))
        else:
            where.append((step, single(NUMBER) if isinstance(step, Nth) else _words_cell()))
    row = _item(info)
    records = [
        one for one in (row.types if isinstance(row, types.UnionType) else (row,)) if isinstance(one, types.StructType)
    ]
    tag = str(records[0].tag_field) if records[0].tag is not None else ""
    elsewhere, order = _elsewhere(box, sheet), list(sheet.notes)
    fields = sorted(_merged(box, sheet, records, tag, elsewhere), key=lambda column: order.index(column.heading))
    known = {plainly(also): heading for also, heading in sheet.also.items()}
    known |= {plainly(heading): heading for heading in sheet.notes}
    name = box.forms.heading(NAME)
    return Columns(sheet, tuple(where), tuple(fields), tag, elsewhere, nullable, known, name)


def _merged(
    box: BoxSheets, sheet: Sheet, records: list[types.StructType], tag: str, elsewhere: frozenset[str]
) -> Iterator[Column]:
    """The columns of a union of records, one per distinct field."""
    if tag:
        tags = types.LiteralType(tuple(str(record.tag) for record in records))
        yield Column(sheet.headings.get(tag, tag), (tag,), single(tags, box.forms, tag), required=True)
    found: dict[Path, tuple[Column, set[str]]] = {}
    for record in records:
        for column in _of_record(record, (), (), box, sheet):
            if column.path[0] not in elsewhere:
                found.setdefault(column.path, (column, set()))[1].add(str(record.tag))
    for column, kinds_with in found.values():
        some = len(kinds_with) < len(records)
        kinds = frozenset(kinds_with if some else ())
        yield structs.replace(column, kinds=kinds, required=column.required and not some)


def _of_record(record: types.StructType, path: Path, group: Path, box: BoxSheets, sheet: Sheet) -> Iterator[Column]:
    for field in record.fields:
        here = (*path, field.encode_name)
        name = ".".join(here)
        if name in sheet.drawn:
            yield Column(sheet.headings.get(name, name), here, drawn(sheet.drawn[name]), group, required=field.required)
            continue
        cell = cell_of(field.type, box.phrases, here[-1], required=field.required, left_out=name in sheet.left_out)
        inner, nullable = without_none(field.type)
        if cell is not None:
            required = field.required and cell.empty is UNSET and not group and name not in sheet.left_out
            yield Column(sheet.headings.get(name, name), here, cell, group, required=required)
        elif isinstance(inner, types.StructType):
            yield from _of_record(inner, here, here if nullable else group, box, sheet)


def _elsewhere(box: BoxSheets, sheet: Sheet) -> frozenset[str]:
    length = len(sheet.path)
    return frozenset(
        str(other.path[length + 1])
        for other in box.sheets
        if other.path[:length] == sheet.path and len(other.path) > length and isinstance(other.path[length], Of)
    )


def _key_cell(step: By, info: types.Type, forms: Forms) -> SheetCell:
    keys: tuple[str, ...] = ()
    if isinstance(info, types.StructType):
        keys = tuple(field.encode_name for field in info.fields)
    elif isinstance(info, types.DictType) and isinstance(info.key_type, types.LiteralType):
        keys = tuple(map(str, info.key_type.values))
    return one_of({key: step.words.get(key, key) for key in keys}, forms) if keys else _words_cell()


def _words_cell() -> SheetCell:
    return SheetCell(str.strip, lambda value: value if isinstance(value, str) else None, UNSET, T("an id"))


def _item(info: types.Type) -> types.Type:
    assert isinstance(info, types.ListType)
    return info.item_type


def _field(info: types.Type, name: str) -> types.Field:
    assert isinstance(info, types.StructType)
    return next(field for field in info.fields if field.encode_name == name)


def _any_value(info: types.Type) -> types.Type:
    if isinstance(info, types.StructType):
        return info.fields[0].type
    assert isinstance(info, types.DictType)
    return info.value_type


class Misplaced(Exception):
    """A row without a valid location: the column at fault, and a sentence; ``blank`` if its cell is empty."""

    def __init__(self, heading: str, said: Words, *, blank: bool = False) -> None:
        super().__init__(heading)
        self.heading = heading
        self.said = said
        self.blank = blank


class Lists:
    """The lists of a pack that hold the rows of a sheet, created on demand."""

    def __init__(self, columns: Columns, data: dict[str, Any]) -> None:
        self._columns, self._data = columns, data
        self._found: dict[tuple[str, ...], tuple[str, list[Any]]] = {}
        self._make_all()

    def set_null(self) -> None:
        path = self._columns.sheet.path
        holder(self._data, path[:-1])[path[-1]] = None

    def of(self, cells: Mapping[str, str]) -> tuple[str, list[Any]]:
        """The list for a row, with its path in the pack. Raises ``Misplaced`` if there is none."""
        where = tuple(plain_signs(cells.get(heading, "")).strip() for heading in self._columns.locating)
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

    def _check_key(self, step: By, key: Any, cell: SheetCell) -> None:
        if not isinstance(key, str):
            raise Misplaced(step.heading, T("is missing; it must be {right}", right=cell.about), blank=key is UNSET)
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


def _value(step: Nth | Of | By, cell: SheetCell, text: str) -> Any:
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
    if value is UNSET:
        raise Misplaced(step.heading, T("is empty; every row needs one"), blank=True)
    raise Misplaced(step.heading, T('there is no {what} "{name}"', what=step.heading, name=str(value)))


def holder(data: dict[str, Any], path: Sequence[Any]) -> Any:
    """The record at a path of a pack, created if missing."""
    for step in path:
        data = data.setdefault(step, {})
    return data


def all_rows(columns: Columns, data: Mapping[str, Any]) -> Iterator[tuple[list[str], Any]]:
    """Every row of a sheet, with the cells that locate it."""
    yield from _rows(data, list(columns.sheet.path), dict(columns.where), [])


def _rows(
    here: Any, path: list[Any], cells: Mapping[Any, SheetCell], where: list[str]
) -> Iterator[tuple[list[str], Any]]:
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
