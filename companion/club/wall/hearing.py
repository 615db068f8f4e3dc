"""What the wall hears from the broker, and the one thing that it says: that somebody comes."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from companion.club.link import Link, short_id
from companion.club.settings import Club
from companion.club.topics import Answered, encode, help_answer
from companion.core.texts import Text

MOST_WAITING = 5000
"""So many messages can wait to be read; more wait in the broker."""
PATIENCE = 5.0
"""Seconds for which one too many is held back before it is let go: the same table soon speaks again."""


class Message(NamedTuple):
    """One message, ``at`` in seconds of a clock that only runs forward; ``retained``: it had been published before."""

    topic: str
    payload: bytes
    retained: bool
    at: float


class Hearing:
    """Listens to all tables of a club until it is closed."""

    def __init__(self, club: Club) -> None:
        self._prefix = club.prefix
        self._heard: queue.Queue[Message] = queue.Queue(MOST_WAITING)
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._link = Link(club, f"wall-{short_id()}", self)
        self._link.start()

    @property
    def trouble(self) -> Text | None:
        """Why the broker is not there, or what it refuses; None while all is well."""
        return self._link.trouble or self._link.refusal

    def messages(self) -> Iterator[Message]:
        """What has come since, the oldest first; ends when nothing waits."""
        with suppress(queue.Empty):
            while True:
                yield self._heard.get_nowait()

    def come(self, table: str) -> None:
        """Tell a table that somebody comes; any thread, returns at once."""
        self._answers.put(table)
        self._link.wake()

    def close(self) -> None:
        """Nothing is heard any more."""
        self._link.close()

    # In the thread of the link.

    def up(self, link: Link) -> None:
        link.subscribe([f"{self._prefix}/+/{topic}" for topic in ("online", "state", "finished/+")])

    def heard(self, topic: str, payload: bytes, retained: bool) -> None:
        with suppress(queue.Full):
            self._heard.put(Message(topic, payload, retained, time.monotonic()), timeout=PATIENCE)

    def work(self, link: Link) -> None:
        with suppress(queue.Empty):
            while True:
                link.tell(help_answer(self._answers.get_nowait(), self._prefix), encode(Answered()))

    def taken(self) -> str | None:
        return f"wall-{short_id()}"
