"""Dice reader and buttons at the running table: turns their events into faces, answers and button presses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.core.texts import T, Words
from companion.journal import Journal
from companion.session.readings import DieRead, ReadingId
from hardware.config import Config
from hardware.doctor import without_pins
from hardware.hub import Hub
from hardware.inputs import Button, Health
from ui.device.sounds import Sound, SoundCues

if TYPE_CHECKING:
    from companion.session.session import Session
    from ui.app.app import CompanionApp

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
        session.roll.keep = self._keep
        session.roll.drop = self._drop
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

    def saved(self, session: Session) -> None:
        """Acknowledge the readings whose rolls are on disk."""
        given = session.roll.given
        while given and given[0][0] <= session.table.saved_rev:
            for reading in given.pop(0)[1]:
                self.hub.acknowledge(reading)

    def _known(self, reading: ReadingId) -> bool:
        return self._journal is not None and self._journal.seen(reading)

    def _keep(self, readings: list[DieRead]) -> None:
        if self._journal is not None:
            self._journal.use(_named(readings))

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
        app.refresh()

    def _die(self, app: CompanionApp, event: DieRead) -> None:
        session = app.session
        if session is None:
            self._drop([event])
            return
        if session.tray is not None:
            app.wake()
        said = session.read(event)
        if said is not None:
            app.show_message(said)
        self.saved(session)

    def _drop(self, readings: list[DieRead]) -> None:
        """Mark readings that lead to no answer as done, so that they never come again."""

        def acknowledge() -> None:
            for reading in readings:
                self.hub.acknowledge(reading)

        if self._journal is None:
            acknowledge()
        else:
            self._journal.mark(_named(readings), acknowledge)

    def _button(self, app: CompanionApp, event: Button) -> None:
        if app.asleep or not app.stage.front.hear(event):
            app.controls.press(event)


def _named(readings: list[DieRead]) -> list[ReadingId]:
    return [reading.origin for reading in readings if reading.origin is not None]
