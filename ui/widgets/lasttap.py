"""Where a finger has just tapped. What appears there takes no tap for a moment, so that the second tap of a quick
finger never does what stands there only since the first."""

from __future__ import annotations

import time
from collections.abc import Iterable

from ui.layout.geometry import Area
from ui.look.theme import look


class LastTap:
    """The last tap that did something."""

    DEAD = 0.4
    """Seconds for which something else in its place takes no tap."""
    NEAR = 3.0
    """A tap so many millimetres beside it counts as one in its place."""

    def __init__(self) -> None:
        self.now = time.monotonic
        self.forget()

    def forget(self) -> None:
        """It was long ago."""
        self._at, self._x, self._y = float("-inf"), 0.0, 0.0
        self._meaning: object = None

    def note(self, x: float, y: float, meaning: object) -> None:
        """A finger was lifted there, from something with this meaning."""
        self._at, self._x, self._y, self._meaning = self.now(), x, y, meaning

    @property
    def fresh(self) -> bool:
        """True while something may stand in its place that takes no tap yet."""
        return self.left > 0

    @property
    def left(self) -> float:
        """For how many more seconds that is so."""
        return self._at + self.DEAD - self.now()

    def under(self, targets: Iterable[Area], meaning: object) -> list[Area]:
        """Those of ``targets`` that stand in its place and mean something else."""
        if not self.fresh or meaning == self._meaning:
            return []
        near = look.mm(self.NEAR)
        return [one for one in targets if one.w > 0 and one.inset(-near).holds(self._x, self._y)]

    def strange(self, meaning: object) -> bool:
        """True while a key takes no effect on what has this meaning: a moment ago something else was tapped, wherever
        that was."""
        return self.fresh and meaning != self._meaning

    def near(self, area: Area, x: float, y: float) -> bool:
        """True if a finger at (x, y) means ``area``."""
        return area.inset(-look.mm(self.NEAR)).holds(x, y)


last_tap = LastTap()
"""There is one glass."""
