"""Debouncing. Pure: the times of edges are arguments.

A level counts once it has been stable for ``settle`` seconds. The result depends only on the times of the edges, not on
when they are processed.
"""

from __future__ import annotations

from hardware.inputs import Action

SETTLE = 0.020
HOLD = 0.8


class Debouncer:
    """Debounces one contact. Times are seconds; ``pressed`` is its initial state."""

    def __init__(self, *, settle: float = SETTLE, hold: float = HOLD, pressed: bool = False) -> None:
        self._settle = settle
        self._hold = hold
        self._stable = pressed
        self._level = pressed
        self._since = float("-inf")
        self._hold_at: float | None = None

    def edge(self, pressed: bool, at: float) -> list[tuple[Action, float]]:
        """The contact changed to ``pressed``; returns the actions decided by then, with their times."""
        at = max(at, self._since)
        done = self._certain(at)
        self._level, self._since = pressed, at
        return done

    def look(self, pressed: bool, now: float) -> list[tuple[Action, float]]:
        """No edge until ``now``; the contact was read again and is ``pressed``.

        Reading it again detects missed edges and prevents a hold after the release.
        """
        done = self._certain(now)
        if pressed != self._level:
            self._level, self._since = pressed, max(now, self._since)
        elif self._stable and pressed and self._hold_at is not None and now >= self._hold_at:
            self._hold_at = None
            done.append(("hold", now))
        return done

    def due(self) -> float | None:
        """When to call ``look`` next; None: not before the next edge."""
        if self._level != self._stable:
            return self._since + self._settle
        return self._hold_at

    def _certain(self, now: float) -> list[tuple[Action, float]]:
        if self._level == self._stable or now < self._since + self._settle:
            return []
        self._stable = self._level
        self._hold_at = self._since + self._hold if self._stable else None
        return [("press" if self._stable else "release", self._since)]
