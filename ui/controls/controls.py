"""Other input than touch: keyboards and controllers, the panel's buttons and lights, the dice reader."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock
from kivy.core.window import Window

from companion.core.texts import T, Words
from companion.journal import Journal
from companion.table.log import DieRead, ReadingId
from hardware.config import Config
from hardware.doctor import without_pins
from hardware.hub import Hub
from hardware.inputs import Action, Button, Health
from hardware.panel import keypad
from ui.base.language import say
from ui.controls.focus import KeyTouch
from ui.device.sounds import Sound, SoundCues
from ui.widgets.drawn import tap_guard
from ui.widgets.frame import Lamp

if TYPE_CHECKING:
    from companion.session.session import Session
    from ui.app.app import CompanionApp


# Handles the panel's buttons, keyboards and game controllers: all become ``Button`` events.
#

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


# The status lights at the edge of the screen: journal and dice reader.
#


def saved(app: CompanionApp) -> tuple[str, Words]:
    """The journal's state (good, wait, bad), and a sentence."""
    trouble = app.library.error or app.box_updates.trouble
    if trouble is not None:
        return "bad", trouble
    waiting = app.box_updates.waiting or (app.session is not None and app.session.table.unsaved > 0)
    return ("wait", T("Saving …")) if waiting else ("good", T("All saved"))


def lamps(app: CompanionApp) -> tuple[Lamp, ...]:
    """Each light with a short label: reader first, journal last."""
    state, _ = saved(app)
    words = {"bad": T("Not saved"), "wait": T("Saving"), "good": T("Saved")}[state]
    journal = Lamp("box", state, say(words))
    if app.session is not None and not app.session.table.game.rules.dice:
        return (journal,)
    reader = app.inputs.lamp() if app.inputs is not None else None
    return (journal,) if reader is None else (Lamp("dice", reader[0], say(reader[1])), journal)


# Dice reader and buttons at the running table: turns their events into faces, answers and button presses.
#

LIGHTS = {"ready": "good", "reading": "good", "waiting": "off", "gone": "bad", "error": "bad"}
WORST = ("error", "gone", "reading", "ready", "waiting")
SHORT = {
    "ready": T("Reader ready"),
    "reading": T("Reading"),
    "waiting": T("No reader"),
    "gone": T("No reader"),
    "error": T("Reader fault"),
}
"""Short labels for the nav bar; full sentences are in the settings."""
HIGH = 0.75
"""An alert track counts as high from this share of its length."""
BEEPS: dict[Sound, int] = {"refused": 2, "alert": 3, "raid": 3, "end": 4}
"""Number of beeps for what is worth looking up for."""
ONE_BY_ONE = 0.3
"""Seconds between simulated dice, so that people see each one being read."""


