"""Long press on a space of the picture, to see its stakes before deciding."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock, ClockEvent
from kivy.input import MotionEvent

from ui.widgets.buttons import TapButton
from ui.widgets.drawn import Tappable


class LongPress:
    """``at`` returns the space at a point; ``show`` shows its stakes, returning False if there are none, or hides them
    (None). A long press is no tap; sliding shows other spaces."""

    def __init__(self, at: Callable[[float, float], str | None], show: Callable[[str | None], bool]) -> None:
        self._at = at
        self._show = show
        self._touch: MotionEvent | None = None
        self._clock: ClockEvent | None = None
        self._spot: str | None = None

    def down(self, touch: MotionEvent) -> None:
        """Touch down."""
        self.cancel()
        if self._at(*touch.pos) is not None:
            self._touch = touch
            self._clock = Clock.schedule_once(self.start, TapButton.HOLD)

    def start(self, _dt: float = 0) -> None:
        """The touch has become a long press."""
        touch = self._touch
        if touch is None:
            return
        self._look(touch)
        if self._spot is not None:
            for grabbed in touch.grab_list:
                part = grabbed()
                if isinstance(part, Tappable):
                    part.pressed = False
                    part.redraw()

    def move(self, touch: MotionEvent) -> None:
        """Touch move: show another space."""
        if touch is self._touch and self._spot is not None and self._at(*touch.pos) not in (None, self._spot):
            self._look(touch)

    def up(self, touch: MotionEvent) -> None:
        """Touch up."""
        if touch is self._touch:
            self.cancel()

    def cancel(self) -> None:
        """Cancel the long press."""
        if self._clock is not None:
            self._clock.cancel()
        if self._spot is not None:
            self._show(None)
        self._touch = self._clock = self._spot = None

    def _look(self, touch: MotionEvent) -> None:
        spot = self._at(*touch.pos)
        if spot is not None and self._show(spot):
            self._spot = spot
