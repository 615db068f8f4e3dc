"""The options of a table, and the state of a game: the world, which does not change, and what changes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Struct, field

from companion.core import state as core
from companion.core.answers import Answer
from companion.core.effects import EffectRules
from companion.core.piles import NOT_KNOWN, UNKNOWN, Bag, Cards, Deck
from companion.core.refusals import BadSetup
from companion.core.setup import SetupChoice
from companion.core.steps.agenda import Step
from companion.core.steps.listed import Verb
from companion.core.texts import P, T, Text, Words
from companion.games.newyork.checks import INFO_OF_A_COLOUR, NO_END, STOCKS
from companion.games.newyork.content import (
    CARS,
    COLOURS,
    FBI,
    ITEMS,
    MAFIA,
    MOST_DICE,
    ROLES,
    SKILL_TOKENS,
    AnyEffect,
    CharacterData,
    Event,
    MafiaCard,
    Need,
    NewYorkPack,
    OwnItem,
    PoliceCard,
    Scenario,
    TaskEffect,
    kind_of,
)
from companion.games.newyork.content import Text as PackText
from companion.scene.layout import Point, layout

# Setup keys and house rules: their values, and the record that rules read (RULES.md 19).

FOLLOW: Final = "nyc.follow"
"""The option for full or light mode."""

_CHOICES: Final[Mapping[str, tuple[Text, Mapping[str, Words]]]] = {
    FOLLOW: (
        T("What the companion follows"),
        {"full": T("Everything: figures, dice, items"), "light": T("Cards, board and tracks only")},
    ),
    "nyc.cash_discard": (T("Used cash"), {"box": T("Leaves the game"), "supply": T("Goes back to the supply")}),
    "nyc.cash_heal": (T("Cash heals"), {"self": T("Only its owner"), "same_square": T("Anybody on the same square")}),
    "nyc.cash_range": (T("Cash bribes mafia"), {"here": T("On your own square"), "anywhere": T("Anywhere")}),
    "nyc.fbi_on_character": (
        T("FBI on a figure's square"),
        {"stay": T("The figure stays as it is"), "as_police": T("The figure must flee, as from police")},
    ),
    "nyc.fight2_remote": (
        T("The second mafia of a fight"),
        {"false": T("Only where you stand"), "true": T("Also where you have been this turn")},
    ),
    "nyc.forced_move_first": (
        T("Fleeing from the police"),
        {"true": T("Before the mafia cards"), "false": T("After the mafia cards")},
    ),
    "nyc.grey_mode": (
        T("Grey dice"),
        {"cap_total": T("Two at most"), "add_each_reroll": T("More with each re-roll, three at most")},
    ),
    "nyc.info_return": (T("Collected info"), {"reserve": T("Goes back to the reserve"), "keep": T("Is kept")}),
    "nyc.mafia_deck_empty": (
        T("When the mafia deck is empty"),
        {"reshuffle": T("Shuffle its discard"), "stop": T("No more mafia cards")},
    ),
    "nyc.mafia_gate": (
        T("Mafia that nobody has dealt with"),
        {"no_leave": T("Stops leaving"), "no_interact": T("Stops leaving, collecting and giving")},
    ),
    "nyc.newspaper_trips": (
        T("The newspaper pays for"),
        {"one": T("One subway trip"), "all": T("Every subway trip of the turn")},
    ),
    "nyc.police_deck_empty": (
        T("When the police deck is empty"),
        {"reshuffle": T("Shuffle its discard"), "stop": T("No more police cards")},
    ),
    "nyc.radio_as_placement": (
        T("A car moved by radio"),
        {"true": T("Catches mafia like any car"), "false": T("Catches no mafia")},
    ),
    "nyc.raincoat_vs_forced": (
        T("The raincoat when you must flee"),
        {"true": T("Helps, alert +1"), "false": T("Does not help")},
    ),
    "nyc.solo_characters": (
        T("Family members when playing alone"),
        {"1": T("One"), "2": T("Two"), "3": T("Three"), "4": T("Four")},
    ),
    "nyc.supply_empty": (T("When mafia or items run out"), {"nothing": T("Nothing happens"), "alert": T("Alert +1")}),
}
"""The name of each option, and its values, default first."""
VALUES: Final = {key: tuple(values) for key, (_, values) in _CHOICES.items()}


class NewYorkOptions(msgspec.Struct, frozen=True):
    """The options of a table. Field names are the option names without ``nyc.``; true and false are bools."""

    follow: str
    cash_discard: str
    cash_heal: str
    cash_range: str
    fbi_on_character: str
    fight2_remote: bool
    forced_move_first: bool
    grey_mode: str
    info_return: str
    mafia_deck_empty: str
    mafia_gate: str
    newspaper_trips: str
    police_deck_empty: str
    radio_as_placement: bool
    raincoat_vs_forced: bool
    solo_characters: int
    supply_empty: str

    @property
    def light(self) -> bool:
        """True if positions, dice and movement are not tracked."""
        return self.follow == "light"


def read_options(settings: Mapping[str, str], *, whole: bool = True, story: bool = True) -> NewYorkOptions:
    """Parse the options in ``settings``; other keys are ignored.

    Raises ``BadSetup`` with the valid values. A board that is not ``whole`` allows only light mode, because figures
    cannot be tracked over missing squares; and so does a ``story`` that lacks cards, which the table turns up.
    """
    if not whole and settings.get(FOLLOW) != "light":
        raise BadSetup(T("Parts of this box are still missing: tell the rest, or play with {key}=light.", key=FOLLOW))
    if not story and settings.get(FOLLOW) != "light":
        raise BadSetup(T("This story still lacks cards: add the rest, or play with {key}=light.", key=FOLLOW))
    chosen: dict[str, Any] = {}
    for key, values in VALUES.items():
        value = settings.get(key, values[0])
        if value not in values:
            raise BadSetup(T("{key} can be {values}, not {value}.", key=key, values=", ".join(values), value=value))
        chosen[key.removeprefix("nyc.")] = value
    return msgspec.convert(chosen, NewYorkOptions, strict=False)


# Setup choices in words: story, mode, house rules (RULES.md 19).

LONG = 64
"""Longer first sentences are shortened."""


def setup_choices(pack: NewYorkPack) -> list[SetupChoice]:
    """The story and mode as basic choices, then every house rule, default first."""
    stories: list[tuple[str, Words]] = [(scenario.id, scenario.name) for scenario in pack.scenarios]
    first, about = pack.first_story.id, {story.id: _about(story) for story in pack.scenarios}
    return [
        SetupChoice("story", T("Story"), stories, first, basic=True, about=about),
        *(_choice(key) if pack.board.whole or key != FOLLOW else _lightly() for key in VALUES),
    ]


def _about(story: Scenario) -> Words:
    """The length and scale of a story, and its beginning, in a line."""
    if not story.whole and not any(card.position for card in story.cards):
        return T("Nothing of it is known yet")
    last = max((card.position or 0 for card in story.cards), default=0)
    tasks = sum(isinstance(effect, TaskEffect) for card in story.cards for effect in card.effects)
    tasks += sum(card.final_challenge is not None for card in story.cards)
    steps: Words = P("{n} story step", "{n} story steps", last)
    if story.tutorial:
        steps = T("First game: {steps}", steps=steps)
    about = T("{steps}, {tasks}", steps=steps, tasks=P("{n} task", "{n} tasks", tasks))
    begins = _begins(story.cards[0].text) if story.cards else ""
    return T("{about}. {begins}", about=about, begins=begins) if begins else about


def _begins(text: Words) -> Words:
    """The first sentence of a text, in each language; a long one up to its first comma."""
    if isinstance(text, dict):
        return {language: str(_begins(said)) for language, said in text.items()}
    sentence = re.split(r"(?<=[.!?…]) ", str(text).strip(), maxsplit=1)[0]
    return sentence if len(sentence) <= LONG else sentence.split(", ", 1)[0] + " …"


def _lightly() -> SetupChoice:
    """The mode on an incomplete board."""
    name, values = _CHOICES[FOLLOW]
    why = T("Figures and dice stay with you until the board, the dice and the stories of the box are told.")
    return SetupChoice(FOLLOW, name, [("light", values["light"])], "light", basic=True, detail=why)


def _choice(key: str) -> SetupChoice:
    name, values = _CHOICES[key]
    return SetupChoice(key, name, [*values.items()], VALUES[key][0], basic=key == FOLLOW)


# What does not change: pack, seats and options in the form that rules need.

NO_MAFIA_CARD = MafiaCard(UNKNOWN, None, None, None)
NO_POLICE_CARD = PoliceCard(UNKNOWN, "", Event("", "", False, []))
"""The effects of an unknown card: none."""


class BoxTables:
    """Lookup tables of a pack, shared by all its games.

    ``neighbours`` and ``reach`` are sorted: adjacent squares, and squares within one step, subway included (R-NYC-59,
    R-NYC-61). ``at`` is the location of a square.
    """

    def __init__(self, pack: NewYorkPack) -> None:
        self.pack = pack
        self.alert_length = pack.tracks.alert.length
        self.story_length = pack.tracks.story.length

        self.neighbours = {square.id: tuple(sorted(square.neighbours)) for square in pack.board.squares}
        self.squares = tuple(sorted(self.neighbours))
        self.stations = frozenset(square.id for square in pack.board.squares if square.subway)
        self.reach = {square: self._reach(square) for square in self.squares}
        self.at = {square: f"square:{square}" for square in self.squares}
        self.names = {square.id: square.name for square in pack.board.squares}

        self.characters: dict[str, CharacterData] = {character.role: character for character in pack.characters}
        self.dice: dict[str, dict[str, int]] = {
            role: {colour: int(getattr(character.dice, colour)) for colour in COLOURS}
            for role, character in self.characters.items()
        }
        self.own_items: dict[str, OwnItem] = {item.id: item for item in pack.own_items}
        self.called = {name: item.name for name, item in self.own_items.items()} | self.names
        self.items: dict[str, int] = {item.kind: item.count for item in pack.items if item.count}
        self.items |= {name: item.count for name, item in self.own_items.items()}
        self.item_kinds: tuple[str, ...] = (*ITEMS, *self.own_items)
        self.tokens = {kind_of(token.colour, token.cost): token.count for token in pack.info_tokens}
        self.kinds = {c: self._kinds(c) for c in COLOURS}
        self.mafia_cards = Cards({card.id: card for card in pack.mafia_cards}, NO_MAFIA_CARD)
        self.mafia_speaks = any(card.text or card.effects for card in pack.mafia_cards)
        self.police_cards = Cards({card.id: card for card in pack.police_cards}, NO_POLICE_CARD)
        self.decks: dict[str, Mapping[str, object]] = {"mafia": self.mafia_cards, "police": self.police_cards}
        unknown = Counter[str](pack.unknown)
        self.partial = frozenset(place for table, stock in STOCKS.items() if unknown[table] for place in stock.places)

    def _kinds(self, colour: str) -> list[str]:
        """The kinds of info tokens of a colour; unknown tokens can be of any kind."""
        kinds = [kind for kind in (colour, f"{colour}3") if kind in self.tokens]
        whole = sum(self.tokens[kind] for kind in kinds) >= INFO_OF_A_COLOUR
        return kinds if whole or not self.pack.unknown.get("info_tokens") else [*kinds, UNKNOWN]

    def _reach(self, square: str) -> tuple[str, ...]:
        near = set(self.neighbours[square])
        if square in self.stations:
            near |= self.stations - {square}
        return tuple(sorted(near))

    @cached_property
    def map(self) -> dict[str, Point]:
        """The position of each square on the picture, 0 to 1 from left and top."""
        known = self.pack.map
        return known if known.keys() >= self.neighbours.keys() else {**layout(self.neighbours), **known}


box_of = lru_cache(maxsize=4)(BoxTables)
"""The box of a pack."""


class NewYorkWorld:
    """Lookup tables of a game, from pack, seats and settings (see ``BoxTables``)."""

    def __init__(self, pack: NewYorkPack, seats: Sequence[str], settings: Mapping[str, str]) -> None:
        self.pack = pack
        self.seats = _seats(seats)
        self.scenario = _scenario(pack, settings)
        self.options: NewYorkOptions = read_options(
            settings, whole=pack.board.whole, story=self.scenario.whole or not pack.board.whole
        )
        self.limit = pack.alert_limit(self.scenario)

        box = box_of(pack)
        self.alert_length, self.story_length = box.alert_length, box.story_length
        self.alert_open, self.story_open = (NO_END.format(name=name) in pack.missing for name in ("alert", "story"))
        self.squares, self.stations, self.neighbours, self.reach = box.squares, box.stations, box.neighbours, box.reach
        self.at, self.names = box.at, box.names
        self.characters, self.dice = box.characters, box.dice
        self.items, self.tokens, self.kinds = box.items, box.tokens, box.kinds
        self.own_items, self.item_kinds, self.called = box.own_items, box.item_kinds, box.called
        self.unknown: Mapping[str, int] = Counter(pack.unknown)
        self.partial = box.partial
        self.mafia_speaks = box.mafia_speaks
        self.mafia_cards, self.police_cards, self.decks = box.mafia_cards, box.police_cards, box.decks
        self.starts = self._starts(settings)
        self.effects: EffectRules[Any]
        """Set when the table is laid out."""

    @staticmethod
    def word(text: Words) -> Words:
        """A text of a card, which has all its languages already."""
        return text

    @cached_property
    def map(self) -> dict[str, Point]:
        """The position of each square on the picture, 0 to 1 from left and top."""
        return box_of(self.pack).map

    @cached_property
    def links(self) -> list[tuple[str, str]]:
        """The ways between squares, each once, by the places on the board."""
        return [
            (self.at[square], self.at[other])
            for square in self.squares
            for other in self.neighbours[square]
            if square < other
        ]

    def own_dice(self, seat: str) -> int:
        """The number of dice of a seat's character; the most there can be if nobody has told them."""
        return sum(self.dice[seat].values()) or MOST_DICE * len(COLOURS)

    @cached_property
    def tasks(self) -> dict[str, Words]:
        """The tasks of the events and of this story, by id."""
        lists = [card.event.effects for card in self.police_cards.values()]
        lists += [card.effects for card in self.scenario.cards]
        lists += [card.effects for card in self.pack.mafia_cards]
        return {effect.id: effect.text for effects in lists for effect in effects if isinstance(effect, TaskEffect)}

    def _starts(self, settings: Mapping[str, str]) -> dict[str, str]:
        """R-NYC-12, G-NYC-26: the known start squares of the figures."""
        known: dict[str, str] = {str(role): square for role, square in (self.scenario.start_squares or {}).items()}
        for key, value in settings.items():
            seat = key.removeprefix("start.")
            if seat == key:
                if key != "story" and key not in VALUES:
                    raise BadSetup(
                        T("There is no setting {key}. Allowed: {keys}.", key=key, keys=", ".join(self.setting_keys()))
                    )
                continue
            if seat not in self.seats:
                raise BadSetup(T("{key} names no seat of this game: {seats}.", key=key, seats=", ".join(self.seats)))
            if value not in self.neighbours:
                raise BadSetup(
                    T(
                        "{key}: there is no square {value}. Allowed: {squares}.",
                        key=key,
                        value=value,
                        squares=", ".join(self.squares),
                    )
                )
            known[seat] = value
        return {seat: known[seat] for seat in self.seats if seat in known}

    def setting_keys(self) -> list[str]:
        """All setting keys of this game."""
        return ["story", *(f"start.{seat}" for seat in self.seats), *VALUES]


