"""Finished games of all tables, gathered from the broker into one journal, each exactly once.

The broker retains every game, so nothing is lost while nobody collects, and any number of collectors may run, also with
copies of one journal. What comes a second time, or at a second topic, is known by its id.
"""

from __future__ import annotations

import logging
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

logger = logging.getLogger(__name__)

TRIES = 2
"""After so many attempts a broker is not there, for who does not want to wait."""
QUIET = 1.5
"""Seconds without a message after which all that was there has come."""


class Collector:
    """Takes what comes into ``journal``. ``tell`` hears in a sentence what was collected or passed over, and why the
    broker is not there; it is called in the thread of the link."""

    def __init__(self, club: Club, journal: Journal, tell: Callable[[Text], None]) -> None:
        self.club = club
        self._journal = journal
        self._tell = tell
        self.counted: Counter[str] = Counter()
        """How many games were ``new``, ``known``, or ``strange``: not what their topic holds."""
        self._trouble: Text | str | None = ""
        self._heard = threading.Event()
        self._latest = 0.0
        self._link = BrokerLink(club, f"collect-{short_id()}", self)

    def start(self) -> None:
        """Begin, and return at once."""
        self._link.start()

    def close(self) -> None:
        """Stop; what comes from now on waits at the broker."""
        self._link.close()

    def all_there(self, patience: float) -> bool:
        """Wait until what the broker has is collected; False if it was not there within ``patience`` seconds, or has
        not let us in twice."""
        until = time.monotonic() + patience
        while not self._heard.wait(0.1):
            if time.monotonic() > until or self._link.attempts >= TRIES:
                return False
        while (left := self._latest + QUIET - time.monotonic()) > 0 and self._link.there:
            time.sleep(left)
        return self._link.there

    @property
    def trouble(self) -> Text | None:
        """Why the broker is not there, or refuses something; None while all is well."""
        return self._link.trouble or self._link.refusal

    def look(self) -> None:
        """Say what has changed about the broker; to be called now and then."""
        trouble = self.trouble
        if trouble != self._trouble and (self._link.attempts or self._link.there):
            self._trouble = trouble
            self._tell(trouble or T("{broker} is there.", broker=self.club.broker))

    # For the link, in its thread.

    def up(self, link: BrokerLink) -> None:
        """All that is retained comes once more: what is known already is passed over."""
        link.subscribe([messages.finished("+", "+", self.club.prefix)])
        self._latest = time.monotonic()
        self._heard.set()

    def work(self, link: BrokerLink) -> None:
        """There is nothing to say."""

    def heard(self, topic: str, payload: bytes, retained: bool) -> None:
        """A game has ended. One that cannot be written now is not acknowledged, and so comes again."""
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
            self._tell(_said(result))


def _said(result: GameResult) -> Text:
    return T("{table}: {game}, ended {moment}.", table=result.table, game=dict(result.title), moment=_moment(result))


def _moment(result: GameResult) -> str:
    return result.ended[:16].replace("T", " ")


def summary(counted: Counter[str]) -> Text:
    """What was done, in a sentence."""
    new = P("{n} game was new.", "{n} games were new.", counted["new"])
    known = P("{n} was here already.", "{n} were here already.", counted["known"])
    return T("{new} {known}", new=new, known=known)
