"""Questions whose answers are exactly those that are listed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.answers import Answer
from companion.core.refusals import not_this
from companion.core.steps import Step
from companion.games.crash.state import State


class ListedStep(Step[State], frozen=True):
    """A step that takes what it lists and refuses all else with the rule that asks."""

    def legal(self, s: State) -> Sequence[Answer]:
        raise NotImplementedError

    def play(self, s: State, answer: Answer) -> None:
        if answer not in self.legal(s):
            raise not_this(self.ask(s).rule)
        self.take(s, answer)

    def take(self, s: State, answer: Answer) -> None:
        """Do what the answer says; it is one of those listed."""
        raise NotImplementedError
