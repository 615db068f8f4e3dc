"""A pack of Crash & Grab as records, field by field as in wire/crash.md, "Pack".

A field that may be null must be written all the same.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.core.texts import T
from companion.games.crash.content.effect_data import AnyEffect, Timing

Identifier: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]*\Z",
        description=T("a word of small letters, digits and _ that begins with a letter").msgid,
    ),
]
PackId: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_-]*\Z",
        description=T("a word of small letters, digits, _ and - that begins with a letter").msgid,
    ),
]
CrewType: TypeAlias = Literal["pilot", "scientist", "doctor", "engineer"]
LayoutKey: TypeAlias = Literal["3-4", "5", "6"]
"""The number of saucers in play; with 2 players there are 4."""
Face: TypeAlias = Annotated[int, Meta(ge=1, le=12)]
"""A face of the placement die, the number of a crash site."""
Place: TypeAlias = Annotated[int, Meta(ge=0)]
Size: TypeAlias = Annotated[int, Meta(ge=1)]
NotNegative: TypeAlias = Annotated[int, Meta(ge=0)]


class Cell(Struct, frozen=True):
    """A square of a tile as printed, ``x`` to the right and ``y`` downward from 0."""

    x: Place
    y: Place
    accelerator: bool
    crash_site: Face | None


class Tile(Struct, frozen=True):
    """A board tile, ``w`` squares wide and ``h`` high as printed (rotation 0)."""

    id: Identifier
    w: Size
    h: Size
    cells: list[Cell]


class Slot(Struct, frozen=True):
    """A place for a tile on the board; ``w`` and ``h`` are those of the tile after turning."""

    x: Place
    y: Place
    w: Size
    h: Size
    tile_pool: list[Identifier]


class Upgrade(Struct, frozen=True):
    """An upgrade card. ``effects`` is None where the table does what the text says."""

    id: Identifier
    name: str
    text: str
    timing: Timing
    not_in_2p: bool
    effects: list[AnyEffect] | None


class Pack(Struct, frozen=True):
    """The content of a box of Crash & Grab.

    ``unknown`` counts what is in the box and not in this table yet. ``whole`` is false while somebody still draws the
    tiles or lays them out: then nothing of them need fit.
    ``texts`` has the words for ids, and for texts of this file in other languages: language, then text or id, then
    what to show. It is no field of the pack; loading fills it in from what stands beside it.
    """

    game: Literal["crash"]
    id: PackId
    name: str
    language: str
    origin: str
    colours: list[Identifier]
    types: list[CrewType]
    directions: list[Identifier]
    tiles: list[Tile]
    layouts: dict[LayoutKey, list[Slot]]
    upgrades: list[Upgrade]
    unknown: dict[Literal["upgrades"], NotNegative] = {}
    whole: bool = True
    texts: dict[str, dict[str, str]] = {}
