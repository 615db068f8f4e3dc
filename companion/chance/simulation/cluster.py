"""Workers on a Dask cluster: any number of machines that have the same version of the companion."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from distributed import Client, KilledWorker

from companion.chance.simulation.workers import Others, Workers, WorkersLost
from companion.core.texts import T

PATIENCE = "10s"
"""How long a scheduler may take to answer."""


@contextmanager
def on_cluster(address: str) -> Iterator[Workers]:
    """Workers behind the scheduler at ``address``, such as ``tcp://192.168.1.7:8786``.

    The cluster gives the job of a worker that has died to another; one that it gives up because several died over it is
    handed out again. ``WorkersLost`` if no scheduler answers there.
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
