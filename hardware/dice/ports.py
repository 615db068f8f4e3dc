"""Serial ports: which there are, opening one, and saying why one cannot be opened."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Protocol

import platformdirs
import serial

from companion.core.texts import T, Text

BY_ID = Path("/dev/serial/by-id")
"""Where Linux names USB serial devices by what they are, so that a name stays when the plug changes."""
CAMERA = Path(os.environ.get("XDG_RUNTIME_DIR") or platformdirs.user_cache_dir()) / "companion" / "reader"
"""The port of a camera reader on this machine; in memory, for what it sees is written beside it again and again."""
READ_TIMEOUT = 0.1
WRITE_TIMEOUT = 1.0


class Port(Protocol):
    """The part of a pyserial port that is used."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


def candidates(port: str) -> list[str]:
    """The ports to try for a configured ``port``: itself, or for ``auto`` the camera reader and every USB serial device
    that is there."""
    if port != "auto":
        return [port]
    camera = [str(CAMERA)] if CAMERA.exists() else []
    try:
        return camera + sorted(str(path) for path in BY_ID.iterdir())
    except OSError:
        return camera


def view_of(port: str) -> Path | None:
    """Where a camera reader on this machine keeps its picture: beside its port. None for ports that are no files."""
    return None if "://" in port or not Path(port).is_absolute() else Path(port + ".jpg")


def open_port(url: str, baud: int) -> Port:
    """Open a device, a pty, or any URL that pyserial knows (``loop://``, ``socket://``, ``rfc2217://``).

    For nobody else, where the system can do that. Raises OSError (pyserial's errors are such) or ValueError.
    """
    port: Port = serial.serial_for_url(
        url, baudrate=baud, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True
    )
    return port


def why_not(url: str, problem: Exception) -> Text:
    """One sentence for a port that could not be opened, with what to do."""
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
