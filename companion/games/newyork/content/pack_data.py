"""The records of a pack of New York Crisis, field by field as in wire/newyork.md section 12."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.core.validation import Identifier, Name, NotNegative
from companion.games.newyork.content.effect_data import (
    AnyEffect,
    Colour,
    Need,
    Role,
    Square,
    Text,
)

Skill: TypeAlias = Literal["heal", "fight", "hacker", "charm"]
ItemKind: TypeAlias = Literal[
    "phone", "laptop", "cash", "mask", "gloves", "bike", "newspaper", "radio", "drone", "raincoat"
]

SKILL_OF_ROLE: dict[str, str] = {"father": "heal", "mother": "fight", "daughter": "hacker", "son": "charm"}
"""R-NYC-88 to 91."""

FIRST_ROUND_CARS = 2
"""R-NYC-27, unless card 0 says otherwise."""


class SquareData(Struct, frozen=True):
    """A square of the board; ``subway``: it has a station (R-NYC-61)."""

    id: Identifier
    name: Text
    neighbours: list[Square]
    subway: bool


class BoardData(Struct, frozen=True):
    """The squares of the board. ``whole`` is false while the board is incomplete; then it need not be connected."""

    squares: list[SquareData]
    whole: bool = True


class TrackData(Struct, frozen=True):
    """A track: its positions run from 0 to ``length``."""

    length: Annotated[int, Meta(ge=1)]


class Tracks(Struct, frozen=True):
    """The two tracks (R-NYC-02)."""

    alert: TrackData
    story: TrackData


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """The coloured dice of a character, 0 to 3 of a colour (R-NYC-09)."""

    red: Annotated[int, Meta(ge=0, le=3)]
    yellow: Annotated[int, Meta(ge=0, le=3)]
    blue: Annotated[int, Meta(ge=0, le=3)]

    @property
    def total(self) -> int:
        """How many dice there are of all colours."""
        return self.red + self.yellow + self.blue


class CharacterData(Struct, frozen=True):
    """A member of the family (R-NYC-03)."""

    id: Name
    role: Role
    name: Text
    dice: Dice
    skill: Skill


class ItemData(Struct, frozen=True):
    """How many item tokens of a kind there are (R-NYC-114 to 125)."""

    kind: ItemKind
    count: NotNegative


class InfoTokenData(Struct, frozen=True):
    """How many info tokens of a colour cost 2 or 3 results (R-NYC-71)."""

    colour: Colour
    cost: Literal[2, 3]
    count: Annotated[int, Meta(ge=1)]


class MafiaCard(Struct, frozen=True):
    """A mafia card: three squares, None where the section is blank (R-NYC-20)."""

    id: Name
    mafia: Square | None
    info: Square | None
    item: Square | None


class Event(Struct, frozen=True):
    """The lower half of a police card (R-NYC-36, R-NYC-38)."""

    title: Text
    text: Text
    random_location: bool
    effects: list[AnyEffect]


class PoliceCard(Struct, frozen=True):
    """A police card: a square above, an event below (R-NYC-29)."""

    id: Name
    square: Square
    event: Event


class BagAddition(Struct, frozen=True, forbid_unknown_fields=True):
    """Info tokens that go from the reserve into the bag (R-NYC-95)."""

    blue: NotNegative = 0
    red: NotNegative = 0
    yellow: NotNegative = 0


class FinalChallenge(Struct, frozen=True):
    """What wins the game, and where (R-NYC-99, R-NYC-113)."""

    square: Square
    text: Text
    need: Need


class StoryCard(Struct, frozen=True):
    """A story card. ``position`` is None on card 0, ``alert_cars`` and ``first_round_cars`` stand on card 0 only."""

    index: NotNegative
    text: Text
    mafia_per_turn: Annotated[int, Meta(ge=0, le=10)]
    bag_add: BagAddition
    effects: list[AnyEffect]
    position: Annotated[int, Meta(ge=1)] | None = None
    final_challenge: FinalChallenge | None = None
    alert_cars: list[Annotated[int, Meta(ge=1)]] | None = None
    first_round_cars: NotNegative | None = None


class Scenario(Struct, frozen=True):
    """A story. ``alert_limit`` None: the end of the alert track (C-NYC-06)."""

    id: Name
    name: Text
    tutorial: bool
    cards: list[StoryCard]
    alert_limit: Annotated[int, Meta(ge=1)] | None = None
    start_squares: dict[Role, Square] | None = None


class Pack(Struct, frozen=True, eq=False):
    """The content of a box of New York Crisis. Equality is identity.

    ``unknown`` counts pieces that are in the box but not in these tables yet. ``untold`` is derived: the missing parts
    of the stories (``content.untold``). ``map`` is filled in by the loader: positions of the squares, ``x`` and ``y``
    from 0 (left, top) to 1; if empty, a layout is computed.
    """

    game: Literal["newyork"]
    schema: Literal[1]
    id: Name
    name: Text
    board: BoardData
    tracks: Tracks
    characters: list[CharacterData]
    items: list[ItemData]
    info_tokens: list[InfoTokenData]
    mafia_cards: list[MafiaCard]
    police_cards: list[PoliceCard]
    scenarios: list[Scenario]
    unknown: dict[Literal["mafia_cards", "police_cards", "info_tokens", "items", "scenarios"], NotNegative] = {}
    untold: frozenset[str] = frozenset()
    map: dict[str, tuple[float, float]] = {}

    @property
    def first_story(self) -> Scenario:
        """The tutorial; if it is unknown, the first known story."""
        return next((scenario for scenario in self.scenarios if scenario.tutorial), self.scenarios[0])

    def alert_limit(self, scenario: Scenario) -> int:
        """The position of the alert track at which ``scenario`` is lost."""
        return self.tracks.alert.length if scenario.alert_limit is None else scenario.alert_limit
