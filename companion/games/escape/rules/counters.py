"""The counters of a player's board (R-EP-80 to R-EP-83; WIRE.md, "Counters of a seat"): their ranges and changes.

Nothing here decides when a counter changes: the table applies the printed rules (RULES.md 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.facts import limit
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.core.todo import flip, move, place, remove
from companion.games.escape.answers import Handcuffs
from companion.games.escape.content import ASSETS, CUBES, GANG_MARKERS, WOUNDS
from companion.games.escape.rules.pieces import put_into_stock, take_from_stock
from companion.games.escape.state import EPStep, EscapeSeat, State

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
