"""A verb of the turn: what may be said with it now, what is refused, what it does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from companion.core.answers import Answer
from companion.games.newyork.state import State

A = TypeVar("A", bound=Answer)


class Verb(Generic[A]):
    """One thing that whoever plays can do. ``do`` is called only after ``check`` has let the answer pass."""

    def options(self, s: State) -> Iterable[Answer]:
        """The answers to list (wire section 5)."""
        raise NotImplementedError

    def check(self, s: State, answer: A) -> None:
        """Raise ``Refused`` with the rule that says no, or let it pass."""
        raise NotImplementedError

    def do(self, s: State, answer: A) -> None:
        """Do it."""
        raise NotImplementedError