def _seats(seats: Sequence[str]) -> tuple[str, ...]:
    """R-NYC-01, R-NYC-12: one to four seats, each a different character."""
    for seat in seats:
        if seat not in ROLES:
            raise BadSetup(T("There is no seat {seat}. Allowed: {roles}.", seat=seat, roles=", ".join(ROLES)))
    if not 1 <= len(seats) <= len(ROLES) or len(set(seats)) != len(seats):
        raise BadSetup(T("One to four different seats play. Allowed: {roles}.", roles=", ".join(ROLES)))
    return tuple(seats)


def _scenario(pack: NewYorkPack, settings: Mapping[str, str]) -> Scenario:
    """R-NYC-14: the chosen story; by default the tutorial, or the first if that is unknown."""
    wanted = settings.get("story", pack.first_story.id)
    for scenario in pack.scenarios:
        if scenario.id == wanted:
            return scenario
    stories = ", ".join(scenario.id for scenario in pack.scenarios)
    raise BadSetup(T("There is no story {story}. Allowed: {stories}.", story=str(wanted), stories=stories))


# What changes.


class Character(Struct):
    """A member of the family in play. ``wounds`` counts in light mode, ``lost`` (dice by colour) in full."""

    square: str | None = None
    lost: Bag = {}
    wounds: int = 0
    skill: int = SKILL_TOKENS
    played: bool = False
    ready: Bag = {}
    used: Bag = {}

    @property
    def wounded(self) -> int:
        """The number of wounds in either mode."""
        return self.wounds + sum(self.lost.values())


