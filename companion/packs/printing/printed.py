"""What is printed in a box: the effects on its cards, found in any pack by their records.

An effect is a record that is told apart by a tag ``op``, in every game. A ``Path`` leads to a place in the pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from msgspec import Struct, structs

Path: TypeAlias = tuple[str | int, ...]

TAG: Final = "op"
BY_HAND: Final = frozenset({"note"})
"""Effects that are a text for people: the companion cannot know what they do."""


class PrintedEffect(Struct, frozen=True):
    """An effect, and the card that it is printed on."""

    path: Path
    row: Path
    """The card: the innermost entry of a list around it that is no effect itself."""


def effects(pack: Any) -> list[PrintedEffect]:
    """All effects of a pack that the companion carries out, those that belong to another effect too."""
    return list(_effects(pack, (), ()))


def at(pack: Any, path: Path) -> Any:
    """What stands at a place of a pack."""
    value = pack
    for step in path:
        value = getattr(value, str(step)) if isinstance(value, Struct) else value[step]
    return value


def without(pack: Any, path: Path) -> Any:
    """The pack with nothing at ``path``: an entry of a list is taken out, a field is None."""
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
    for step, inner in _inside(value):
        yield from _effects(inner, (*path, step), row)


def _inside(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, Struct):
        yield from ((name, getattr(value, name)) for name in value.__struct_fields__)
    elif isinstance(value, list | tuple):
        yield from enumerate(value)
    elif isinstance(value, dict):
        yield from value.items()
