"""The columns of a sheet, derived from the records that are its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, TypeAlias

from msgspec import UNSET, Struct, structs
from msgspec import inspect as types

from companion.core.phrases import Forms, plainly
from companion.core.sheets import BoxSheets, By, Nth, Of, PathStep, Sheet
from companion.core.texts import T
from companion.core.validation import info_of
from companion.packs.sheets.cell import Cell
from companion.packs.sheets.cells import cell_of, drawn, one_of, single, without_none

Path: TypeAlias = tuple[str, ...]

NAME: Final = "name"
X, Y = "x", "y"
NUMBER: Final = types.IntType(None, 1, None, None, None)


class Column(Struct, frozen=True):
    """A column for a field of the rows."""

    heading: str
    path: Path
    """The path of the field in a row."""
    cell: Cell
    group: Path = ()
    """The nullable record that contains the field; empty if there is none."""
    kinds: frozenset[str] = frozenset()
    """The kinds of row that have the field; empty for all."""
    required: bool = False
    """True if every row needs it."""


class Columns(Struct, frozen=True):
    """The columns of a sheet."""

    sheet: Sheet
    where: tuple[tuple[PathStep, Cell], ...]
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
        """All headings, in order."""
        return list(self.sheet.notes)


@cache
def columns_of(box: BoxSheets) -> list[Columns]:
    """The columns of every sheet of a box."""
    return [_columns(box, sheet) for sheet in box.sheets]


def _columns(box: BoxSheets, sheet: Sheet) -> Columns:
    info: types.Type = info_of(box.pack)
    where: list[tuple[PathStep, Cell]] = []
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
    """The fields of the rows that have their own sheet."""
    length = len(sheet.path)
    return frozenset(
        str(other.path[length + 1])
        for other in box.sheets
        if other.path[:length] == sheet.path and len(other.path) > length and isinstance(other.path[length], Of)
    )


def _key_cell(step: By, info: types.Type, forms: Forms) -> Cell:
    """The codec of a map key or a field name."""
    keys: tuple[str, ...] = ()
    if isinstance(info, types.StructType):
        keys = tuple(field.encode_name for field in info.fields)
    elif isinstance(info, types.DictType) and isinstance(info.key_type, types.LiteralType):
        keys = tuple(map(str, info.key_type.values))
    return one_of({key: step.words.get(key, key) for key in keys}, forms) if keys else _words_cell()


def _words_cell() -> Cell:
    return Cell(str.strip, lambda value: value if isinstance(value, str) else None, UNSET, T("an id"))


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
