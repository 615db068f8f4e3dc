"""Steps and the agenda.

The agenda is a stack. Its top step either asks and waits for an answer, or runs at once. It is popped before it plays
or runs; it pushes the steps that follow from it, after pushing itself again if it is not finished. So all consequences
are done before the steps below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.learning import LearnedFields, UnknownRow

S = TypeVar("S")


class GameEnded(Exception):
    """Ends the game at once, from anywhere in the agenda."""


class Step(Struct, Generic[S], frozen=True, tag_field="step"):
    """A unit of rules that asks one question and handles its answer, or runs without asking."""

    together: ClassVar[bool] = False
    """True if it asks its ``seat`` what all seats say at the same time: steps of its kind follow for the others."""

    def asks(self, s: S) -> bool:
        """True if there is something to ask now; computed each time, without side effects."""
        return False

    def ask(self, s: S) -> Ask:
        """The question. Called only when ``asks`` is true."""
        raise NotImplementedError

    def legal(self, s: S) -> Sequence[Answer] | None:
        """The legal answers; None for a roll."""
        raise NotImplementedError

    def odds(self, s: S) -> list[float] | None:
        """The probability of each legal answer, in order; None if people decide."""
        return None

    def play(self, s: S, answer: Answer) -> None:
        """Apply the answer, or raise ``Refused`` before anything has changed."""
        raise NotImplementedError

    def kept(self, s: S, answer: Answer) -> dict[Any, Any]:
        """The entries of ``State.parts`` that stay valid after ``answer``: by default none."""
        return {}

    def learned_from(self, s: S, answer: Answer) -> LearnedFields | None:
        """What a partly known box can learn from ``answer``, before it is played: by default nothing."""
        return None

    def unknown_row(self, s: S) -> UnknownRow | None:
        """The row of the box that people can enter as a whole at this question: by default none."""
        return None

    def run(self, s: S) -> None:
        """Called when there is nothing to ask. By default the step just ends."""
