"""Light mode: the table reports what happened in a move (wire/crash.md, "Light")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.answers import Answer
from companion.core.steps.listed import ListedStep
from companion.games.crash import answers as say
from companion.games.crash.asks import SaucerAsk
from companion.games.crash.rules.hands import crash, hand_over, pick_up
from companion.games.crash.rules.passing import RULE, exchangeable
from companion.games.crash.state import State, active
from companion.games.crash.world import colour_of


class Report(ListedStep[State], frozen=True, tag="report"):
    """R-CG-39: what happened in the move, one thing after the other."""

    def asks(self, s: State) -> bool:
        return True

    def ask(self, s: State) -> SaucerAsk:
        who, saucer = active(s)
        return SaucerAsk(who, "R-CG-39", "report", saucer=saucer)

    def legal(self, s: State) -> Sequence[Answer]:
        return [*self._happened(s), say.Done()]

    def _happened(self, s: State) -> Iterator[Answer]:
        there = [name for name, saucer in s.now.saucers.items() if saucer.at is not None]
        for saucer in there:
            yield from (say.Picked(saucer, crew) for crew in s.now.out)
            yield say.Crashed(saucer)
        for pair in s.world.saucers_of.values():
            if s.world.pair and set(pair) <= set(there):
                yield from map(say.Take, exchangeable(s, pair[0]))

    def take(self, s: State, answer: Answer) -> None:
        if isinstance(answer, say.Done):
            return
        s.agenda.append(self)
        if isinstance(answer, say.Picked):
            pick_up(s, answer.saucer, answer.crew)
        elif isinstance(answer, say.Crashed):
            crash(s, answer.saucer)
        elif isinstance(answer, say.Take):
            hand_over(s, answer.crew, colour_of(answer.crew), RULE)
