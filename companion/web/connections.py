"""Connections of browsers: who gets one, how long a request may take to arrive, and one line in the log for each error.

A browser that says nothing, or a machine that opens hundreds of connections, must not keep the phones out.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 300
MOST_OF_ONE = 100
"""Most connections of one address: enough for the phones of a club behind one router."""
REQUEST_SECONDS = 10.0
"""Seconds that a request has to arrive as a whole."""
UNHEARD_SECONDS = 30
"""Seconds after which a connection ends whose other side takes nothing any more."""


def origin(address: str) -> str:
    """Whom an address belongs to: the address itself or, as one machine has as many as it likes of them, the network of
    an IPv6 address."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


class LimitedProtocol(H11Protocol):
    """A connection that ends if a request does not arrive in time, and makes way for others while it is idle.

    Beyond ``MOST_OF_ONE`` connections of one address the one of them ends that has been idle for longest; beyond
    ``MOST_CONNECTIONS`` in all, one of the address that has most.
    """

    origin = ""
    idle_since = 0.0
    _late: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """True unless a whole request is being answered."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.origin = origin(self.client[0] if self.client else "")
        self.idle_since = self.loop.time()
        wire = transport.get_extra_info("socket")
        # Only Linux has this option. Without it a phone that has gone is noticed later.
        if wire is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            with suppress(OSError):
                wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_SECONDS * 1000)
        self._make_room()
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def _unsupported_upgrade_warning(self) -> None:
        """Who asks for a web socket gets a page in its place; uvicorn would log how to install them."""

    def on_response_complete(self) -> None:
        self.idle_since = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def end(self) -> None:
        """End the connection at once, whatever is still to be sent."""
        self.connections.discard(self)
        self._unwatch()
        self.transport.abort()

    def _make_room(self) -> None:
        others = [one for one in self.connections if isinstance(one, LimitedProtocol) and one is not self]
        crowd: Sequence[LimitedProtocol] = [one for one in others if one.origin == self.origin]
        if len(crowd) < MOST_OF_ONE:
            if len(others) < MOST_CONNECTIONS:
                return
            idle = Counter(one.origin for one in others if one.idle).most_common(1)
            crowd = [one for one in others if idle and one.origin == idle[0][0]]
        min((one for one in crowd if one.idle), key=lambda one: one.idle_since, default=self).end()

    def _watch(self) -> None:
        """Let the connection end soon while a request has not begun to be answered. After an answer this counts from
        the next byte on; until then uvicorn's own limit holds."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._unwatch()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(REQUEST_SECONDS, self.end)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class OneLine(logging.Filter):
    """Makes each record one line, without a traceback, and lets at most ``LINES`` of a logger through in a minute: who
    sends nonsense must not fill the disk."""

    LINES = 30

    def __init__(self) -> None:
        super().__init__()
        self._minute = -1
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        minute = int(time.monotonic() // 60)
        self._minute, self._count = minute, self._count + 1 if minute == self._minute else 1
        if self._count > self.LINES:
            return False
        text = record.getMessage().strip()
        if record.exc_info and record.exc_info[1] is not None:
            text = f"{text}: {in_a_line(record.exc_info[1])}"
        more = " (further ones of this minute are left out)" if self._count == self.LINES else ""
        record.msg, record.args, record.exc_info, record.exc_text = f"{text!s}{more}".replace("\n", " "), (), None, None
        return True


def in_a_line(error: BaseException) -> str:
    """An exception with the place where it was raised."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = "" if last is None else f" ({last.tb_frame.f_code.co_filename}:{last.tb_lineno})"
    return f"{type(error).__name__}: {error}{place}".replace("\n", " ")


logger = logging.getLogger(__name__)
logger.addFilter(OneLine())


def log_in_lines() -> None:
    """Have uvicorn's errors in the log, one line each."""
    of_uvicorn = logging.getLogger("uvicorn.error")
    if not any(isinstance(one, OneLine) for one in of_uvicorn.filters):
        of_uvicorn.addFilter(OneLine())
