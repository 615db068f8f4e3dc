"""A form for one row of a box, generated from the row's type.

A form holds the row as JSON, possibly incomplete. A ``Path`` leads to a place in it, such as ``("event", "effects", 0,
"n")``. ``lines`` lists the page of a record or list; each line is a value or has a page of its own.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args, get_origin

from msgspec import NODEFAULT, Struct, structs
from msgspec import inspect as types

from companion.core.effects import BOUND, IT, LISTS, OPS, THEM, lacking
from companion.core.refusals import Fault
from companion.core.texts import Words
from companion.core.validation import examine, info_of

Path: TypeAlias = tuple[str | int, ...]
Kind: TypeAlias = Literal["text", "number", "choice", "page"]


class Missing:
    """The type of ``MISSING``: not filled in yet, unlike None, which is a value."""


MISSING = Missing()


class FormLine(Struct, frozen=True):
    """One line of a form; ``value`` is ``MISSING`` if it is not filled in."""

    path: Path
    kind: Kind
    value: Any
    choices: tuple[Any, ...] = ()
    """The values of a ``choice``; the other values of a ``number``."""
    kinds: tuple[str, ...] = ()
    """The tags of the record types it can have."""
    least: int | None = None
    most: int | None = None
    """The limits of a ``number``; None for no limit."""
    sort: str = ""
    """The sort of name that a ``text`` must be, such as ``square``; empty for free text."""
    optional: bool = False
    """True if it may be null."""
    empty: bool = False
    """True if a ``text`` may be empty."""
    word: bool = False
    """True if a ``text`` must be one lower-case word."""
    languages: bool = False
    """True if a ``text`` may hold several languages."""
    default: Any = MISSING
    """What counts while nothing is filled in; ``MISSING`` if something must be, None for nothing."""
    unbound: frozenset[str] = frozenset()
    """Words that mean nothing where it stands, and are not offered."""

    def meant(self, names: Mapping[str, Words]) -> dict[str, Words]:
        """Those of ``names`` of its sort that mean something there."""
        return {name: words for name, words in names.items() if name not in self.unbound}

    @property
    def name(self) -> str | int:
        return self.path[-1]


class RowForm:
    """The form of a row of type ``kind`` (a record, or a tagged union of records); ``row`` is copied."""

    def __init__(self, kind: Any, row: Mapping[str, Any] | None = None) -> None:
        self._info = info_of(kind)
        self.row: Any = copy.deepcopy(dict(row)) if row is not None else _blank(_record_type(self._info))
        self._kind = kind
        self._undo_stack: list[tuple[Path, Any]] = []

    def value(self, path: Path) -> Any:
        """The value at ``path``; ``MISSING`` if there is none."""
        value = self.row
        for step in path:
            value = _at(value, step)
        return value

    def line(self, path: Path) -> FormLine:
        """The line at ``path``. Raises ``KeyError`` if there is no such place."""
        line = _line(path, self._type(path), self.value(path))
        if line.value is MISSING:
            line = structs.replace(line, default=self._default(path))
        if line.kind == "choice":
            line = structs.replace(line, choices=self._in_order(line))
        unbound = self._unbound(path)
        if not unbound or (isinstance(line.value, str) and line.value in unbound):
            return line
        return structs.replace(line, choices=tuple(one for one in line.choices if one not in unbound), unbound=unbound)

    def _in_order(self, line: FormLine) -> tuple[Any, ...]:
        """The choices of a field as its type declares them, which is the order in which people look for them."""
        holder = _variant(_bare(self._type(line.path[:-1])), self.value(line.path[:-1])) if line.path else None
        order = _declared(holder.cls).get(line.name, ()) if isinstance(holder, types.StructType) else ()
        return tuple(sorted(line.choices, key=lambda one: order.index(one) if one in order else len(order)))

    def _unbound(self, path: Path) -> frozenset[str]:
        """What stands for each thing, or person, where there is no "for each" around it."""
        if path[-1:] and path[-1] in BOUND:
            around = [self.value(path[:n]) for n in range(len(path) - 1)]
            if not any(isinstance(one, dict) and one.get("op") == "each" for one in around):
                return frozenset({IT, THEM})
        return frozenset()

    def lines(self, path: Path = ()) -> list[FormLine]:
        """The lines of the record or list at ``path``, in order; empty before its kind is picked."""
        value = self.value(path)
        bare = _variant(_bare(self._type(path)), value)
        match bare:
            case types.StructType():
                found = [self.line((*path, field.encode_name)) for field in bare.fields if _is_asked(field)]
                # What an effect does comes after when it does it, as in its sentence.
                last = LISTS.get(self.kind_at(path), ())
                return sorted(found, key=lambda line: line.name in last)
            case types.ListType():
                return [self.line((*path, index)) for index in range(len(value) if isinstance(value, list) else 0)]
            case types.DictType(key_type=types.LiteralType() as keys):
                return [self.line((*path, str(key))) for key in keys.values]
            case types.DictType() if self.is_scale(path):
                numbers = sorted(int(key) for key in (value if isinstance(value, dict) else ()) if key.isdecimal())
                return [self.line((*path, str(n))) for n in range(1, (numbers[-1] if numbers else 0) + 2)]
            case types.DictType() if isinstance(value, dict):
                return [self.line((*path, str(key))) for key in value]
        return []

    def kinds(self, path: Path) -> tuple[Any, ...]:
        """The kinds of entry for the list at ``path``; one empty name if there is only one kind."""
        bare = _bare(self._type(path))
        if not isinstance(bare, types.ListType):
            return ()
        return tuple(_tags(_bare(bare.item_type))) or ("",)

    def is_list(self, path: Path) -> bool:
        """True if entries can be added and removed there."""
        return isinstance(_bare(self._type(path)), types.ListType)

    def is_scale(self, path: Path) -> bool:
        """True for a map from 1, 2, … to numbers. Its lines are the known ones and one more."""
        bare = _bare(self._type(path))
        if not isinstance(bare, types.DictType):
            return False
        return isinstance(_bare(bare.value_type), types.IntType) and isinstance(_bare(bare.key_type), types.StrType)

    def is_record(self, path: Path) -> bool:
        return isinstance(_variant(_bare(self._type(path)), self.value(path)), types.StructType)

    def kind_at(self, path: Path) -> str:
        """The tag of the record there; empty if there is none."""
        variant = _variant(_bare(self._type(path)), self.value(path))
        if not isinstance(variant, types.StructType) or not isinstance(self.value(path), dict):
            return ""
        return _tag(variant)

    def put(self, path: Path, value: Any) -> None:
        """Set the value at ``path``; ``MISSING`` clears it, ``()`` is the whole row."""
        self._undo_stack.append((path, self.value(path)))
        self._set(path, value)

    @property
    def can_undo(self) -> bool:
        return bool(self._undo_stack)

    def undo(self) -> Path:
        path, value = self._undo_stack.pop()
        self._set(path, value)
        return path

    def _set(self, path: Path, value: Any) -> None:
        if not path:
            self.row = value
            return
        holder: Any = self.row
        for step, below in pairwise(path):
            if _at(holder, step) in (MISSING, None):
                _set(holder, step, [] if isinstance(below, int) else {})
            holder = _at(holder, step)
        _set(holder, path[-1], value)

    def pick(self, path: Path, kind: str) -> None:
        """Replace the record at ``path`` with a blank one of a kind."""
        blank = _blank(_tagged(_bare(self._type(path)), kind))
        kept = {} if path else {name: value for name, value in self.row.items() if name == "id"}
        self.put(path, kept | blank)

    def add(self, path: Path, kind: str = "") -> Path:
        """Append an entry, of one of ``kinds``, to the list at ``path``; returns the entry's path."""
        bare = _bare(self._type(path))
        if not isinstance(bare, types.ListType):
            raise KeyError(path)
        item = _bare(bare.item_type)
        entries = self.value(path)
        entries = list(entries) if isinstance(entries, list) else []
        entry = _blank(_tagged(item, kind)) if _tags(item) or isinstance(item, types.StructType) else None
        self.put(path, [*entries, entry])
        return *path, len(entries)

    def take(self, path: Path) -> None:
        entries = self.value(path[:-1])
        self.put(path[:-1], [entry for index, entry in enumerate(entries) if index != path[-1]])

    def problems(self) -> list[Fault]:
        """The faults that keep the row from having its type."""
        return examine(self._kind, self.row).problems

    def missing(self) -> list[Path]:
        """The paths of required values that are not filled in, in order."""
        return list(self._missing(()))

    def _missing(self, path: Path) -> Iterator[Path]:
        if isinstance(_variant(_bare(self._type(path)), self.value(path)), types.UnionType):
            yield path
        needed = self._needed(path)
        for line in self.lines(path):
            if line.name in needed:
                yield line.path
                if isinstance(line.value, list):
                    yield from self._missing(line.path)
            elif line.value in (MISSING, None):
                if not line.optional and not self.goes_without(line.path):
                    yield line.path
            elif line.kind == "page":
                if self.is_empty(line.path):
                    yield line.path
                yield from self._missing(line.path)

    def is_empty(self, path: Path) -> bool:
        """True for an empty list that must have an entry."""
        bare = _bare(self._type(path))
        if not isinstance(bare, types.ListType) or self.value(path):
            return False
        return bool(bare.min_length) or path[-1] in self._needed(path[:-1])

    def _needed(self, path: Path) -> list[str]:
        """The fields without which the effect there means nothing; empty for anything else."""
        value = self.value(path)
        return lacking(value) if isinstance(value, dict) and value.get("op") in OPS else []

    def goes_without(self, path: Path) -> bool:
        """True for a field with a default."""
        return self._default(path) is not MISSING

    def _default(self, path: Path) -> Any:
        """The default of a field; None for an empty one, ``MISSING`` if it has none."""
        holder = _variant(_bare(self._type(path[:-1])), self.value(path[:-1]))
        if not isinstance(holder, types.StructType):
            return None if isinstance(holder, types.DictType) else MISSING
        field = next((one for one in holder.fields if one.encode_name == path[-1]), None)
        if field is None or field.required:
            return MISSING
        return field.default if isinstance(field.default, int | str) and field.default != "" else None

    def _type(self, path: Path) -> types.Type:
        info, value = self._info, self.row
        for step in path:
            info = _inner_type(_variant(_bare(info), value), step)
            value = _at(value, step)
        return info


