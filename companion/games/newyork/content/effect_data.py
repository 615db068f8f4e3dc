"""The records of card effects (wire/newyork.md section 6) and of the needs of tasks (section 7).

Field names are those of the pack; a trailing underscore avoids Python keywords. Ranges are part of the types, so they
are validated on input.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field

from companion.core.validation import Identifier, Name, NotNegative, named

Text: TypeAlias = str | Annotated[dict[str, str], Meta(min_length=1)]
"""TEXT: a plain string, or the same in several languages."""

Role: TypeAlias = Literal["father", "mother", "daughter", "son"]
Colour: TypeAlias = Literal["blue", "red", "yellow"]
Result: TypeAlias = Literal["PHYS", "MENT", "SOC"]
Who: TypeAlias = Literal["father", "mother", "daughter", "son", "all", "active", "here"]
Until: TypeAlias = Literal["round", "scenario"]

TARGETS = frozenset({"random", "event", "each_character", "challenge", "here"})
"""Keywords that an effect's ``at`` accepts; any other target is the id of a square."""

RESERVED = TARGETS | {"beside", "choose"}
"""Keywords of effects, which no square may have as its id."""

Square: TypeAlias = Annotated[str, named("square")]
Target: TypeAlias = Annotated[str, named("target")]
Place: TypeAlias = Annotated[str, named("place")]
"""A target that is at most one square."""
CarFrom: TypeAlias = Annotated[str, named("car from")]
CarTo: TypeAlias = Annotated[str, named("car to")]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Change: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]

Modified: TypeAlias = Literal[
    "mafia_per_turn",
    "info_cost",
    "item_cost",
    "actions",
    "steps",
    "extra_step_alert",
    "wild_alert",
    "red",
    "yellow",
    "blue",
    "grey",
]
Forbidden: TypeAlias = Literal["subway", "extra_step", "reroll", "items", "skills"]


class Need(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What fulfils a task (section 7): all that is not left out must hold. 0, "" and {} mean not needed.

    A pack omits what is not needed, so a need serialises to exactly what the pack has.
    """

    clear: bool = False
    together: Annotated[int, Meta(ge=1, le=4)] = 0
    gone: Name = ""
    pay: Annotated[dict[Result, Annotated[int, Meta(ge=1, le=9)]], Meta(min_length=1)] = {}
    items: Count = 0
    table: bool = False


class Effect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """An effect of a card, applied once when the card is read."""


class AlertEffect(Effect, frozen=True, tag="alert"):
    """Raise the alert by ``n``, or lower it."""

    n: Change


class PlaceMafia(Effect, frozen=True, tag="place_mafia"):
    """Place a mafia ``n`` times on each square of ``at``."""

    at: Target
    n: Count = 1


class RemoveMafia(Effect, frozen=True, tag="remove_mafia"):
    """Take mafia off each square of ``at``, without alert."""

    at: Target
    n: Count | Literal["all"] = 1


class PlaceInfo(Effect, frozen=True, tag="place_info"):
    """Put ``n`` info tokens on each square: out of the bag, or of a colour out of the reserve."""

    at: Target
    colour: Colour | None = None
    n: Count = 1


class PlaceItem(Effect, frozen=True, tag="place_item"):
    """Put a random item on each square that has none."""

    at: Target


class BagAdd(Effect, frozen=True, tag="bag_add"):
    """Put info tokens from the reserve into the bag."""

    blue: NotNegative = 0
    red: NotNegative = 0
    yellow: NotNegative = 0


class MoveCar(Effect, frozen=True, tag="move_car"):
    """Move a police car: ``from`` a square or ``choose``, ``to`` a target or ``beside``."""

    from_: CarFrom = field(name="from")
    to: CarTo


class AddCar(Effect, frozen=True, tag="add_car"):
    """Let ``n`` cars of the supply wait on the police deck."""

    n: Count = 1


class Heal(Effect, frozen=True, tag="heal"):
    """Heal ``n`` wounds."""

    who: Who
    n: Count | Literal["all"] = 1


class Wound(Effect, frozen=True, tag="wound"):
    """Wound ``n`` times."""

    who: Who
    n: Count = 1


class GainSkill(Effect, frozen=True, tag="gain_skill"):
    """Give back skill tokens, up to two."""

    who: Who
    n: Count = 1


class GainItem(Effect, frozen=True, tag="gain_item"):
    """Give a random item of the supply."""

    who: Who


class GainAction(Effect, frozen=True, tag="gain_action"):
    """Give the active character ``n`` actions now."""

    n: Count = 1


class StoryEffect(Effect, frozen=True, tag="story"):
    """Take ``n`` story steps."""

    n: Count = 1


class TokenEffect(Effect, frozen=True, tag="token"):
    """Put multi-purpose tokens of a name on squares, or take them off."""

    at: Target
    token: Name
    n: Change


class Modify(Effect, frozen=True, tag="modify"):
    """Add ``n`` to a number of the rules for a while."""

    what: Modified
    n: Change
    until: Until


class Forbid(Effect, frozen=True, tag="forbid"):
    """Forbid something for a while."""

    what: Forbidden
    until: Until


class Close(Effect, frozen=True, tag="close"):
    """Close squares for a while: nobody can enter."""

    at: Target
    until: Until


class Note(Effect, frozen=True, tag="note"):
    """A text that the table carries out. An unknown op is read as this, with its text if it has one."""

    text: Text | None


PlainEffect: TypeAlias = (
    AlertEffect
    | PlaceMafia
    | RemoveMafia
    | PlaceInfo
    | PlaceItem
    | BagAdd
    | MoveCar
    | AddCar
    | Heal
    | Wound
    | GainSkill
    | GainItem
    | GainAction
    | StoryEffect
    | TokenEffect
    | Modify
    | Forbid
    | Close
    | Note
)
"""Every effect that may stand in ``then`` and ``else``: all but a task."""


class TaskEffect(Effect, frozen=True, tag="task"):
    """A task that comes into force. ``raw_then`` and ``raw_else`` are its lists exactly as the pack has them."""

    id: Identifier
    at: Place | None
    need: Need
    text: Text
    until: Until
    then: list[PlainEffect] = []
    else_: list[PlainEffect] = field(name="else", default_factory=list)
    raw_then: list[dict[str, Any]] = []
    raw_else: list[dict[str, Any]] = []


AnyEffect: TypeAlias = PlainEffect | TaskEffect
