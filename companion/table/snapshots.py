"""Snapshots of the state, so that long games replay quickly."""

from __future__ import annotations

from bisect import bisect_right
from copy import copy
from typing import Any, Self

from companion.core.state import State

EVERY = 50
"""Entries between snapshots. Replaying fifty takes about a millisecond; a copy costs as much as a few."""

MOST = 64
"""Most snapshots kept. Beyond that, every second one is dropped, so that long games cost time, not memory."""


class Snapshots:
    """Copies of the state by position, the number of entries in effect before it."""

    def __init__(self, start: State[Any, Any]) -> None:
        self._every = EVERY
        self._positions = [0]
        self._states = [start.copy()]

    def copy(self) -> Self:
        """An independent copy that shares the states, which never change."""
        other = copy(self)
        other._positions, other._states = list(self._positions), list(self._states)
        return other

    def pass_by(self, position: int, state: State[Any, Any]) -> None:
        """Take a snapshot if one is due at ``position``, which must grow by one per call."""
        if position % self._every or position <= self._positions[-1]:
            return
        self._positions.append(position)
        self._states.append(state.copy())
        if len(self._positions) > MOST:
            self._every *= 2
            self._positions, self._states = self._positions[::2], self._states[::2]

    def latest(self, position: int) -> tuple[int, State[Any, Any]]:
        """The last snapshot at or before ``position``: its position, and a copy of its state."""
        found = bisect_right(self._positions, position) - 1
        return self._positions[found], self._states[found].copy()

    def forget_after(self, position: int) -> None:
        """Drop snapshots after ``position``."""
        kept = bisect_right(self._positions, position)
        del self._positions[kept:], self._states[kept:]
