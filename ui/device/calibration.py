"""Check that the touch axes match the picture, with four taps in four corners. No kivy in here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from companion.core.texts import T, Words

if TYPE_CHECKING:
    from kivy.input import MotionEvent

CORNERS: tuple[tuple[int, int], ...] = ((0, 1), (1, 1), (1, 0), (0, 0))
"""The corners in the order asked: column and row, rows from the bottom."""
DEBOUNCE = 0.25
"""A second touch within this many seconds is the same tap, reported twice."""
TOLERANCE = 0.22
"""Largest distance of a tap from its mark, as a share of the screen."""


class TouchMapping(NamedTuple):
    """How touch axes map to the picture: ``swap`` them first, then flip each."""

    swap: bool = False
    flip_x: bool = False
    flip_y: bool = False

    @classmethod
    def named(cls, name: str) -> TouchMapping:
        """Parse what ``str`` returns. Unknown words are ignored."""
        return cls(*(word in name.split() for word in cls._fields))

    def __str__(self) -> str:
        return " ".join(word for word, so in zip(self._fields, self, strict=True) if so)

    def apply(self, x: float, y: float) -> tuple[float, float]:
        """Map a reported touch (x, y) to the picture, each from 0 to 1."""
        if self.swap:
            x, y = y, x
        return (1 - x if self.flip_x else x), (1 - y if self.flip_y else y)

    def then(self, other: TouchMapping) -> TouchMapping:
        """This mapping followed by ``other``, as one."""
        x, y = (self.flip_y, self.flip_x) if other.swap else (self.flip_x, self.flip_y)
        return TouchMapping(self.swap != other.swap, x != other.flip_x, y != other.flip_y)


class Finding(NamedTuple):
    """The result of four taps: a sentence for people, and the mapping to use (None: no change, or unknown)."""

    good: bool
    words: Words
    mapping: TouchMapping | None = None


class Corners:
    """Four taps, one for each of ``CORNERS``."""

    def __init__(self) -> None:
        self.taps: list[tuple[float, float]] = []
        self.doubled = 0
        self._last: float | None = None

    @property
    def asked(self) -> int | None:
        """Index of the corner to tap now; None when all are done."""
        return len(self.taps) if len(self.taps) < len(CORNERS) else None

    def tap(self, x: float, y: float, at: float) -> None:
        """A touch at (x, y), each from 0 to 1, ``at`` seconds on any monotonic clock."""
        again = self._last is not None and at - self._last < DEBOUNCE
        self._last = at
        if again:
            self.doubled += 1
        elif self.asked is not None:
            self.taps.append((x, y))

    def finding(self) -> Finding:
        """Evaluate the taps; call it when all four are done."""
        if self.doubled > 1:
            return Finding(
                False, T("One tap arrives twice. Start the companion without --two-hands, or set two_hands = false "
                         "under [screen] in companion.toml."),
            )  # fmt: skip
        mappings = [TouchMapping(*way) for way in product((False, True), repeat=3)]
        fitting = next((mapping for mapping in mappings if _fits(mapping, self.taps)), None)
        if fitting is None:
            return Finding(
                False, T("The taps did not arrive at the marks. Calibrate the touch in the settings of the system, "
                         "then check again."),
            )  # fmt: skip
        if fitting == TouchMapping():
            return Finding(True, T("Touch works as it should."))
        return Finding(False, T("The touch was turned the wrong way. It has been put right: check again."), fitting)


def _fits(mapping: TouchMapping, taps: Sequence[tuple[float, float]]) -> bool:
    for (x, y), (column, row) in zip(taps, CORNERS, strict=True):
        sx, sy = mapping.apply(x, y)
        if abs(sx - column) > TOLERANCE or abs(sy - row) > TOLERANCE:
            return False
    return True


class TouchCorrection:
    """Corrects the coordinates of touches before dispatch; one of kivy's ``postproc_modules``."""

    def __init__(self) -> None:
        self.mapping = TouchMapping()

    def process(self, events: list[tuple[str, MotionEvent]]) -> list[tuple[str, MotionEvent]]:
        """Correct each touch of ``events`` in place, once even if it is listed twice."""
        if self.mapping != TouchMapping():
            seen: list[MotionEvent] = []
            for _, touch in events:
                if "pos" in touch.profile and not any(touch is other for other in seen):
                    seen.append(touch)
                    touch.sx, touch.sy = self.mapping.apply(touch.sx, touch.sy)
        return events
