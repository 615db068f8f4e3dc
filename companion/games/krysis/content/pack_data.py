"""The records of a pack of Krysis, field by field as in wire/krysis.md, section 11."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.core.texts import T
from companion.core.validation import Name

Identifier: TypeAlias = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]+\Z", description=T("a word of letters, digits, _ and -").msgid)
]
"""Without comma and colon, which separate ids in settings and locations."""
Amount: TypeAlias = Annotated[int, Meta(ge=0)]
Colour: TypeAlias = Literal["red", "blue", "white"]
Mission: TypeAlias = Literal["red", "blue", "white", "relics"]


class Crystals(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of crystals of each colour."""

    red: Amount
    blue: Amount
    white: Amount


class Goods(Crystals, frozen=True):
    """Crystals, and a number of relics."""

    relics: Amount


class Company(Struct, frozen=True):
    """A company, which a seat can play."""

    id: Identifier
    name: Name


class StartSpace(Struct, frozen=True):
    """An entrance of the mine: its crystals, and its rank."""

    index: Literal["I", "II", "III", "IV"]
    crystals: Crystals
    forward_rank: int


class Space(Struct, frozen=True):
    """A space of a level. More than one option is a question mark (R-KR-25)."""

    id: Identifier
    forward_rank: int
    options: Annotated[list[Goods], Meta(min_length=1)]


class Level(Struct, frozen=True):
    """One of the five levels of the mine."""

    spaces: list[Space]


class Multiplier(Struct, frozen=True, forbid_unknown_fields=True):
    """A speed of ``times`` for each crystal of the colour ``per`` in the own camp (R-KR-31)."""

    per: Colour
    times: Annotated[int, Meta(ge=1)]


class Ability(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """What a special agent can do (R-KR-65)."""


class Defence(Ability, frozen=True, tag="defence"):
    """Counts for combat when the team is attacked (R-KR-66)."""

    n: Amount


class Thief(Ability, frozen=True, tag="thief"):
    """Takes crystals from another camp (R-KR-67)."""

    red: Amount
    blue: Amount
    white: Amount


class Spy(Ability, frozen=True, tag="spy"):
    """Takes a relic from another camp (R-KR-68)."""


class Miner(Ability, frozen=True, tag="miner"):
    """Takes goods from the bank and the relic deck (R-KR-69)."""

    red: Amount
    blue: Amount
    white: Amount
    relics: Amount


class Alchemist(Ability, frozen=True, tag="alchemist"):
    """Exchanges white for blue, or blue for red (R-KR-70, R-KR-71)."""


AnyAbility: TypeAlias = Defence | Thief | Spy | Miner | Alchemist


class Agent(Struct, frozen=True):
    """An agent of a company."""

    id: Identifier
    name: Name
    kind: Literal["transporter", "fighter"]
    stars: Annotated[int, Meta(ge=1, le=3)]
    speed: Amount | Multiplier
    combat: Amount
    slots: Crystals
    ability: AnyAbility | None
    shared: bool


class CompanyAgents(Struct, frozen=True):
    """The agents of a company: nine of each kind, and six special ones (R-KR-63)."""

    transporters: list[Agent]
    fighters: list[Agent]
    special: list[Agent]


class Weapon(Struct, frozen=True, tag_field="kind", tag="weapon", forbid_unknown_fields=True):
    """A relic that adds to combat (R-KR-36)."""

    id: Identifier
    set_type: Name
    combat: Amount


class Transport(Struct, frozen=True, tag_field="kind", tag="transport", forbid_unknown_fields=True):
    """A relic that adds slots (R-KR-37)."""

    id: Identifier
    set_type: Name
    slots: Crystals


Relic: TypeAlias = Weapon | Transport


class RelicScores(Struct, frozen=True, forbid_unknown_fields=True):
    """VP of a set by its number of cards, written as text (R-KR-81)."""

    same: dict[str, Amount]
    different: dict[str, Amount]


class Pack(Struct, frozen=True, eq=False):
    """The content of a box of Krysis. Equality is identity.

    ``unknown`` counts pieces that are in the box but not in these tables yet: ``relics``, and for each company and deck
    one key like ``agents.barrow.fighters``. ``whole`` is false while parts of the board are missing; then ``untold`` is
    derived: the missing spaces by id, and the fields ``crystals`` and ``relic_scores``. ``texts`` is filled in by the
    loader.
    """

    id: Identifier
    game: Literal["krysis"]
    title: Name
    companies: list[Company]
    crystals: Crystals
    start_spaces: list[StartSpace]
    levels: list[Level]
    agents: dict[str, CompanyAgents]
    relics: list[Relic]
    relic_scores: RelicScores
    missions: list[Mission]
    unknown: dict[str, Amount] = {}
    whole: bool = True
    untold: frozenset[str] = frozenset()
    texts: dict[str, dict[str, str]] = {}

    @property
    def name(self) -> str:
        """The name of the pack."""
        return self.title
