"""The mutable state of a game of Krysis."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, field

from companion.core import state as core
from companion.core.steps.agenda import Step
from companion.games.krysis.words import COLOURS, GOODS, RELICS, WORTH
from companion.games.krysis.world import Strength, World

Crystals: TypeAlias = dict[str, int]
"""The number of each colour; all colours are present."""


def none() -> Crystals:
    """No crystals."""
    return dict.fromkeys(COLOURS, 0)


def worth(crystals: Crystals) -> int:
    """The value of crystals (R-KR-21)."""
    return sum(WORTH[colour] * n for colour, n in crystals.items())


class Store(Struct):
    """A place for goods. Relics are ids, ``?`` for unknown ones."""

    crystals: Crystals = field(default_factory=none)
    relics: list[str] = []

    def count(self) -> dict[str, int]:
        """The number of goods, relics included."""
        return {**self.crystals, RELICS: len(self.relics)}


class Player(Struct):
    """A seat. The relics of ``camp`` are face down, ``up`` are the face-up ones.

    ``given`` is the face-down agent, ``bid`` the bid of this round; ``reserve`` counts unknown agents. ``drawn`` are
    relics of which one will be kept. ``home`` is None if it is not tracked.
    """

    camp: Store = field(default_factory=Store)
    home: Store | None = None
    up: list[str] = []
    drawn: list[str] = []
    miner: str | None = None
    vp: int = 0
    fighters: list[str] = []
    transporters: list[str] = []
    hand: list[str] = []
    box: list[str] = []
    team: list[str] = []
    given: str | None = None
    discard: list[str] = []
    reserve: int = 0
    bid: Crystals | None = None
    mission: str | None = None
    declared: dict[str, Any] = {}

    def deck(self, name: str) -> list[str]:
        """``fighters`` or ``transporters``."""
        return self.fighters if name == "fighters" else self.transporters


class Now(Struct):
    """The whole mutable state except the agenda.

    ``homes`` is the sum of all homes if homes are not tracked. ``bank`` is None if it is not counted. ``missions`` are
    the undealt ones, ``dealt`` the seats that have one. ``acted``, ``leaving`` and ``used`` belong to the turn of
    ``active``.
    """

    players: dict[str, Player]
    bank: Crystals | None
    relic_deck: list[str]
    homes: Store | None
    missions: list[str]
    dealt: list[str] = []
    relic_discard: list[str] = []
    phase: str = "setup"
    round: int = 0
    active: str | None = None
    order: list[str] | None = None
    done: list[str] = []
    revealed: bool = False
    initiative: dict[str, int] | None = None
    acted: str | None = None
    leaving: bool = False
    used: list[str] = []
    result: dict[str, Any] | None = None


State: TypeAlias = core.State[World, Now]
KRStep: TypeAlias = Step[State]


def active(s: State) -> str:
    """The seat whose miner moves, or whose turn it is."""
    assert s.now.active is not None
    return s.now.active


def strength(s: State, seat: str) -> Strength:
    """The strength of a seat's team with its face-up relics."""
    player = s.now.players[seat]
    return s.world.strength(tuple(player.team), tuple(player.up))


def home_of(s: State, seat: str) -> Store:
    """The store of a seat's home: its own, or that of all homes together."""
    own = s.now.players[seat].home
    if own is not None:
        return own
    assert s.now.homes is not None
    return s.now.homes


def home_at(s: State, seat: str) -> str:
    """The location of a home (wire, section 8)."""
    return f"home:{seat}" if s.world.options.knows_home else "homes"


def camp_at(seat: str) -> str:
    """The location of a camp."""
    return f"camp:{seat}"


def all_homes(s: State) -> dict[str, int]:
    """The sum of all homes."""
    stores = [player.home for player in s.now.players.values()] if s.now.homes is None else [s.now.homes]
    counts = [store.count() for store in stores if store is not None]
    return {good: sum(count[good] for count in counts) for good in GOODS}


def rank(s: State, seat: str) -> int:
    """How far ahead the seat's miner is; last without one."""
    space = s.now.players[seat].miner
    return -1_000_000 if space is None else s.world.ranks[space]


def standing_room(s: State, space: str) -> list[str]:
    """The possible spaces of a miner on ``space``: those of its level, or the start spaces in use (R-KR-16)."""
    level = [other for other, n in s.world.level_of.items() if n == s.world.level_of[space]]
    placed = sum(player.miner is not None for player in s.now.players.values())
    starts = s.world.starts
    return list(starts[:placed]) if space in starts else level


def deserted(s: State, seat: str) -> bool:
    """R-KR-50: True if the turn is over and the team has left."""
    return s.now.phase == "action" and seat in s.now.done and not s.now.players[seat].team


def sees_agents(s: State, seat: str) -> str | None:
    """The only seat that sees its agents in hand and deck; None if they are not tracked."""
    return seat if s.world.options.knows_agents else None
