"""The mutable state of a game of New York Crisis."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, field

from companion.core import state as core
from companion.core.answers import Answer
from companion.core.piles import Bag, Deck
from companion.core.steps.agenda import Step
from companion.core.steps.listed import Verb
from companion.games.newyork.content.effect_data import AnyEffect, Need
from companion.games.newyork.content.effect_data import Text as PackText
from companion.games.newyork.words import CARS, FBI, MAFIA, SKILL_TOKENS
from companion.games.newyork.world import World


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


class Die(Struct):
    """A die of the pool: the face that it shows, and whether that result has been spent (R-NYC-67)."""

    face: str
    spent: bool = False


class Turn(Struct):
    """The current turn (R-NYC-43, wire section 9)."""

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
    pool: dict[str, Die] = {}


class EventNow(Struct, frozen=True):
    """The event of the round: its police card, and the random location if it has one (R-NYC-36, R-NYC-38)."""

    card: str
    square: str | None = None


class InForce(Struct, frozen=True, omit_defaults=True):
    """An effect that lasts: ``modify`` and ``forbid`` have ``what``, ``close`` has ``square``."""

    op: str
    until: str
    what: str | None = None
    n: int = 0
    square: str | None = None


class Task(Struct, frozen=True):
    """A task in force (wire section 7). The raw lists are verbatim from the pack."""

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


class Now(Struct):
    """The whole mutable state except the agenda."""

    limit: int
    info: Info
    items: Items
    mafia_deck: Deck
    police_deck: Deck
    characters: dict[str, Character]
    phase: str = "setup"
    round: int = 0
    turn: Turn | None = None
    alert: int = 0
    limit_hit: str | None = None
    story: int = 0
    revealed: int = 0
    mafia_per_turn: int = 0
    mafia_reserve: int = MAFIA
    mafia: Bag = {}
    fbi: set[str] = set()
    cars: Cars = field(default_factory=Cars)
    tokens: dict[str, Bag] = {}
    event: EventNow | None = None
    effects: list[InForce] = []
    tasks: list[Task] = []
    result: dict[str, Any] | None = None

    @property
    def fbi_supply(self) -> int:
        """FBI that are not on the board."""
        return FBI - len(self.fbi)


A = TypeVar("A", bound=Answer)

State: TypeAlias = core.State[World, Now]
NYStep: TypeAlias = Step[State]
NYVerb: TypeAlias = Verb[State, A]


def turn(s: State) -> Turn:
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


def modified(s: State, what: str) -> int:
    """The sum of effects in force on a number of the rules."""
    return sum(e.n for e in s.now.effects if e.op == "modify" and e.what == what) if s.now.effects else 0


def forbidden(s: State, what: str) -> bool:
    """True while an effect forbids ``what``."""
    return bool(s.now.effects) and any(e.op == "forbid" and e.what == what for e in s.now.effects)


def closed(s: State, square: str) -> bool:
    """True while an effect closes the square."""
    return bool(s.now.effects) and any(e.op == "close" and e.square == square for e in s.now.effects)


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
    if now.effects:
        squares.update(e.square for e in now.effects if e.square is not None)
    return squares


def undealt(s: State, square: str) -> bool:
    """Mafia on the square that has not been faced, evaded or ignored (R-NYC-76)."""
    return square in s.now.mafia and square not in turn(s).dealt


def stuck(s: State, square: str) -> bool:
    """Mafia on the square that does not let the active character leave (R-NYC-62, R-NYC-77)."""
    return square in s.now.mafia and turn(s).dealt.get(square) != "evaded"
