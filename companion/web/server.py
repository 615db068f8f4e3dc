"""The server in a thread of its own: it listens only while it is on, and only where it was told to."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Sequence

import uvicorn

from companion.core.texts import T, Text
from companion.web.app import Site
from companion.web.desk import Desk
from companion.web.guard import Guard

PORT = 8420
"""Where phones come in, if no other program is there."""
MOST_CONNECTIONS = 300
LATEST = 5.0
"""Seconds that the server has to start or to stop."""


class NoServer(Exception):
    """Nobody can be served: one sentence that says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


ALONE = "127.0.0.1"
"""The address of a machine to itself."""


def own_address() -> str:
    """The address of this machine in the network around it; ``ALONE`` where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: it only shows by which way something would be.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ALONE


class Server:
    """Serves the pages of one desk until it is closed."""

    def __init__(
        self, desk: Desk, addresses: Sequence[str] = (), port: int | None = None, *, limited: bool = True
    ) -> None:
        """``addresses`` are where it listens, by default in the network around this machine; ``port`` 0 is any that is
        free, None ``PORT`` or, where that is taken, any. ``NoServer`` where that cannot be."""
        self.addresses = list(addresses) or [own_address()]
        self._sockets = _listening(self.addresses, _free(self.addresses) if port is None else port)
        self.port: int = self._sockets[0].getsockname()[1]
        hosts = {f"{_written(address)}:{self.port}" for address in self.addresses}
        self.join = f"http://{_written(self.addresses[0])}:{self.port}/"
        self.site = Site(desk, self.join)
        self._desk = desk
        config = uvicorn.Config(
            Guard(self.site.app, hosts, limited=limited),
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
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    @property
    def master(self) -> str:
        """The address by which one browser becomes the table."""
        return f"{self.join}table/{self._desk.sharing.master}"

    def close(self) -> None:
        """Nothing listens any more when this is done."""
        self.site.close()
        self._server.should_exit = True
        self._thread.join(LATEST)
        for one in self._sockets:
            one.close()

    def _run(self) -> None:
        asyncio.run(self._server.serve(self._sockets))


def _written(address: str) -> str:
    """An address as it stands before a port."""
    return f"[{address}]" if ":" in address else address.lower()


def _free(addresses: Sequence[str]) -> int:
    try:
        for address in addresses:
            _bound(address, PORT).close()
    except OSError:
        return 0
    return PORT


def _listening(addresses: Sequence[str], port: int) -> list[socket.socket]:
    made: list[socket.socket] = []
    try:
        for address in addresses:
            made.append(_bound(address, port if not made or port else made[0].getsockname()[1]))
    except OSError as no:
        for one in made:
            one.close()
        why = no.strerror or str(no)
        raise NoServer(
            T("Phones cannot come in at {address}, port {n}: {why}.", address=address, n=port, why=why)
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
