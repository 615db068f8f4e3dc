"""Dice reader and buttons at the running table: what they send becomes faces, answers and the amber button."""

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
from ui.device.sounds import Ear, Sound

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
"""What the lamp in the bar says; the whole sentence stands in the settings."""
HIGH = 0.75
"""A track of alarm is high from this share of its length on."""
BEEPS: dict[Sound, int] = {"refused": 2, "alert": 3, "raid": 3, "end": 4}
"""How often the buzzer beeps for what is worth looking up for."""
ONE_BY_ONE = 0.3
"""Seconds from one simulated die to the next, so that people see each being read."""


class Inputs:
    """The hub's events, handled on the screen's own thread; nothing is polled while nothing comes in."""

    def __init__(self, config: Config, journal: Journal | None = None, file: Path | None = None) -> None:
        self._journal = journal
        self._trigger = Clock.create_trigger(lambda _dt: self._poll(), 0)
        self.hub = Hub(config, known=self._known, notify=self._trigger, fallback=True)
        self._confident = config.reader.confidence
        self._app: CompanionApp | None = None
        self._ear = Ear()
        self.file = file
        """Where the configuration was read, None for the default place."""

    def attach(self, app: CompanionApp) -> None:
        """Start the hardware and work for this application."""
        self._app = app
        self.hub.start()

    def stop(self) -> None:
        """Let go of everything."""
        self.hub.stop()

    def serve(self, session: Session) -> None:
        """A game is on the table: its rolls are read from now on."""
        self.hub.use(session.table.game.rules.dice)
        session.confident = self._confident
        session.keep = self._keep
        session.drop = self._drop
        if session.tray is not None:
            session.tray_for_ask()

    @property
    def buttons(self) -> Collection[str]:
        """The names of the buttons that there are."""
        wanted = self.hub.config.buttons
        turned = () if wanted.encoder is None else ("next", "previous")
        return () if wanted.gpio == "none" else {*wanted.pins, *turned}

    @property
    def signals(self) -> Collection[str]:
        """The names of the lights that there are beside that of the green button, and of the buzzer."""
        wanted = self.hub.config.buttons
        if wanted.gpio == "none":
            return ()
        return {*wanted.lights.keys() - {"light"}, *(() if wanted.buzzer == "none" else ("buzzer",))}

    @property
    def green(self) -> bool:
        """True where there is a green button on the table."""
        return "green" in self.buttons and not self.simulated

    @property
    def simulated(self) -> bool:
        """True when there are no pins here, and a finger can press the buttons instead."""
        return without_pins(self.hub.config)

    def light(self) -> tuple[str, Words]:
        """State and sentence for the lamp: the source that most needs a look."""
        found = self._worst()
        return ("off", T("No dice reader")) if found is None else (LIGHTS[found[1].state], found[1].text)

    def lamp(self) -> tuple[str, Words] | None:
        """The same in two words; None where nothing is plugged in, of which there is nothing to say."""
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
        """True where people asked for a simulated reader; one that only stands in is nobody's business."""
        return self.hub.config.reader.port == "simulated"

    def throws(self, dice: Sequence[str]) -> bool:
        """True when the simulated reader is in use, at rest, and has these dice."""
        reader = self.hub.simulator
        return reader is not None and not reader.busy and all(die in reader.dice for die in dice)

    def throw(self, dice: Sequence[str]) -> None:
        """Throw dice of the simulated reader; they are read one by one."""
        reader = self.hub.simulator
        if reader is not None:
            reader.throw(list(dice), every=ONE_BY_ONE)

    def show(self, app: CompanionApp) -> None:
        """Let the lights of the panel say how things are: the amber button waits, all is saved, a track of alarm is
        high; and its buzzer what has just happened, if it is something to look up for."""
        tracks = app.session.scene.tracks if app.session is not None else ()
        high = any(track.tone == "alert" and track.at >= HIGH * track.length for track in tracks)
        tried, good = app.stage.front.tried, app.saved()[0] == "good"
        self.hub.show(light=app.stage.front.lit, saved=good != ("saved" in tried), alert=high != ("alert" in tried))
        heard = self._ear.listen(app.session) if app.session is not None else None
        if heard is not None and app.settings.sounds is not False:
            self.hub.beep(BEEPS.get(heard, 0))

    def saved(self, session: Session) -> None:
        """Something is on disk: acknowledge the readings whose roll is."""
        table = session.table
        while session.given and session.given[0][0] <= table.saved_rev:
            for reading in session.given.pop(0)[1]:
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
            app.complain(said)
        self.saved(session)

    def _drop(self, readings: list[DieRead]) -> None:
        """Readings that no answer comes of: kept as done with, so that they never come again."""

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
