"""The actions of a turn: dice, moving, meeting the mafia, collecting and giving (RULES.md 7 to 9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from companion.core.answers import Answer, Roll
from companion.core.asks import RollAsk
from companion.core.refusals import Refused, not_this
from companion.core.texts import T
from companion.games.newyork.answers import (
    Collect,
    Dice,
    Evade,
    ExtraWalk,
    Face,
    Fight,
    GiveItem,
    RerollDice,
    Ride,
    TakeItem,
    Walk,
)
from companion.games.newyork.content import MOST_DICE, SIDES, TYPE_OF_COLOUR, TYPES, WILD, colour_of, is_die
from companion.games.newyork.rules import pieces
from companion.games.newyork.rules.effects import check_payable, happened, moves, payable
from companion.games.newyork.rules.pieces import (
    check_equal,
    check_payment,
    info_cost,
    item_cost,
    pay,
    paying,
    raise_alert,
)
from companion.games.newyork.rules.story import story_step
from companion.games.newyork.state import (
    NYStep,
    NYVerb,
    PoolDie,
    State,
    closed,
    forbidden,
    guarded,
    here,
    modified,
    only_numbers,
    parted,
    relatives,
    shut,
    stuck,
    turn,
    undealt,
)

# Rolling and re-rolling dice (RULES.md 7).

GREY = ("grey1", "grey2", "grey3")
MOST_GREY = 2
NO_WILD = T("Grey dice have no wildcard.")
NO_FACE = T("This die has no such face.")


class DiceStep(NYStep, frozen=True):
    """A step that asks for the faces of dice; they join the pool unspent (R-NYC-67)."""

    def dice(self, s: State) -> list[str]:
        """The dice to roll, sorted."""
        raise NotImplementedError

    def asks(self, s: State) -> bool:
        return bool(s.cached(self.dice))

    def ask(self, s: State) -> RollAsk:
        """The question for all of ``dice``."""
        raise NotImplementedError

    def legal(self, s: State) -> None:
        return None

    def play(self, s: State, answer: Answer) -> None:
        ask = self.ask(s)
        if not isinstance(answer, Roll) or answer.faces.keys() != set(ask.dice):
            raise not_this(ask.rule)
        for die, face in answer.faces.items():
            if face not in SIDES[die]:
                raise Refused("illegal", NO_WILD if face == WILD else NO_FACE, "R-NYC-10")
        pool = turn(s).pool
        for die in sorted(answer.faces):
            pool[die] = PoolDie(str(answer.faces[die]))


class RollAgain(DiceStep, frozen=True, tag="roll_again"):
    """Dice of the pool rolled again, and new grey ones with them (R-NYC-64, or the rule of a skill)."""

    again: tuple[str, ...]
    rule: str
    new: tuple[str, ...] = ()

    def dice(self, s: State) -> list[str]:
        pool = turn(s).pool
        return sorted({die for die in self.again if die in pool} | set(self.new))

    def ask(self, s: State) -> RollAsk:
        return RollAsk(turn(s).seat, self.rule, s.cached(self.dice))


class Rerolling(NYVerb[RerollDice]):
    """R-NYC-64: one action, any dice of the pool, spent ones too.

    R-NYC-65, G-NYC-17: with them come new grey dice, as many as there are relatives here, at most two in the pool
    (``nyc.grey_mode``: three).
    """

    def options(self, s: State) -> Iterable[RerollDice]:
        now = turn(s)
        if now.actions < 1 or forbidden(s, "reroll"):
            return []
        dice = tuple(sorted(now.pool.keys() & SIDES.keys()))
        spent = tuple([die for die in dice if now.pool[die].spent])
        found = [RerollDice(dice)] if dice or new_grey(s, here(s)) else []
        return [*found, RerollDice(spent)] if spent and spent != dice else found

    def check(self, s: State, answer: RerollDice) -> None:
        if forbidden(s, "reroll"):
            raise Refused("illegal", T("There is no re-rolling this round."), "R-NYC-37")
        if turn(s).actions < 1:
            raise Refused("illegal", T("There is no action left."), "R-NYC-59")
        if not all(die in turn(s).pool and is_die(die) for die in answer.dice):
            raise Refused("illegal", T("Only dice of this turn can be rolled again."), "R-NYC-64")
        if not answer.dice and not new_grey(s, here(s)):
            raise Refused("illegal", T("Choose at least one die to roll again."), "R-NYC-64")

    def do(self, s: State, answer: RerollDice) -> None:
        turn(s).actions -= 1
        s.agenda.append(RollAgain(answer.dice, "R-NYC-64", new_grey(s, here(s))))


def new_grey(s: State, square: str) -> tuple[str, ...]:
    """R-NYC-65: the grey dice that join a re-roll on a square, one for each relative there."""
    seat = turn(s).seat
    there = sum(other != seat and one.square == square for other, one in s.now.characters.items())
    free = [die for die in GREY if die not in turn(s).pool]
    most = MOST_GREY if s.world.options.grey_mode == "cap_total" else MOST_DICE
    room = most - (len(GREY) - len(free))
    return tuple(free[: max(0, min(there, MOST_GREY, room))])


# Moving: steps, the extra step, free trips (RULES.md 7).

STEPS = 2

walk, extra = cache(Walk), cache(ExtraWalk)
"""The answers for walking to a square, cached."""


def steps_of_a_move(s: State) -> int:
    """R-NYC-59: the steps of a move action now, at least 1."""
    return max(1, STEPS + turn(s).bikes + modified(s, "steps"))


def ways(s: State) -> list[str]:
    """Where one step can go now, sorted (R-NYC-59 to R-NYC-62)."""
    square = here(s)
    if stuck(s, square):
        return []
    near = s.world.neighbours[square]
    reach = near if forbidden(s, "subway") else s.world.reach[square]
    barred = shut(s)
    found = [to for to in reach if to not in barred]
    if only_numbers(s):
        return found
    return [to for to in found if not parted(s, square, to) and _allowed(s, square, to, near)]


def _allowed(s: State, square: str, to: str, near: Collection[str]) -> bool:
    """True if no effect forbids this step, and what it costs can be paid."""
    ride = to not in near
    return not (ride and forbidden(s, "subway", to)) and payable(s, *moves(square, to, ride=ride))


def trips(s: State) -> list[str]:
    """Where the subway can go from here now, sorted (R-NYC-61)."""
    square = here(s)
    if square not in s.world.stations or stuck(s, square) or forbidden(s, "subway"):
        return []
    found = sorted(s.world.stations - shut(s) - {square})
    return found if only_numbers(s) else [to for to in found if _allowed(s, square, to, ())]


def check_reach(s: State, to: str) -> None:
    """R-NYC-59, R-NYC-61: adjacent, or both are stations and the subway runs (R-NYC-37)."""
    square = here(s)
    if to not in s.world.reach[square]:
        raise Refused("illegal", T("{square} is more than one step away.", square=name(s, to)), "R-NYC-59")
    ride = to not in s.world.neighbours[square]
    if ride and forbidden(s, "subway", square, to):
        raise Refused("illegal", T("The subway is not running."), "R-NYC-37")
    if only_numbers(s):
        return
    check_payable(s, *moves(square, to, ride=ride))
    if parted(s, square, to):
        raise Refused("illegal", T("The way to {square} is closed.", square=name(s, to)), "R-NYC-37")


def check_trip(s: State, to: str) -> None:
    """R-NYC-120: both are stations, and the subway runs (R-NYC-37)."""
    stations = s.world.stations
    if here(s) not in stations or to not in stations or to == here(s):
        raise Refused("illegal", T("The subway goes from station to station."), "R-NYC-120")
    if forbidden(s, "subway", here(s), to):
        raise Refused("illegal", T("The subway is not running."), "R-NYC-37")
    check_payable(s, *moves(here(s), to, ride=True))


def check_free(s: State, to: str) -> None:
    """R-NYC-62: mafia here lets go. R-NYC-60: no police, no FBI there. R-NYC-37: nothing closes it."""
    if stuck(s, here(s)):
        raise Refused("illegal", T("The mafia here must be dealt with before you leave."), "R-NYC-62")
    if guarded(s, to):
        raise Refused("illegal", T("The police or the FBI are on {square}.", square=name(s, to)), "R-NYC-60")
    if closed(s, to):
        raise Refused("illegal", T("{square} is closed.", square=name(s, to)), "R-NYC-37")


def name(s: State, square: str) -> dict[str, str] | str:
    """The name of a square for people."""
    return s.world.names.get(square, square)


def go(s: State, to: str, rule: str, *, ride: bool = False) -> None:
    """The active figure goes to a square, which counts as visited (R-NYC-74); cards may want something for it."""
    start = here(s)
    wanted = () if only_numbers(s) else moves(start, to, ride=ride or to not in s.world.neighbours[start])
    pieces.set_figure(s, turn(s).seat, to, rule)
    turn(s).visited.add(to)
    happened(s, *wanted)


class Stepping(NYVerb[Walk]):
    """R-NYC-59, R-NYC-66: one step; with none left it begins a move action of two (and what adds to it)."""

    def options(self, s: State) -> Iterable[Answer]:
        now = turn(s)
        return map(walk, s.cached(ways)) if now.steps or now.actions else ()

    def check(self, s: State, answer: Walk) -> None:
        check_reach(s, answer.to)
        if not turn(s).steps and not turn(s).actions:
            raise Refused("illegal", T("There are no steps and no actions left."), "R-NYC-59")
        check_free(s, answer.to)

    def do(self, s: State, answer: Walk) -> None:
        now = turn(s)
        if not now.steps:
            now.actions -= 1
            now.moves += 1
            now.steps = steps_of_a_move(s)
        now.steps -= 1
        go(s, answer.to, "R-NYC-59")


class ExtraStep(NYVerb[ExtraWalk]):
    """R-NYC-63, R-NYC-104: once a turn one step more, for alert +1 (and what effects add)."""

    def options(self, s: State) -> Iterable[Answer]:
        found = () if turn(s).extra_used or forbidden(s, "extra_step") else s.cached(ways)
        return map(extra, found if only_numbers(s) else [to for to in found if not forbidden(s, "extra_step", to)])

    def check(self, s: State, answer: ExtraWalk) -> None:
        check_reach(s, answer.to)
        if forbidden(s, "extra_step", here(s), answer.to):
            raise Refused("illegal", T("There is no extra step now."), "R-NYC-37")
        if turn(s).extra_used:
            raise Refused("illegal", T("The extra step of this turn has been taken already."), "R-NYC-63")
        check_free(s, answer.to)

    def do(self, s: State, answer: ExtraWalk) -> None:
        turn(s).extra_used = True
        raise_alert(s, max(0, 1 + modified(s, "extra_step_alert")), "R-NYC-104")
        go(s, answer.to, "R-NYC-63")


class Riding(NYVerb[Ride]):
    """R-NYC-120, G-NYC-24: after a newspaper, with ``nyc.newspaper_trips=all``, every trip is free."""

    def options(self, s: State) -> Iterable[Answer]:
        return [Ride(to) for to in trips(s)] if turn(s).free_subway else []

    def check(self, s: State, answer: Ride) -> None:
        if not turn(s).free_subway:
            raise Refused("illegal", T("No newspaper pays for this trip."), "R-NYC-120")
        check_trip(s, answer.to)
        check_free(s, answer.to)

    def do(self, s: State, answer: Ride) -> None:
        go(s, answer.to, "R-NYC-120", ride=True)


# Collecting info and items, and giving items (RULES.md 8, 9).


def gate_open(s: State) -> bool:
    """C-NYC-02: with ``nyc.mafia_gate=no_interact`` undealt mafia here stops collecting, taking and giving."""
    return s.world.options.mafia_gate != "no_interact" or not undealt(s, here(s))


def check_gate(s: State) -> None:
    """R-NYC-62: refuse while the gate is shut."""
    if not gate_open(s):
        raise Refused("illegal", T("The mafia here must be dealt with first."), "R-NYC-62")


def info_payments(s: State, square: str) -> Sequence[tuple[str, Dice]]:
    """Each info token of a square with each listed way to pay for it."""
    tokens = s.now.info.squares.get(square)
    if not tokens:
        return ()
    return [
        (token, dice)
        for token in sorted(tokens)
        for dice in paying(s, TYPE_OF_COLOUR[colour_of(token)], info_cost(s, token, square))
    ]


def check_info(s: State, square: str, token: str, dice: Dice) -> None:
    """R-NYC-70: the token lies on the square, and the results of its type pay it."""
    if token not in s.now.info.squares.get(square, {}):
        raise Refused("illegal", T("No such info token lies there."), "R-NYC-70")
    check_payment(s, dice, {TYPE_OF_COLOUR[colour_of(token)]: info_cost(s, token, square)}, "R-NYC-70")


def collect_info(s: State, square: str, token: str, dice: Dice) -> None:
    """R-NYC-70, R-NYC-93: pay, take the token off, and the story marker goes on."""
    pay(s, dice)
    pieces.take_info(s, square, token, "R-NYC-70")
    happened(s, ("info", square, None), (f"{colour_of(token)}_info", square, None))
    story_step(s)


def item_payments(s: State, square: str) -> Collection[Dice]:
    """Each listed way to pay for the item of a square."""
    return _paying_item(s, square) if square in s.now.items.squares else ()


def _paying_item(s: State, square: str) -> Collection[Dice]:
    """Each listed way to pay for an item: for each type, doubles once."""
    cost = item_cost(s, square)
    return dict.fromkeys(dice for kind in TYPES for dice in paying(s, kind, cost))


def check_item(s: State, square: str, dice: Dice) -> None:
    """R-NYC-72: an item lies on the square, and equal results pay it."""
    if square not in s.now.items.squares:
        raise Refused("illegal", T("No item lies there."), "R-NYC-72")
    check_equal(s, dice, item_cost(s, square), "R-NYC-72")


def take_item(s: State, square: str, dice: Dice) -> None:
    """R-NYC-72: pay, and the item goes to the hand."""
    pay(s, dice)
    pieces.take_item(s, square, turn(s).seat, "R-NYC-72")
    happened(s, ("item", square, None))


class Collecting(NYVerb[Collect]):
    """R-NYC-70, R-NYC-71: collect an info token here."""

    def options(self, s: State) -> Iterable[Answer]:
        found = info_payments(s, here(s))
        return [Collect(token, dice) for token, dice in found] if found and gate_open(s) else ()

    def check(self, s: State, answer: Collect) -> None:
        check_gate(s)
        check_info(s, here(s), answer.token, answer.with_)

    def do(self, s: State, answer: Collect) -> None:
        collect_info(s, here(s), answer.token, answer.with_)


class Taking(NYVerb[TakeItem]):
    """R-NYC-72: collect the item here."""

    def options(self, s: State) -> Iterable[Answer]:
        found = item_payments(s, here(s))
        return map(TakeItem, found) if found and gate_open(s) else ()

    def check(self, s: State, answer: TakeItem) -> None:
        check_gate(s)
        check_item(s, here(s), answer.with_)

    def do(self, s: State, answer: TakeItem) -> None:
        take_item(s, here(s), answer.with_)


class Giving(NYVerb[GiveItem]):
    """R-NYC-83, R-NYC-84: give an own item to a relative here; it stays as it lies."""

    def options(self, s: State) -> Iterable[Answer]:
        own = turn(s).seat
        hand = s.now.characters[own]
        family = relatives(s, own) if hand.ready or hand.used else ()
        if not family or not gate_open(s):
            return ()
        held = [(item, False) for item in sorted(hand.ready)] + [(item, True) for item in sorted(hand.used)]
        return [GiveItem(item, used, seat) for item, used in held for seat in family]

    def check(self, s: State, answer: GiveItem) -> None:
        check_gate(s)
        if answer.seat not in relatives(s, turn(s).seat):
            raise Refused("illegal", T("Items can be given only to a relative on the same square."), "R-NYC-83")
        hand = s.now.characters[turn(s).seat]
        if answer.item not in (hand.used if answer.used else hand.ready):
            raise Refused("illegal", T("This item is not in your hand."), "R-NYC-83")

    def do(self, s: State, answer: GiveItem) -> None:
        pieces.give_item(s, answer.item, answer.used, turn(s).seat, answer.seat, "R-NYC-83")


# Meeting the mafia: fight, face, evade (RULES.md 8).

NO_MAFIA = T("There is no mafia to deal with here.")


class Fighting(NYVerb[Fight]):
    """R-NYC-73: 2 PHYS remove one mafia here. R-NYC-74, R-NYC-75: 1 PHYS more removes a second one later.

    G-NYC-18: with ``nyc.fight2_remote`` the second may lie on a square that was visited this turn.
    """

    def _squares(self, s: State) -> list[str]:
        if s.world.options.fight2_remote and turn(s).fight_open:
            return sorted({here(s), *turn(s).visited})
        return [here(s)]

    def _cost(self, s: State, square: str) -> int:
        return pieces.mafia_cost(s, square, 1 if turn(s).fight_open else 2)

    def options(self, s: State) -> Iterable[Answer]:
        squares = [square for square in self._squares(s) if square in s.now.mafia]
        costs = {square: self._cost(s, square) for square in squares}
        return [
            Fight(square, dice)
            for cost in sorted({*costs.values()})
            for dice in paying(s, "PHYS", cost)
            for square in squares
            if costs[square] == cost
        ]

    def check(self, s: State, answer: Fight) -> None:
        if answer.square not in self._squares(s):
            raise Refused("illegal", T("Mafia can be fought only where you are."), "R-NYC-74")
        if answer.square not in s.now.mafia:
            raise Refused("illegal", NO_MAFIA, "R-NYC-73")
        rule = "R-NYC-75" if turn(s).fight_open else "R-NYC-73"
        check_payment(s, answer.with_, {"PHYS": self._cost(s, answer.square)}, rule)

    def do(self, s: State, answer: Fight) -> None:
        pay(s, answer.with_)
        pieces.take_mafia(s, answer.square, 1, "R-NYC-75" if turn(s).fight_open else "R-NYC-73")
        turn(s).fight_open = not turn(s).fight_open
        happened(s, ("fight", answer.square, None))


class Facing(NYVerb[Face]):
    """R-NYC-77, R-NYC-79: 1 PHYS: no wounds from the mafia here this turn, but no leaving either."""

    def options(self, s: State) -> Iterable[Answer]:
        return map(Face, paying(s, "PHYS", 1)) if undealt(s, here(s)) else ()

    def check(self, s: State, answer: Face) -> None:
        if not undealt(s, here(s)):
            raise Refused("illegal", NO_MAFIA, "R-NYC-77")
        check_payment(s, answer.with_, {"PHYS": 1}, "R-NYC-77")

    def do(self, s: State, answer: Face) -> None:
        pay(s, answer.with_)
        turn(s).dealt[here(s)] = "faced"


class Evading(NYVerb[Evade]):
    """R-NYC-78, R-NYC-79: 1 SOC: no wounds from the mafia here this turn, and free to go."""

    def options(self, s: State) -> Iterable[Answer]:
        return map(Evade, paying(s, "SOC", 1)) if stuck(s, here(s)) else ()

    def check(self, s: State, answer: Evade) -> None:
        if not stuck(s, here(s)):
            raise Refused("illegal", NO_MAFIA, "R-NYC-78")
        check_payment(s, answer.with_, {"SOC": 1}, "R-NYC-78")

    def do(self, s: State, answer: Evade) -> None:
        pay(s, answer.with_)
        turn(s).dealt[here(s)] = "evaded"
