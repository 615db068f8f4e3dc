"""The records of upgrade effects, one per operation, field by field as in wire/crash.md, "Upgrades"."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Card: TypeAlias = Literal["2", "3", "0-5"]
"""A movement card (R-CG-22)."""
Timing: TypeAlias = Literal[
    "planning",
    "start_of_turn",
    "movement",
    "collision",
    "crash",
    "placement",
    "end_of_turn",
    "end_of_round",
    "passive",
]
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Distance: TypeAlias = Annotated[int, Meta(ge=1, le=5)]


class Effect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """One operation of an upgrade; its timings are in ``pack_checks``."""


class Pay(Effect, frozen=True, tag="pay"):
    """From the mat to the supply; without it on the mat the upgrade cannot be used. Not both are 0."""

    energy: Amount = 0
    boosters: Amount = 0


class Gain(Effect, frozen=True, tag="gain"):
    """From the supply to the mat. Not both are 0."""

    energy: Amount = 0
    boosters: Amount = 0


class Move(Effect, frozen=True, tag="move"):
    """The saucer moves ``distance`` squares in a direction of its choice."""

    distance: Distance


class Push(Effect, frozen=True, tag="push"):
    """A saucer next to it is pushed ``distance`` squares straight away from it."""

    distance: Distance


class Relocate(Effect, frozen=True, tag="relocate"):
    """The saucer leaves the board without a crash and is placed by die."""


class Reverse(Effect, frozen=True, tag="reverse"):
    """The rotation die is turned over."""


class Glide(Effect, frozen=True, tag="glide"):
    """An accelerator is ignored: the move goes on with its remaining steps."""


class Deflect(Effect, frozen=True, tag="deflect"):
    """A push goes in another direction."""


class Brake(Effect, frozen=True, tag="brake"):
    """A push has the distance ``max``, if it had more."""

    max: Annotated[int, Meta(ge=1, le=4)]


class Shield(Effect, frozen=True, tag="shield"):
    """No crew is given away for a crash."""


class Reroll(Effect, frozen=True, tag="reroll"):
    """The placement die is rolled again for the same piece."""


class Range(Effect, frozen=True, tag="range"):
    """Card 0-5 may name up to ``max``; the greatest counts."""

    max: Annotated[int, Meta(ge=6, le=9)]


class CardBonus(Effect, frozen=True, tag="card_bonus"):
    """Added to the bonus of a movement card. Not both are 0."""

    card: Card
    energy: Amount = 0
    boosters: Amount = 0


class Loot(Effect, frozen=True, tag="loot"):
    """Gained for each crash that brings a reward, just before it. Not both are 0."""

    energy: Amount = 0
    boosters: Amount = 0


class Raider(Effect, frozen=True, tag="raider"):
    """Crew may be stolen without comparing seated crew (R-CG-63)."""


class UpgradeCost(Effect, frozen=True, tag="upgrade_cost"):
    """An upgrade costs ``energy``; the lowest counts (R-CG-67)."""

    energy: Annotated[int, Meta(ge=0, le=1)]


class UpgradeDraw(Effect, frozen=True, tag="upgrade_draw"):
    """So many ``cards`` are drawn for an upgrade, 1 is kept; the highest counts (R-CG-67)."""

    cards: Annotated[int, Meta(ge=3, le=5)]


AnyEffect: TypeAlias = (
    Pay
    | Gain
    | Move
    | Push
    | Relocate
    | Reverse
    | Glide
    | Deflect
    | Brake
    | Shield
    | Reroll
    | Range
    | CardBonus
    | Loot
    | Raider
    | UpgradeCost
    | UpgradeDraw
)
