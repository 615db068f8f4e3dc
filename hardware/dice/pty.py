"""A serial port that is none: a pseudo-terminal, behind a link that keeps its name."""

from __future__ import annotations

import contextlib
import errno
import os
import tty
from pathlib import Path


class Pty:
    """The device's end. ``link`` is where a host opens the other one, while it is open."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._ends: tuple[int, int] | None = None

    @property
    def number(self) -> int | None:
        """What ``select`` waits for; None while it is closed."""
        return self._ends[0] if self._ends else None

    def open(self) -> None:
        """Make it, and the link; does nothing if it is open. Raises ``OSError``; a file of that name is left alone."""
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
        """Take it away, and the link."""
        if self._ends is None:
            return
        ends, self._ends = self._ends, None
        self.link.unlink(missing_ok=True)
        for end in ends:
            os.close(end)

    def read(self) -> bytes:
        """What the host has sent; nothing if it has not, or is not there."""
        if self._ends is None:
            return b""
        try:
            return os.read(self._ends[0], 4096)
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.EIO):
                raise
            return b""

    def write(self, data: bytes) -> None:
        """Send to the host; lost if nobody reads, as on a cable."""
        if self._ends is not None and data:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], data)
