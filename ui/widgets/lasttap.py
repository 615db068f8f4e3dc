"""Protection against stray taps: what appears under the finger takes no tap for a moment, so that the second of two
quick taps cannot trigger something new."""

from __future__ import annotations

import time
from collections.abc import Iterable

from ui.layout.geometry import Area
from ui.look.theme import look


class LastTap:
    """The last effective tap."""

    DEAD = 0.4
    """Seconds during which something else in its place takes no tap."""
    NEAR = 3.0
    """Distance (mm) that counts as the same place."""

    def __init__(self) -> None:
        self.now = time.monotonic
        self.forget()

    def forget(self) -> None:
        """Reset."""
        self._at, self._x, self._y = float("-inf"), 0.0, 0.0
        self._meaning: object = None

    def note(self, x: float, y: float, meaning: object) -> None:
        """Record a tap at (x, y) on something with this meaning."""
        self._at, self._x, self._y, self._meaning = self.now(), x, y, meaning

    @property
    def fresh(self) -> bool:
        """True while taps may still be blocked."""
        return self.left > 0

    @property
    def left(self) -> float:
        """Seconds until they are not."""
        return self._at + self.DEAD - self.now()

    def under(self, targets: Iterable[Area], meaning: object) -> list[Area]:
        """Those of ``targets`` at its place that mean something else."""
        if not self.fresh or meaning == self._meaning:
            return []
        near = look.mm(self.NEAR)
        return [one for one in targets if one.w > 0 and one.inset(-near).holds(self._x, self._y)]

    def strange(self, meaning: object) -> bool:
        """True while a key must not trigger something with this meaning, since something else was tapped a moment ago,
        anywhere."""
        return self.fresh and meaning != self._meaning

    def near(self, area: Area, x: float, y: float) -> bool:
        """True if a touch at (x, y) is on ``area``, or close to it."""
        return area.inset(-look.mm(self.NEAR)).holds(x, y)


last_tap = LastTap()
"""Shared: there is one screen."""
