"""The mutable state of a game of Escape Plan."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, field

from companion.core import state as core
from companion.core.piles import UNKNOWN, Bag, Deck
from companion.core.steps.agenda import Step
from companion.games.escape.words import CARDS_OF_AN_EXIT, CUBES, EXITS, EXTRA, GANG, LETTERS, PATROL_IN_DECK
from companion.games.escape.world import World


class Player(Struct):
    """A player's board (R-EP-83). ``held`` counts pieces from the stock, by kind."""

    notoriety: int
    cash: int | None = None
    plan: str | None = None
    wounds: int = 0
    gangs: int = 0
    cubes: list[int] = field(default_factory=lambda: list(range(CUBES)))
    first_aid: bool = False
    rest: bool = False
    unlocked: list[str] = field(default_factory=lambda: [EXTRA])
    held: Bag = {}
    contacts: list[str] = []
    lines: dict[str, int] = {}

    @property
    def income(self) -> int:
        """R-EP-46: the lowest uncovered number of the income track, in $k."""
        return next(number for number in range(CUBES + 1) if number not in self.cubes)


class Now(Struct):
    """The whole mutable state except the agenda.

    ``display`` is the open tile of each stack, ``stacks`` the tiles below, in unknown order. ``exits`` maps each stack
    of exit tiles to the exit it blocks. ``business`` and ``safe_houses`` map each tile to its place. ``queue`` are the
    seats still to be asked, the current one first.
    """

    players: dict[str, Player]
    order: list[str]
    city: list[str]
    stacks: dict[str, list[str]]
    contacts: Deck
    bag: Bag
    stock: Bag
    exits: dict[str, str | None]
    business: dict[str, str]
    safe_houses: dict[str, str]
    plans: list[str]
    gang_board: int
    gang: Bag
    phase: str = "setup"
    day: int = 1
    part: int = 1
    queue: list[str] = []
    display: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(LETTERS))
    officers: dict[str, Bag] = {}
    patrol: dict[str, int] = field(default_factory=lambda: dict.fromkeys(EXITS, 0))
    box: Bag = {}
    escaped: list[str] = []
    result: dict[str, Any] | None = None

    @property
    def gang_box(self) -> int:
        """The number of gang members out of the game."""
        return GANG - self.gang_board - sum(self.gang.values())

    @property
    def patrol_deck(self) -> int:
        """The number of patrol cards still to come (R-EP-15)."""
        return PATROL_IN_DECK - sum(self.patrol.values())

    @property
    def blocked(self) -> list[str]:
        """The exits with two cards (R-EP-52)."""
        return [exit for exit, cards in self.patrol.items() if cards == CARDS_OF_AN_EXIT]

    @property
    def open_exit(self) -> str | None:
        """The exit through which players may leave, once the other two are blocked (R-EP-56)."""
        blocked = self.blocked
        if len(blocked) < len(EXITS) - 1:
            return None
        return next(exit for exit in EXITS if exit not in blocked)

    @property
    def free(self) -> list[str]:
        """The seats that have not escaped, in turn order."""
        return [seat for seat in self.order if seat not in self.escaped]


State: TypeAlias = core.State[World, Now]
EPStep: TypeAlias = Step[State]


def visible(s: State) -> list[str]:
    """The tiles on the board and in the display."""
    return [*s.now.city, *filter(None, s.now.display.values())]


def officer_types(s: State) -> list[str]:
    """The types of officers, with ``UNKNOWN`` while there are unknown ones in the bag or on a tile."""
    kinds = (s.now.bag, *s.now.officers.values())
    return [*s.world.officers, *([UNKNOWN] if any(UNKNOWN in bag for bag in kinds) else [])]


def stack_place(s: State, exit: str) -> str:
    """R-EP-53, R-EP-54: the place of the stack that blocks an exit: on its tile if that is visible."""
    tile = s.world.tile_of_exit[exit]
    return f"tile:{tile}" if tile in visible(s) else f"patrol:{exit}"
