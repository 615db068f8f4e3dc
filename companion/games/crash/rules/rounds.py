"""Rounds and turns: planning, order, card, boost, end of a round (R-CG-21 to R-CG-38, R-CG-70 to R-CG-73)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from msgspec import UNSET

from companion.core.answers import Answer, Roll
from companion.core.asks import ChooseAsk, RollAsk
from companion.core.refusals import not_this
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.core.texts import T, listed
from companion.core.todo import place, remove, tell
from companion.games.crash import answers as say
from companion.games.crash.answers import BoostAsk, SaucerAsk
from companion.games.crash.content import CARDS, COUNTER, MOST_NAMED, NUMBER_CARD, OVERRIDES, CardBonus, Range
from companion.games.crash.rules.cleanup import BeginCleanup
from companion.games.crash.rules.movement import Go, PlaceByDie, ReportMove, StartOfTurn
from companion.games.crash.rules.pieces import gain, mat, pay, set_probe
from companion.games.crash.rules.upgrades import Window, passive
from companion.games.crash.state import CGStep, CrashTurn, State, active, seated, turn

# The planning of a round, its order, and its end (R-CG-21 to R-CG-28, R-CG-70 to R-CG-73).

ROTATION_DIE = "rotation"


class BeginRound(CGStep, frozen=True, tag="start_round"):
    """R-CG-21, R-CG-22: a new round; all choose a card and a direction in secret."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.round, now.rotation = "planning", now.round + 1, None
        now.order, now.moved, now.used = [], [], []
        rotation: list[CGStep] = [] if s.world.pair else [RollRotation()]
        s.agenda += reversed([AwaitCards(), *rotation, SetTurnOrder()])


class AwaitCards(ListedStep[State], frozen=True, tag="ready"):
    """R-CG-22: the table says when all have chosen."""

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-CG-22", "ready")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.AllReady()]

    def take(self, s: State, answer: Answer) -> None:
        """Continue the round."""


class RollRotation(CGStep, frozen=True, tag="roll_rotation"):
    """R-CG-25: the direction of this round; then upgrades may be used."""

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> RollAsk:
        return RollAsk(s.now.probe, "R-CG-25", [ROTATION_DIE])

    def legal(self, s: State) -> None:
        return None

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Roll) or answer.faces.keys() != {ROTATION_DIE}:
            raise not_this("R-CG-25")
        s.now.rotation = str(answer.faces[ROTATION_DIE])
        s.agenda += [Planning(saucer) for saucer in reversed(s.world.saucers_from(s.now.probe))]


class Planning(Window, frozen=True, tag="planning_window"):
    """R-CG-25: after the rotation die."""

    timing: ClassVar[str] = "planning"
    rule: ClassVar[str] = "R-CG-25"


class SetTurnOrder(CGStep, frozen=True, tag="set_order"):
    """R-CG-25 to R-CG-28: the probe holder is first; the last ones get override tokens."""

    def run(self, s: State) -> None:
        first, *others = s.world.clockwise(s.now.probe)
        if s.now.rotation == COUNTER:
            others.reverse()
        order = [first, *others]
        s.now.order = order * 2 if s.world.pair else order
        for seat in order[len(order) - OVERRIDES.get(len(order), 0) :]:
            (saucer,) = s.world.saucers_of[seat]
            s.now.saucers[saucer].override = True
            place(s, "token:override", mat(saucer), rule="R-CG-27")
        names = listed([s.world.called(f"seat:{seat}") for seat in s.now.order])
        tell(s, T("This round: {seats}.", seats=names), rule="R-CG-26" if s.world.pair else "R-CG-25")
        s.agenda += reversed([*map(StartTurn, range(len(s.now.order))), CloseRound()])


