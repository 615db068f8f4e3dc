"""The screen as a whole: size, theme, rotation, touch mapping, and sleep."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window

from ui.app.settings import Settings
from ui.device import backlight, memory
from ui.device.calibration import TouchCorrection, TouchMapping
from ui.look.theme import Panel, look

if TYPE_CHECKING:
    from ui.app.stage import Stage

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
        self._stage: Stage | None = None
        self._clock: ClockEvent | None = None

    def attach(self, stage: Stage) -> None:
        """Start, once ``stage`` is in the window."""
        self._stage = stage
        Window.bind(on_touch_down=self.touched)
        EventLoop.add_postproc_module(self._correction)
        self._clock = Clock.schedule_interval(lambda _dt: self._doze(), EVERY)

    def detach(self) -> None:
        """Unbind from window and clock."""
        Window.unbind(on_touch_down=self.touched)
        EventLoop.remove_postproc_module(self._correction)
        if self._clock is not None:
            self._clock.cancel()

    def measure(self) -> None:
        """Apply the current window size and settings."""
        look.use(Panel(int(Window.width), int(Window.height), self._inches), self._settings.scale)
        self._correction.mapping = TouchMapping.named(self._settings.touch)
        if self._settings.light is not None:
            backlight.brighten(self._settings.light)
        if look.light(self._settings.theme) and self._stage is not None:
            self._stage.repaint()

    def turn(self, degrees: int) -> None:
        """Rotate the picture by 0 or 180 degrees."""
        if Window.rotation != degrees:
            Window.rotation = degrees

    def touched(self, *_: object) -> bool:
        """A touch anywhere: restart the sleep timer."""
        self._last = time.monotonic()
        memory.postpone()
        self._tell()
        return False

    @property
    def asleep(self) -> bool:
        """True while the screen is dark."""
        return self._stage is not None and bool(self._stage.sleep_overlay.shown)

    def wake(self) -> None:
        """Light the screen again."""
        self._last = time.monotonic()
        if self._stage is not None and self.asleep:
            self._stage.sleep_overlay.hide()
            backlight.switch(True)

    def _doze(self) -> None:
        wait = self._settings.sleep * 60
        if self._stage is not None and wait and time.monotonic() - self._last > wait:
            self._stage.sleep_overlay.show()
            backlight.switch(False)
