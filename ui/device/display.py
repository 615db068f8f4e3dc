"""The screen as a whole: size, theme, rotation, sleep, touch axes; and its memory, tidied while nobody taps."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from kivy.base import EventLoop
from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window
from kivy.input import MotionEvent

from companion.core.texts import T, Words
from ui.base.settings import Settings
from ui.device import kernel
from ui.look.theme import Panel, look
from ui.widgets.drawn import tap_guard
from ui.widgets.frame import SleepOverlay

# Memory: what is free is returned to the system, so that the window can stay open for days.

DUE = 10
"""Number of young garbage collections after which a full one runs, once nobody taps."""


def give_back() -> None:
    """Run a full garbage collection (about 50 ms) and trim the heap. What survives is frozen until next time, so that
    later collections stay short."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    trim()


def trim() -> None:
    """Return free heap memory to the system; about 1 ms."""
    if _trim is not None:
        _trim(0)


def tidy() -> None:
    """Trim the heap; run a full collection if it is due."""
    if gc.get_count()[2] >= DUE:
        give_back()
    else:
        trim()


def freeze() -> None:
    """Exclude all current objects from automatic collections."""
    gc.freeze()


def _found() -> Callable[[int], int] | None:
    """The C library's ``malloc_trim``; None where there is none, as on macOS."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return found


_trim = _found()

tidy_soon = Clock.create_trigger(lambda _dt: tidy(), 2)
"""``tidy`` in two seconds, once for any number of calls until then."""

give_back_soon = Clock.create_trigger(lambda _dt: give_back(), 1)
"""``give_back`` in a second, when a game was left and the next screen is up."""


def postpone() -> None:
    """A tap: restart pending timers, so that no collection delays it."""
    for soon in (tidy_soon, give_back_soon):
        if soon.is_triggered:
            soon.cancel()
            soon()


# The touch check: whether the touch axes match the picture.

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


EVERY = 20
"""Seconds between checks whether to go to sleep."""


class Display:
    """Applies ``settings`` to the window. ``turned``: rotation for people opposite, 0 or 180 degrees. ``touched`` is
    called on every touch."""

    def __init__(self, settings: Settings, inches: float, touched: Callable[[], None]) -> None:
        self.turned = 0
        self._settings = settings
        self._inches = inches
        self._tell = touched
        self._last = time.monotonic()
        self._correction = TouchCorrection()
        self._overlay: SleepOverlay | None = None
        self._repaint: Callable[[], None] = lambda: None
        self._clock: ClockEvent | None = None

    def attach(self, overlay: SleepOverlay, repaint: Callable[[], None]) -> None:
        """Start, once everything is in the window: ``overlay`` darkens it, ``repaint`` draws all of it again."""
        self._overlay, self._repaint = overlay, repaint
        Window.bind(on_touch_down=self.touched)
        EventLoop.add_postproc_module(self._correction)
        self._clock = Clock.schedule_interval(lambda _dt: self._doze(), EVERY)

    def detach(self) -> None:
        Window.unbind(on_touch_down=self.touched)
        EventLoop.remove_postproc_module(self._correction)
        if self._clock is not None:
            self._clock.cancel()

    def measure(self) -> None:
        """Apply the current window size and settings."""
        other_letters = look.scale != self._settings.scale
        look.use(Panel(int(Window.width), int(Window.height), self._inches), self._settings.scale)
        self._correction.mapping = TouchMapping.named(self._settings.touch)
        if self._settings.light is not None:
            kernel.set_brightness(self._settings.light)
        other_theme = look.light(self._settings.theme)
        if other_letters or other_theme:
            self._repaint()

    def turn(self, degrees: int) -> None:
        """Rotate the picture by 0 or 180 degrees."""
        if Window.rotation != degrees:
            Window.rotation = degrees
            tap_guard.turn(Window.width, Window.height)

    def touched(self, *_: object) -> bool:
        """A touch anywhere: restart the sleep timer."""
        self._last = time.monotonic()
        postpone()
        self._tell()
        return False

    @property
    def asleep(self) -> bool:
        return self._overlay is not None and bool(self._overlay.shown)

    def wake(self) -> None:
        self._last = time.monotonic()
        if self._overlay is not None and self.asleep:
            self._overlay.hide()
            kernel.switch_backlight(True)

    def _doze(self) -> None:
        wait = self._settings.sleep * 60
        if self._overlay is not None and wait and time.monotonic() - self._last > wait:
            self._overlay.show()
            kernel.switch_backlight(False)
