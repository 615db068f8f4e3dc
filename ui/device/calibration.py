"""Does the touch lie on the glass as the picture does? Four taps on four corners tell. No kivy in here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from companion.core.texts import T, Words

if TYPE_CHECKING:
    from kivy.input import MotionEvent

CORNERS: tuple[tuple[int, int], ...] = ((0, 1), (1, 1), (1, 0), (0, 0))
"""The corners in the order in which they are asked for: column and row, rows from the bottom."""
TWICE = 0.25
"""Seconds within which a second touch is the same tap, arriving again."""
BESIDE = 0.22
"""How far from its mark a tap may be, as a share of the glass."""


class Lie(NamedTuple):
    """How the touch lies on the glass: ``swap`` its axes first, then turn each round that is mirrored."""

    swap: bool = False
    flip_x: bool = False
    flip_y: bool = False

    @classmethod
    def named(cls, name: str) -> Lie:
        """From the words that ``str`` gives; words that mean nothing count as not said."""
        return cls(*(word in name.split() for word in cls._fields))

    def __str__(self) -> str:
        return " ".join(word for word, so in zip(self._fields, self, strict=True) if so)

    def straight(self, x: float, y: float) -> tuple[float, float]:
        """Where a finger is that the touch reports at (x, y), each a share from 0 to 1."""
        if self.swap:
            x, y = y, x
        return (1 - x if self.flip_x else x), (1 - y if self.flip_y else y)

    def then(self, other: Lie) -> Lie:
        """This one, and what is still wrong after it, as one."""
        x, y = (self.flip_y, self.flip_x) if other.swap else (self.flip_x, self.flip_y)
        return Lie(self.swap != other.swap, x != other.flip_x, y != other.flip_y)


class Finding(NamedTuple):
    """What four taps have shown: a sentence for people, and how the touch lies (None: as it should, or unknown)."""

    good: bool
    words: Words
    lie: Lie | None = None


class Corners:
    """Four taps, one for each of ``CORNERS``."""

    def __init__(self) -> None:
        self.taps: list[tuple[float, float]] = []
        self.doubled = 0
        self._last: float | None = None

    @property
    def asked(self) -> int | None:
        """Which corner is to be tapped now, None when all are done."""
        return len(self.taps) if len(self.taps) < len(CORNERS) else None

    def tap(self, x: float, y: float, at: float) -> None:
        """A touch came down at a share of the glass (from 0 to 1 each), ``at`` seconds on any clock."""
        again = self._last is not None and at - self._last < TWICE
        self._last = at
        if again:
            self.doubled += 1
        elif self.asked is not None:
            self.taps.append((x, y))

    def finding(self) -> Finding:
        """What the taps have shown; call it when all four are done."""
        if self.doubled > 1:
            return Finding(
                False, T("One tap arrives twice. Start the companion without --two-hands, or set two_hands = false "
                         "under [screen] in companion.toml."),
            )  # fmt: skip
        lies = [Lie(*way) for way in product((False, True), repeat=3)]
        fitting = next((lie for lie in lies if _fits(lie, self.taps)), None)
        if fitting is None:
            return Finding(
                False, T("The taps did not arrive at the marks. Calibrate the touch in the settings of the system, "
                         "then check again."),
            )  # fmt: skip
        if fitting == Lie():
            return Finding(True, T("Touch works as it should."))
        return Finding(False, T("The touch was turned the wrong way. It has been put right: check again."), fitting)


def _fits(lie: Lie, taps: Sequence[tuple[float, float]]) -> bool:
    for (x, y), (column, row) in zip(taps, CORNERS, strict=True):
        sx, sy = lie.straight(x, y)
        if abs(sx - column) > BESIDE or abs(sy - row) > BESIDE:
            return False
    return True


class Straighten:
    """Sets touches right before anybody sees them; one of kivy's ``postproc_modules``."""

    def __init__(self) -> None:
        self.lie = Lie()

    def process(self, events: list[tuple[str, MotionEvent]]) -> list[tuple[str, MotionEvent]]:
        """Change where each touch of ``events`` is, in place; a touch that is there twice only once."""
        if self.lie != Lie():
            seen: list[MotionEvent] = []
            for _, touch in events:
                if "pos" in touch.profile and not any(touch is other for other in seen):
                    seen.append(touch)
                    touch.sx, touch.sy = self.lie.straight(touch.sx, touch.sy)
        return events
