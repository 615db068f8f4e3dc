"""All changes to pieces, each made and instructed at once (R-GEN-10, WIRE.md, "Pieces"); the counters of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.facts import limit
from companion.core.piles import put, take
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.core.todo import flip, move, place, remove, tell
from companion.games.escape.answers import Handcuffs
from companion.games.escape.content import ASSETS, CUBES, GANG_MARKERS, WOUNDS
from companion.games.escape.state import EPStep, EscapeSeat, State, stack_place

PIECES = {"equipment": "equipment:tile", "gas": "gas:can", "handcuffs": "handcuffs:card", "fixers": "fixer:tile"}


def piece_of(what: str) -> str:
    """The piece of a kind of the stock; keys and lockers have the name of their kind."""
    return PIECES.get(what, what)


def take_from_stock(s: State, seat: str, what: str, rule: str) -> None:
    """One of a kind out of the stock to a seat."""
    take(s.now.stock, what)
    put(s.now.players[seat].held, what)
    move(s, piece_of(what), "board:stock", f"player:{seat}", rule=rule)


def put_into_stock(s: State, seat: str, what: str, rule: str) -> None:
    """One of a kind from a seat back into the stock."""
    take(s.now.players[seat].held, what)
    put(s.now.stock, what)
    move(s, piece_of(what), f"player:{seat}", "board:stock", rule=rule)


def add_officer(s: State, tile: str, kind: str, rule: str) -> None:
    """An officer out of the bag onto a tile."""
    take(s.now.bag, kind)
    put(s.now.officers.setdefault(tile, {}), kind)
    place(s, f"officer:{kind}", f"tile:{tile}", rule=rule)


def take_officer(s: State, tile: str, kind: str, rule: str) -> None:
    """An officer of a tile back into the bag."""
    here = s.now.officers[tile]
    take(here, kind)
    if not here:
        del s.now.officers[tile]
    put(s.now.bag, kind)
    remove(s, f"officer:{kind}", f"tile:{tile}", rule=rule)


def send_gang(s: State, tile: str, n: int, rule: str) -> None:
    """Up to ``n`` gang members from their place on the board onto a tile: as many as are there."""
    sent = min(n, s.now.gang_board)
    if sent:
        s.now.gang_board -= sent
        put(s.now.gang, tile, sent)
        move(s, "gang:member", "board:gang", f"tile:{tile}", sent, rule)


def call_gang_back(s: State, tile: str, rule: str) -> None:
    """A gang member of a tile back to the board."""
    take(s.now.gang, tile)
    s.now.gang_board += 1
    move(s, "gang:member", f"tile:{tile}", "board:gang", rule=rule)


def turn_up_tile(s: State, letter: str, tile: str, rule: str) -> None:
    """The top tile of a stack moves to the display, with the stack of exit tiles waiting for it (R-EP-55)."""
    exit = s.world.exit_of_tile.get(tile)
    waiting = [back for back, blocked in s.now.exits.items() if blocked is not None and blocked == exit]
    s.now.stacks[letter].remove(tile)
    s.now.display[letter] = tile
    place(s, f"tile:{tile}", f"display:{letter}", rule=rule)
    for back in waiting:
        move(s, f"exit_stack:{back}", f"patrol:{exit}", f"tile:{tile}", rule="R-EP-55")


def lay_tile(s: State, tile: str, rule: str) -> None:
    """A tile of the display onto the board, with all that lies on it (R-EP-59, R-EP-65)."""
    letter = next(letter for letter, shown in s.now.display.items() if shown == tile)
    s.now.display[letter] = None
    s.now.city = sorted([*s.now.city, tile])
    move(s, f"tile:{tile}", f"display:{letter}", "board:city", rule=rule)


def block_exit(s: State, exit: str) -> None:
    """R-EP-53, R-EP-54: the first available stack of exit tiles blocks the exit, on its tile or on its cards."""
    back = next((back for back, blocked in s.now.exits.items() if blocked is None), None)
    if back is None:
        return
    s.now.exits[back] = exit
    place_at = stack_place(s, exit)
    move(s, f"exit_stack:{back}", "board:exits", place_at, rule="R-EP-53" if place_at.startswith("tile") else "R-EP-54")
    if exit not in s.world.tile_of_exit:
        tell(s, T("If the tile with exit {n} lies face up, put this stack on it.", n=exit), f"patrol:{exit}", "R-EP-53")


def set_time(s: State, day: int, part: int, rule: str) -> None:
    """The time marker (R-EP-76)."""
    move(s, "time:marker", f"time:{s.now.part}", f"time:{part}", rule=rule)
    s.now.day, s.now.part = day, part


def set_order(s: State, order: list[str], rule: str) -> None:
    """The markers of the turn order track."""
    before = {seat: number for number, seat in enumerate(s.now.order, 1)}
    for number, seat in enumerate(order, 1):
        move(s, f"turn:{seat}", f"order:{before[seat]}", f"order:{number}", rule=rule)
    s.now.order = order


# The counters of a player's board (R-EP-80 to R-EP-83; WIRE.md, "Counters of a seat"): their ranges and changes.
#
# Nothing here decides when a counter changes: the table applies the printed rules (RULES.md 8).

V = TypeVar("V")
COUNTER_RULE = "R-EP-83"


class BoardCounter(Generic[V]):
    """A counter. ``kind`` is the type of its value; the methods take the state and the player or the seat."""

    kind: Any

    def __init__(self, what: str) -> None:
        self.what = what

    def value(self, p: EscapeSeat) -> V:
        """Its present value."""
        raise NotImplementedError

    def can(self, s: State, p: EscapeSeat, by: int) -> bool:
        """True if it can go up (``by`` 1) or down (-1)."""
        raise NotImplementedError

    def change(self, s: State, seat: str, by: int) -> None:
        """Change it as allowed by ``can``, and instruct hands."""
        raise NotImplementedError

    def set(self, s: State, p: EscapeSeat, value: V) -> None:
        """Correct it. Raises ``Refused`` R-GEN-04 for an invalid value."""
        raise NotImplementedError


class Number(BoardCounter[int]):
    """A number from 0 to a maximum, stored in the field of its name."""

    kind = int

    def value(self, p: EscapeSeat) -> int:
        return int(getattr(p, self.what))

    def most(self, s: State) -> int:
        """Its maximum."""
        raise NotImplementedError

    def can(self, s: State, p: EscapeSeat, by: int) -> bool:
        return 0 <= self.value(p) + by <= self.most(s)

    def change(self, s: State, seat: str, by: int) -> None:
        p = s.now.players[seat]
        before, after = self.value(p), self.value(p) + by
        setattr(p, self.what, after)
        piece, source, to = self.moved(seat, before, after)
        move(s, piece, source, to, rule=COUNTER_RULE)

    def moved(self, seat: str, before: int, after: int) -> tuple[str, str, str]:
        """The piece that moves, from and to where."""
        raise NotImplementedError

    def set(self, s: State, p: EscapeSeat, value: int) -> None:
        limit(0 <= value <= self.most(s))
        setattr(p, self.what, value)


class NotorietyCounter(Number):
    """R-EP-81: the marker on the notoriety track."""

    def most(self, s: State) -> int:
        return s.world.most_notoriety

    def moved(self, seat: str, before: int, after: int) -> tuple[str, str, str]:
        return f"notoriety:{seat}", f"notoriety:{before}", f"notoriety:{after}"


class Gangs(Number):
    """R-EP-34: gang control markers that have been placed."""

    def most(self, s: State) -> int:
        return GANG_MARKERS

    def moved(self, seat: str, before: int, after: int) -> tuple[str, str, str]:
        places = (f"gangs:{seat}", "board:gangs")
        return f"gang_marker:{seat}", *(places if after > before else places[::-1])


class Wounds(Number):
    """R-EP-80: wounds; a fourth leaves the counter at 3 and offers a handcuffs card, as long as there is one."""

    def most(self, s: State) -> int:
        return WOUNDS

    def moved(self, seat: str, before: int, after: int) -> tuple[str, str, str]:
        places = (f"green:{seat}", f"wounds:{seat}")
        return "wound:cube", *(places if after > before else places[::-1])

    def can(self, s: State, p: EscapeSeat, by: int) -> bool:
        if by > 0 and p.wounds == WOUNDS:
            return bool(s.now.stock.get("handcuffs"))
        return super().can(s, p, by)

    def change(self, s: State, seat: str, by: int) -> None:
        if by > 0 and s.now.players[seat].wounds == WOUNDS:
            s.agenda.append(AskHandcuffs(seat))
        else:
            super().change(s, seat, by)


class Cubes(BoardCounter[list[int]]):
    """R-EP-82: the covered spaces of the income track. Up covers the lowest free one, down frees the highest."""

    kind = list[int]

    def value(self, p: EscapeSeat) -> list[int]:
        return list(p.cubes)

    def can(self, s: State, p: EscapeSeat, by: int) -> bool:
        return len(p.cubes) < CUBES if by > 0 else bool(p.cubes)

    def change(self, s: State, seat: str, by: int) -> None:
        p = s.now.players[seat]
        if by > 0:
            space = p.income
            p.cubes = sorted([*p.cubes, space])
            place(s, "income:cube", f"income:{seat}.{space}", rule=COUNTER_RULE)
        else:
            *p.cubes, space = p.cubes
            remove(s, "income:cube", f"income:{seat}.{space}", rule=COUNTER_RULE)

    def set(self, s: State, p: EscapeSeat, value: list[int]) -> None:
        limit(value == sorted(set(value)) and all(0 <= space < CUBES for space in value))
        p.cubes = value


class Flag(BoardCounter[bool]):
    """The first aid and rest tiles: used or not (R-EP-79, R-EP-83)."""

    kind = bool

    def value(self, p: EscapeSeat) -> bool:
        return bool(getattr(p, self.what))

    def can(self, s: State, p: EscapeSeat, by: int) -> bool:
        return self.value(p) == (by < 0)

    def change(self, s: State, seat: str, by: int) -> None:
        setattr(s.now.players[seat], self.what, by > 0)
        flip(s, f"{self.what}:tile", f"player:{seat}", rule=COUNTER_RULE)

    def set(self, s: State, p: EscapeSeat, value: bool) -> None:
        setattr(p, self.what, value)


class Asset(BoardCounter[bool]):
    """An asset tile: locked, or unlocked (R-EP-31 to R-EP-33)."""

    kind = bool

    def __init__(self, asset: str) -> None:
        super().__init__(f"asset:{asset}")
        self.asset = asset

    def value(self, p: EscapeSeat) -> bool:
        return self.asset in p.unlocked

    def can(self, s: State, p: EscapeSeat, by: int) -> bool:
        return self.value(p) == (by < 0)

    def change(self, s: State, seat: str, by: int) -> None:
        self.set(s, s.now.players[seat], by > 0)
        source, to = (f"locked:{seat}", f"unlocked:{seat}")[:: 1 if by > 0 else -1]
        move(s, self.what, source, to, rule=COUNTER_RULE)

    def set(self, s: State, p: EscapeSeat, value: bool) -> None:
        p.unlocked = [asset for asset in ASSETS if (value if asset == self.asset else asset in p.unlocked)]


class Held(BoardCounter[int]):
    """The number of a kind of the stock that a seat has."""

    kind = int

    def value(self, p: EscapeSeat) -> int:
        return p.held.get(self.what, 0)

    def can(self, s: State, p: EscapeSeat, by: int) -> bool:
        return self.what in (s.now.stock if by > 0 else p.held)

    def change(self, s: State, seat: str, by: int) -> None:
        (take_from_stock if by > 0 else put_into_stock)(s, seat, self.what, COUNTER_RULE)

    def set(self, s: State, p: EscapeSeat, value: int) -> None:
        """Taken from or returned to the stock, which may be below 0 until the last change."""
        limit(value >= 0)
        s.now.stock[self.what] = s.now.stock.get(self.what, 0) - (value - p.held.get(self.what, 0))
        p.held[self.what] = value


_KINDS: tuple[tuple[str, type[BoardCounter[Any]]], ...] = (
    ("notoriety", NotorietyCounter),
    ("wounds", Wounds),
    ("gangs", Gangs),
    ("cubes", Cubes),
    ("first_aid", Flag),
    ("rest", Flag),
)
_BOARD: Mapping[str, BoardCounter[Any]] = {
    **{what: kind(what) for what, kind in _KINDS},
    **{f"asset:{asset}": Asset(asset) for asset in ASSETS},
}


@cache
def counter(what: str) -> BoardCounter[Any]:
    """The counter WHAT: one of the board, else a kind of the stock."""
    return _BOARD.get(what) or Held(what)


# The fourth wound.


class AskHandcuffs(EPStep, frozen=True, tag="handcuffs"):
    """R-EP-80: the wound counter stays where it is, and a handcuffs card is offered."""

    seat: str

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-EP-80", "handcuffs")

    def legal(self, s: State) -> Sequence[Answer]:
        return [Handcuffs(True), Handcuffs(False)] if s.now.stock.get("handcuffs") else [Handcuffs(False)]

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Handcuffs):
            raise not_this("R-EP-80")
        if answer.take:
            if not s.now.stock.get("handcuffs"):
                raise Refused("illegal", T("There is no handcuffs card left."), "R-EP-80")
            take_from_stock(s, self.seat, "handcuffs", "R-EP-80")
