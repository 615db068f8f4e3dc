"""The content of a box of New York Crisis (WIRE.md 1, 6, 7, 12): what every box has, and records."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct, field, structs

from companion.core.effects import Prepare, Scope, prepare_inner, prepare_list
from companion.core.refusals import BadPack, Fault
from companion.core.texts import T, Words
from companion.core.texts import Text as PlainText
from companion.core.validation import Identifier, Name, NotNegative, Reference, below, examine, named

# What is printed in every box: colours, results, items, dice (RULES.md 1, 2; WIRE.md 1).

COLOURS: Final = ("blue", "red", "yellow")
"""The colours of info tokens and own dice, always in this order."""

TYPE_OF_COLOUR: Final = {"blue": "MENT", "red": "PHYS", "yellow": "SOC"}
"""R-NYC-68."""

TYPES: Final = ("MENT", "PHYS", "SOC")
WILD: Final = "WILD"
FACES: Final = ("PHYS", "MENT", "SOC", WILD)

ITEMS: Final = ("phone", "laptop", "cash", "mask", "gloves", "bike", "newspaper", "radio", "drone", "raincoat")
RESULT_ITEMS: Final = {"phone": "MENT", "mask": "SOC", "gloves": "PHYS"}
"""Items that provide a result (R-NYC-114, R-NYC-117, R-NYC-118)."""

ROLES: Final = ("father", "mother", "daughter", "son")
SKILL_COLOUR: Final = {"mother": "red", "daughter": "blue", "son": "yellow"}
"""The die colour that each skill re-rolls (R-NYC-89 to 91)."""
SKILL_RULE: Final = {"father": "R-NYC-88", "mother": "R-NYC-89", "daughter": "R-NYC-90", "son": "R-NYC-91"}

DICE: Final = tuple(f"{colour}{n}" for colour in ("blue", "grey", "red", "yellow") for n in (1, 2, 3))
"""R-NYC-09, R-NYC-10: three dice of each colour."""

_GREY = ("MENT", "MENT", "PHYS", "PHYS", "SOC", "SOC")
_SIDES = {
    "blue": ("MENT", "MENT", "MENT", "PHYS", "SOC", WILD),
    "red": ("PHYS", "PHYS", "PHYS", "MENT", "SOC", WILD),
    "yellow": ("SOC", "SOC", "SOC", "MENT", "PHYS", WILD),
    "grey": _GREY,
}
SIDES: Final = {die: _SIDES[die[:-1]] for die in DICE}
"""The faces of each die, one entry a side (R-NYC-09, R-NYC-10)."""

MAFIA: Final = 25
CARS: Final = 5
FBI: Final = 5
TOKENS: Final = 10
SKILL_TOKENS: Final = 2
MOST_DICE: Final = 3
"""Dice of one colour in the box, the most that a roll can have."""


TOKEN_NAMES: Final[dict[str, PlainText]] = {
    "bomb": T("bomb"),
    "boat": T("boat"),
    "door": T("door"),
    "fire": T("fire"),
    "hostage": T("hostage"),
    "key": T("key"),
    "suitcase": T("suitcase"),
    "witness": T("witness"),
}
"""Names of multi-purpose tokens (R-NYC-07) that are translated; other names of a pack are not."""


def token_name(name: str) -> Words:
    """The name of a multi-purpose token for people."""
    return TOKEN_NAMES.get(name, name.replace("_", " "))


CARD_RESULT: Final = "card"
"""Results from cards are called ``card1``, …; those from items after the item."""


def is_die(name: str) -> bool:
    """True for a real die, False for a result from an item."""
    return name in SIDES


def kind_of(colour: str, cost: int) -> str:
    """The name of an info token: its colour, followed by ``3`` if it costs 3."""
    return colour if cost == 2 else f"{colour}{cost}"


def colour_of(token: str) -> str:
    """The colour of an info token by its name."""
    return token.rstrip("3")


def cost_of(token: str) -> int:
    """How many results an info token costs before effects (R-NYC-70, R-NYC-71)."""
    return 3 if token.endswith("3") else 2


# The records of card effects (WIRE.md 6) and of the needs of tasks (WIRE.md 7). Field names are those of the pack; a
# trailing underscore avoids Python keywords. Ranges are part of the types, so they are validated on input.

Text: TypeAlias = str | Annotated[dict[str, str], Meta(min_length=1)]
"""TEXT: a plain string, or the same in several languages."""

Role: TypeAlias = Literal["father", "mother", "daughter", "son"]
Colour: TypeAlias = Literal["blue", "red", "yellow"]
Result: TypeAlias = Literal["PHYS", "MENT", "SOC"]
Who: TypeAlias = Literal[
    "active", "them", "all", "others", "here", "somebody", "wounded", "father", "mother", "daughter", "son",
    "most_items", "fewest_items", "most_wounds", "fewest_wounds", "most_skill", "fewest_skill",
]  # fmt: skip
Until: TypeAlias = Literal["turn", "round", "next_round", "card", "story_card", "scenario"]
UntilNow: TypeAlias = Literal["turn", "round", "next_round", "event", "story_card", "scenario"]
"""How long an effect in force lasts: ``card`` is the event or a story card by then."""
Deed: TypeAlias = Literal["move", "ride", "info", "blue_info", "red_info", "yellow_info", "item", "use", "fight"]
"""What somebody does in a turn: a step, one by subway, info collected, an item taken or used, mafia fought."""
When: TypeAlias = Literal["round_start", "round_end", "turn_start", "turn_end"] | Deed
DEEDS: Final = frozenset(get_args(Deed))

TARGETS = frozenset({"random", "event", "each_character", "challenge", "here"})
"""Keywords that an effect's ``at`` accepts; any other target is the id of a square."""

