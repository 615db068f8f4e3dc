"""Collects the finished games of all tables from the broker into one journal, each exactly once.

The broker retains every game, so nothing is lost while no collector runs, and any number of collectors may run, also
with copies of one journal. A game that comes again, or on a second topic, is recognised by its id.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.club import messages
from companion.club.link import BrokerLink, short_id
from companion.club.messages import FinishedMessage, UnreadableMessage
from companion.club.settings import Club
from companion.core.texts import P, T, Text
from companion.journal import JournalError
from companion.table.result import GameResult

if TYPE_CHECKING:
    from companion.journal import Journal

TRIES = 2
"""Attempts after which ``all_there`` gives up."""
QUIET = 1.5
"""Seconds without a message after which everything has arrived."""


class Collector:
    """Adds games to ``journal``.

    ``tell`` gets a sentence for each game collected or ignored, and for each change of the connection; it is called in
    the thread of the link.
    """

    def __init__(self, club: Club, journal: Journal, tell: Callable[[Text], None]) -> None:
        self.club = club
        self._journal = journal
        self._tell = tell
        self.counted: Counter[str] = Counter()
        """The number of games that were ``new``, ``known``, or ``strange``: unreadable."""
        self._trouble: Text | str | None = ""
        self._connected = threading.Event()
        self._latest = 0.0
        self._link = BrokerLink(club, f"collect-{short_id()}", self)

    def start(self) -> None:
        self._link.start()

    def close(self) -> None:
        self._link.close()

    def all_there(self, patience: float) -> bool:
        """Wait until everything at the broker is collected.

        False if the broker was not there within ``patience`` seconds, or ``TRIES`` attempts failed.
        """
        until = time.monotonic() + patience
        while not self._connected.wait(0.1):
            if time.monotonic() > until or self._link.attempts >= TRIES:
                return False
        while (left := self._latest + QUIET - time.monotonic()) > 0 and self._link.there:
            time.sleep(left)
        return self._link.there

    def look(self) -> None:
        """Report a change of the connection; call it now and then."""
        trouble = self._link.problem
        if trouble != self._trouble and (self._link.attempts or self._link.there):
            self._trouble = trouble
            self._tell(trouble or T("{broker} is there.", broker=self.club.broker))

    # For the link, in its thread.

    def up(self, link: BrokerLink) -> None:
        """Subscribe; all retained games come again, and known ones are ignored."""
        link.subscribe([messages.finished("+", "+", self.club.prefix)])
        self._latest = time.monotonic()
        self._connected.set()

    def work(self, link: BrokerLink) -> None:
        """Nothing to publish."""

    def heard(self, topic: str, payload: bytes, retained: bool) -> None:
        """Add a game. One that cannot be saved now is not acknowledged, and so comes again."""
        self._latest = time.monotonic()
        part = messages.part_of(topic, self.club.prefix)
        if part is None or not payload:
            return
        try:
            result = messages.decode(payload, FinishedMessage, topic).result
            if result.id != part.uuid or not result.table_id:
                raise UnreadableMessage(
                    T("What stands on {topic} is not from a table, and is passed over.", topic=topic)
                )
        except UnreadableMessage as no:
            self.counted["strange"] += 1
            self._tell(no.text)
            return
        try:
            new = self._journal.results.add(result)
        except JournalError as no:
            self._tell(no.text)
            raise OSError(str(no)) from no
        self.counted["new" if new else "known"] += 1
        if new:
            self._tell(_line(result))


def _line(result: GameResult) -> Text:
    return T("{table}: {game}, ended {moment}.", table=result.table, game=dict(result.title), moment=_moment(result))


def _moment(result: GameResult) -> str:
    return result.ended[:16].replace("T", " ")


def summary(counted: Counter[str]) -> Text:
    """A sentence about what was collected."""
    new = P("{n} game was new.", "{n} games were new.", counted["new"])
    known = P("{n} was here already.", "{n} were here already.", counted["known"])
    return T("{new} {known}", new=new, known=known)
