"""Passing crew between the two saucers of a player (R-CG-56)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.steps.listed import ListedStep
from companion.games.crash import answers as say
from companion.games.crash.asks import SaucerAsk
from companion.games.crash.rules.hands import hand_over
from companion.games.crash.state import State
from companion.games.crash.world import colour_of

RULE = "R-CG-56"


def exchangeable(s: State, saucer: str) -> list[str]:
    """The crew aboard the player's other saucer; empty with more than two players."""
    pair = s.world.saucers_of[s.world.seat_of[saucer]]
    return [
        crew for one in pair for crew in s.now.saucers[one].crew if colour_of(crew) != one and colour_of(crew) in pair
    ]


class PassCrew(ListedStep[State], frozen=True, tag="pass_crew"):
    """R-CG-56: next to each other, both may take the crew of their colour, one after the other."""

    saucer: str

    def asks(self, s: State) -> bool:
        return s.world.pair and self._side_by_side(s) and bool(exchangeable(s, self.saucer))

    def ask(self, s: State) -> SaucerAsk:
        return SaucerAsk(s.world.seat_of[self.saucer], RULE, "pass_crew", saucer=self.saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [*map(say.Take, exchangeable(s, self.saucer)), say.Pass()]

    def take(self, s: State, answer: Answer) -> None:
        if isinstance(answer, say.Take):
            s.agenda.append(self)
            hand_over(s, answer.crew, colour_of(answer.crew), RULE)

    def _side_by_side(self, s: State) -> bool:
        twin = s.world.twin(self.saucer)
        here = s.now.saucers[self.saucer].at
        there = None if twin is None else s.now.saucers[twin].at
        return here is not None and there is not None and there in s.world.beside[here]
