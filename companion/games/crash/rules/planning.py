"""The planning of a round, its order, and its end (R-CG-21 to R-CG-28, R-CG-70 to R-CG-73)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.core.answers import Answer, Roll
from companion.core.asks import ChooseAsk, RollAsk
from companion.core.refusals import not_this
from companion.core.steps.listed import ListedStep
from companion.core.texts import T, listed
from companion.core.todo import place, remove, tell
from companion.games.crash import answers as say
from companion.games.crash.rules.hands import mat, set_probe
from companion.games.crash.rules.placing import PlaceByDie
from companion.games.crash.rules.turns import BeginTurn
from companion.games.crash.rules.windows import Window
from companion.games.crash.state import CGStep, State, seated
from companion.games.crash.words import COUNTER, OVERRIDES

DIE = "rotation"


class StartRound(CGStep, frozen=True, tag="start_round"):
    """R-CG-21, R-CG-22: a new round; all choose a card and a direction in secret."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.round, now.rotation = "planning", now.round + 1, None
        now.order, now.moved, now.used = [], [], []
        rotation: list[CGStep] = [] if s.world.pair else [RollRotation()]
        s.agenda += reversed([Ready(), *rotation, SetOrder()])


class Ready(ListedStep[State], frozen=True, tag="ready"):
    """R-CG-22: the table says when all have chosen."""

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(None, "R-CG-22", "ready")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Ready()]

    def take(self, s: State, answer: Answer) -> None:
        """Continue the round."""


class RollRotation(CGStep, frozen=True, tag="roll_rotation"):
    """R-CG-25: the direction of this round; then upgrades may be used."""

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> RollAsk:
        return RollAsk(s.now.probe, "R-CG-25", [DIE])

    def legal(self, s: State) -> None:
        return None

    def play(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, Roll) or answer.faces.keys() != {DIE}:
            raise not_this("R-CG-25")
        s.now.rotation = str(answer.faces[DIE])
        s.agenda += [Planning(saucer) for saucer in reversed(s.world.saucers_from(s.now.probe))]


class Planning(Window, frozen=True, tag="planning_window"):
    """R-CG-25: after the rotation die."""

    timing: ClassVar[str] = "planning"
    rule: ClassVar[str] = "R-CG-25"


class SetOrder(CGStep, frozen=True, tag="set_order"):
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
        s.agenda += reversed([*map(BeginTurn, range(len(s.now.order))), EndRound()])


class EndRound(CGStep, frozen=True, tag="end_round"):
    """R-CG-70, R-CG-71: last upgrades, then saucers off the board are placed, always clockwise."""

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.turn, now.used, now.fresh = "end_of_round", None, [], []
        saucers = s.world.saucers_from(now.order[0])
        placing = [PlaceByDie(f"saucer:{one}", s.world.seat_of[one], "R-CG-71", one) for one in saucers]
        s.agenda += reversed([*map(LastUpgrades, saucers), *placing, MoveProbe(), StartRound()])


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
