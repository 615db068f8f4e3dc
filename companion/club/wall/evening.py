"""The wall as it runs: hears the tables, keeps what they tell, and shows it, until it is closed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from itertools import islice

from companion.club.settings import Club
from companion.club.wall.hearing import Hearing
from companion.club.wall.model import STUCK, Wall
from companion.club.wall.pages import Pages
from companion.club.wall.site import Site
from companion.club.wall.tiles import hour
from companion.core.texts import T, Text
from companion.web.serving.listening import Listening

logger = logging.getLogger(__name__)

PORT = 8430
"""Where the wall is looked at, if no other program is there."""
BEAT = 0.2
"""Seconds from one look at what was heard to the next."""
AT_ONCE = 1000
"""So many messages are read before browsers are told."""
SOON = 3.0
"""Seconds for which a broker may be away before anything is said of it."""


class Evening:
    """``addresses`` and ``port`` are where it is looked at, see ``Listening``; ``stuck`` is after how many seconds of
    the same question a table is stuck. ``NoServer`` where it cannot be looked at."""

    def __init__(
        self,
        club: Club,
        addresses: Sequence[str] = (),
        port: int | None = None,
        *,
        stuck: float = STUCK,
        limited: bool = True,
    ) -> None:
        listening = Listening(addresses, port, PORT)
        self.wall = Wall(time.time, prefix=club.prefix, stuck=stuck)
        self.pages = Pages(self.wall, time.time)
        self.site = Site(self.pages, self._come)
        self.hearing = Hearing(club)
        self.home = listening.home
        self._listening = listening
        self._lost: float | None = None
        listening.open(self.site.app, "wall", limited=limited, beside=self._keep_up)

    @property
    def door(self) -> str:
        """The address by which one browser may answer calls for help."""
        return self.home + self.site.door

    def close(self) -> None:
        """Nothing is heard and nothing shown any more."""
        self.site.closing = True
        self._listening.close()
        self.hearing.close()

    # In the thread of the pages.

    def _come(self, table: str) -> None:
        found = self.wall.tables.get(table)
        if found is not None and found.help is not None and not found.awaited:
            found.coming = True
            found.rev += 1
            self.wall.rev += 1
            self.hearing.come(table)

    async def _keep_up(self) -> None:
        told, rev = 0.0, -1
        while not self.site.closing:
            try:
                now = time.monotonic()
                for one in islice(self.hearing.messages(), AT_ONCE):
                    self.wall.hear(one.topic, one.payload, retained=one.retained, now=one.at)
                self.pages.broken = self._broken(now)
                # Once a second also what nobody has told: time passes, pages turn.
                if self.wall.rev != rev or now - told >= 1.0:
                    self.wall.forget(now)
                    self.pages.forget()
                    rev, told = self.wall.rev, now
                    self.site.tell()
            except Exception:
                logger.exception("the wall has stumbled")
            await asyncio.sleep(BEAT)
        self.site.close()

    def _broken(self, now: float) -> Text | None:
        why = self.hearing.trouble
        if why is None:
            self._lost = None
            return None
        self._lost = now if self._lost is None else self._lost
        if now - self._lost < SOON:
            return None
        since = hour(time.time() - (now - self._lost))
        return T("{why} Since {time} nothing new is shown.", why=why, time=since)
