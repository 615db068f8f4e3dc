"""Steps and the agenda: how a rulebook is written.

The agenda is a stack. Its top step either asks, and then waits for the answer, or it does not, and then it runs
by itself. A step that plays or runs has been taken off the agenda; what it causes goes on top, and if it is not
finished it puts itself back first. So what a thing causes is done completely before what was waiting goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.asks import Ask
from companion.core.content.learning import Told, Untold

S = TypeVar("S")


class GameEnded(Exception):
    """The end of the game: it stops everything at once, however deep in the agenda it happens."""


class Step(Struct, Generic[S], frozen=True, tag_field="step"):
    """A small piece of rules that asks one thing and handles its answer, or runs without asking."""

    def asks(self, s: S) -> bool:
        """True when there is something to ask now; worked out anew each time, without changing anything."""
        return False

    def ask(self, s: S) -> Ask:
        """The question. Called only when ``asks`` is true."""
        raise NotImplementedError

    def legal(self, s: S) -> Sequence[Answer] | None:
        """All answers that are allowed; None for a roll."""
        raise NotImplementedError

    def odds(self, s: S) -> list[float] | None:
        """The chance of each legal answer in the same order; None where people decide."""
        return None

    def play(self, s: S, answer: Answer) -> None:
        """Take the answer, or raise ``Refused`` before anything has changed."""
        raise NotImplementedError

    def kept(self, s: S, answer: Answer) -> dict[Any, Any]:
        """What of ``State.parts`` still holds once ``answer`` has been played: by default nothing."""
        return {}

    def tells(self, s: S, answer: Answer) -> Told | None:
        """What ``answer`` says, before it is played, that a box known in part can keep: by default nothing."""
        return None

    def untold(self, s: S) -> Untold | None:
        """What of the box this question lets people tell as a whole: by default nothing."""
        return None

    def run(self, s: S) -> None:
        """Do what happens when there is nothing to ask. By default nothing: the step is over."""
