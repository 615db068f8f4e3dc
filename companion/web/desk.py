"""Between the thread of the table and that of the server: everything that pages want is done where the table lives."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from companion.session.session import Session
from companion.web.sharing import Sharing

Result = TypeVar("Result")
MOST_WAITING = 256
"""So much can wait for the table at once; what comes on top is told to try again."""


class Busy(Exception):
    """More waits for the table than it can take."""


class Desk:
    """One table, and the phones around it. ``version`` is another number whenever a page could look otherwise."""

    def __init__(self, session: Session, seats: Sequence[str]) -> None:
        self.session = session
        self.sharing = Sharing(seats, changed=self.changed)
        self.alone: str | None = None
        """The seat that alone looks at the page of the table."""
        self.version = 1
        self.kept: dict[Any, Any] = {}
        """What pages have worked out for this version."""
        self.hearing: list[Callable[[], object]] = []
        """Called when there is a new version, in the thread of the table."""
        self.wake: Callable[[], object] = lambda: None
        """Called when there is something to do, in any thread."""
        self._work: queue.Queue[tuple[Future[Any], Callable[[], Any]]] = queue.Queue(MOST_WAITING)

    def changed(self) -> None:
        """Something that pages show is another."""
        only = self.session.table.ask.only
        if self.alone is not None and self.alone != only:
            self.alone = None
        if self.sharing.here != only:
            self.sharing.here = None
        self._renew()

    def look_alone(self, seat: str | None) -> None:
        """Only this seat looks at the page of the table now; None: everybody does."""
        self.alone = seat
        self._renew()

    def _renew(self) -> None:
        self.version += 1
        self.kept.clear()
        for hear in self.hearing:
            hear()

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Have something done where the table lives; ``Busy`` where too much waits for that already."""
        future: Future[Result] = Future()
        try:
            self._work.put_nowait((future, work))
        except queue.Full:
            raise Busy from None
        self.wake()
        return future

    def run_waiting(self) -> None:
        """Do all that waits, in the thread of the table."""
        with suppress(queue.Empty):
            while True:
                self._run(*self._work.get_nowait())

    def run(self, seconds: float) -> None:
        """The same, waiting so long for something to do; for a thread that does nothing else."""
        with suppress(queue.Empty):
            self._run(*self._work.get(timeout=seconds))

    def _run(self, future: Future[Any], work: Callable[[], Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)
            if not isinstance(error, Exception):
                raise
