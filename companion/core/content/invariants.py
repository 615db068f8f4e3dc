"""Helpers for invariants between the fields of a pack, on unvalidated JSON.

Values of the wrong type are skipped (``validation.examine`` reports them), so that one fault never hides another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from companion.core.content.faults import Fault
from companion.core.content.validation import below
from companion.core.refusals import BadPack
from companion.core.texts import T, Words

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
    """The sum of the integers of a field."""
    return sum(number(entry.get(field)) or 0 for _, entry in found)


def unknown_of(pack: Mapping[str, Any], table: str) -> int:
    """The number of printed items of a table that are not in the pack yet (WIRE, Boxes known in part)."""
    unknown = pack.get("unknown")
    return max(number(unknown.get(table)) or 0, 0) if isinstance(unknown, dict) else 0


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
