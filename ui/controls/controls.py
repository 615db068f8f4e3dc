"""Handles the panel's buttons, keyboards and game controllers: all become ``Button`` events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kivy.core.window import Window

from hardware.inputs import Action, Button
from hardware.panel import keypad
from ui.controls.focus import KeyTouch
from ui.widgets.tap_guard import tap_guard

if TYPE_CHECKING:
    from ui.app.app import CompanionApp

TAB: Final = 9
KEYS: Final = {13: "confirm", 271: "confirm", 32: "confirm", 27: "back"} | {
    TAB: "next", 274: "next", 275: "next", 273: "previous", 276: "previous",
}  # fmt: skip
"""Kivy's key codes: Enter, Enter of the number pad, Space, Escape; Tab and the arrows."""
DIGITS: Final = {first + n: str(n) for first in (48, 256) for n in range(10)}
"""Digits of the main row and of the number pad."""
CONTROLLER: Final = {0: "confirm", 1: "back", 4: "previous", 5: "next"}
"""SDL's controller buttons: the lower, the right, the shoulders."""
FAR = 20_000
"""Threshold for a stick, or a hat reported as one, of 32,767."""


class Controls:
    """Listens to keyboard and controllers of the window, and runs their actions, and the panel's, on ``app``."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app
        self._pushed: dict[tuple[int, int], int] = {}
        self._heard: dict[str, Callable[..., object]] = {
            "on_key_down": self._key_down,
            "on_key_up": self._key_up,
            "on_joy_button_down": self._joy_down,
            "on_joy_button_up": self._joy_up,
            "on_joy_hat": self._joy_hat,
            "on_joy_axis": self._joy_axis,
            "on_touch_down": self._touched,
        }

    def attach(self) -> None:
        """Bind to the window."""
        Window.bind(**self._heard)

    def detach(self) -> None:
        """Unbind from the window."""
        Window.unbind(**self._heard)

    def press(self, event: Button) -> None:
        """Handle a button event. It counts as activity: it restarts the timers that darken the screen or hide
        secrets."""
        app = self._app
        if app.asleep:
            if event.action == "press":
                app.wake()
            return
        app.display.touched()
        session = app.session
        if session is not None and session.mode == "roll" and session.tray is not None:
            result = keypad.press(session.tray, event)
            if result == "taken":
                session.tray_changed()
                return
            if result == "undo":
                session.undo("gpio")
                return
        if event.name == "confirm":
            self._confirm(event.action)
        elif event.action == "press":
            self._once(event.name)

    def _confirm(self, action: Action) -> None:
        focus = self._app.stage.focus
        if action == "release":
            focus.release()
        elif action == "press" and not self._app.stage.reveal.skipped():
            focus.press()

    def _once(self, name: str) -> None:
        app, focus = self._app, self._app.stage.focus
        if name == "green":
            self._act()
        elif name == "red":
            app.take_back("gpio")
        elif name in ("next", "previous"):
            focus.move(1 if name == "next" else -1)
        elif name == "back":
            focus.back()
        elif name.isdigit():
            app.stage.front.key_number(int(name))

    def _act(self) -> None:
        """Press the amber button, unless its meaning changed a moment ago: a key must not end a turn that has just
        begun."""
        primary = self._app.stage.front.primary
        if not tap_guard.blocks_key(primary.meaning):
            tap_guard.record(primary.area.cx, primary.area.cy, primary.meaning)
            self._app.act()

    # Window callbacks.

    def _touched(self, _window: object, touch: object) -> bool:
        if not isinstance(touch, KeyTouch):
            self._app.stage.focus.hide()
        return False

    def _key_down(self, _window: object, key: int, _code: int, _text: object, modifiers: list[str]) -> bool:
        name = KEYS.get(key) or DIGITS.get(key)
        if name is not None and not {"ctrl", "alt", "meta"} & set(modifiers):
            self._tell("previous" if key == TAB and "shift" in modifiers else name, "press")
        return False

    def _key_up(self, _window: object, key: int, *_: object) -> bool:
        if key in KEYS:
            self._tell(KEYS[key], "release")
        return False

    def _joy_down(self, _window: object, _stick: int, button: int) -> None:
        if button in CONTROLLER:
            self._tell(CONTROLLER[button], "press")

    def _joy_up(self, _window: object, _stick: int, button: int) -> None:
        if button in CONTROLLER:
            self._tell(CONTROLLER[button], "release")

    def _joy_hat(self, _window: object, _stick: int, _hat: int, value: tuple[int, int]) -> None:
        across, up = value
        if across or up:
            self._tell("next" if across > 0 or up < 0 else "previous", "press")

    def _joy_axis(self, _window: object, stick: int, axis: int, value: int) -> None:
        """Count each push of a stick once. Axes from 2 on are ignored: triggers may report values at rest."""
        pushed = 0 if abs(value) < FAR else 1 if value > 0 else -1
        before, self._pushed[stick, axis] = self._pushed.get((stick, axis), 0), pushed
        if axis < 2 and pushed and pushed != before:
            self._tell("next" if pushed > 0 else "previous", "press")

    def _tell(self, name: str, action: Action) -> None:
        """Press a key. Unlike the panel's buttons, keys are never caught by the check that tries buttons out."""
        self.press(Button(name, action))
        self._app.refresh()