class PoolDie(Struct):
    """A die of the pool: the face that it shows, and whether that result has been spent (R-NYC-67)."""

    face: str
    spent: bool = False


class NewYorkTurn(Struct):
    """The current turn (R-NYC-43, WIRE.md 9)."""

    seat: str
    actions: int
    step: str = "mafia"
    steps: int = 0
    moves: int = 0
    bikes: int = 0
    extra_used: bool = False
    fight_open: bool = False
    free_subway: bool = False
    dealt: dict[str, str] = {}
    ignored: set[str] = set()
    visited: set[str] = set()
    pool: dict[str, PoolDie] = {}


class EventNow(Struct, frozen=True):
    """The event of the round: its police card, and the random location if it has one (R-NYC-36, R-NYC-38)."""

    card: str
    square: str | None = None


def event_title(w: NewYorkWorld, name: str) -> Words:
    """The title of an event; without one, which card of the box it is."""
    if name == UNKNOWN:
        return NOT_KNOWN if w.pack.board.whole else T("The event that lies there")
    title = w.police_cards[name].event.title
    return title or T("Police card {n}", n=list(w.police_cards).index(name) + 1)


def look_again(w: NewYorkWorld, card: str) -> Words:
    """A reminder of a police card, by the title that it has by now; of any other card without one."""
    return T("“{card}”: look at the card again.", card=event_title(w, card)) if card else T("Look at the card again.")