TOWARD: Final = "toward_"
TOWARDS = frozenset(f"{TOWARD}{who}" for who in ("nearest", "active", "most_wounds", "most_items"))
"""One step on a shortest way to somebody, from where it comes; of several the table chooses."""
CHOSEN = frozenset({"choose", "choose_near", "choose_station"}) | TOWARDS
"""A square that the table chooses: any, one beside where it comes from or where the active one stands, a station."""
ONE_WITH = frozenset({"it", "with_father", "with_mother", "with_daughter", "with_son"})
"""At most one square, too: that of the thing or person of ``each``, or that of somebody."""
ALL_WITH = frozenset({"near", "with_car", "with_mafia", "most_mafia", "with_fbi", "with_info", "with_item", "stations"})
"""Every square beside the active character, with a piece, with most mafia, or with a station."""

RESERVED = TARGETS | CHOSEN | ONE_WITH | ALL_WITH | {"beside", "bag"}
"""Keywords of effects that stand for squares, ..."""
NEVER_SQUARES = RESERVED | {"supply", "anywhere", "them", "father", "mother", "daughter", "son"}
"""... and besides them other words of effects; no square may have any of these as its id."""

Square: TypeAlias = Annotated[str, named("square")]
Target: TypeAlias = Annotated[str, named("target")]
Place: TypeAlias = Annotated[str, named("place")]
"""A target that is at most one square."""
CarFrom: TypeAlias = Annotated[str, named("car from")]
End: TypeAlias = Annotated[str, named("end")]
"""Where a step ends: a target that is known at once."""
CarTo: TypeAlias = Annotated[str, named("car to")]
CarOff: TypeAlias = Annotated[str, named("car off")]
Source: TypeAlias = Annotated[str, named("source")]
Goal: TypeAlias = Annotated[str, named("goal")]
Item: TypeAlias = Annotated[str, named("item")]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=20)]
Change: TypeAlias = Annotated[int, Meta(ge=-20, le=20)]

Modified: TypeAlias = Literal[
    "mafia_per_turn", "info_cost", "item_cost", "actions", "steps", "extra_step_alert", "wild_alert", "red",
    "yellow", "blue", "grey", "cars", "blue_info", "red_info", "yellow_info", "mafia_wounds", "mafia_cost",
]  # fmt: skip
Forbidden: TypeAlias = Literal[
    "subway", "extra_step", "reroll", "items", "skills",
    "phone", "laptop", "cash", "mask", "gloves", "bike", "newspaper", "radio", "drone", "raincoat",
]  # fmt: skip


