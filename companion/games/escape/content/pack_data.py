"""The records of a pack of Escape Plan, field by field as in wire/escape.md, "Pack".

Nullable fields are required, except ``table`` and ``per_unit`` of a scoring line.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.core.validation import Identifier, Name, NotNegative

Group: TypeAlias = Literal["start", "A", "B", "C", "D"]
Land: TypeAlias = Literal["industrial", "commercial", "residential", "water"]
Exit: TypeAlias = Literal[1, 2, 3]
Seats: TypeAlias = Annotated[int, Meta(ge=1, le=5)]
SeatsKey: TypeAlias = Literal["1", "2", "3", "4", "5"]
Notch: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""A place on the notoriety track."""
ScoreSource: TypeAlias = Literal[
    "free",
    "notoriety",
    "wounds",
    "handcuffs",
    "cubes",
    "gangs",
    "equipment",
    "gas",
    "keys",
    "lockers",
    "assets",
    "contacts",
    "cash",
]


class CityTile(Struct, frozen=True):
    """A city tile: its stack, exit and spaces (R-EP-12, -13, -66 to -68).

    ``edges`` are the land types (R-EP-64) around it, for the picture only; None if unknown.
    """

    id: Identifier
    group: Group
    exit: Exit | None
    hospital: bool
    gang_hq: bool
    business: bool
    safe_house: bool
    gang: bool
    edges: list[Land | None] | None


class PatrolCard(Struct, frozen=True):
    """A patrol card: the exit it closes (R-EP-10)."""

    exit: Exit


class OfficerKind(Struct, frozen=True):
    """How many officers of a type there are (R-EP-05)."""

    type: Identifier
    count: NotNegative


class Contact(Struct, frozen=True):
    """A contact card (R-EP-25)."""

    id: Identifier
    name: str | None
    text: str | None


class EscapePlan(Struct, frozen=True):
    """An escape plan card, secret until the end (R-EP-37)."""

    id: Identifier
    text: str | None


class Locker(Struct, frozen=True):
    """A locker tile (R-EP-22)."""

    id: Identifier
    type: Identifier


class Equipment(Struct, frozen=True):
    """An equipment tile (R-EP-23)."""

    id: Identifier
    type: Identifier


class Key(Struct, frozen=True):
    """A key (R-EP-20)."""

    id: Identifier
    colour: Identifier


class ExitTile(Struct, frozen=True):
    """An exit tile; those with the same back are one stack (R-EP-24)."""

    id: Identifier
    back: Identifier


class BusinessTile(Struct, frozen=True):
    """A business tile (R-EP-66)."""

    id: Identifier
    name: str | None


class SafeHouse(Struct, frozen=True):
    """A safe house tile (R-EP-67)."""

    id: Identifier
    name: str | None


class Fixer(Struct, frozen=True):
    """A fixer tile (R-EP-21)."""

    id: Identifier


class Notoriety(Struct, frozen=True):
    """The notoriety track: where markers start, and its upper end if there is one (R-EP-39, R-EP-81)."""

    start: Notch
    max: Notch | None


class ScoreLine(Struct, frozen=True):
    """A line of the score sheet (R-EP-90, R-EP-92).

    ``from_`` is what is counted. A ``free`` line has neither ``table`` nor ``per_unit`` and is asked for; every other
    line has one of them: the value for each count, or the value per piece.
    """

    line: Name
    from_: ScoreSource = field(name="from")
    sign: Literal[1, -1]
    table: list[int] | None = None
    per_unit: int | None = None


class Pack(Struct, frozen=True):
    """The content of a box of Escape Plan.

    ``unknown`` counts pieces that are in the box but not in these tables yet. ``texts`` is filled in by the loader:
    words for ids and translations, by language, then text or id.
    """

    game: Literal["escape"]
    id: Name
    name: str
    language: str
    origin: str
    edition: str
    players_min: Seats
    players_max: Seats
    city_tiles: list[CityTile]
    patrol_cards: list[PatrolCard]
    officers: list[OfficerKind]
    contacts: list[Contact]
    escape_plans: list[EscapePlan]
    lockers: list[Locker]
    equipment: list[Equipment]
    keys: list[Key]
    exit_tiles: list[ExitTile]
    business: list[BusinessTile]
    safe_houses: list[SafeHouse]
    fixers: list[Fixer]
    notoriety: Notoriety
    income_track: list[int]
    exit_cost: dict[SeatsKey, list[NotNegative]] | None
    scoring: list[ScoreLine] | None
    day_change: list[str] | None
    unknown: dict[Literal["contacts", "escape_plans", "officers"], NotNegative] = {}
    texts: dict[str, dict[str, str]] = {}
