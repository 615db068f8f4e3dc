"""Fallback to a simulated reader until a real one answers.

People without a reader see dice being read over the same serial code. A real reader takes over when it is plugged in,
and stays in charge while it is unplugged for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

AGAIN = 60.0
"""Seconds before a silent port is retried: its reader may have been switched on."""


class FallbackPorts:
    """The ports for ``auto``: those of ``find``, then the simulated reader's.

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