class InForce(Struct, frozen=True, omit_defaults=True):
    """An effect that lasts: ``modify`` and ``forbid`` have ``what``, and ``square`` if they hold only there.

    ``close`` has ``square``; with ``to`` only the way between the two squares is closed. ``later`` has effects to
    ``do`` when their time comes, the rule of their card, and the police card if it is one; what comes with something
    that somebody does may have ``square`` (where) and ``to`` (where one goes), and be done only the ``first`` time.
    """

    op: str
    until: str
    what: str | None = None
    n: int = 0
    square: str | None = None
    to: str | None = None
    when: str = ""
    do: list[AnyEffect] = []
    rule: str = ""
    card: str = ""
    first: bool = False


class TaskInForce(Struct, frozen=True, omit_defaults=True):
    """A task in force (WIRE.md 7). The raw lists are verbatim from the pack; ``paid`` is what a shared need has got."""

    id: str
    square: str | None
    need: Need
    text: PackText
    until: str
    rule: str
    then: list[AnyEffect]
    otherwise: list[AnyEffect]
    raw_then: list[dict[str, Any]]
    raw_otherwise: list[dict[str, Any]]
    paid: dict[str, int] = {}

    @property
    def cost(self) -> dict[str, int]:
        """What is still to be paid, by type; with several ways, that of the first."""
        return self.left(self.need.ways[0])

    def left(self, need: Need) -> dict[str, int]:
        """What is still to be paid for one of the ways, by type."""
        return {str(kind): n - self.paid.get(kind, 0) for kind, n in need.pay.items() if n > self.paid.get(kind, 0)}


