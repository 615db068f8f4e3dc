"""A keyboard user: every answer is given by moving the focus ring and confirming."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.core.window import Window

from hardware.hub import Hub
from hardware.panel.buttons import Encoder
from tests.hardware.helpers import wait_until
from tests.ui.finger import Finger, settle
from ui.controls.focus import FocusTarget
from ui.layout.geometry import Area
from ui.widgets.drawn import tap_guard

TAB, ENTER, SPACE, ESCAPE = 9, 13, 32, 27


class Keys(Finger):
    """A keyboard in place of the finger; ``taps`` counts key presses.

    Instead of a touch, the ring moves there on the shortest way, and Enter activates it. So every way in which a
    ``Finger`` gives an answer also works with keys.
    """

    def press(self, code: int, *modifiers: str, quick: bool = False) -> None:
        """Press and release a key."""
        self.taps += 1
        self.down(code, *modifiers)
        settle()
        self.up(code)
        if not quick:
            tap_guard.reset()
        settle()
        settle()  # The ring is placed after the layout.

    def down(self, code: int, *modifiers: str) -> None:
        Window.dispatch("on_key_down", code, 0, None, list(modifiers))

    def up(self, code: int) -> None:
        Window.dispatch("on_key_up", code, 0)

    @property
    def on(self) -> FocusTarget | None:
        """The part with the ring."""
        spot: FocusTarget | None = self.hands.app.controls.focus.on
        return spot

    def wake(self) -> None:
        """Show the ring."""
        if not self.hands.app.controls.focus.shown:
            self.press(TAB)

    def go_to(self, x: float, y: float) -> None:
        """Move the ring to the part at a point, the shorter way round."""
        self.wake()
        spots: Sequence[FocusTarget] = self.hands.app.controls.focus.spots()
        wanted = nearest(spots, x, y)
        assert wanted is not None, f"the ring never comes to ({x:.0f}, {y:.0f}); it goes to {spots}"
        steps = (spots.index(wanted) - spots.index(self.on)) % len(spots)
        back = len(spots) - steps
        for _ in range(min(steps, back)):
            self.taps += 1
            self.down(TAB, *(("shift",) if back < steps else ()))
        assert self.on == wanted

    def touch(self, x: float, y: float) -> None:
        self.go_to(x, y)
        self.press(ENTER)

    def tap(self, part: Any) -> None:
        assert part.shown
        assert part.enabled
        self.touch(*part.center)


class Panel(Keys):
    """A panel with an encoder on simulated pins in place of the keyboard."""

    @property
    def hub(self) -> Hub:
        assert self.hands.app.inputs is not None
        return self.hands.app.inputs.hub

    def down(self, code: int, *modifiers: str) -> None:
        if code == TAB:
            encoder = next(source for source in self.hub._sources if isinstance(source, Encoder))
            encoder.turn(-1 if "shift" in modifiers else 1)
            settle()
        else:
            self._push(True)

    def up(self, code: int) -> None:
        if code != TAB:
            self._push(False)

    def _push(self, down: bool) -> None:
        """Press or release the encoder, and wait until the screen has reacted."""
        self.hub.push("confirm", down)
        focus = self.hands.app.controls.focus
        wait_until(lambda: (settle(), (focus._finger is not None) == down)[1], "the push arrives")


def nearest(spots: Sequence[FocusTarget], x: float, y: float) -> FocusTarget | None:
    """The stop at a point; of several, the one whose centre is nearest."""
    there = [spot for spot in spots if wider(spot.area).holds(x, y)]
    return min(there, key=lambda spot: abs(spot.area.cx - x) + abs(spot.area.cy - y), default=None)


def wider(area: Area) -> Area:
    return area.inset(-1)
