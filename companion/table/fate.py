"""Fate: what chance has said once, it says again (R-GEN-09)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.core.answers import Answer, Face, Roll
from companion.core.asks import Ask

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Question:
    """What chance was asked: the ask, and what could come (None for a roll, where the dice say it)."""

    __slots__ = ("_key", "ask", "outcomes")

    def __init__(self, ask: Ask, outcomes: Sequence[Answer] | None) -> None:
        self.ask = ask
        self.outcomes = outcomes
        self._key: bytes | None = None

    @property
    def key(self) -> bytes:
        """The same for two questions exactly if ask, asker, rule and possible outcomes are the same."""
        # Most games are played without undo: only then is the key worth its time.
        if self._key is None:
            self._key = _encode((self.ask, self.outcomes))
        return self._key


class Fate:
    """The outcomes that an undo has put aside, by question, those to come first in front.

    It follows from the log alone: an undo puts the outcomes that it takes back in front of their queues, and
    every answer to a chance question takes one off its queue, whoever gives it: itself if it waits there, else the
    first one.
    """

    def __init__(self) -> None:
        self._queues: dict[bytes, deque[Answer]] = {}

    def copy(self) -> Fate:
        """An independent one that foretells the same."""
        other = Fate()
        other._queues = {key: queue.copy() for key, queue in self._queues.items()}
        return other

    def put_aside(self, outcomes: Iterable[tuple[Question, Answer]]) -> None:
        """Keep outcomes that were taken back; they come in the order in which they happened."""
        for question, answer in reversed(list(outcomes)):
            self._queues.setdefault(question.key, deque()).appendleft(answer)

    def foretold(self, question: Question, known: Mapping[str, Face] | None = None) -> Answer | None:
        """What the dealer must say now; None where it is free. Of a roll some faces may be ``known`` already."""
        if not self._queues:
            return None
        queue = self._queues.get(question.key, ())
        return next((answer for answer in queue if known is None or _agrees(answer, known)), None)

    def fulfil(self, question: Question, answer: Answer) -> None:
        """Chance has been answered: what was foretold for this question is used up."""
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
