"""Snapshots: from where a long game is quickly played again."""

from __future__ import annotations

from bisect import bisect_right
from copy import copy
from typing import Any, Self

from companion.core.state import State

EVERY = 50
"""A state is kept before every fiftieth entry: playing fifty again takes about a millisecond, while keeping one
costs as much as playing a few."""

MOST = 64
"""So many states are kept at most, and then every second one is let go: a very long game costs time, not memory."""


class Snapshots:
    """Copies of the state by position: the number of entries in effect before it."""

    def __init__(self, start: State[Any, Any]) -> None:
        self._every = EVERY
        self._positions = [0]
        self._states = [start.copy()]

    def copy(self) -> Self:
        """Independent snapshots of the same states, which never change."""
        other = copy(self)
        other._positions, other._states = list(self._positions), list(self._states)
        return other

    def pass_by(self, position: int, state: State[Any, Any]) -> None:
        """Keep ``state`` if a snapshot is due at ``position``, which grows by one from call to call."""
        if position % self._every or position <= self._positions[-1]:
            return
        self._positions.append(position)
        self._states.append(state.copy())
        if len(self._positions) > MOST:
            self._every *= 2
            self._positions, self._states = self._positions[::2], self._states[::2]

    def latest(self, position: int) -> tuple[int, State[Any, Any]]:
        """The last snapshot at or before ``position``: where it stands, and a copy to play on."""
        found = bisect_right(self._positions, position) - 1
        return self._positions[found], self._states[found].copy()

    def forget_after(self, position: int) -> None:
        """Let go of what lies behind ``position``, because another game goes on from there."""
        kept = bisect_right(self._positions, position)
        del self._positions[kept:], self._states[kept:]
