"""Runs the work of pages in the thread in which the table, or the box, lives."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from companion.session.session import Session
from companion.web.phones import PhoneRegistry

if TYPE_CHECKING:
    from companion.web.box.service import BoxInPlay


Result = TypeVar("Result")


MOST_JOBS = 256
"""So much can wait at once; what comes on top is told to try again."""


class Busy(Exception):
    """More waits than can be taken."""


class Worker:
    """What is to be done in one thread, from any other; ``beside`` is other work that is done in the same thread."""

    def __init__(self, beside: Worker | None = None) -> None:
        self._beside = beside
        self.hearing: list[Callable[[], object]] = []
        """Called when a page could look otherwise, in the thread in which the work is done."""
        self.wake: Callable[[], object] = lambda: None
        """Called when there is something to do, in any thread."""
        self._work: queue.Queue[tuple[Future[Any], Callable[[], Any]]] = queue.Queue(MOST_JOBS)

    def tell(self) -> None:
        """Something that pages show is another."""
        for hear in self.hearing:
            hear()

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        """Have something done in that thread; ``Busy`` where too much waits for it already."""
        if self._beside is not None:
            return self._beside.submit(work)
        future: Future[Result] = Future()
        try:
            self._work.put_nowait((future, work))
        except queue.Full:
            raise Busy from None
        self.wake()
        return future

    def run_waiting(self) -> None:
        """Do all that waits, in that thread."""
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


class TableService(Worker):
    """One table, and the phones around it. ``version`` is another number whenever a page could look otherwise."""

    def __init__(self, session: Session, seats: Sequence[str]) -> None:
        super().__init__()
        self.session = session
        self.sharing = PhoneRegistry(seats, changed=self.changed)
        self.alone: str | None = None
        """The seat that alone looks at the page of the table."""
        self.version = 1
        self.kept: dict[Any, Any] = {}
        """What pages have worked out for this version."""
        self.box: BoxInPlay | None = None
        """The box of the game, where phones may ask for it."""

    def changed(self) -> None:
        """Something that pages show is another."""
        if self.box is not None:
            self.box.hear()
        only = self.session.table.ask.only
        if self.alone is not None and self.alone != only:
            self.alone = None
        if self.sharing.here != only:
            self.sharing.here = None
        self.renew()

    def look_alone(self, seat: str | None) -> None:
        """Only this seat looks at the page of the table now; None: everybody does."""
        self.alone = seat
        self.renew()

    def renew(self) -> None:
        """Pages are made anew, although the table is as it was."""
        self.version += 1
        self.kept.clear()
        self.tell()