class Cars(Struct):
    """Where the five police cars are (R-NYC-08); ``alert`` by position, ``squares`` by square."""

    supply: int = CARS
    beside: int = 0
    waiting: int = 0
    squares: Bag = {}
    alert: Bag = {}


class Info(Struct):
    """Where the info tokens are (R-NYC-06, R-NYC-100)."""

    reserve: Bag
    bag: Bag = {}
    kept: Bag = {}
    squares: dict[str, Bag] = {}


class Items(Struct):
    """The item tokens that nobody holds (R-NYC-11)."""

    supply: Bag
    squares: dict[str, str] = {}
    box: Bag = {}


class NewYorkNow(Struct):
    """The whole mutable state except the agenda. ``card_at`` is where the last story card was turned up."""

    limit: int
    info: Info
    items: Items
    mafia_deck: Deck
    police_deck: Deck
    characters: dict[str, Character]
    phase: str = "setup"
    round: int = 0
    turn: NewYorkTurn | None = None
    alert: int = 0
    limit_hit: str | None = None
    story: int = 0
    card_at: int = 0
    revealed: int = 0
    mafia_per_turn: int = 0
    mafia_reserve: int = MAFIA
    mafia: Bag = {}
    fbi: set[str] = set()
    cars: Cars = field(default_factory=Cars)
    tokens: dict[str, Bag] = {}
    event: EventNow | None = None
    effects: list[InForce] = []
    tasks: list[TaskInForce] = []
    result: dict[str, Any] | None = None

    def deck(self, name: str) -> Deck:
        """The deck ``mafia`` or ``police``."""
        return self.mafia_deck if name == "mafia" else self.police_deck

    @property
    def fbi_supply(self) -> int:
        """FBI that are not on the board."""
        return FBI - len(self.fbi)