class Inputs:
    """Handles the hub's events in kivy's thread; polls only when the hub notifies."""

    def __init__(self, config: Config, journal: Journal | None = None, file: Path | None = None) -> None:
        self._journal = journal
        self._trigger = Clock.create_trigger(lambda _dt: self._poll(), 0)
        self.hub = Hub(config, known=self._known, notify=self._trigger, fallback=True)
        self._confident = config.reader.confidence
        self._waiting: list[DieRead] = []
        """Readings that are not acknowledged yet, oldest first."""
        self._app: CompanionApp | None = None
        self._cues = SoundCues()
        self.file = file
        """Path of the configuration; None for the default."""

    def attach(self, app: CompanionApp) -> None:
        """Start the hardware for ``app``."""
        self._app = app
        self.hub.start()

    def stop(self) -> None:
        """Stop the hardware."""
        self.hub.stop()

    def serve(self, session: Session) -> None:
        """Read the dice of this game from now on."""
        self.hub.use(session.table.game.rules.dice)
        session.roll.confident = self._confident
        if session.tray is not None:
            session.renew_tray()

    @property
    def buttons(self) -> Collection[str]:
        """Names of the configured buttons."""
        wanted = self.hub.config.buttons
        turned = () if wanted.encoder is None else ("next", "previous")
        return () if wanted.gpio == "none" else {*wanted.pins, *turned}

    @property
    def signals(self) -> Collection[str]:
        """Names of the configured lights, except that of the green button, and of the buzzer."""
        wanted = self.hub.config.buttons
        if wanted.gpio == "none":
            return ()
        return {*wanted.lights.keys() - {"light"}, *(() if wanted.buzzer == "none" else ("buzzer",))}

    @property
    def green(self) -> bool:
        """True if there is a real green button."""
        return "green" in self.buttons and not self.simulated

    @property
    def simulated(self) -> bool:
        """True if there are no pins, and buttons can be pressed on the screen instead."""
        return without_pins(self.hub.config)

    def light(self) -> tuple[str, Words]:
        """State and sentence of the source that most needs attention."""
        found = self._worst()
        return ("off", T("No dice reader")) if found is None else (LIGHTS[found[1].state], found[1].text)

    def lamp(self) -> tuple[str, Words] | None:
        """The same with a short label; None if nothing is plugged in."""
        found = self._worst()
        if found is None:
            return None
        name, health = found
        if name == "reader" and self.hub.standing_in:
            return None
        if name != "reader" and LIGHTS[health.state] == "bad":
            return "bad", T("Look here")
        return LIGHTS[health.state], SHORT[health.state]

    def _worst(self) -> tuple[str, Health] | None:
        healths = self.hub.health().items()
        return min(healths, key=lambda one: (WORST.index(one[1].state), one[0] != "reader"), default=None)

    @property
    def throwing(self) -> bool:
        """True if people configured a simulated reader; the fallback does not count."""
        return self.hub.config.reader.port == "simulated"

    def throws(self, dice: Sequence[str]) -> bool:
        """True if the simulated reader is in use, idle, and has these dice."""
        reader = self.hub.simulator
        return reader is not None and not reader.busy and all(die in reader.dice for die in dice)

    def throw(self, dice: Sequence[str]) -> None:
        """Roll dice of the simulated reader; they are read one by one."""
        reader = self.hub.simulator
        if reader is not None:
            reader.throw(list(dice), every=ONE_BY_ONE)

    def show(self, app: CompanionApp) -> None:
        """Set the panel's lights (amber button available, saved, alert track high), and beep for what just happened."""
        tracks = app.session.scene.tracks if app.session is not None else ()
        high = any(track.tone == "alert" and track.at >= HIGH * track.length for track in tracks)
        tried, good = app.stage.front.tried, app.saved()[0] == "good"
        self.hub.show(light=app.stage.front.lit, saved=good != ("saved" in tried), alert=high != ("alert" in tried))
        heard = self._cues.next(app.session) if app.session is not None else None
        if heard is not None and app.settings.sounds is not False:
            self.hub.beep(BEEPS.get(heard, 0))

    def acknowledge(self) -> None:
        """Acknowledge the readings that are on disk, with the answer made from them or without one.

        Without a journal there is nothing to wait for.
        """
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            if self._journal is None or (event.origin is not None and self._journal.seen(event.origin)):
                self.hub.acknowledge(event)
            else:
                self._waiting.append(event)

    def _known(self, reading: ReadingId) -> bool:
        return self._journal is not None and self._journal.seen(reading)

    def _poll(self) -> None:
        app = self._app
        if app is None:
            return
        for event in self.hub.poll():
            if isinstance(event, DieRead):
                self._die(app, event)
            elif isinstance(event, Button):
                self._button(app, event)
            else:
                app.stage.front.hear(event)
        self.acknowledge()
        app.refresh()

    def _die(self, app: CompanionApp, event: DieRead) -> None:
        session = app.session
        if event.origin is not None:
            self._waiting.append(event)
            if session is None and self._journal is not None:
                self._journal.mark_read([event.origin], self._trigger)
        if session is None:
            return
        if session.tray is not None:
            app.wake()
        said = session.read(event)
        if said is not None:
            app.show_message(said)

    def _button(self, app: CompanionApp, event: Button) -> None:
        if app.asleep or not app.stage.front.hear(event):
            app.controls.press(event)
