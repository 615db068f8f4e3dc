"""Keyboards, game controllers and the panel's buttons, which all become ``Button`` events; and the status lights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kivy.core.window import Window

from companion.core.texts import T, Words
from companion.session.session import Session
from hardware.inputs import Action, Button, Event
from hardware.panel import buttons
from ui.base.language import say
from ui.controls.focus import Focus, KeyTouch
from ui.device.sounds import Sound, SoundCues
from ui.model.navigation import Observer
from ui.screens.base import Host
from ui.screens.stage import Stage
from ui.widgets.drawn import tap_guard
from ui.widgets.frame import Lamp

TAB: Final = 9
KEYS: Final = {13: "confirm", 271: "confirm", 32: "confirm", 27: "back"} | {
    TAB: "next", 274: "next", 275: "next", 273: "previous", 276: "previous",
}  # fmt: skip
"""Kivy's key codes: Enter, Enter of the number pad, Space, Escape; Tab and the arrows."""
SPACE: Final = 32
ERASE: Final = (8, 127)
"""Backspace and Delete."""
DIGITS: Final = {first + n: str(n) for first in (48, 256) for n in range(10)}
"""Digits of the main row and of the number pad."""
CONTROLLER: Final = {0: "confirm", 1: "back", 4: "previous", 5: "next"}
"""SDL's controller buttons: the lower, the right, the shoulders."""
FAR = 20_000
"""Threshold for a stick, or a hat reported as one, of 32,767."""


HIGH = 0.75
"""An alert track counts as high from this share of its length."""
BEEPS: dict[Sound, int] = {"refused": 2, "alert": 3, "raid": 3, "end": 4}
"""Number of beeps for what is worth looking up for."""


class Controls(Observer):
    """Listens to keyboard and controllers of the window, and runs their actions, and the panel's; shows the focus ring,
    and sets the panel's lights."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._cues = SoundCues()
        self._pushed: dict[tuple[int, int], int] = {}
        self._heard: dict[str, Callable[..., object]] = {
            "on_key_down": self._key_down,
            "on_key_up": self._key_up,
            "on_textinput": self._text,
            "on_joy_button_down": self._joy_down,
            "on_joy_button_up": self._joy_up,
            "on_joy_hat": self._joy_hat,
            "on_joy_axis": self._joy_axis,
            "on_touch_down": self._touched,
        }

    def attach(self, stage: Stage) -> None:
        self._stage, self.focus = stage, Focus(self._host, stage)
        Window.bind(**self._heard)

    def detach(self) -> None:
        Window.unbind(**self._heard)

    def settled(self, session: Session | None) -> None:
        """Keep the focus ring on its target, set the panel's lights, and beep for what just happened."""
        self.focus.follow_soon()
        host, inputs = self._host, self._host.inputs
        if inputs is None:
            return
        tracks = session.scene.tracks if session is not None else ()
        high = any(one.tone == "alert" and not one.open and one.at >= HIGH * one.length for one in tracks)
        tried, good = host.front.tried, host.saved()[0] == "good"
        inputs.hub.show(light=host.front.lit, saved=good != ("saved" in tried), alert=high != ("alert" in tried))
        heard = self._cues.next(session) if session is not None else None
        if heard is not None and host.settings.sounds is not False:
            inputs.hub.beep(BEEPS.get(heard, 0))

    def hear(self, event: Event) -> None:
        """Handle an event of the hardware: first the screen that is shown, then, for a button, everything else."""
        heard = not self._host.display.asleep and self._host.front.hear(event)
        if isinstance(event, Button) and not heard:
            self.press(event)

    def press(self, event: Button) -> None:
        """Handle a button event. It counts as activity: it restarts the timers that darken the screen or hide
        secrets."""
        host = self._host
        if host.display.asleep:
            if event.action == "press":
                host.display.wake()
            return
        host.display.touched()
        session = host.session
        if session is not None and session.mode == "roll" and session.tray is not None:
            result = buttons.press(session.tray, event)
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
        if action == "release":
            self.focus.release()
        elif action == "press" and not self._stage.reveal.skipped():
            self.focus.press()

    def _once(self, name: str) -> None:
        if name == "green":
            self._act()
        elif name == "red":
            self._host.take_back("gpio")
        elif name in ("next", "previous"):
            self.focus.move(1 if name == "next" else -1)
        elif name == "back":
            self.focus.back()
        elif name.isdigit():
            self._host.front.key_number(int(name))

    def _act(self) -> None:
        """Press the amber button, unless its meaning changed a moment ago: a key must not end a turn that has just
        begun."""
        primary = self._host.front.primary
        if not tap_guard.blocks_key(primary.meaning):
            tap_guard.record(primary.area.cx, primary.area.cy, primary.meaning)
            self._host.act()

    # Window callbacks.

    def _touched(self, _window: object, touch: object) -> bool:
        if not isinstance(touch, KeyTouch):
            self.focus.hide()
        return False

    def _key_down(self, _window: object, key: int, _code: int, _text: object, modifiers: list[str]) -> bool:
        name = KEYS.get(key) or DIGITS.get(key)
        if {"ctrl", "alt", "meta"} & set(modifiers):
            return False
        if key in ERASE:
            self._type("")
        elif self._typing and (key == SPACE or key in DIGITS):
            pass  # They come as text.
        elif name == "confirm" and self._entering:
            self._host.display.touched()
            self._host.act()
            self._host.refresh()
        elif name is not None:
            self._tell("previous" if key == TAB and "shift" in modifiers else name, "press")
        return False

    def _key_up(self, _window: object, key: int, *_: object) -> bool:
        if key in KEYS and not (self._typing and key == SPACE):
            self._tell(KEYS[key], "release")
        return False

    def _text(self, _window: object, text: str) -> bool:
        """What is typed, as the layout of the keyboard has it: with accents, and in capitals."""
        if self._typing:
            for letter in text:
                if letter.isprintable():
                    self._type(letter)
        return False

    @property
    def _typing(self) -> bool:
        """True if letters go into a text; asleep, any key only wakes the screen."""
        return self._host.front.typing and not self._host.display.asleep

    @property
    def _entering(self) -> bool:
        return self._host.front.entering and not self._host.display.asleep and not self.focus.shown

    def _type(self, letter: str) -> None:
        host = self._host
        if host.display.asleep:
            return
        host.display.touched()
        host.front.type_key(letter)
        host.refresh()

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
        self._host.refresh()


def saved(host: Host) -> tuple[str, Words]:
    """The journal's state (good, wait, bad), and a sentence."""
    trouble = host.library.error or host.box_updates.trouble
    if trouble is not None:
        return "bad", trouble
    waiting = host.box_updates.waiting or (host.session is not None and host.session.table.unsaved > 0)
    return ("wait", T("Saving …")) if waiting else ("good", T("All saved"))


def lamps(host: Host) -> tuple[Lamp, ...]:
    """Each light with a short label: reader first, journal last."""
    state, _ = saved(host)
    words = {"bad": T("Not saved"), "wait": T("Saving"), "good": T("Saved")}[state]
    journal = Lamp("box", state, say(words))
    if host.session is not None and not host.session.table.game.rules.dice:
        return (journal,)
    reader = host.inputs.lamp() if host.inputs is not None else None
    return (journal,) if reader is None else (Lamp("dice", reader[0], say(reader[1])), journal)
