"""Protection against stray taps: what appears under the finger takes no tap for a moment, so that the second of two
quick taps cannot trigger something new."""

from __future__ import annotations

import time
from collections.abc import Iterable

from ui.layout.geometry import Area
from ui.look.theme import look


class TapGuard:
    """Remembers the last effective tap, and tells which targets it blocks."""

    DEAD = 0.4
    """Seconds during which something else in its place takes no tap."""
    NEAR = 3.0
    """Distance (mm) that counts as the same place."""

    def __init__(self) -> None:
        self.now = time.monotonic
        self.reset()

    def reset(self) -> None:
        """Reset."""
        self._at, self._x, self._y = float("-inf"), 0.0, 0.0
        self._meaning: object = None

    def record(self, x: float, y: float, meaning: object) -> None:
        """Record a tap at (x, y) on something with this meaning."""
        self._at, self._x, self._y, self._meaning = self.now(), x, y, meaning

    @property
    def active(self) -> bool:
        """True while taps may still be blocked."""
        return self.remaining > 0

    @property
    def remaining(self) -> float:
        """Seconds until they are not."""
        return self._at + self.DEAD - self.now()

    def blocked(self, targets: Iterable[Area], meaning: object) -> list[Area]:
        """Those of ``targets`` at its place that mean something else."""
        if not self.active or meaning == self._meaning:
            return []
        near = look.mm(self.NEAR)
        return [one for one in targets if one.w > 0 and one.inset(-near).holds(self._x, self._y)]

    def blocks_key(self, meaning: object) -> bool:
        """True while a key must not trigger something with this meaning, since something else was tapped a moment ago,
        anywhere."""
        return self.active and meaning != self._meaning

    def hits(self, area: Area, x: float, y: float) -> bool:
        """True if a touch at (x, y) is on ``area``, or close to it."""
        return area.inset(-look.mm(self.NEAR)).holds(x, y)


tap_guard = TapGuard()
"""Shared: there is one screen."""
