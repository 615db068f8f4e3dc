"""Who answers when nobody sits there: for demonstrations, simulations and measurements."""

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
    """A number of a game that has ended, for comparing many games."""

    name: Words
    value: float
    share: bool = False
    """It is meant in per cent."""


class Player(Generic[S]):
    """The sensible player of a game, and the figures of a finished one. By default random, and the result."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules

    def advise(self, state: S, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """What a sensible player would answer to a question that people answer.

        ``luck`` gives numbers from 0 up to 1, as ``random.Random().random`` does.
        """
        return legal[int(luck() * len(legal))]

    def figures(self, state: S) -> list[Figure]:
        """The numbers that many games are compared by, once it has ended: always the same ones in the same order."""
        ask = self.rules.ask(state)
        result = ask.result if isinstance(ask, Over) else {}
        won = Figure(T("won"), result.get("outcome") == "win" or result.get("winner") is not None, share=True)
        scores = result.get("scores") or {}
        return [won, Figure(T("points of the best"), max(scores.values()))] if scores else [won]

    def revealed(self, state: S) -> Sequence[tuple[str | int, ...]]:
        """The cards of the box that came up without being drawn from a deck, once the game has ended: where each stands
        in the pack, as in ``("scenarios", 0, "cards", 2)``. By default none."""
        return ()

    def keep_going(self, state: S) -> list[dict[str, Any]]:
        """The corrections that keep this game from ending soon, for long measurements; none where none are needed."""
        return []
