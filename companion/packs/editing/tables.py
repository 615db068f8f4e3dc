"""The tables of a box: its decks, its bags, and whatever else it has a row a printed thing of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Path: TypeAlias = tuple[str, ...]
"""Where a table stands in the box: ``("agents", "barrow", "fighters")``."""

LOADED = frozenset({"map", "texts", "unknown", "untold"})
"""Fields of a pack that nobody tells: what lies beside it, and how many printed things it does not have yet."""


class Table(Struct, frozen=True):
    """A table of a box: where it stands, the type of its rows, and how many things are printed.

    A row with a ``count`` stands for so many things. ``unknown`` of them are in the box and not in the table yet.
    """

    path: Path
    kind: Any
    known: int = 0
    unknown: int = 0

    @property
    def name(self) -> str:
        """The path in one word, as the field ``unknown`` of a pack has it."""
        return ".".join(self.path)

    @property
    def printed(self) -> int:
        """How many things there are in the box."""
        return self.known + self.unknown

    def has(self, *names: str) -> bool:
        """True if its rows are records with these fields; those of several kinds have none in common."""
        found = msgspec.structs.fields(self.kind) if isinstance(self.kind, type) else ()
        return {field.encode_name for field in found} >= {*names}


def tables(kind: Any, data: Mapping[str, Any]) -> list[Table]:
    """The tables of a box whose pack is a record of type ``kind``, in the order of its fields."""
    unknown = data.get("unknown") if isinstance(data.get("unknown"), dict) else {}
    found = []
    for path, row in _walk(kind, data, ()):
        rows = rows_at(data, path)
        here = unknown.get(".".join(path), 0) if isinstance(unknown, dict) else 0
        found.append(Table(path, row, sum(map(pieces, rows)), here if isinstance(here, int) else 0))
    return found


def rows_at(data: Any, path: Path) -> Sequence[Any]:
    """The rows of a table; none if it is not there."""
    for step in path:
        data = data.get(step) if isinstance(data, Mapping) else None
    return data if isinstance(data, list) else []


def pieces(row: Any) -> int:
    """How many printed things a row stands for."""
    count = row.get("count", 1) if isinstance(row, Mapping) else 1
    return count if isinstance(count, int) else 1


def put_at(data: Any, path: Sequence[str], value: Any) -> Any:
    """The same box with another value at a place; what does not lead there is shared with the one before."""
    if not path:
        return value
    holder = data if isinstance(data, Mapping) else {}
    return {**holder, path[0]: put_at(holder.get(path[0]), path[1:], value)}


def _walk(hint: Any, value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """The tables of a record or of a map of records; rows may have lists of their own, which are no tables."""
    hint = _bare(hint)
    held = value if isinstance(value, Mapping) else {}
    if isinstance(hint, type) and issubclass(hint, Struct):
        names = {field.name: field.encode_name for field in msgspec.structs.fields(hint)}
        for name, inner in get_type_hints(hint, include_extras=True).items():
            if name in names and not (not path and name in LOADED):
                yield from _walk(inner, held.get(names[name]), (*path, names[name]))
    elif get_origin(hint) is dict:
        keys, inner = get_args(hint)
        fixed = get_args(_bare(keys))
        for key in fixed or held:
            yield from _walk(inner, held.get(key), (*path, str(key)))
    elif get_origin(hint) is list and _is_record(get_args(hint)[0]):
        yield path, get_args(hint)[0]


def _bare(hint: Any) -> Any:
    """The type without what is said about it, and without None."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    some = [one for one in get_args(hint) if one is not type(None)]
    return _bare(some[0]) if type(None) in get_args(hint) and len(some) == 1 else hint


def _is_record(hint: Any) -> bool:
    hint = _bare(hint)
    members = (hint,) if isinstance(hint, type) else get_args(hint)
    return bool(members) and all(isinstance(one, type) and issubclass(one, Struct) for one in members)
