"""Between two threads: what the server wants is done where the table lives, or the box that is changed."""

from __future__ import annotations

import queue
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")
MOST_WAITING = 256
"""So much can wait at once; what comes on top is told to try again."""


class Busy(Exception):
    """More waits than can be taken."""


class Work:
    """What is to be done in one thread, from any other; ``beside`` is other work that is done in the same thread."""

    def __init__(self, beside: Work | None = None) -> None:
        self._beside = beside
        self.hearing: list[Callable[[], object]] = []
        """Called when a page could look otherwise, in the thread in which the work is done."""
        self.wake: Callable[[], object] = lambda: None
        """Called when there is something to do, in any thread."""
        self._work: queue.Queue[tuple[Future[Any], Callable[[], Any]]] = queue.Queue(MOST_WAITING)

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