class Need(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What fulfils a task (WIRE.md 7): all that is not left out must hold. 0, "" and {} mean not needed.

    Of ``any`` one is enough. ``shared``: what is to be paid may come from several of the family, all in one round.
    A pack omits what is not needed, so a need serialises to exactly what the pack has.
    """

    clear: bool = False
    together: Annotated[int, Meta(ge=1, le=4)] = 0
    gone: Name = ""
    pay: Annotated[dict[Result, Annotated[int, Meta(ge=1, le=9)]], Meta(min_length=1)] = {}
    items: Count = 0
    table: bool = False
    shared: bool = False
    any: list[Need] = []

    @property
    def ways(self) -> list[Need]:
        """The needs of which one is enough, each with all that it takes."""
        if not self.any:
            return [self]
        set_here = {name: getattr(self, name) for name in self.__struct_fields__ if name != "any"}
        return [
            structs.replace(
                one, **{name: value for name, value in set_here.items() if value and not getattr(one, name)}
            )
            for one in self.any
        ]


class CardEffect(Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """An effect of a card, applied once when the card is read."""


class AlertEffect(CardEffect, frozen=True, tag="alert"):
    """Raise the alert by ``n``, or lower it."""

    n: Change


class PlaceMafia(CardEffect, frozen=True, tag="place_mafia"):
    """Place a mafia ``n`` times on each square of ``at``."""

    at: Target
    n: Count = 1


class RemoveMafia(CardEffect, frozen=True, tag="remove_mafia"):
    """Take mafia off each square of ``at``, without alert."""

    at: Target
    n: Count | Literal["all"] = 1


class PlaceInfo(CardEffect, frozen=True, tag="place_info"):
    """Put ``n`` info tokens on each square: out of the bag, or of a colour out of the reserve."""

    at: Target
    colour: Colour | None = None
    n: Count = 1


class PlaceItem(CardEffect, frozen=True, tag="place_item"):
    """Put a random item on each square that has none."""

    at: Target


class BagAdd(CardEffect, frozen=True, tag="bag_add"):
    """Put info tokens from the reserve into the bag."""

    blue: NotNegative = 0
    red: NotNegative = 0
    yellow: NotNegative = 0


class MoveCar(CardEffect, frozen=True, tag="move_car"):
    """Move a police car: ``from`` a square or ``choose``, ``to`` a target or ``beside``."""

    from_: CarFrom = field(name="from")
    to: CarTo


class AddCar(CardEffect, frozen=True, tag="add_car"):
    """Let ``n`` cars of the supply wait on the police deck."""

    n: Count = 1


class HealWounds(CardEffect, frozen=True, tag="heal"):
    """Heal ``n`` wounds."""

    who: Who
    n: Count | Literal["all"] = 1


class Wound(CardEffect, frozen=True, tag="wound"):
    """Wound ``n`` times."""

    who: Who
    n: Count = 1


class GainSkill(CardEffect, frozen=True, tag="gain_skill"):
    """Give back skill tokens, up to two."""

    who: Who
    n: Count = 1


class GainItem(CardEffect, frozen=True, tag="gain_item"):
    """Give a random item of the supply."""

    who: Who


class GainAction(CardEffect, frozen=True, tag="gain_action"):
    """Give the active character ``n`` actions now."""

    n: Count = 1


class StoryEffect(CardEffect, frozen=True, tag="story"):
    """Take ``n`` story steps, or go back."""

    n: Change = 1


class TokenEffect(CardEffect, frozen=True, tag="token"):
    """Put multi-purpose tokens of a name on squares, or take them off."""

    at: Target
    token: Name
    n: Change


class Modify(CardEffect, frozen=True, tag="modify"):
    """Add ``n`` to a number of the rules for a while; with ``at``, only on these squares."""

    what: Modified
    n: Change
    until: Until
    at: Target | None = None


class Forbid(CardEffect, frozen=True, tag="forbid"):
    """Forbid something for a while; with ``at``, only on these squares, or from and to them."""

    what: Forbidden
    until: Until
    at: Target | None = None


class ChangeResults(CardEffect, frozen=True, tag="result"):
    """Give the active character ``n`` results of a type for this turn, or spend as many."""

    what: Result
    n: Change


class Close(CardEffect, frozen=True, tag="close"):
    """Close squares for a while: nobody can enter; with ``to``, only the way between the two squares."""

    at: Target
    until: Until
    to: Square | None = None


class MovePiece(CardEffect, frozen=True, tag="move_piece"):
    """Move mafia, info tokens, the item or tokens of a name from squares to a square; info also into the bag."""

    what: Literal["mafia", "info", "item", "token"]
    from_: Source = field(name="from")
    to: Goal
    n: Count | Literal["all"] = 1
    token: str = ""


class MoveFigure(CardEffect, frozen=True, tag="move_figure"):
    """Put figures on a square, whatever lies in between."""

    who: Who
    to: Place


class TakeCar(CardEffect, frozen=True, tag="take_car"):
    """Put a police car back to the supply: off a square, or from beside the deck."""

    from_: CarOff = field(name="from")


class LoseItem(CardEffect, frozen=True, tag="lose_item"):
    """Hand in ``n`` items of one's choice."""

    who: Who
    n: Count = 1


Receiver: TypeAlias = Who | Literal["left", "right", "board"]


class PassItem(CardEffect, frozen=True, tag="pass_item"):
    """An item of one's choice to somebody, or to the neighbour at the table; ``back``: and one for it, also of the
    board."""

    who: Who
    to: Receiver
    back: bool = False


class TurnItem(CardEffect, frozen=True, tag="turn_item"):
    """Turn ``n`` items of one's choice face down, or ``up`` again."""

    who: Who
    n: Count = 1
    up: bool = False


class LoseSkill(CardEffect, frozen=True, tag="lose_skill"):
    """Give up ``n`` skill tokens."""

    who: Who
    n: Count = 1


class LoseAction(CardEffect, frozen=True, tag="lose_action"):
    """Take ``n`` actions from the active character now."""

    n: Count = 1


class NoteEffect(CardEffect, frozen=True, tag="note"):
    """A text that the table carries out. An unknown op is read as this, with its text if it has one."""

    text: Text | None


Thing: TypeAlias = Literal[
    "car", "mafia", "fbi", "info", "item", "token",
    "square", "car_square", "mafia_square", "station", "square_near",
    "player", "other", "player_here", "player_there", "wounded_player", "somebody",
    "most_items", "fewest_items", "most_wounds", "fewest_wounds", "most_skill", "fewest_skill",
    "held_item", "held_wound", "held_skill",
    "alert", "story", "round", "bag_info", "together", "PHYS", "MENT", "SOC", "WILD",
]  # fmt: skip
"""What can be counted (WIRE.md 6): pieces on the board, squares, people, what somebody has, numbers, results."""


class EffectOption(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of several lists of effects, and what people call it; empty: what it does."""

    do: list[AnyEffect]
    text: Text = ""


class ChooseEffect(CardEffect, frozen=True, tag="choose"):
    """One of several lists of effects, as ``by`` decides."""

    options: Annotated[list[EffectOption], Meta(min_length=2)]
    by: Who = "active"


class IfEffect(CardEffect, frozen=True, tag="if"):
    """One list of effects if there are so many of a thing, the other if not; or as the table answers the question."""

    then: Annotated[list[AnyEffect], Meta(min_length=1)]
    else_: list[AnyEffect] = field(name="else", default_factory=list)
    of: Thing | None = None
    least: NotNegative | None = None
    most: NotNegative | None = None
    at: Target | None = None
    who: Who | None = None
    token: str = ""
    item: Item | None = None
    ask: Text = ""


class EachEffect(CardEffect, frozen=True, tag="each"):
    """A list of effects for each thing, or for every so many of them."""

    of: Thing
    do: Annotated[list[AnyEffect], Meta(min_length=1)]
    every: Count = 1
    at: Target | None = None
    who: Who | None = None
    token: str = ""


class FaceEffects(Struct, frozen=True, forbid_unknown_fields=True):
    """What some faces of a die do."""

    faces: Annotated[list[Literal["PHYS", "MENT", "SOC", "WILD"]], Meta(min_length=1)]
    do: list[AnyEffect]


class DieEffect(CardEffect, frozen=True, tag="die"):
    """A die decides."""

    die: Literal["grey", "red", "yellow", "blue"]
    on: Annotated[list[FaceEffects], Meta(min_length=1)]


class LaterEffect(CardEffect, frozen=True, tag="later"):
    """A list of effects when its time comes: once, every time ``until`` something, or the ``first`` time till then.

    The time may be a deed, of whoever plays; then ``at`` says where, and ``to`` where a step leads.
    """

    when: When
    do: Annotated[list[AnyEffect], Meta(min_length=1)]
    until: Until | None = None
    at: Target | None = None
    to: End | None = None
    first: bool = False


ControlEffect: TypeAlias = ChooseEffect | IfEffect | EachEffect | DieEffect | LaterEffect
"""The effects that hold lists of effects (``core.effects``)."""

PlainEffect: TypeAlias = (
    AlertEffect | PlaceMafia | RemoveMafia | PlaceInfo | PlaceItem | BagAdd | MoveCar | AddCar | HealWounds | Wound
    | GainSkill | GainItem | GainAction | StoryEffect | TokenEffect | Modify | Forbid | ChangeResults | Close
    | MovePiece | MoveFigure | TakeCar | LoseItem | PassItem | TurnItem | LoseSkill | LoseAction | ControlEffect
    | NoteEffect
)  # fmt: skip
"""Every effect that may stand in ``then`` and ``else``: all but a task."""


class TaskEffect(CardEffect, frozen=True, tag="task"):
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


# The records of a pack, field by field as in WIRE.md 12.

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


class OwnItem(Struct, frozen=True):
    """An item that the rulebook does not have: its name, how many tokens of it there are, and what its use does.

    ``once``: it leaves the game when it is used; others are turned face down, as R-NYC-85. With ``when`` nobody
    uses it: it does it by itself at that time of its owner's turns.
    """

    id: Identifier
    name: Text
    count: Annotated[int, Meta(ge=1, le=20)]
    effects: list[AnyEffect]
    text: Text = ""
    once: bool = False
    when: Literal["turn_start", "turn_end"] | None = None


class InfoTokenData(Struct, frozen=True):
    """How many info tokens of a colour cost 2 or 3 results (R-NYC-71)."""

    colour: Colour
    cost: Literal[2, 3]
    count: Annotated[int, Meta(ge=1)]


class MafiaCard(Struct, frozen=True):
    """A mafia card: three squares, None where the section is blank (R-NYC-20).

    ``text`` and ``effects`` are of cards that only this box has: they hold if it is the last one drawn in a turn.
    """

    id: Name
    mafia: Square | None
    info: Square | None
    item: Square | None
    text: Text = ""
    effects: list[AnyEffect] = []


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
    """A story. ``alert_limit`` None: the end of the alert track (C-NYC-06). ``whole`` is false while cards of it are
    missing, which only a board that is not whole allows."""

    id: Name
    name: Text
    tutorial: bool
    cards: list[StoryCard]
    alert_limit: Annotated[int, Meta(ge=1)] | None = None
    start_squares: dict[Role, Square] | None = None
    whole: bool = True


class NewYorkPack(Struct, frozen=True, eq=False):
    """The content of a box of New York Crisis. Equality is identity.

    ``unknown`` counts pieces that are in the box but not in these tables yet. ``missing`` is derived: the missing parts
    of the stories (``checks.fill_gaps``). ``map`` is filled in by the loader: positions of the squares, ``x`` and ``y``
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
    own_items: list[OwnItem] = []
    unknown: dict[Literal["mafia_cards", "police_cards", "info_tokens", "items", "scenarios"], NotNegative] = {}
    missing: frozenset[str] = frozenset()
    map: dict[str, tuple[float, float]] = {}

    @property
    def first_story(self) -> Scenario:
        """The tutorial; if it is unknown, the first known story."""
        return next((scenario for scenario in self.scenarios if scenario.tutorial), self.scenarios[0])

    def alert_limit(self, scenario: Scenario) -> int:
        """The position of the alert track at which ``scenario`` is lost."""
        return self.tracks.alert.length if scenario.alert_limit is None else scenario.alert_limit


# Effects and needs out of JSON. Unknown ops become notes; tasks keep their raw lists.

OPS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyEffect))
PEOPLE = frozenset(
    {"player", "other", "player_here", "player_there", "wounded_player", "somebody", *get_args(Role)}
    | {f"{most}_{what}" for most in ("most", "fewest") for what in ("items", "wounds", "skill")}
)
"""The things of ``each`` that are people."""
NEVER_NOTHING = frozenset({"alert", "story", "modify", "token", "result"})
MOST_PAY = 9
"""The largest possible pool: three dice of a colour, two grey ones, and what items add (WIRE.md 7)."""