class CloseRound(CGStep, frozen=True, tag="end_round"):
    """R-CG-70, R-CG-71: last upgrades, then saucers off the board are placed, always clockwise."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.turn, now.used, now.fresh = "end_of_round", None, [], []
        saucers = s.world.saucers_from(now.order[0])
        placing = [PlaceByDie(f"saucer:{one}", s.world.seat_of[one], "R-CG-71", one) for one in saucers]
        s.agenda += reversed([*map(LastUpgrades, saucers), *placing, MoveProbe(), BeginRound()])


class LastUpgrades(Window, frozen=True, tag="end_of_round_window"):
    """R-CG-70: before the saucers are placed."""

    timing: ClassVar[str] = "end_of_round"
    rule: ClassVar[str] = "R-CG-70"


class MoveProbe(CGStep, frozen=True, tag="move_probe"):
    """R-CG-72, R-CG-73: the probe goes to the fewest seated crew, of those the latest in the order; tokens return."""

    def run(self, s: State) -> None:
        order = s.now.order
        last = {seat: index for index, seat in enumerate(order)}
        seat = min(s.world.seats, key=lambda one: (seated(s, one), -last[one]))
        if seat != s.now.probe:
            tell(s, T("{seat} has the fewest seated crew.", seat=s.world.called(f"seat:{seat}")), rule="R-CG-72")
        set_probe(s, seat, "R-CG-72")
        for name, saucer in s.now.saucers.items():
            if saucer.override:
                saucer.override = False
                remove(s, "token:override", mat(name), rule="R-CG-27")


# A turn: placing, upgrades, the card and the boost (R-CG-29 to R-CG-38).

CARD_RULES = {"2": "R-CG-33", "3": "R-CG-34", NUMBER_CARD: "R-CG-35"}


class StartTurn(CGStep, frozen=True, tag="begin_turn"):
    """R-CG-29: the turn at this position in the order of the round."""

    index: int

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.used, now.fresh = "turn", [], []
        now.turn = CrashTurn(now.order[self.index], self.index)
        s.agenda.append(ChooseSaucer())


class ChooseSaucer(ForcedStep[State], frozen=True, tag="choose_saucer"):
    """R-CG-26: with two players, the first turn of a round chooses a saucer; the second is the other one's."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(turn(s).who, "R-CG-26", "saucer")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.SaucerChoice(saucer) for saucer in s.world.saucers_of[turn(s).who] if saucer not in s.now.moved]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.SaucerChoice)
        now, saucer = turn(s), answer.saucer
        now.saucer = saucer
        s.now.moved = [*s.now.moved, saucer]
        placed = PlaceByDie(f"saucer:{saucer}", now.who, "R-CG-30", saucer)
        s.agenda += reversed([placed, StartOfTurn(saucer), PlayCard(), OfferBoost(), BeginCleanup()])


class PlayCard(ListedStep[State], frozen=True, tag="play_card"):
    """R-CG-33 to R-CG-35: the chosen card; not for a saucer off the board."""

    def asks(self, s: State) -> bool:
        return s.now.saucers[active(s)[1]].at is not None

    def ask(self, s: State) -> SaucerAsk:
        who, saucer = active(s)
        return SaucerAsk(who, "R-CG-29", "card", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return ONLY_CARDS if s.world.light else moves(tuple(s.world.pack.directions), most_named(s))

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.CardMove)
        saucer = active(s)[1]
        rule = CARD_RULES[answer.card]
        gain(s, saucer, *bonus(s, saucer, answer.card), rule)
        if s.world.light:
            s.agenda.append(ReportMove())
            return
        distance = int(answer.card) if answer.distance is UNSET else answer.distance
        turn(s).distance = distance
        s.now.directions = 0
        if answer.dir is not UNSET:
            s.agenda.append(Go(saucer, answer.dir, distance, distance))


ONLY_CARDS = tuple(map(say.CardMove, CARDS))
"""The cards without directions, for light mode."""


@cache
def moves(directions: Sequence[str], most: int) -> Sequence[say.CardMove]:
    """Every card in every direction; 0-5 names up to ``most``, and 0 has no direction."""
    fixed = [say.CardMove(card, direction) for card in CARDS if card != NUMBER_CARD for direction in directions]
    named = [say.CardMove(NUMBER_CARD, direction, n) for n in range(1, most + 1) for direction in directions]
    return (*fixed, say.CardMove(NUMBER_CARD, distance=0), *named)


def most_named(s: State) -> int:
    """The largest number for the card 0-5."""
    ranges = passive(s, active(s)[1], Range)
    return max((effect.max for effect in ranges if isinstance(effect, Range)), default=MOST_NAMED)


def bonus(s: State, saucer: str, card: str) -> tuple[int, int]:
    """R-CG-24: the energy and boosters of a card, upgrades included."""
    energy, boosters = (1 if card == "3" else 0), (1 if card == "2" else 0)
    for effect in passive(s, saucer, CardBonus):
        if isinstance(effect, CardBonus) and effect.card == card:
            energy += effect.energy
            boosters += effect.boosters
    return energy, boosters


class OfferBoost(ListedStep[State], frozen=True, tag="boost"):
    """R-CG-36 to R-CG-38: a booster for the same number of squares again, in any direction."""

    def asks(self, s: State) -> bool:
        here = s.now.saucers[active(s)[1]]
        open_ = s.world.options.many_boosts or turn(s).boosts == 0
        return here.at is not None and here.boosters > 0 and open_

    def ask(self, s: State) -> BoostAsk:
        who, saucer = active(s)
        return BoostAsk(who, "R-CG-36", "boost", saucer=saucer, distance=turn(s).distance)

    def legal(self, s: State) -> Sequence[Answer]:
        if not turn(s).distance:
            return [say.SpendBooster(), say.Decline()]
        return [*map(say.SpendBooster, s.world.pack.directions), say.Decline()]

    def take(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.SpendBooster):
            return
        now, saucer = turn(s), active(s)[1]
        pay(s, saucer, 0, 1, "R-CG-36")
        now.boosts += 1
        s.now.directions = 0
        s.agenda.append(self)
        if s.world.light:
            s.agenda.append(ReportMove())
        elif answer.dir is not UNSET and now.distance:
            s.agenda.append(Go(saucer, answer.dir, now.distance, now.distance))