def _at(value: Any, step: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(step, MISSING)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return MISSING


def _set(holder: Any, step: str | int, value: Any) -> None:
    if isinstance(holder, list):
        holder[int(step)] = None if value is MISSING else value
    elif value is MISSING:
        holder.pop(step, None)
    else:
        holder[step] = value


def _bare(info: types.Type) -> types.Type:
    """A type without its metadata and without None; several lists of words are one."""
    if isinstance(info, types.Metadata):
        return _bare(info.type)
    if isinstance(info, types.UnionType):
        some = [member for member in info.types if not isinstance(member, types.NoneType)]
        words = [member for member in some if isinstance(member, types.LiteralType)]
        if len(words) == len(some):
            return types.LiteralType(tuple(value for member in words for value in member.values))
        return _bare(some[0]) if len(some) == 1 else types.UnionType(tuple(some))
    return info


def _record_type(info: types.Type) -> types.Type:
    bare = _bare(info)
    return bare if isinstance(bare, types.StructType) else types.DictType(types.StrType(), types.AnyType())


@cache
def _declared(record: type) -> Mapping[str | int, Sequence[Any]]:
    """The words of each field of a record, in the order of its declaration, which msgspec does not keep."""
    return {field.encode_name: list(_words(field.type)) for field in structs.fields(record)}


def _words(hint: Any) -> Iterator[Any]:
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    else:
        for inner in get_args(hint):
            yield from _words(inner)


def _tags(info: types.Type) -> list[str]:
    """The tags of the records in a union; a record without a tag has its type's name."""
    if not isinstance(info, types.UnionType):
        return []
    return [_tag(member) for member in info.types if isinstance(member, types.StructType)]


def _tag(record: types.StructType) -> str:
    return str(record.tag) if record.tag is not None else record.cls.__name__.lower()


def _tagged(info: types.Type, kind: str) -> types.Type:
    if isinstance(info, types.UnionType):
        return next(member for member in info.types if isinstance(member, types.StructType) and _tag(member) == kind)
    return info


def _variant(info: types.Type, value: Any) -> types.Type:
    if not isinstance(info, types.UnionType):
        return info
    records = [member for member in info.types if isinstance(member, types.StructType)]
    if isinstance(value, dict):
        for record in records:
            if record.tag is None or value.get(str(record.tag_field)) == record.tag:
                return record
    return info


def _inner_type(info: types.Type, step: str | int) -> types.Type:
    match info:
        case types.StructType():
            for field in info.fields:
                if field.encode_name == step:
                    return field.type
        case types.ListType():
            return info.item_type
        case types.DictType():
            return info.value_type
    raise KeyError(step)


def _is_asked(field: types.Field) -> bool:
    """False for constants, and for fields that only the file uses."""
    bare = _bare(field.type)
    fixed = isinstance(bare, types.LiteralType) and len(bare.values) == 1 and field.required
    return not fixed and not field.encode_name.startswith("raw_")


def _line(path: Path, info: types.Type, value: Any) -> FormLine:
    bare, optional, sort = _bare(info), _may_be_none(info), _sort(info)
    match bare:
        case types.IntType():
            return FormLine(path, "number", value, least=bare.ge, most=bare.le, optional=optional)
        case types.BoolType():
            return FormLine(path, "choice", value, (True, False))
        case types.LiteralType():
            return FormLine(path, "choice", value, tuple(bare.values), optional=optional)
        case types.StrType():
            empty = not bare.min_length and bare.pattern is None and not sort
            word = bare.pattern is not None and not sort
            return FormLine(path, "text", value, sort=sort, optional=optional, empty=empty, word=word)
        case types.UnionType():
            return _union_line(path, bare.types, value, optional=optional)
    return FormLine(path, "page", value, optional=optional)


def _union_line(path: Path, members: Sequence[types.Type], value: Any, *, optional: bool) -> FormLine:
    plain = [_bare(member) for member in members]
    numbers = [one for one in plain if isinstance(one, types.IntType)]
    words = tuple(value for one in plain if isinstance(one, types.LiteralType) for value in one.values)
    records = tuple(_tag(one) for one in plain if isinstance(one, types.StructType))
    if records and not isinstance(value, dict) and not numbers:
        return FormLine(path, "page", value, kinds=records, optional=optional)
    if records:
        least, most = (numbers[0].ge, numbers[0].le) if numbers else (None, None)
        kind: Kind = "page" if isinstance(value, dict) else "number"
        return FormLine(path, kind, value, words, records, least, most, optional=optional)
    if numbers:
        return FormLine(path, "number", value, words, (), numbers[0].ge, numbers[0].le, optional=optional)
    return FormLine(path, "text", value, optional=optional, empty=True, languages=True)


def _may_be_none(info: types.Type) -> bool:
    if isinstance(info, types.Metadata):
        return _may_be_none(info.type)
    return isinstance(info, types.UnionType) and any(isinstance(member, types.NoneType) for member in info.types)


def _sort(info: types.Type) -> str:
    if isinstance(info, types.Metadata):
        return str((info.extra or {}).get("names", "")) or _sort(info.type)
    if isinstance(info, types.UnionType):
        return next(filter(None, map(_sort, info.types)), "")
    return ""


def _blank(info: types.Type) -> Any:
    """The initial value of a record or list: tags, constants and empty containers."""
    match info:
        case types.StructType():
            blank: dict[str, Any] = {} if info.tag is None else {str(info.tag_field): info.tag}
            for field in info.fields:
                bare = _bare(field.type)
                if isinstance(bare, types.LiteralType) and len(bare.values) == 1 and field.required:
                    blank[field.encode_name] = bare.values[0]
                elif field.default is NODEFAULT and field.default_factory is NODEFAULT and not _may_be_none(field.type):
                    inner = _blank(bare)
                    if inner is not None:
                        blank[field.encode_name] = inner
            return blank
        case types.ListType():
            return []
        case types.DictType():
            return {}
    return None
