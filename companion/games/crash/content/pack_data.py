"""The records of a pack of Crash & Grab, field by field as in wire/crash.md, "Pack".

Nullable fields are required.
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
    """A slot for a tile on the board; ``w`` and ``h`` are those of the rotated tile."""

    x: Place
    y: Place
    w: Size
    h: Size
    tile_pool: list[Identifier]


class Upgrade(Struct, frozen=True):
    """An upgrade card. ``effects`` is None if the table carries out the text."""

    id: Identifier
    name: str
    text: str
    timing: Timing
    not_in_2p: bool
    effects: list[AnyEffect] | None


class Pack(Struct, frozen=True):
    """The content of a box of Crash & Grab.

    ``unknown`` counts upgrades that are in the box but not in this table yet. ``whole`` is false while tiles or layouts
    are incomplete; then they need not fit. ``texts`` is filled in by the loader: words for ids and translations, by
    language, then text or id.
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
