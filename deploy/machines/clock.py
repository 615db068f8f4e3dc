"""Time as a machine has it: while its processors wait for those of a busy host, it stands still."""

from __future__ import annotations

import time
from pathlib import Path

from deploy.machines.tools import Trouble


class Stopwatch:
    """Seconds since it was made, without those in which the host had no time for a process.

    ``threads`` is the folder of the process in which Linux says for each thread how long it could have run and did not,
    ``/proc/PID/task``. The thread that waited longest counts.
    """

    def __init__(self, threads: Path) -> None:
        self._threads = threads
        self._started, self._waited = time.monotonic(), self._waits()

    def passed(self) -> float:
        waited = (now - self._waited.get(thread, now) for thread, now in self._waits().items())
        return time.monotonic() - self._started - max(waited, default=0.0)

    def _waits(self) -> dict[str, float]:
        """For how many seconds each thread has waited."""
        found = {}
        for thread in self._threads.glob("*"):
            try:
                found[thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
            except (ProcessLookupError, FileNotFoundError):
                continue  # It has ended.
        if not found:
            raise Trouble("The machine has gone; what QEMU said is in its qemu.log.")
        return found
