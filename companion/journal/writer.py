"""The writing thread: runs jobs in order, batched into transactions, and calls back after the commit.

It owns its connection, never drops an accepted job, and retries for as long as writing fails.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeAlias

from sqlite_utils import Database

from companion.core.texts import T, Text
from companion.journal.format import JournalError

logger = logging.getLogger(__name__)

Write: TypeAlias = Callable[[Database], None]
Listener: TypeAlias = Callable[[Text | None], None]

BATCH = 500
"""Maximum number of jobs per transaction, so that an import does not delay the game."""
RETRY_FIRST, RETRY_MOST = 0.25, 5.0
"""Delay between retries in seconds: the first one, doubled up to the maximum."""
STOPPED = T("The journal has stopped writing. Restart the companion; all that was saved is there.")


@dataclass
class _Job:
    """A write. With ``failed`` None it is retried until it succeeds; else it is dropped at the first failure, which
    ``failed`` receives."""

    write: Write
    saved: Callable[[], None] | None = None
    failed: Callable[[Text], None] | None = None


class Writer:
    """The writing thread.

    ``connect`` is called in the thread and returns its connection; the constructor raises its exceptions. ``explain``
    turns an error into a message. ``listener`` is called with that message when writing fails, and with None when it
    works again; like ``saved`` callbacks it runs in this thread.
    """

    def __init__(
        self, connect: Callable[[], Database], explain: Callable[[sqlite3.Error], Text], listener: Listener | None
    ) -> None:
        self._connect = connect
        self._explain = explain
        self._listener = listener
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._closing = threading.Event()
        self._finished = False
        self.error: Text | None = None
        opened: SimpleQueue[BaseException | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="journal", daemon=True)
        self._thread.start()
        if (problem := opened.get()) is not None:
            raise problem

    @property
    def alive(self) -> bool:
        """True while the thread runs, even while the disk is full."""
        return self._thread.is_alive()

    def submit(self, write: Write, saved: Callable[[], None] | None = None) -> None:
        """Queue ``write`` for a transaction; ``saved`` is called after the commit."""
        self._jobs.put(_Job(write, saved))

    def run(self, write: Write, timeout: float = 30.0) -> None:
        """Run ``write`` and wait for the commit; raises ``JournalError`` if it fails, and then it is rolled back."""
        if not self.alive:
            raise JournalError(self.error or STOPPED)
        answers: SimpleQueue[Text | None] = SimpleQueue()
        self._jobs.put(_Job(write, lambda: answers.put(None), answers.put))
        try:
            problem = answers.get(timeout=timeout)
        except Empty:
            problem = self.error or STOPPED
        if problem is not None:
            raise JournalError(problem)

    def flush(self, timeout: float) -> bool:
        """Wait until all jobs are on disk; False after ``timeout`` seconds."""
        done = threading.Event()
        self.submit(lambda db: None, done.set)
        return done.wait(timeout)

    def close(self, timeout: float) -> bool:
        """Write the remaining jobs, with one more attempt after a failure, and stop; True if all are on disk."""
        self._closing.set()
        self.submit(lambda db: None)
        self._thread.join(timeout)
        return self._finished

    def _run(self, opened: SimpleQueue[BaseException | None]) -> None:
        try:
            db = self._connect()
        except Exception as error:
            opened.put(error)
            return
        opened.put(None)
        try:
            self._finished = self._work(db)
        except Exception as error:
            # Continuing would leave a gap in a log; what is on disk is intact, and a restart resumes from there.
            logger.exception("the journal has stopped")
            if isinstance(error, sqlite3.Error):
                self._tell(self._explain(error))
        finally:
            self._drop_impatient(self._left())
            db.close()

    def _work(self, db: Database) -> bool:
        waiting: list[_Job] = []
        delay = RETRY_FIRST
        while True:
            self._gather(waiting)
            last_try = self._closing.is_set()
            try:
                self._commit(db, waiting)
            except sqlite3.OperationalError as error:
                self._tell(self._explain(error))
                waiting = self._drop_impatient(waiting)
                if waiting and last_try:
                    return False
                if waiting:
                    self._closing.wait(delay)
                    delay = min(delay * 2, RETRY_MOST)
                    continue
            self._tell(None)
            waiting.clear()
            delay = RETRY_FIRST
            if last_try and self._jobs.empty():
                return True

    def _gather(self, waiting: list[_Job]) -> None:
        if not waiting:
            waiting.append(self._jobs.get())
        while len(waiting) < BATCH:
            try:
                waiting.append(self._jobs.get_nowait())
            except Empty:
                return

    def _left(self) -> list[_Job]:
        left: list[_Job] = []
        while not self._jobs.empty():
            left.append(self._jobs.get())
        return left

    def _commit(self, db: Database, jobs: list[_Job]) -> None:
        with db.atomic():
            for job in jobs:
                job.write(db)
        for job in jobs:
            if job.saved is not None:
                try:
                    job.saved()
                except Exception:
                    logger.exception("a listener failed after a commit; the commit stands")

    def _drop_impatient(self, jobs: list[_Job]) -> list[_Job]:
        for job in jobs:
            if job.failed is not None:
                job.failed(self.error or STOPPED)
        return [job for job in jobs if job.failed is None]

    def _tell(self, error: Text | None) -> None:
        if error == self.error:
            return
        self.error = error
        if self._listener is not None:
            try:
                self._listener(error)
            except Exception:
                logger.exception("a listener failed")
