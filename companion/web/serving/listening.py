"""A server in a thread of its own: it listens only while it is on, and only where it was told to."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Sequence

import uvicorn
from starlette.types import ASGIApp

from companion.core.refusals import UserFacingError
from companion.core.texts import T
from companion.web.guard import Allows, Guard

MOST_CONNECTIONS = 300
LATEST = 5.0
"""Seconds that the server has to start or to stop."""
ALONE = "127.0.0.1"
"""The address of a machine to itself."""


class NoServer(UserFacingError):
    """Nobody can be served: one sentence that says why."""


def own_address() -> str:
    """The address of this machine in the network around it; ``ALONE`` where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: it only shows by which way something would be.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ALONE


class Listening:
    """Places at which pages can be asked for, taken before there are any: ``open`` serves them, ``close`` ends it."""

    def __init__(self, addresses: Sequence[str], port: int | None, usual: int) -> None:
        """``addresses`` are where it listens, by default in the network around this machine; ``port`` 0 is any that is
        free, None ``usual`` or, where that is taken, any. ``NoServer`` where that cannot be."""
        self.addresses = list(addresses) or [own_address()]
        self._sockets = _taken(self.addresses, _free(self.addresses, usual) if port is None else port)
        self.port: int = self._sockets[0].getsockname()[1]
        self.home = f"http://{_written(self.addresses[0])}:{self.port}/"
        """The address that a browser opens."""
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def open(
        self,
        app: ASGIApp,
        name: str,
        *,
        limited: bool = True,
        allows: Allows | None = None,
        beside: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Serve ``app`` from now on, in a thread called ``name``; ``limited``: no more than people could tap, and
        ``allows`` as for ``Guard``. ``beside`` runs in the same loop, and should end when the server is to close."""
        hosts = {f"{_written(address)}:{self.port}" for address in self.addresses}
        config = uvicorn.Config(
            Guard(app, hosts, limited=limited, allows=allows),
            log_config=None,
            log_level="critical",
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16384,
            proxy_headers=False,
        )
        self._server = server = uvicorn.Server(config)

        async def serve() -> None:
            await asyncio.gather(server.serve(self._sockets), *([] if beside is None else [beside()]))

        self._thread = threading.Thread(target=lambda: asyncio.run(serve()), name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Nothing listens any more when this is done."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(LATEST)
        for one in self._sockets:
            one.close()


def _written(address: str) -> str:
    """An address as it stands before a port."""
    return f"[{address}]" if ":" in address else address.lower()


def _free(addresses: Sequence[str], port: int) -> int:
    try:
        for address in addresses:
            _bound(address, port).close()
    except OSError:
        return 0
    return port


def _taken(addresses: Sequence[str], port: int) -> list[socket.socket]:
    made: list[socket.socket] = []
    try:
        for address in addresses:
            made.append(_bound(address, port if not made or port else made[0].getsockname()[1]))
    except OSError as no:
        for one in made:
            one.close()
        why = no.strerror or str(no)
        raise NoServer(
            T("Pages cannot be shown at {address}, port {n}: {why}.", address=address, n=port, why=why)
        ) from no
    return made


def _bound(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address, port))
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made