ONE_SQUARE = (TARGETS - {"each_character"}) | CHOSEN | ONE_WITH
WORDS_FOR: dict[str, frozenset[str]] = {
    "square": frozenset(),
    "target": TARGETS | CHOSEN | ONE_WITH | ALL_WITH,
    "place": ONE_SQUARE,
    "source": (TARGETS - {"random"}) | {"choose"} | ONE_WITH | ALL_WITH,
    "goal": ONE_SQUARE | {"bag"},
    "end": (TARGETS - {"random"}) | ONE_WITH | ALL_WITH,
    "car from": frozenset({"choose", "it"}),
    "car off": frozenset({"choose", "it", "beside"}),
    "car to": ONE_SQUARE | {"beside"},
    "item": frozenset(get_args(ItemKind)),
}
"""The words that can stand for a name, by the sort of name."""


def read_effects(
    raw: object, squares: Collection[str], path: str = "effects", items: Collection[str] = ()
) -> list[AnyEffect]:
    """Parse effects; ``items`` are those that only this box has. Raises ``BadPack`` with everything that WIRE.md 6 or 7
    refuses."""
    problems: list[Fault] = []
    ready = prepare_effects(raw, path, problems)
    findings = examine(list[AnyEffect], ready, path)
    problems += [*findings.problems, *unknown_names(findings.references, squares, items)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(ready, list[AnyEffect])


def as_written(effects: Sequence[CardEffect]) -> list[dict[str, Any]]:
    """Effects as JSON in the form of a pack, without what can be left out."""
    return [_in_json(msgspec.to_builtins(effect), raw=True) for effect in effects]


def as_said(effects: Sequence[CardEffect | Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Effects as JSON from which sentences are made: what is not known is a note there, also in a task."""
    return [_in_json(msgspec.to_builtins(effect), raw=False) for effect in effects]


def _in_json(effect: Any, *, raw: bool) -> Any:
    if isinstance(effect, list):
        return [_in_json(one, raw=raw) for one in effect]
    if not isinstance(effect, dict):
        return effect
    packed = {name: effect[f"raw_{name}"] for name in ("then", "else") if raw and f"raw_{name}" in effect}
    return {name: _in_json(one, raw=raw) for name, one in effect.items() if not name.startswith("raw_")} | packed


def read_need(raw: object) -> Need:
    """Parse a need. Raises ``BadPack`` with everything that WIRE.md 7 refuses."""
    problems = [*examine(Need, raw, "need").problems, *need_problems(raw, "need")]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(raw, Need)


def prepare_effects(raw: object, path: str, problems: list[Fault]) -> object:
    """A copy of a list of effects in the form of the record types, and the ``problems`` that types cannot express.

    Malformed values are left unchanged; validation reports them.
    """
    return prepare_list(raw, path, problems, partial(_prepare, problems, in_task=False))


def _prepare(problems: list[Fault], raw: dict[str, Any], path: str, scope: Scope, *, in_task: bool) -> dict[str, Any]:
    op = raw["op"]
    if op not in OPS:
        return {"op": "note", "text": raw["text"] if "text" in raw and _is_text(raw["text"]) else None}
    if op == "note" and "text" in raw and raw["text"] is None:
        problems.append(Fault(below(path, "text"), T("is missing; write what people do")))
    if op in NEVER_NOTHING and raw.get("n") == 0:
        problems.append(Fault(below(path, "n"), T("must not be 0, that would do nothing")))
    if op == "later" and raw.get("when") not in DEEDS:
        for name in ("at", "to", "first"):
            if raw.get(name):
                problems.append(Fault(below(path, name), T("goes only with something that somebody does")))
    if op == "pass_item" and raw.get("to") == "board" and not raw.get("back"):
        problems.append(Fault(below(path, "back"), T("is missing; with the board, items can only be swapped")))
    if op == "move_piece" and (raw.get("what") == "token") != bool(raw.get("token")):
        problems.append(Fault(below(path, "token"), T("must be named for a token, and only then")))
    one = partial(_prepare, problems, in_task=in_task or op == "task")
    if op != "task":
        return prepare_inner(raw, path, problems, one, scope, PEOPLE)
    if in_task:
        problems.append(Fault(below(path, "op"), T("no task can stand inside another task")))
        return {"op": "note", "text": None}
    return _prepare_task(raw, path, problems, one, scope)


def _prepare_task(raw: dict[str, Any], path: str, problems: list[Fault], one: Prepare, scope: Scope) -> dict[str, Any]:
    if raw.get("id") == "final":
        problems.append(Fault(below(path, "id"), T('must not be "final", which is the final challenge')))
    problems.extend(need_problems(raw.get("need"), below(path, "need")))
    ready = dict(raw)
    for name in ("then", "else"):
        if f"raw_{name}" in raw:
            problems.append(Fault(below(path, f"raw_{name}"), T("there is nothing of this name here")))
        written = raw.get(name, [])
        ready[name] = prepare_list(written, below(path, name), problems, one, scope.inside(raw, PEOPLE))
        ready[f"raw_{name}"] = (
            [effect for effect in written if isinstance(effect, dict)] if isinstance(written, list) else []
        )
    return ready


def need_problems(raw: object, path: str) -> Iterator[Fault]:
    """The faults of a need beyond the types of its fields."""
    if not isinstance(raw, dict):
        return
    if not raw:
        yield Fault(path, T("must name at least one thing that is needed"))
    for name in ("clear", "table", "shared"):
        if raw.get(name) is False:
            yield Fault(below(path, name), T("can only be true; leave it out where it is not needed"))
    pay = raw.get("pay")
    total = sum(n for n in pay.values() if isinstance(n, int)) if isinstance(pay, dict) else 0
    if total > MOST_PAY and not raw.get("shared"):
        yield Fault(
            below(path, "pay"),
            T("asks for {total} results, at most {most} can be paid at once", total=total, most=MOST_PAY),
        )
    if raw.get("shared") and (not pay or "any" in raw):
        yield Fault(below(path, "shared"), T("needs results to pay, and no other way"))
    yield from _way_problems(raw.get("any"), below(path, "any"))


def _way_problems(raw: object, path: str) -> Iterator[Fault]:
    if not isinstance(raw, list):
        return
    if len(raw) < 2:
        yield Fault(path, T("must have at least two to choose from"))
    for index, one in enumerate(raw):
        if isinstance(one, dict) and one.keys() & {"any", "shared"}:
            yield Fault(below(path, index), T("can be no choice itself, nor shared"))
        yield from need_problems(one, below(path, index))


def unknown_names(
    references: Sequence[Reference], squares: Collection[str], items: Collection[str] = ()
) -> Iterator[Fault]:
    """A fault for each reference that is neither a square, or an item of this box, nor a keyword allowed there."""
    for reference in references:
        item = reference.sort == "item"
        words = WORDS_FOR[reference.sort]
        if reference.name in (items if item else squares) or reference.name in words:
            continue
        if item:
            wrong = T('"{name}" is no item of this box', name=reference.name)
        elif words:
            usual = sorted(words & TARGETS) or sorted(words)
            listed = ", ".join(usual if len(usual) == len(words) else [*usual, "…"])
            wrong = T('"{name}" is no square of the board, nor one of {words}', name=reference.name, words=listed)
        else:
            wrong = T('"{name}" is no square of the board', name=reference.name)
        yield Fault(reference.path, wrong)


def _is_text(raw: object) -> bool:
    if isinstance(raw, dict):
        return bool(raw) and all(isinstance(text, str) for text in raw.values())
    return isinstance(raw, str)
