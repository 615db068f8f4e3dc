"""The work of pages, done in the thread in which the table or the box lives, whichever thread asks for it."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct

from companion.chance.thinking import ThinkingProcess
from companion.core.asks import Over
from companion.core.texts import Words
from companion.session.companions import Thinking
from companion.session.opinion import Opinion, Opinions, places_of
from companion.session.session import LeftSession, Session
from companion.web.pairings import Pairings
from companion.web.phones import PhoneRegistry
from companion.web.views import Viewer, answers, moment, seen_by

Result = TypeVar("Result")

MOST_JOBS = 256
"""Most jobs that wait at once."""


class Busy(Exception):
    """Too many jobs wait already."""


class JobQueue:
    """Runs jobs from any thread in one thread. With ``beside``, they run with those of that queue."""

    def __init__(self, beside: JobQueue | None = None) -> None:
        self._beside = beside
        self.listeners: list[Callable[[], object]] = []
        """Called in the thread that runs the jobs when a page may look different."""
        self.wake: Callable[[], object] = lambda: None
        """Called in any thread when a job waits."""
        self._jobs: queue.Queue[tuple[Future[Any], Callable[[], Any]]] = queue.Queue(MOST_JOBS)

    def notify(self) -> None:
        for listener in self.listeners:
            listener()

    def renew(self) -> None:
        """Make all pages anew, although nothing has changed that they are about."""
        self.notify()

    def submit(self, job: Callable[[], Result]) -> Future[Result]:
        """Have a job done. Raises ``Busy`` if too many wait."""
        if self._beside is not None:
            return self._beside.submit(job)
        future: Future[Result] = Future()
        try:
            self._jobs.put_nowait((future, job))
        except queue.Full:
            raise Busy from None
        self.wake()
        return future

    def insist(self, job: Callable[[], object]) -> None:
        """Have a job done even if too many wait: then wait for room. Never in the thread that runs the jobs."""
        if self._beside is not None:
            self._beside.insist(job)
            return
        self._jobs.put((Future(), job))
        self.wake()

    async def result(self, job: Callable[[], Result]) -> Result:
        """Have a job done and wait for its result."""
        return await asyncio.wrap_future(self.submit(job))

    def run_waiting(self) -> None:
        """Do all jobs that wait; in the thread that runs the jobs."""
        with suppress(queue.Empty):
            while True:
                self._run(*self._jobs.get_nowait())

    def run(self, seconds: float) -> None:
        """Do one job, waiting for it up to ``seconds``; for a thread that does nothing else."""
        with suppress(queue.Empty):
            self._run(*self._jobs.get(timeout=seconds))

    def _run(self, future: Future[Any], job: Callable[[], Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(job())
        except BaseException as error:
            future.set_exception(error)
            if not isinstance(error, Exception):
                raise


class OpinionView(Struct, frozen=True):
    """What a page shows of the companion's opinion: that it can be asked for, that it is thought out, the ``best``
    answers, or why there is none."""

    asked: bool = False
    best: Sequence[Opinion] = ()
    why_not: Words | None = None

    @property
    def numbers(self) -> Mapping[str, int]:
        """The numbers of the answers by their places on the board."""
        return places_of(self.best)


class PageOpinions:
    """What the companion would do in the place of those who read pages: each page asks for its own question.

    What a phone reads is thought out from what its seat may see; what the table's page shows to everybody, from what
    everybody may see. One is thought out after another: a machine has other things to do, too.
    """

    def __init__(
        self, session: Session, submit: Callable[[Callable[[], object]], object], reads: Callable[[Viewer], bool]
    ) -> None:
        """``submit`` has something done in the thread of the table; ``reads`` tells whether somebody has such a
        page."""
        self._session = session
        self._submit = submit
        self._reads = reads
        self.offered = False
        """True if people may ask."""
        self.mind: Callable[..., Thinking] = ThinkingProcess
        self._asked: dict[Viewer, tuple[str, Opinions]] = {}
        """By who reads it: the moment it is of, and the opinion."""
        self._waiting: list[Viewer] = []

    def shown(self, viewer: Viewer) -> OpinionView | None:
        """What the page of ``viewer`` shows of it; None if nothing can be asked for there."""
        now = self._moment(viewer)
        if now is None:
            return None
        about, opinions = self._asked.get(viewer, ("", None))
        if opinions is None or about != now:
            return OpinionView()
        return OpinionView(True, opinions.best or (), opinions.why_not)

    def ask(self, viewer: Viewer) -> None:
        """Have it thought out for the page of ``viewer``, unless it is, or nothing can be asked for there."""
        now = self._moment(viewer)
        if now is None or self._asked.get(viewer, ("", None))[0] == now:
            return
        self._drop(viewer)
        table = seen_by(self._session, viewer).table
        self._asked[viewer] = now, Opinions(table, alone=not viewer.table)
        self._waiting.append(viewer)
        self._go_on()

    def tidy(self) -> None:
        """Think no more about what is not asked any more."""
        for viewer, (about, _) in [*self._asked.items()]:
            if about != self._moment(viewer) or not self._reads(viewer):
                self._drop(viewer)
        self._go_on()

    def close(self) -> None:
        """Think no more, whoever asks."""
        self.offered = False
        for viewer in [*self._asked]:
            self._drop(viewer)

    def _moment(self, viewer: Viewer) -> str | None:
        """What tells the question on this page from others; None if there is none of which there is an opinion."""
        session = seen_by(self._session, viewer)
        nothing = not self.offered or session.page is not None or session.table.game.player.apart is not None
        if nothing or isinstance(session.table.ask, Over) or isinstance(session, LeftSession):
            return None
        asked = session.companions.due is None and session.mode == "choose" and answers(session, viewer)
        return moment(self._session, viewer) if asked else None

    def _drop(self, viewer: Viewer) -> None:
        _, opinions = self._asked.pop(viewer, ("", None))
        if opinions is not None:
            opinions.forget()
        if viewer in self._waiting:
            self._waiting.remove(viewer)

    def _go_on(self) -> None:
        """Begin with the next one, if none is thought out now."""
        while self._waiting and not any(one.thinks for _, one in self._asked.values()):
            opinions = self._asked[self._waiting.pop(0)][1]
            opinions.ask(partial(self._submit, partial(self._hear, opinions)), self.mind)

    def _hear(self, opinions: Opinions) -> None:
        opinions.listen()
        self._go_on()


class TableService(JobQueue):
    """One table and the phones around it. ``version`` changes whenever a page may look different."""

    def __init__(self, session: Session, seats: Sequence[str], pairings: Pairings | None = None) -> None:
        """``pairings`` keeps the phones for a restart of the table; those that it has from the last one may come back
        when the table says so."""
        super().__init__()
        self.session = session
        self.pairings = pairings
        self.port = 0
        """The port at which phones find the table."""
        self.registry = PhoneRegistry(seats, changed=self._phones_changed)
        if pairings is not None:
            self.registry.restore(pairings.phones)
        self.alone: str | None = None
        """The seat that is looking at the table's page alone."""
        self.opinions = PageOpinions(session, lambda job: self.insist(lambda: self._thought(job)), self._reads)
        self.version = 1
        self.cache: dict[Any, Any] = {}
        """What pages have computed for this version."""
        self.on_change: list[Callable[[], object]] = []
        """Called first when the table has changed; they may change it further."""

    def _phones_changed(self) -> None:
        self.changed()
        if self.pairings is not None:
            self.pairings.save(self.registry.pairings, self.port)

    def _reads(self, viewer: Viewer) -> bool:
        """True if the table, or a phone that still has those seats, has the page of ``viewer``."""
        return viewer.table or any((*phone.seats,) == viewer.seats for phone in self.registry.phones if not phone.table)

    def _thought(self, take_up: Callable[[], object]) -> None:
        take_up()
        self.renew()

    def offer_opinions(self, *, offered: bool) -> None:
        """Let people ask on pages what the companion would do, or not."""
        self.opinions.offered = offered
        self.opinions.tidy()
        self.renew()

    def changed(self) -> None:
        """Something that pages show has changed."""
        for call in self.on_change:
            call()
        only = self.session.only
        if self.alone is not None and self.alone != only:
            self.alone = None
        if self.registry.asked_here != only:
            self.registry.asked_here = None
        self.opinions.tidy()
        self.renew()

    def look_alone(self, seat: str | None) -> None:
        """Show the table's page to this seat alone; None: to everybody."""
        self.alone = seat
        self.opinions.tidy()
        self.renew()

    def renew(self) -> None:
        """Make all pages anew, although the table has not changed."""
        self.version += 1
        self.cache.clear()
        self.notify()
