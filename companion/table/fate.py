"""Fate: the same chance question gets the same outcome again after an undo (R-GEN-09)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Question:
    """A chance ask and its possible outcomes; None for a roll, whose dice define them."""

    __slots__ = ("_key", "ask", "outcomes")

    def __init__(self, ask: Ask, outcomes: Sequence[Answer] | None) -> None:
        self.ask = ask
        self.outcomes = outcomes
        self._key: bytes | None = None

    @property
    def key(self) -> bytes:
        """Equal exactly if ask, asker, rule and possible outcomes are equal."""
        # Computed lazily, since only games with an undo need it.
        if self._key is None:
            self._key = _encode((self.ask, self.outcomes))
        return self._key


class Fate:
    """The outcomes of undone chance, queued by question.

    It is a function of the log alone. An undo puts its outcomes at the front of their queues. Every answer to a chance
    question removes one from its queue: itself if it is there, else the first.
    """

    def __init__(self) -> None:
        self._queues: dict[bytes, deque[Answer]] = {}

    def copy(self) -> Fate:
        """An independent copy."""
        other = Fate()
        other._queues = {key: queue.copy() for key, queue in self._queues.items()}
        return other

    def put_aside(self, outcomes: Iterable[tuple[Question, Answer]]) -> None:
        """Queue undone outcomes, given in the order in which they happened."""
        for question, answer in reversed(list(outcomes)):
            self._queues.setdefault(question.key, deque()).appendleft(answer)

    def predetermined(self, question: Question, known: Mapping[str, Face] | None = None) -> Answer | None:
        """The outcome the dealer must give; None if it is free. For a roll, some faces may already be ``known``."""
        if not self._queues:
            return None
        queue = self._queues.get(question.key, ())
        return next((answer for answer in queue if known is None or _agrees(answer, known)), None)

    def consume(self, question: Question, answer: Answer) -> None:
        """Remove the used outcome of a question that was answered."""
        if not self._queues:
            return
        queue = self._queues.get(question.key)
        if queue:
            if answer in queue:
                queue.remove(answer)
            else:
                queue.popleft()
            if not queue:
                del self._queues[question.key]


def _agrees(answer: Answer, known: Mapping[str, Face]) -> bool:
    return isinstance(answer, Roll) and known.items() <= answer.faces.items()
