"""Finds the effects on the cards of a pack.

An effect is a record with the tag ``op``, in every game. A ``Path`` leads to a place in the pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from msgspec import Struct, structs

Path: TypeAlias = tuple[str | int, ...]

TAG: Final = "op"
BY_HAND: Final = frozenset({"note"})
"""Effects that are texts for people; the companion does not carry them out."""


class PrintedEffect(Struct, frozen=True):
    """An effect and its card."""

    path: Path
    row: Path
    """The card: the innermost list entry around the effect that is not an effect."""


def effects(pack: Any) -> list[PrintedEffect]:
    """All effects of a pack that the companion carries out, including nested ones."""
    return list(_effects(pack, (), ()))


def at(pack: Any, path: Path) -> Any:
    """The value at a path of a pack."""
    value = pack
    for step in path:
        value = getattr(value, str(step)) if isinstance(value, Struct) else value[step]
    return value


def without(pack: Any, path: Path) -> Any:
    """The pack without the value at ``path``: a list entry is removed, a field set to None."""
    step, rest = path[0], path[1:]
    if isinstance(pack, Struct):
        name = str(step)
        return structs.replace(pack, **{name: without(getattr(pack, name), rest) if rest else None})
    if isinstance(pack, dict):
        return {key: without(value, rest) if key == step else value for key, value in pack.items()}
    return [
        without(value, rest) if number == step else value for number, value in enumerate(pack) if rest or number != step
    ]


def _effects(value: Any, path: Path, row: Path) -> Iterator[PrintedEffect]:
    if isinstance(value, Struct):
        if value.__struct_config__.tag_field == TAG:
            if value.__struct_config__.tag not in BY_HAND:
                yield PrintedEffect(path, row)
        elif path and isinstance(path[-1], int):
            row = path
    for step, inner in _children(value):
        yield from _effects(inner, (*path, step), row)


def _children(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, Struct):
        yield from ((name, getattr(value, name)) for name in value.__struct_fields__)
    elif isinstance(value, list | tuple):
        yield from enumerate(value)
    elif isinstance(value, dict):
        yield from value.items()