A = TypeVar("A", bound=Answer)

State: TypeAlias = core.State[NewYorkWorld, NewYorkNow]
NYStep: TypeAlias = Step[State]
NYVerb: TypeAlias = Verb[State, A]


def turn(s: State) -> NewYorkTurn:
    """The running turn; only steps of a turn may ask for it."""
    assert s.now.turn is not None
    return s.now.turn


def active(s: State) -> str | None:
    """The seat whose turn it is, None outside a turn."""
    return s.now.turn.seat if s.now.turn else None


def here(s: State) -> str:
    """The square of the active character (*here* in the rules)."""
    now = s.now
    assert now.turn is not None
    square = now.characters[now.turn.seat].square
    assert square is not None
    return square


def relatives(s: State, seat: str) -> list[str]:
    """The other characters on the square of ``seat``, in seat order."""
    square = s.now.characters[seat].square
    if square is None:
        return []
    return [other for other, c in s.now.characters.items() if other != seat and c.square == square]


def modified(s: State, what: str, square: str | None = None) -> int:
    """The sum of effects in force on a number of the rules, on a square; by default that of the active character."""
    total = 0
    for e in s.now.effects:
        if e.what == what and e.op == "modify" and _holds(s, e, square):
            total += e.n
    return total


def only_numbers(s: State) -> bool:
    """True if all effects in force change numbers of the rules: none forbids, closes or awaits anything."""
    for e in s.now.effects:  # noqa: SIM110 - asked for every list of answers, and faster than all()
        if e.op != "modify":
            return False
    return True


def forbidden(s: State, what: str, *squares: str) -> bool:
    """True while an effect forbids ``what`` on one of the squares; by default on that of the active character."""
    for e in s.now.effects:
        if e.what == what and e.op == "forbid" and any(_holds(s, e, square) for square in squares or (None,)):
            return True
    return False


def _holds(s: State, effect: InForce, square: str | None) -> bool:
    """True for an effect that holds everywhere, or on a square."""
    if square is None and s.now.turn is not None:
        square = s.now.characters[s.now.turn.seat].square
    return effect.square in (None, square)


def closed(s: State, square: str) -> bool:
    """True while an effect closes the square."""
    return bool(s.now.effects) and any(square == e.square for e in _closings(s))


def closed_squares(s: State) -> set[str]:
    """The squares that effects close."""
    return {e.square for e in _closings(s) if e.square is not None} if s.now.effects else set()


def _closings(s: State) -> Iterator[InForce]:
    """The effects that close squares."""
    return (e for e in s.now.effects if e.op == "close" and e.to is None)


def parted(s: State, square: str, other: str) -> bool:
    """True while an effect closes the way between two squares; the subway between stations runs."""
    if not s.now.effects or (square in s.world.stations and other in s.world.stations):
        return False
    return any(e.op == "close" and {e.square, e.to} == {square, other} for e in s.now.effects)


def guarded(s: State, square: str) -> bool:
    """A car or FBI on the square, and not ignored this turn (R-NYC-60, R-NYC-125)."""
    if square not in s.now.cars.squares and square not in s.now.fbi:
        return False
    return s.now.turn is None or square not in s.now.turn.ignored


def shut(s: State) -> set[str]:
    """The squares that cannot be entered now: guarded ones and closed ones."""
    now = s.now
    squares = now.fbi.union(now.cars.squares)
    if now.turn is not None:
        squares -= now.turn.ignored
    return squares | closed_squares(s) if now.effects else squares


def undealt(s: State, square: str) -> bool:
    """Mafia on the square that has not been faced, evaded or ignored (R-NYC-76)."""
    return square in s.now.mafia and square not in turn(s).dealt


def stuck(s: State, square: str) -> bool:
    """Mafia on the square that does not let the active character leave (R-NYC-62, R-NYC-77)."""
    return square in s.now.mafia and turn(s).dealt.get(square) != "evaded"
