"""Steps that accept exactly the answers they list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NoReturn, TypeVar

from companion.core.answers import Answer
from companion.core.refusals import not_this
from companion.core.state import State
from companion.core.steps.agenda import Step

S = TypeVar("S", bound=State[Any, Any])


class ListedStep(Step[S], Generic[S], frozen=True):
    """A step that accepts the answers it lists and refuses all others with the rule that asks."""

    def legal(self, s: S) -> Sequence[Answer]:
        raise NotImplementedError

    def play(self, s: S, answer: Answer) -> None:
        if answer not in (s.listed(self) or ()):
            self.refuse(s, answer)
        self.take(s, answer)

    def refuse(self, s: S, answer: Answer) -> NoReturn:
        """Raise ``Refused`` with the reason why this answer is not listed."""
        raise not_this(self.ask(s).rule)

    def take(self, s: S, answer: Answer) -> None:
        """Apply the answer, which is one of those listed."""
        raise NotImplementedError


class ForcedStep(ListedStep[S], Generic[S], frozen=True):
    """A step that asks only if there are several answers; a single one is applied without asking."""

    def asks(self, s: S) -> bool:
        return len(s.listed(self) or ()) > 1

    def run(self, s: S) -> None:
        for answer in s.listed(self) or ():
            self.take(s, answer)
