"""Playing a turn: everything the active player can do (RULES 1.7 to 1.9, wire section 4)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.answers import Answer
from companion.core.asks import ChooseAsk
from companion.core.steps.listed import Verbs, VerbStep
from companion.games.newyork.answers import (
    Collect,
    End,
    Evade,
    Extra,
    Face,
    Fight,
    Fulfil,
    Give,
    Reroll,
    Ride,
    Skill,
    Take,
    Use,
    Walk,
)
from companion.games.newyork.effects.people import Wounds
from companion.games.newyork.rules.items import Using
from companion.games.newyork.rules.skills import Skills
from companion.games.newyork.rules.tasks import Fulfilling
from companion.games.newyork.state import NYVerb, State, here, turn, undealt
from companion.games.newyork.turn.gathering import Collecting, Giving, Taking
from companion.games.newyork.turn.meeting import Evading, Facing, Fighting
from companion.games.newyork.turn.moving import ExtraStep, Riding, Stepping
from companion.games.newyork.turn.rolls import Rerolling


class Ending(NYVerb[End]):
    """R-NYC-76, R-NYC-80: the turn ends; undealt mafia here wounds, once for each token."""

    def options(self, s: State) -> Iterable[Answer]:
        return [End()]

    def check(self, s: State, answer: End) -> None:
        return

    def do(self, s: State, answer: End) -> None:
        s.agenda.pop()
        square = here(s)
        wounds = s.now.mafia[square] if undealt(s, square) else 0
        turn(s).step = "wounds"
        s.agenda.append(Wounds(turn(s).seat, wounds, "R-NYC-81"))


VERBS: Verbs[State] = {
    Walk: Stepping(),
    Extra: ExtraStep(),
    Ride: Riding(),
    Reroll: Rerolling(),
    Collect: Collecting(),
    Take: Taking(),
    Fight: Fighting(),
    Face: Facing(),
    Evade: Evading(),
    Give: Giving(),
    Skill: Skills(),
    Use: Using(),
    Fulfil: Fulfilling(),
    End: Ending(),
}


class Play(VerbStep[State], frozen=True, tag="play"):
    """R-NYC-43, R-NYC-82: actions, spending and free actions in any mix, until the turn is ended."""

    seat: str

    def ask(self, s: State) -> ChooseAsk:
        return ChooseAsk(self.seat, "R-NYC-43", "play")

    def verbs(self, s: State) -> Verbs[State]:
        return VERBS
