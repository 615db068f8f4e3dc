"""Serial ports: discovery, opening, error messages."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Protocol

import platformdirs
import serial

from companion.core.texts import T, Text

BY_ID = Path("/dev/serial/by-id")
"""Stable names of USB serial devices on Linux."""
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
    camera = [str(CAMERA)] if CAMERA.exists() else []
    try:
        return camera + sorted(str(path) for path in BY_ID.iterdir())
    except OSError:
        return camera


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
