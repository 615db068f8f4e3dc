"""Automatic players, for demonstrations, simulations and benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.asks import Over
from companion.core.rules import Rules
from companion.core.state import State
from companion.core.texts import T, Words

S = TypeVar("S", bound=State[Any, Any])


class Figure(Struct, frozen=True):
    """A number of a finished game, for comparing many games."""

    name: Words
    value: float
    share: bool = False
    """True if it is shown in per cent."""


class Player(Generic[S]):
    """The sensible player of a game, and the figures of a finished one. By default it plays at random."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules

    def advise(self, state: S, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """A sensible answer to a decision.

        ``luck`` returns numbers from 0 to below 1, like ``random.Random().random``.
        """
        return legal[int(luck() * len(legal))]

    def figures(self, state: S) -> list[Figure]:
        """The figures of a finished game: always the same ones in the same order."""
        ask = self.rules.ask(state)
        result = ask.result if isinstance(ask, Over) else {}
        won = Figure(T("won"), result.get("outcome") == "win" or result.get("winner") is not None, share=True)
        scores = result.get("scores") or {}
        return [won, Figure(T("points of the best"), max(scores.values()))] if scores else [won]

    def revealed(self, state: S) -> Sequence[tuple[str | int, ...]]:
        """The cards of a finished game that came up without being drawn from a deck; by default none.

        Each is a path in the pack, such as ``("scenarios", 0, "cards", 2)``.
        """
        return ()
