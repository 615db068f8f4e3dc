"""Serial ports: how they are found, opened and explained; a simulated port, and the fallback to it."""

from __future__ import annotations

import contextlib
import errno
import os
import time
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import platformdirs
import serial

from companion.core.texts import T, Text

BY_ID = Path("/dev/serial/by-id")
"""Stable names of USB serial devices on Linux. Equal devices without a serial number share one of them."""
BY_PATH = Path("/dev/serial/by-path")
"""Names by the socket that a device is plugged into."""
CAMERA = Path(os.environ.get("XDG_RUNTIME_DIR") or platformdirs.user_cache_dir()) / "companion" / "reader"
"""The port of a camera reader on this machine; in memory, because its picture is written beside it frequently."""
READ_TIMEOUT = 0.1
WRITE_TIMEOUT = 1.0


class Port(Protocol):
    """The subset of pyserial's interface that is used."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


def candidates(port: str) -> list[str]:
    """The ports for a configured ``port``: itself, or for ``auto`` the camera reader and all USB serial devices."""
    if port != "auto":
        return [port]
    found: dict[str, str] = {}
    for folder in (BY_ID, BY_PATH):
        with contextlib.suppress(OSError):
            for link in sorted(map(str, folder.iterdir())):
                found.setdefault(os.path.realpath(link), link)
    return ([str(CAMERA)] if CAMERA.exists() else []) + list(found.values())


def view_of(port: str) -> Path | None:
    """The file of a camera reader's annotated picture, beside its port. None for ports that are not files."""
    return None if "://" in port or not Path(port).is_absolute() else Path(port + ".jpg")


def open_port(url: str, baud: int) -> Port:
    """Open a device, a pty, or a pyserial URL (``loop://``, ``socket://``, ``rfc2217://``), exclusively if supported.

    Raises OSError (which includes pyserial's errors) or ValueError.
    """
    port: Port = serial.serial_for_url(
        url, baudrate=baud, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True
    )
    return port


def why_not(url: str, problem: Exception) -> Text:
    """The error message for a port that could not be opened."""
    code = getattr(problem, "errno", None)
    if isinstance(problem, ValueError):
        return T("{port} is no port that can be opened. Check [reader] port in the configuration.", port=url)
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return T("The port {port} does not exist. Plug the dice reader in, or name another port.", port=url)
    if code in (errno.EACCES, errno.EPERM):
        return T("The port {port} is not open to this user: add the user to the group dialout.", port=url)
    if code in (errno.EAGAIN, errno.EBUSY):
        return T("The port {port} is being used by another program. Close it there.", port=url)
    return T("The port {port} cannot be opened. Check the cable and the port's name.", port=url)


class Pty:
    """A simulated serial port, the device's end. ``link`` is the symlink that a host opens, while it exists."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._ends: tuple[int, int] | None = None

    @property
    def number(self) -> int | None:
        """The file descriptor for ``select``; None while closed."""
        return self._ends[0] if self._ends else None

    def open(self) -> None:
        """Create the terminal and the link, unless open. Raises ``OSError``; an existing file is left alone."""
        if self._ends is not None:
            return
        if self.link.exists() and not self.link.is_symlink():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.link))
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends = (ours, theirs)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(theirs))

    def close(self) -> None:
        if self._ends is None:
            return
        ends, self._ends = self._ends, None
        self.link.unlink(missing_ok=True)
        for end in ends:
            os.close(end)

    def read(self) -> bytes:
        """The bytes sent by the host; empty if there are none or no host."""
        if self._ends is None:
            return b""
        try:
            return os.read(self._ends[0], 4096)
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.EIO):
                raise
            return b""

    def write(self, data: bytes) -> None:
        """Send to the host; dropped if the buffer is full, as on a serial line."""
        if self._ends is not None and data:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)


AGAIN = 60.0
"""Seconds before a silent port is retried: its reader may have been switched on."""


class FallbackPorts:
    """The ports for ``auto``: those of ``find``, then the simulated reader's.

    People without a reader see dice being read over the same serial code. A real reader takes over when it is plugged
    in, and stays in charge while it is unplugged for a moment.

    ``simulated`` returns the port of the simulated reader, if there is one. ``ports`` and ``stays`` are callbacks for
    ``SerialReader``, called in its thread.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]],
        simulated: Callable[[], Sequence[str]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.active = False
        """True while the simulated reader is in use."""
        self.alone = True
        """True while no real reader is plugged in, and none has been."""
        self._find = find
        self._simulated = simulated
        self._relieved = False
        self._seen: set[str] = set()
        self._clock = clock
        self._looked = clock()

    def ports(self) -> list[str]:
        """The ports to try now: only new ones if the simulated reader was in use; only real ones once a real reader has
        answered."""
        found, self._looked = list(self._find()), self._clock()
        fresh = [port for port in found if port not in self._seen]
        was_active, self.active, self._seen = self.active, False, set(found)
        self.alone = not found and not self._relieved
        if self._relieved:
            return found
        simulated = self._simulated()
        if not simulated or (was_active and fresh):
            return fresh or found
        return [*found, *simulated]

    def stays(self, port: str, answered: bool) -> bool:
        """Whether to keep using ``port``, on which a reader has ``answered`` or not.

        False for the simulated reader when a real port is new, was unplugged in between, or is due for a retry.
        """
        if port not in self._simulated():
            self._relieved = self._relieved or answered
            return True
        self.active = answered
        found = set(self._find())
        self._seen &= found
        return found <= self._seen and not (found and self._clock() - self._looked > AGAIN)
