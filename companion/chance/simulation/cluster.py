"""Workers on a Dask cluster whose machines have the same version of the companion."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from distributed import Client, KilledWorker

from companion.chance.simulation.workers import Others, Workers, WorkersLost
from companion.core.texts import T

PATIENCE = "10s"
"""Timeout for the scheduler."""


@contextmanager
def on_cluster(address: str) -> Iterator[Workers]:
    """Workers of the scheduler at ``address``, such as ``tcp://192.168.1.7:8786``.

    Dask reassigns the job of a dead worker. A job that Dask gives up, because it killed several workers, is
    resubmitted. Raises ``WorkersLost`` if no scheduler answers.
    """
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
