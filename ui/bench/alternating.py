"""Taps with and without something else going on, alternately in one run."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager

from ui.bench.screen_program import MIDDLE, Measuring  # isort: skip - it prepares the window

BLOCK = 40
"""Taps in each block, with it or without."""
LEAST = 160
"""Minimum number of taps, both together."""


class Alternating(Measuring):
    """The app in its window, tapped at random; subclasses say what goes on in every other block."""

    def block(self, start: int, *, on: bool) -> AbstractContextManager[None]:
        """Begin a game of ``start`` answers; inside the context, it goes on if ``on``."""
        raise NotImplementedError

    def taps(self, seconds: float) -> tuple[list[float], list[float]]:
        """Tap for ``seconds``; returns the milliseconds of taps without it, and with it."""
        end = time.monotonic() + seconds
        found: tuple[list[float], list[float]] = [], []
        while time.monotonic() < end or sum(map(len, found)) < LEAST:
            start = self.luck.randrange(MIDDLE)
            for walls, on in zip(found, (False, True), strict=True):
                with self.block(start, on=on):
                    before = len(self.tapping.taps)
                    for _ in range(BLOCK):
                        self._tap()
                    walls.extend(tap.wall for tap in self.tapping.taps[before:])
        return found

    def _tap(self) -> None:
        """A tap in a game; leaves the menu and the page about phones."""
        if self.app.session is not None and self.app.session.mode != "over":
            self.tapping.tap()
        if self.app.looking in ("phones", "menu"):
            self.app.go("game")
