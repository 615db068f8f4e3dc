"""The work of pages, done in the thread in which the table or the box lives, whichever thread asks for it."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from companion.session.session import Session
from companion.web.pairings import Pairings
from companion.web.phones import PhoneRegistry

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
        self.version = 1
        self.cache: dict[Any, Any] = {}
        """What pages have computed for this version."""
        self.on_change: list[Callable[[], object]] = []
        """Called first when the table has changed; they may change it further."""

    def _phones_changed(self) -> None:
        self.changed()
        if self.pairings is not None:
            self.pairings.save(self.registry.pairings, self.port)

    def changed(self) -> None:
        """Something that pages show has changed."""
        for call in self.on_change:
            call()
        only = self.session.only
        if self.alone is not None and self.alone != only:
            self.alone = None
        if self.registry.asked_here != only:
            self.registry.asked_here = None
        self.renew()

    def look_alone(self, seat: str | None) -> None:
        """Show the table's page to this seat alone; None: to everybody."""
        self.alone = seat
        self.renew()

    def renew(self) -> None:
        """Make all pages anew, although the table has not changed."""
        self.version += 1
        self.cache.clear()
        self.notify()
