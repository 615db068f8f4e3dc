"""Automatic players, for demonstrations, simulations and benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from companion.core.answers import Answer
from companion.core.asks import Over
from companion.core.rules import Rules
from companion.core.state import State
from companion.core.texts import T, Text, Words

S = TypeVar("S", bound=State[Any, Any])


class Figure(Struct, frozen=True):
    """A number of a finished game, for comparing many games."""

    name: Words
    value: float
    share: bool = False
    """True if it is shown in per cent."""


class Player(Generic[S]):
    """The sensible player of a game, and the figures of a finished one. By default it plays at random."""

    apart: ClassVar[Text | None] = None
    """Why the companion plays no seat of this game; None if it does."""
    wants: ClassVar[Mapping[str, str]] = {}
    """Settings of a table at which the companion plays a seat, by key: with them it knows what its seat knows."""
    mistakes: ClassVar[float] = 0.15
    """How often the easy player overlooks the sensible answer: so often that against the sensible one it wins about a
    third of the games of two."""

    def __init__(self, rules: Rules[S]) -> None:
        self.rules = rules

    def advise(self, state: S, legal: Sequence[Answer], luck: Callable[[], float]) -> Answer:
        """A sensible answer to a decision.

        ``luck`` returns numbers from 0 to below 1, like ``random.Random().random``.
        """
        return legal[int(luck() * len(legal))]

    def guess(self, state: S, seat: str, luck: Callable[[], float]) -> S | None:
        """A copy of the state in which what ``seat`` may not see is guessed; None if this game cannot guess it.

        What is guessed must not depend on what is really there: two states that look the same to the seat have the same
        copies with the same ``luck``. By default a plain copy where nothing is secret, else None.
        """
        return None if self.rules.hides(state) else state.copy()

    def is_fixed(self, state: S) -> bool:
        """True if the answer to the open decision was fixed before what happened last, like a card that lies face down;
        by default never."""
        return False

    def laid_ahead(self, state: S) -> Mapping[str, S]:
        """States in which is asked what everybody lays face down before the open question is answered, by a name for
        what lies there; by default none."""
        return {}

    def turned_up(self, state: S, laid: Mapping[str, Answer], legal: Sequence[Answer]) -> Sequence[Answer]:
        """The answers to the open decision that agree with what lies face down (``laid_ahead``); by default all."""
        return legal

    def prospects(self, state: S, since: S) -> dict[str, float] | None:
        """The chance to win of each seat, from 0 to 1, as far as it shows here; None: the game must be played on.

        ``since`` is the position from which a trial game began: short trial games say more than long ones where luck
        is large. By default every trial game is played to its end.
        """
        return None

    def as_told(self, prospects: Mapping[str, float]) -> Mapping[str, float]:
        """The ``prospects`` as people read them: as often as games are won from such positions. Surer ones may tell
        answers apart better. By default the same."""
        return prospects

    def figures(self, state: S) -> list[Figure]:
        """The figures of a finished game: always the same ones in the same order.

        By default whether it was won, or, where players play against each other, whether the first of them has won; and
        the best score.
        """
        ask = self.rules.ask(state)
        result = ask.result if isinstance(ask, Over) else {}
        outcome, winner, scores = result.get("outcome"), result.get("winner"), result.get("scores") or {}
        best = [seat for seat, points in scores.items() if points == max(scores.values())]
        winners = best if winner is None else winner if isinstance(winner, list) else [winner]
        together = outcome in ("win", "loss")
        first = next(iter(self.rules.seats_of(state)), None)
        won = (
            Figure(T("won"), outcome == "win", share=True)
            if together
            else Figure(T("first player won"), first in winners, share=True)
        )
        return [won, Figure(T("points of the best"), max(scores.values()))] if scores else [won]

    def revealed(self, state: S) -> Sequence[tuple[str | int, ...]]:
        """The cards of a finished game that came up without being drawn from a deck; by default none.

        Each is a path in the pack, such as ``("scenarios", 0, "cards", 2)``.
        """
        return ()


def shares(values: Mapping[str, float], scale: float) -> dict[str, float]:
    """Chances to win from the value of each seat's position: ``scale`` is the lead that makes them e to 1 for two."""
    best = max(values.values())
    weights = {seat: exp((value - best) / scale) for seat, value in values.items()}
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}
