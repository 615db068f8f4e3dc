"""A simulated serial port: a pseudo-terminal behind a symlink with a stable name."""

from __future__ import annotations

import contextlib
import errno
import os
import tty
from pathlib import Path


class Pty:
    """The device's end. ``link`` is the symlink that a host opens, while it exists."""

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
        """Close the terminal and remove the link."""
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
