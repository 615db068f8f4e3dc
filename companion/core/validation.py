"""Validation of hand-written records: reports all faults at once, each with its field, in sentences for people.

``msgspec.convert`` stops at the first fault, so the input is compared with the struct types here, field by field. The
description in a type's ``Meta`` tells people what a value must be.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct, structs
from msgspec import inspect as types

from companion.core.refusals import BadPack, Fault
from companion.core.texts import T, Text, Words, plain

JSON_KINDS: dict[type[types.Type], type] = {
    types.IntType: int,
    types.StrType: str,
    types.BoolType: bool,
    types.NoneType: type(None),
    types.ListType: list,
    types.StructType: dict,
    types.DictType: dict,
}
OBJECT = T("a group of fields")
KIND_WORDS: dict[type[types.Type], Words] = {
    types.IntType: T("a whole number"),
    types.StrType: T("a text"),
    types.BoolType: T("true or false"),
    types.NoneType: T("nothing"),
    types.ListType: T("a list"),
    types.StructType: OBJECT,
    types.DictType: OBJECT,
}

HELPED = "{wrong}; {what}"
"""The form of a sentence that says what to do as well."""
MOST_PRINTED = 9_999
"""The largest number in a box, small enough that games never overflow."""


class Reference(Struct, frozen=True):
    """A reference by name: its path, the sort of name, and the name."""

    path: str
    sort: str
    name: str


class Findings(Struct):
    """The result of ``examine``: problems as ``field.path: sentence``, and all references."""

    problems: list[Fault]
    references: list[Reference]


def named(sort: str) -> msgspec.Meta:
    """Marks a string type as a reference: ``Annotated[str, named("square")]``."""
    return msgspec.Meta(extra={"names": sort})


def below(path: str, field: str | int) -> str:
    """The path of a field (``a.b``) or a list entry (``a[3]``) inside ``path``."""
    if isinstance(field, int):
        return f"{path}[{field}]"
    return f"{path}.{field}" if path else field


def examine(kind: Any, raw: object, path: str = "") -> Findings:
    """Validate a JSON value against a type of msgspec structs; without problems ``msgspec.convert`` accepts it."""
    findings = Findings([], [])
    _examine(info_of(kind), raw, path, findings)
    return findings


@cache
def info_of(kind: Any) -> types.Type:
    return types.type_info(kind)


def _examine(info: types.Type, raw: object, path: str, found: Findings) -> None:
    bare = info
    if isinstance(info, types.Metadata):
        bare = info.type
        if info.extra and "names" in info.extra and isinstance(raw, str):
            found.references.append(Reference(path, info.extra["names"], raw))
    if isinstance(bare, types.UnionType):
        _examine_union(bare.types, raw, path, found)
    elif not _same_kind(bare, raw) or not _in_range(bare, raw):
        found.problems.append(Fault(path, _with_help(_wrong(_words(info), raw), bare, raw)))
    elif type(raw) is int and abs(raw) > MOST_PRINTED:
        found.problems.append(
            Fault(path, T("is too large a number, nothing printed is more than {most}", most=MOST_PRINTED))
        )
    elif isinstance(bare, types.StructType) and isinstance(raw, dict):
        _examine_record(bare, raw, path, found)
    elif isinstance(bare, types.ListType) and isinstance(raw, list):
        for index, entry in enumerate(raw):
            _examine(bare.item_type, entry, below(path, index), found)
    elif isinstance(bare, types.DictType) and isinstance(raw, dict):
        _examine_map(bare, raw, path, found)


def _examine_map(info: types.DictType, raw: dict[str, Any], path: str, found: Findings) -> None:
    for key, value in raw.items():
        if isinstance(info.key_type, types.LiteralType) and key not in info.key_type.values:
            known = _listed(info.key_type.values)
            found.problems.append(Fault(below(path, key), T("is not known; known are {known}", known=known)))
        else:
            _examine(info.value_type, value, below(path, key), found)


def _examine_union(members: Sequence[types.Type], raw: object, path: str, found: Findings) -> None:
    records = [member for member in members if isinstance(member, types.StructType) and member.tag is not None]
    if records and isinstance(raw, dict):
        field = str(records[0].tag_field)
        tag = raw.get(field)
        for record in records:
            if record.tag == tag:
                _examine_record(record, raw, path, found)
                return
        known = T("one of {known}", known=_listed(record.tag for record in records))
        found.problems.append(Fault(below(path, field), _wrong(known, tag)))
        return
    fitting = [member for member in members if _same_kind(member, raw)]
    if len(fitting) == 1:
        _examine(fitting[0], raw, path, found)
    elif not fitting:
        found.problems.append(Fault(path, _wrong(_one_of(members), raw)))


def _examine_record(info: types.StructType, raw: dict[str, Any], path: str, found: Findings) -> None:
    known = {field.encode_name: field for field in info.fields}
    for name, field in known.items():
        if name in raw:
            _examine(field.type, raw[name], below(path, name), found)
        elif field.required:
            found.problems.append(Fault(below(path, name), _wrong(_words(field.type), None)))
    if info.forbid_unknown_fields:
        for name in raw:
            if name not in known and name != info.tag_field:
                found.problems.append(Fault(below(path, name), _not_here(name, known)))


def _wrong(right: Words, given: object) -> Text:
    if given is None:
        return T("is missing; it must be {right}", right=right)
    return T("must be {right}, not {given}", right=right, given=_shown(given))


def _with_help(wrong: Text, info: types.Type, given: object) -> Text:
    """The sentence for a value of another kind, with what people change where they write the file by hand."""
    match info:
        case types.StrType() if type(given) in (int, float, bool):
            what = T("put quotation marks round it")
        case types.IntType() if isinstance(given, str) and given.strip().lstrip("+-").isdecimal():
            what = T("take the quotation marks away")
        case types.BoolType() if isinstance(given, str | int):
            what = T("write true or false, without quotation marks")
        case types.ListType() if given is not None and not isinstance(given, list):
            what = T("put square brackets [ ] round it")
        case types.StructType() | types.DictType() if given is not None and not isinstance(given, dict):
            what = T('write fields in braces, such as {{"name": "…"}}')
        case _:
            return wrong
    return T("{wrong}; {what}", wrong=wrong, what=what)


def said_missing(said: Words) -> bool:
    """True for the message about a missing value."""
    return isinstance(said, Text) and said.msgid == _wrong("", None).msgid


def expecting(said: Words, right: Words) -> Words:
    """A message of ``examine``, with another description ``right`` of the expected value, and without help for those
    who write the file by hand."""
    if isinstance(said, Text) and said.msgid == HELPED:
        return expecting(said.args["wrong"], right)
    if isinstance(said, Text) and said.msgid in (_wrong("", None).msgid, _wrong("", "").msgid):
        return structs.replace(said, args={**said.args, "right": right})
    return said


def _same_kind(info: types.Type, raw: object) -> bool:
    if isinstance(info, types.Metadata):
        return _same_kind(info.type, raw)
    if isinstance(info, types.LiteralType):
        return isinstance(raw, str | int) and not isinstance(raw, bool) and raw in info.values
    return type(raw) is JSON_KINDS.get(type(info), type(raw))


def _in_range(info: types.Type, raw: Any) -> bool:
    match info:
        case types.IntType():
            return (info.ge is None or raw >= info.ge) and (info.le is None or raw <= info.le)
        case types.StrType():
            return len(raw) >= (info.min_length or 0) and (info.pattern is None or bool(re.search(info.pattern, raw)))
        case types.DictType():
            return len(raw) >= (info.min_length or 0)
    return True


def _words(info: types.Type) -> Words:
    match info:
        case types.Metadata():
            described = (info.extra_json_schema or {}).get("description")
            words: Words = Text(str(described)) if described else _words(info.type)
        case types.UnionType():
            words = _one_of(info.types)
        case types.LiteralType(values=values) if len(values) > 1:
            words = T("one of {known}", known=_listed(values))
        case types.LiteralType():
            words = _listed(info.values)
        case types.IntType(ge=int(), le=int()):
            words = T("a whole number from {least} to {most}", least=info.ge or 0, most=info.le or 0)
        case types.IntType(ge=int()):
            words = T("a whole number, {least} or more", least=info.ge or 0)
        case types.StrType(min_length=int()):
            words = T("a text that is not empty")
        case types.DictType(min_length=int()):
            words = T("a group of fields that is not empty")
        case _:
            words = KIND_WORDS.get(type(info), OBJECT)
    return words


def _one_of(members: Iterable[types.Type]) -> Words:
    """A description of several alternative types, without duplicates."""
    first, *others = {plain(words): words for words in map(_words, members)}.values()
    for other in others:
        first = T("{one} or {other}", one=first, other=other)
    return first


def _listed(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def _not_here(name: str, known: Iterable[str]) -> Words:
    close = difflib.get_close_matches(name, known, 1)
    if not close:
        return T("there is nothing of this name here")
    return T('there is nothing of this name here; did you mean "{close}"?', close=close[0])


def _shown(raw: object) -> Words:
    if isinstance(raw, list | dict) and raw:
        return T("a list") if isinstance(raw, list) else OBJECT
    text = json.dumps(raw, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "…"


# Helpers for invariants between the fields of a pack, on unvalidated JSON.
#
# Values of the wrong type are skipped (``validation.examine`` reports them), so that one fault never hides another.

Found: TypeAlias = "tuple[str, dict[str, Any]]"
"""The path of an object, and the object."""

Name: TypeAlias = Annotated[str, Meta(min_length=1)]
Identifier: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-z0-9_]+\Z", description=T("a word of small letters, digits and _").msgid)
]
NotNegative: TypeAlias = Annotated[int, Meta(ge=0)]


def pack_object(data: object, game: str) -> dict[str, Any]:
    """The JSON of a pack for ``game``; raises ``BadPack`` if it is not an object or for another game."""
    if not isinstance(data, dict):
        raise BadPack([Fault("", T("must hold the fields of a pack"))])
    if "game" in data and data["game"] != game:
        raise BadPack([Fault("game", T("this is a box of {other}, not of {game}", other=str(data["game"]), game=game))])
    return data


def entries(raw: object, *fields: str) -> list[Found]:
    """The objects in a list inside ``raw``, with their paths; other values are skipped."""
    for field in fields:
        raw = raw.get(field) if isinstance(raw, dict) else None
    if not isinstance(raw, list):
        return []
    path = ".".join(fields)
    return [(below(path, index), entry) for index, entry in enumerate(raw) if isinstance(entry, dict)]


def number(raw: object) -> int | None:
    """An integer; None for any other value, including booleans."""
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


def numbers(raw: object) -> list[int]:
    """The integers of a list; other values are skipped."""
    return [entry for entry in raw if number(entry) is not None] if isinstance(raw, list) else []


def sum_of(found: Iterable[Found], field: str) -> int:
    return sum(number(entry.get(field)) or 0 for _, entry in found)


def unknown_of(pack: Mapping[str, Any], table: str) -> int:
    """The number of printed items of a table that are not in the pack (WIRE.md, Boxes known in part): those that are
    not known yet, and those that are lost; negative where the box has more than are printed."""
    unknown, lost = (pack.get(field) for field in ("unknown", "lost"))
    still = max(number(unknown.get(table)) or 0, 0) if isinstance(unknown, dict) else 0
    return still + (number(lost.get(table)) or 0 if isinstance(lost, dict) else 0)


def differs(pack: Mapping[str, Any], table: str) -> bool:
    """True for a box whose owner has counted the pieces of a table and says that they differ from what is printed."""
    lost = pack.get("lost")
    return isinstance(lost, dict) and table in lost


def wrong_counts(pack: Mapping[str, Any], printed: Mapping[str, int]) -> Iterator[Fault]:
    """A fault for each list whose number of entries, including unknown ones, differs from ``printed`` (by field)."""
    for field, count in printed.items():
        listed, unknown = pack.get(field), unknown_of(pack, field)
        if isinstance(listed, list) and len(listed) + unknown != count:
            there = how_many(len(listed), unknown)
            yield Fault(field, T("there must be {count}, there are {there}", count=count, there=there))


def how_many(known: int, unknown: int) -> Words:
    """A text with the numbers of known and unknown items."""
    return T("{known} and {unknown} unknown", known=known, unknown=unknown) if unknown else known


def repeated(found: Iterable[Found], *fields: str) -> Iterator[Fault]:
    """A fault for each object whose combination of ``fields`` has occurred before."""
    seen: dict[tuple[str, ...], str] = {}
    for path, entry in found:
        key = tuple(str(entry.get(field)) for field in fields)
        if key in seen and all(field in entry for field in fields):
            yield Fault(
                below(path, fields[0]), T('"{what}" is already that of {what2}', what=" ".join(key), what2=seen[key])
            )
        seen.setdefault(key, path)
