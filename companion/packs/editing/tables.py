"""The tables of a box: decks, bags, and other lists with one row per printed thing; ids and names for new ones."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from companion.core.texts import T, Text, Words, folded, plain

Path: TypeAlias = tuple[str, ...]
"""The path of a table in the box: ``("agents", "barrow", "fighters")``."""

COUNT = "count"
"""The number of pieces of a row."""
LOST = "lost"
"""The field of a pack with the numbers of printed pieces that it does not have."""
LOADED = frozenset({"map", "texts", "unknown", LOST, "missing"})
"""Fields of a pack that are derived, not entered."""


class BoxTable(Struct, frozen=True):
    """A table of a box: its path, the type of its rows, and how many pieces it has.

    A row with a ``count`` stands for that many pieces. ``unknown`` pieces are in the box, but not in the table yet;
    ``lost`` ones are printed, but not in the box, which has more than are printed if it is negative.
    """

    path: Path
    kind: Any
    known: int = 0
    unknown: int = 0
    lost: int = 0

    @property
    def name(self) -> str:
        """The dotted path, as in the pack's field ``unknown``."""
        return ".".join(self.path)

    @property
    def printed(self) -> int:
        """How many pieces are in the box."""
        return self.known + self.unknown

    @property
    def due(self) -> int:
        """How many pieces the rulebook says there are."""
        return self.printed + self.lost

    @property
    def counted(self) -> bool:
        """True if its rows say how many pieces there are of a kind."""
        return self.has(COUNT)

    def has(self, *names: str) -> bool:
        """True if its rows are records with these fields. A union of records has none."""
        found = msgspec.structs.fields(self.kind) if isinstance(self.kind, type) else ()
        return {field.encode_name for field in found} >= {*names}


def tables(kind: Any, data: Mapping[str, Any]) -> list[BoxTable]:
    """The tables of a box whose pack has the type ``kind``, in the order of its fields."""
    found = []
    for path, row in _walk(kind, data, ()):
        unknown, lost = (_number_of(data.get(field), path) for field in ("unknown", LOST))
        found.append(BoxTable(path, row, sum(map(pieces, rows_at(data, path))), unknown, lost))
    return found


def _number_of(counts: Any, path: Path) -> int:
    found = counts.get(".".join(path)) if isinstance(counts, Mapping) else None
    return found if isinstance(found, int) else 0


def kinds_of(row: Any) -> list[dict[str, Any]]:
    """The kinds of pieces that rows of this type can count: every combination of the values that a field can have.
    Empty if some other field of theirs can be anything."""
    hints = {name: _bare(hint) for name, hint in get_type_hints(row, include_extras=True).items() if name != COUNT}
    if not all(get_origin(hint) is Literal for hint in hints.values()):
        return []
    return [dict(zip(hints, values, strict=True)) for values in itertools.product(*map(get_args, hints.values()))]


def rows_at(data: Any, path: Path) -> Sequence[Any]:
    """The rows of a table; empty if it is missing."""
    for step in path:
        data = data.get(step) if isinstance(data, Mapping) else None
    return data if isinstance(data, list) else []


def pieces(row: Any) -> int:
    count = row.get("count", 1) if isinstance(row, Mapping) else 1
    return count if isinstance(count, int) else 1


def put_at(data: Any, path: Sequence[str], value: Any) -> Any:
    """A copy of the box with a value replaced; unchanged parts are shared."""
    if not path:
        return value
    holder = data if isinstance(data, Mapping) else {}
    return {**holder, path[0]: put_at(holder.get(path[0]), path[1:], value)}


def _walk(hint: Any, value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """The tables of a record or map of records. Lists inside rows are not tables."""
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
    """A type without its metadata and without None."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    some = [one for one in get_args(hint) if one is not type(None)]
    return _bare(some[0]) if type(None) in get_args(hint) and len(some) == 1 else hint


def _is_record(hint: Any) -> bool:
    hint = _bare(hint)
    members = (hint,) if isinstance(hint, type) else get_args(hint)
    return bool(members) and all(isinstance(one, type) and issubclass(one, Struct) for one in members)


def said_often(data: Any) -> Counter[tuple[str, str]]:
    """How often the records of a box say something: words and names, by field; numbers and texts do not count."""
    found: Counter[tuple[str, str]] = Counter()
    if isinstance(data, Mapping):
        for name, value in data.items():
            if isinstance(value, str):
                found[name, value] += 1
            else:
                found.update(said_often(value))
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for one in data:
            found.update(said_often(one))
    return found


# Ids and names, made from what people type.


def as_word(text: str) -> str:
    """Text as one lower-case word: "Old Guard" becomes ``old_guard``."""
    return re.sub(r"[^a-z0-9]+", "_", folded(text)).strip("_")


def new_id(name: Words, taken: Collection[str], stem: str) -> str:
    """An id that is not in ``taken``, made from a name.

    If the name does not start with a letter, the id is ``stem`` and a number. If it is taken, a number is added.
    """
    text = next(iter(name.values()), "") if isinstance(name, dict) else plain(name)
    found = as_word(text)
    if not found or not found[0].isalpha():
        found = stem
    elif found not in taken:
        return found
    return next(id_ for n in range(1, len(taken) + 2) if (id_ := f"{found}_{n}") not in taken)


def name_refused(name: str, taken: Iterable[Words]) -> Text | None:
    """Why a box cannot have this name, given those in use; None if it can."""
    wanted = name.strip()
    if not wanted:
        return T("A box needs a name: type one, then Done.")
    if folded(wanted) in _folded(taken):
        return T("There is a box called {name} already. Type another name.", name=wanted)
    return None


def free_name(usual: str, taken: Iterable[Words]) -> str:
    """The usual name for a box, with a number added if it is taken."""
    others, stem = _folded(taken), re.sub(r" \d+$", "", usual)
    numbered = (f"{stem} {n}" for n in range(2, len(others) + 3))
    return next(name for name in (usual, *numbered) if folded(name) not in others)


def _folded(names: Iterable[Words]) -> set[str]:
    """The names in every language, folded for comparison."""
    return {folded(one) for words in names for one in (words.values() if isinstance(words, dict) else [plain(words)])}
