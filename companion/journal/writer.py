"""One thread that writes: ordered jobs, gathered into transactions, told about only when they are on disk.

The thread knows nothing about games. It owns its connection, never drops a job that was accepted, and tries again
for as long as the disk says no.
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
"""Jobs in one transaction at most, so that an import does not hold up the game."""
RETRY_FIRST, RETRY_MOST = 0.25, 5.0
"""Seconds between attempts: the first wait, doubled up to the longest."""
STOPPED = T("The journal has stopped writing. Restart the companion; all that was saved is there.")


@dataclass
class _Job:
    """``failed`` None: the job is tried until it succeeds; else it is dropped at the first failure and told why."""

    write: Write
    saved: Callable[[], None] | None = None
    failed: Callable[[Text], None] | None = None


class Writer:
    """The writing thread.

    ``connect`` is called in the thread and gives its connection; what it raises comes out of the constructor.
    ``explain`` turns what the disk said into a sentence. ``listener`` hears that sentence when writing begins to
    fail, and None when it works again; like ``saved`` call-backs it is called in this thread.
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
        """True while the thread runs, also while it waits for room on the disk."""
        return self._thread.is_alive()

    def submit(self, write: Write, saved: Callable[[], None] | None = None) -> None:
        """Have ``write`` done in a transaction soon; returns at once. ``saved`` is called after the commit."""
        self._jobs.put(_Job(write, saved))

    def run(self, write: Write, timeout: float = 30.0) -> None:
        """Have ``write`` done and wait for the commit; ``JournalError`` when it fails, and then it is not done."""
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
        """Wait until all that was submitted is on disk; False when it is not after ``timeout`` seconds."""
        done = threading.Event()
        self.submit(lambda db: None, done.set)
        return done.wait(timeout)

    def close(self, timeout: float) -> bool:
        """Write what is left, once more even if the disk said no, and end; True when all of it is on disk."""
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
            # Going on would leave a gap in a log; what is on disk is sound, and a restart resumes from there.
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
