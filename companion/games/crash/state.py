"""The mutable state of a game of Crash & Grab."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from companion.core import state as core
from companion.core.piles import Deck
from companion.core.steps.agenda import Step
from companion.games.crash.content.board import Laid
from companion.games.crash.words import LIGHT
from companion.games.crash.world import Board, World, type_of


class Saucer(Struct):
    """A saucer and its mat. ``at`` is its square, ``table`` in light mode, None off the board."""

    at: str | None = None
    crew: list[str] = []
    energy: int = 0
    boosters: int = 0
    override: bool = False
    upgrades: list[str] = []

    @property
    def seated(self) -> int:
        """The number of different types aboard (RULES 3.1)."""
        return len({type_of(crew) for crew in self.crew})


class Turn(Struct):
    """A turn: its player, its position in the order of the round, and its saucer.

    ``distance`` is the number of the played card; ``crashed`` are the crashes still to be settled, in order.
    """

    who: str
    index: int
    saucer: str | None = None
    distance: int | None = None
    boosts: int = 0
    upgrades: int = 0
    crew_out: int = 0
    crashed: list[str] = []


class Now(Struct):
    """The whole mutable state except the agenda.

    ``out`` maps crew on the board to its place, ``lost`` lists the lost crew; the rest is aboard. The display of the
    deck holds the drawn cards. ``directions`` counts the choices at accelerators in this move.
    """

    saucers: dict[str, Saucer]
    lost: list[str]
    deck: Deck
    box: list[str]
    probe: str
    tiles: tuple[Laid | None, ...]
    markers: list[str]
    out: dict[str, str] = {}
    phase: str = "setup"
    round: int = 0
    rotation: str | None = None
    order: list[str] = []
    moved: list[str] = []
    turn: Turn | None = None
    used: list[str] = []
    fresh: list[str] = []
    directions: int = 0
    result: dict[str, Any] | None = None


State: TypeAlias = core.State[World, Now]
CGStep: TypeAlias = Step[State]


def turn(s: State) -> Turn:
    """The current turn."""
    assert s.now.turn is not None
    return s.now.turn


def active(s: State) -> tuple[str, str]:
    """The player and saucer of the turn."""
    now = turn(s)
    assert now.saucer is not None
    return now.who, now.saucer


def board(s: State) -> Board:
    """What is printed on the laid tiles."""
    return s.world.board(s.now.tiles)


def saucer_on(s: State, square: str, but: str | None = None) -> str | None:
    """The saucer on a square, ignoring ``but``."""
    for name, saucer in s.now.saucers.items():
        if saucer.at == square and name != but:
            return name
    return None


def crew_on(s: State, square: str) -> str | None:
    """The crew on a square."""
    for crew, at in s.now.out.items():
        if at == square:
            return crew
    return None


def next_square(s: State, square: str, direction: str) -> str | None:
    """The next square towards a marker; None beyond the edge (R-CG-40)."""
    return s.world.beside[square][s.now.markers.index(direction)]


def free_site(s: State, face: int) -> int | None:
    """R-CG-60: the first free crash site, starting at ``face``, with 1 after 12; None if there is none."""
    taken = {saucer.at for saucer in s.now.saucers.values()}.union(s.now.out.values())
    for n, at in board(s).sites_from[face]:
        if at not in taken:
            return n
    return None


def any_free_site(s: State) -> bool:
    """True if something can be placed by die; always in light mode."""
    return s.world.light or free_site(s, 1) is not None


def seated(s: State, seat: str) -> int:
    """The seated crew of a player, over both saucers with two players (R-CG-72)."""
    return sum(s.now.saucers[saucer].seated for saucer in s.world.saucers_of[seat])


def front(s: State) -> str | None:
    """The first type with lost crew (R-CG-12)."""
    return next((kind for kind in s.world.pack.types if any(type_of(crew) == kind for crew in s.now.lost)), None)


def front_row(s: State) -> list[str]:
    """The lost crew of that type, of any colour."""
    kind = front(s)
    return [crew for crew in s.now.lost if type_of(crew) == kind]


def holder(s: State, crew: str) -> str | None:
    """The saucer with that crew aboard."""
    return next((name for name, saucer in s.now.saucers.items() if crew in saucer.crew), None)


def off_colour(s: State, saucer: str) -> list[str]:
    """The crew aboard that is not of the saucer's colour (R-CG-52)."""
    return [crew for crew in s.now.saucers[saucer].crew if not crew.startswith(f"{saucer}-")]


def place_of(at: str) -> str:
    """The location (wire, "Pieces") of something on the board."""
    return f"board:{LIGHT}" if at == LIGHT else f"square:{at}"
