"""Transports of the camera reader: a pseudo-terminal, a serial port, or TCP.

A transport reconnects by itself; its user never sees a broken connection.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import socket
import stat
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import serial

from companion.core.refusals import UserFacingError
from companion.core.texts import T
from hardware.dice.dr1 import Device, FaceMessage, RollState
from hardware.dice.ports import Pty, view_of

log = logging.getLogger(__name__)

BAUD = 115_200
AGAIN = 2.0
"""Seconds before a failed serial port is retried."""
MOST_WAITING = 65_536
"""A host with more unread bytes than this is disconnected."""


class NoTransport(UserFacingError):
    """The transport cannot be opened; ``text`` is a sentence for people."""


class ReaderTransport(Protocol):
    """``where`` is the value for ``[reader] port`` in the companion's configuration; ``view`` is the file in which the
    companion looks for the annotated picture, None if it runs on another machine."""

    where: str
    view: Path | None

    def exchange(self, out: bytes, wait: float) -> bytes:
        """Send ``out`` and return what the host has sent, waiting up to ``wait`` seconds. Raises nothing."""
        ...

    def close(self) -> None: ...


class PtyTransport:
    """A pseudo-terminal. Raises ``NoTransport`` if the link cannot be made."""

    def __init__(self, link: Path) -> None:
        self.where = str(link.absolute())
        self.view: Path | None = view_of(self.where)
        if link.exists() and not link.is_symlink():
            raise NoTransport(T("{path} is there already and is no port. Name another one: --port.", path=str(link)))
        self._pty = Pty(link)
        try:
            link.parent.mkdir(parents=True, exist_ok=True)
            self._pty.open()
        except OSError as problem:
            raise NoTransport(
                T(
                    "{path} cannot be made: {problem}. Name another one: --port.",
                    path=str(link),
                    problem=str(problem.strerror),
                )
            ) from None

    def exchange(self, out: bytes, wait: float) -> bytes:
        self._pty.write(out)
        # Without a host the terminal is hung up, and ``select`` would return at once.
        data = self._pty.read()
        if not data:
            time.sleep(wait)
            data = self._pty.read()
        return data

    def close(self) -> None:
        self._pty.close()


class SerialTransport:
    """A serial port connected to the companion's machine."""

    view: Path | None = None

    def __init__(
        self,
        port: str,
        *,
        opener: Callable[..., Any] = serial.serial_for_url,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.where = port
        self._opener = opener
        self._clock = clock
        self._open: Any = None
        self._next = 0.0

    def exchange(self, out: bytes, wait: float) -> bytes:
        try:
            if self._open is None:
                if self._clock() < self._next:
                    time.sleep(wait)
                    return b""
                self._open = self._opener(self.where, baudrate=BAUD, timeout=wait, write_timeout=1.0)
            if out:
                self._open.write(out)
            data: bytes = self._open.read(1)
            return data + self._open.read(self._open.in_waiting) if data else b""
        except (OSError, ValueError) as problem:
            log.info("%s: %s", self.where, problem)
            self.close()
            self._next = self._clock() + AGAIN
            return b""

    def close(self) -> None:
        port, self._open = self._open, None
        if port is not None:
            with contextlib.suppress(OSError):
                port.close()


class TcpTransport:
    """A TCP server for one host at a time; a new connection replaces the old one."""

    view: Path | None = None

    def __init__(self, host: str, port: int) -> None:
        try:
            self._listening = socket.create_server((host, port))
        except OSError as problem:
            raise NoTransport(
                T(
                    "Port {port} of the network cannot be used: {problem}.",
                    port=port,
                    problem=os.strerror(problem.errno) if problem.errno else str(problem),
                )
            ) from None
        self._listening.setblocking(False)
        name = host or socket.gethostname()
        self.where = f"socket://{name}:{self._listening.getsockname()[1]}"
        self._host: socket.socket | None = None
        self._waiting = b""

    def exchange(self, out: bytes, wait: float) -> bytes:
        if self._host is not None:
            self._waiting += out
        ends = [self._listening, *([self._host] if self._host else [])]
        ready, _, _ = select.select(ends, [], [], wait)
        try:
            if self._listening in ready:
                self._welcome()
                return b""
            if self._host is None:
                return b""
            data = self._host.recv(4096) if self._host in ready else None
            if data == b"" or len(self._waiting) > MOST_WAITING:
                self._part()
                return b""
            with contextlib.suppress(BlockingIOError):
                self._waiting = self._waiting[self._host.send(self._waiting) :]
            return data or b""
        except OSError as problem:
            log.info("%s: %s", self.where, problem)
            self._part()
            return b""

    def close(self) -> None:
        self._part()
        self._listening.close()

    def _welcome(self) -> None:
        host, _ = self._listening.accept()
        self._part()
        host.setblocking(False)
        host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = host

    def _part(self) -> None:
        host, self._host, self._waiting = self._host, None, b""
        if host is not None:
            host.close()


def open_transport(name: str) -> ReaderTransport:
    """The transport for ``name``: ``tcp:PORT``, ``tcp:HOST:PORT``, a serial device, or the path of a pseudo-terminal.

    Raises ``NoTransport``.
    """
    if name.startswith("tcp:"):
        host, _, port = name.removeprefix("tcp:").rpartition(":")
        if not port.isdigit() or not int(port) < 65_536:
            raise NoTransport(T("{name} is no port of the network: write for example tcp:5000.", name=name))
        return TcpTransport(host, int(port))
    path = Path(name)
    try:
        is_device = stat.S_ISCHR(path.stat().st_mode) and not path.is_symlink()
    except OSError:
        is_device = name.startswith("/dev/")
    return SerialTransport(name) if is_device or "://" in name else PtyTransport(path)


WAIT = 0.01
"""Maximum delay of a reading in seconds."""


class CameraRoll(NamedTuple):
    """A die that came to rest: name, side (0: not recognised), confidence 0 to 1000."""

    die: str
    side: int
    confidence: int
    state: RollState


class Transmitter:
    """Sends readings over a transport: runs a device in a thread of its own, independently of the camera."""

    def __init__(self, device: Device, transport: ReaderTransport) -> None:
        self._device = device
        self._transport = transport
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera reader", daemon=True)

    @property
    def unacked(self) -> int:
        """Number of records not yet acknowledged."""
        with self._lock:
            return len(self._device.unacked)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self._transport.close()

    def report(self, throw: Sequence[CameraRoll]) -> list[int]:
        """Send dice that came to rest together; returns the numbers of their records. Thread-safe."""
        with self._lock:
            number, now = self._device.next_throw(), time.monotonic()
            return [
                self._device.roll(
                    roll.die, roll.side, now=now, throw=number, n_in_throw=n, confidence=roll.confidence,
                    state=roll.state,
                )
                for n, roll in enumerate(throw, 1)
            ]  # fmt: skip

    def take_faces(self) -> list[FaceMessage]:
        """What people have said of records since the last call. Thread-safe."""
        with self._lock:
            return self._device.take_faces()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                self._device.tick(time.monotonic())
                out = b"".join(self._device.outgoing())
            data = self._transport.exchange(out, WAIT)
            with self._lock:
                self._device.receive(data, time.monotonic())
