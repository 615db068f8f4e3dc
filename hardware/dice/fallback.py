"""A simulated reader that stands in for as long as no real one has answered.

So somebody without a reader sees dice being read, over the same serial path; a real reader that is plugged in later
takes its place, and keeps it also while it is unplugged for a moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

AGAIN = 60.0
"""Seconds after which a port that was silent is tried once more: its reader may have been switched on since."""


class FallbackPorts:
    """The ports to try for ``auto``: those that ``find`` gives, and after them the simulated reader's.

    ``simulated`` gives that one's port, nothing while there is none; ``clock`` counts seconds.
    ``ports`` and ``stays`` are what ``SerialReader`` asks, in its own thread.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[str]],
        simulated: Callable[[], Sequence[str]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.active = False
        """True while the simulated reader is the one that is read."""
        self.alone = True
        """True while no real reader is plugged in, and none has been."""
        self._find = find
        self._simulated = simulated
        self._relieved = False
        self._seen: set[str] = set()
        self._clock = clock
        self._looked = clock()

    def ports(self) -> list[str]:
        """What to try now: what has just been plugged in, if the simulated reader was in use; once a real reader has
        answered, real ones only."""
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
        """Whether to go on with ``port``, on which a reader has answered or not.

        Not when a real port is new, was unplugged in between, or has been silent for long.
        """
        if port not in self._simulated():
            self._relieved = self._relieved or answered
            return True
        self.active = answered
        found = set(self._find())
        self._seen &= found
        return found <= self._seen and not (found and self._clock() - self._looked > AGAIN)
