"""A turn: placing, upgrades, the card and the boost (R-CG-29 to R-CG-38)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import UNSET

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.steps.listed import ForcedStep, ListedStep
from companion.games.crash import answers as say
from companion.games.crash.asks import BoostAsk, SaucerAsk
from companion.games.crash.content.effect_data import CardBonus, Range
from companion.games.crash.rules.cleanup import BeginCleanup
from companion.games.crash.rules.hands import gain, pay
from companion.games.crash.rules.movement import Go
from companion.games.crash.rules.own_turn import StartOfTurn
from companion.games.crash.rules.placing import PlaceByDie
from companion.games.crash.rules.reporting import Report
from companion.games.crash.rules.windows import passive
from companion.games.crash.state import CGStep, State, Turn, active, turn
from companion.games.crash.words import CARDS, MOST_NAMED, NUMBER_CARD

RULES = {"2": "R-CG-33", "3": "R-CG-34", NUMBER_CARD: "R-CG-35"}


class BeginTurn(CGStep, frozen=True, tag="begin_turn"):
    """R-CG-29: the turn at this position in the order of the round."""

    index: int

    def run(self, s: State) -> None:
        now = s.now
        now.phase, now.used, now.fresh = "turn", [], []
        now.turn = Turn(now.order[self.index], self.index)
        s.agenda.append(ChooseSaucer())


class ChooseSaucer(ForcedStep[State], frozen=True, tag="choose_saucer"):
    """R-CG-26: with two players, the first turn of a round chooses a saucer; the second is the other one's."""

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(turn(s).who, "R-CG-26", "saucer")

    def legal(self, s: State) -> Sequence[Answer]:
        return [say.Saucer(saucer) for saucer in s.world.saucers_of[turn(s).who] if saucer not in s.now.moved]

    def take(self, s: State, answer: Answer) -> None:
        assert isinstance(answer, say.Saucer)
        now, saucer = turn(s), answer.saucer
        now.saucer = saucer
        s.now.moved = [*s.now.moved, saucer]
        placed = PlaceByDie(f"saucer:{saucer}", now.who, "R-CG-30", saucer)
        s.agenda += reversed([placed, StartOfTurn(saucer), PlayCard(), Boost(), BeginCleanup()])


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
        assert isinstance(answer, say.Move)
        saucer = active(s)[1]
        rule = RULES[answer.card]
        gain(s, saucer, *bonus(s, saucer, answer.card), rule)
        if s.world.light:
            s.agenda.append(Report())
            return
        distance = int(answer.card) if answer.distance is UNSET else answer.distance
        turn(s).distance = distance
        s.now.directions = 0
        if answer.dir is not UNSET:
            s.agenda.append(Go(saucer, answer.dir, distance, distance))


ONLY_CARDS = tuple(map(say.Move, CARDS))
"""The cards without directions, for light mode."""


@cache
def moves(directions: Sequence[str], most: int) -> Sequence[say.Move]:
    """Every card in every direction; 0-5 names up to ``most``, and 0 has no direction."""
    fixed = [say.Move(card, direction) for card in CARDS if card != NUMBER_CARD for direction in directions]
    named = [say.Move(NUMBER_CARD, direction, n) for n in range(1, most + 1) for direction in directions]
    return (*fixed, say.Move(NUMBER_CARD, distance=0), *named)


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


class Boost(ListedStep[State], frozen=True, tag="boost"):
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
            return [say.Boost(), say.Pass()]
        return [*map(say.Boost, s.world.pack.directions), say.Pass()]

    def take(self, s: State, answer: Answer) -> None:
        if not isinstance(answer, say.Boost):
            return
        now, saucer = turn(s), active(s)[1]
        pay(s, saucer, 0, 1, "R-CG-36")
        now.boosts += 1
        s.now.directions = 0
        s.agenda.append(self)
        if s.world.light:
            s.agenda.append(Report())
        elif answer.dir is not UNSET and now.distance:
            s.agenda.append(Go(saucer, answer.dir, now.distance, now.distance))
