"""Workers that play games: this process, other ones, or those of a Dask cluster.

Each job is completed once, in any order. The job of a dead worker is resubmitted.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Protocol, TypeVar

from companion.core.refusals import UserFacingError
from companion.core.texts import T

J = TypeVar("J")
R = TypeVar("R")

IN_FLIGHT = 64
"""Number of submitted jobs: enough for all workers, while the rest stay lazy."""
TRIES = 3
"""How often in a row all workers may die without a result."""
PATIENCE = "10s"
"""Timeout for the scheduler of a cluster."""


class WorkersLost(UserFacingError):
    """The workers are gone and cannot be replaced; ``text`` is the sentence for people."""


class Workers(Protocol):
    """Runs jobs, and yields each with its result when it is done."""

    at_once: int
    """The number of games per job."""

    def each(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[tuple[J, R]]: ...


class ThisProcess:
    """Runs the jobs here, one after another."""

    at_once = 1

    def each(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        """See ``Workers``."""
        for job in jobs:
            yield job, work(job)


class Others:
    """Workers behind an executor; ``died`` are the errors that signal a dead worker."""

    at_once = 10

    def __init__(
        self,
        executor: Callable[[], AbstractContextManager[Executor]],
        died: tuple[type[BaseException], ...] = (BrokenExecutor,),
    ) -> None:
        self._executor = executor
        self._died = died

    def each(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[tuple[J, R]]:
        """See ``Workers``. Raises ``WorkersLost`` if the workers keep dying."""
        left: Iterable[J] = jobs
        tries = 0
        while tries < TRIES:
            lost: list[J] = []
            tries += 1
            with self._executor() as executor:
                for job, future in _results(executor, work, left):
                    try:
                        result = future.result()
                    except self._died:
                        lost.append(job)
                    else:
                        tries = 0
                        yield job, result
            if not lost:
                return
            left = lost
        raise WorkersLost(T("Whoever was to play the games ended again and again. Is there enough memory?"))


def _results(executor: Executor, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[tuple[J, Future[R]]]:
    """Every job with its completed future, which has failed if the workers died."""
    waiting = iter(jobs)
    running: dict[Future[R], J] = {}

    def hand_out(n: int) -> None:
        for job in islice(waiting, n):
            running[_submit(executor, work, job)] = job

    hand_out(IN_FLIGHT)
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future
        hand_out(len(done))


def _submit(executor: Executor, work: Callable[[J], R], job: J) -> Future[R]:
    try:
        return executor.submit(work, job)
    except BrokenExecutor as gone:
        failed: Future[R] = Future()
        failed.set_exception(gone)
        return failed


def cores() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def on_cores(n: int) -> Workers:
    """Workers on ``n`` cores of this machine, one process each."""
    return ThisProcess() if n == 1 else Others(lambda: _pool(n))


@contextmanager
def _pool(n: int) -> Iterator[Executor]:
    pool = ProcessPoolExecutor(n, get_context("spawn"))
    # Only the parent handles Ctrl-C. Workers start with the first jobs and inherit the ignored signal.
    inherited = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(n):
            pool.submit(int)
    finally:
        signal.signal(signal.SIGINT, inherited)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def on_cluster(address: str) -> Iterator[Workers]:
    """Workers of the scheduler at ``address``, such as ``tcp://192.168.1.7:8786``.

    Dask reassigns the job of a dead worker. A job that Dask gives up, because it killed several workers, is
    resubmitted. Raises ``WorkersLost`` if no scheduler answers.
    """
    from distributed import Client, KilledWorker  # noqa: PLC0415 - an extra

    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as no:
        raise WorkersLost(T("No Dask scheduler answers at {address}.", address=address)) from no
    with client:

        @contextmanager
        def executor() -> Iterator[Executor]:
            found = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
            try:
                yield found
            finally:
                found.shutdown(wait=False)

        yield Others(executor, died=(KilledWorker,))
