"""Dice reader and buttons at the running table: what they send becomes faces, answers and the amber button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.core.texts import T, Words
from companion.journal import Journal, Reading
from hardware.config import Config
from hardware.hub import Hub
from hardware.inputs import Button, DieRead, Health, ReadingId

if TYPE_CHECKING:
    from ui.app.app import CompanionApp
    from ui.session.flow import Flow

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
ONE_BY_ONE = 0.3
"""Seconds from one simulated die to the next, so that people see each being read."""


class Inputs:
    """The hub's events, handled on the screen's own thread; nothing is polled while nothing comes in."""

    def __init__(self, config: Config, journal: Journal | None = None) -> None:
        self._journal = journal
        self._trigger = Clock.create_trigger(lambda _dt: self._poll(), 0)
        self.hub = Hub(config, known=self._known, notify=self._trigger, stand_in=True)
        self._confident = config.reader.confidence
        self._app: CompanionApp | None = None

    def attach(self, app: CompanionApp) -> None:
        """Start the hardware and work for this application."""
        self._app = app
        self.hub.start()

    def stop(self) -> None:
        """Let go of everything."""
        self.hub.stop()

    def serve(self, flow: Flow) -> None:
        """A game is on the table: its rolls are read from now on."""
        self.hub.use(flow.table.game.rules.dice)
        flow.confident = self._confident
        flow.keep = self._keep
        flow.drop = self._drop
        if flow.tray is not None:
            flow.tray_for_ask()

    def light(self) -> tuple[str, Words]:
        """State and sentence for the lamp: the source that most needs a look."""
        found = self._worst()
        return ("off", T("No dice reader")) if found is None else (LIGHTS[found[1].state], found[1].text)

    def lamp(self) -> tuple[str, Words]:
        """The same in two words."""
        found = self._worst()
        if found is None:
            return "off", T("No reader")
        name, health = found
        if name != "reader" and LIGHTS[health.state] == "bad":
            return "bad", T("Look here")
        words = T("Simulated") if self.hub.simulator is not None and health.state == "ready" else SHORT[health.state]
        return LIGHTS[health.state], words

    def _worst(self) -> tuple[str, Health] | None:
        healths = self.hub.health().items()
        return min(healths, key=lambda one: (WORST.index(one[1].state), one[0] != "reader"), default=None)

    def throws(self, dice: Sequence[str]) -> bool:
        """True when the simulated reader is in use, at rest, and has these dice."""
        reader = self.hub.simulator
        return reader is not None and not reader.busy and all(die in reader.dice for die in dice)

    def throw(self, dice: Sequence[str]) -> None:
        """Throw dice of the simulated reader; they are read one by one."""
        reader = self.hub.simulator
        if reader is not None:
            reader.throw(list(dice), every=ONE_BY_ONE)

    def waiting(self, primary: bool) -> None:
        """Light the green button while the amber one waits."""
        self.hub.waiting(primary)

    def saved(self, flow: Flow) -> None:
        """Something is on disk: acknowledge the readings whose roll is."""
        table = flow.table
        while flow.given and flow.given[0][0] <= table.saved_rev:
            for reading in flow.given.pop(0)[1]:
                self.hub.acknowledge(reading)

    def _known(self, reading: ReadingId) -> bool:
        return self._journal is not None and self._journal.seen(reading.serial, reading.boot_id, reading.seq)

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
        app.refresh()

    def _die(self, app: CompanionApp, event: DieRead) -> None:
        flow = app.flow
        if flow is None or flow.tray is None:
            self._drop([event])
            return
        app.wake()
        taken = flow.tray.take(event)
        if taken.text is not None and taken.outcome in ("closed", "extra"):
            app.complain(taken.text)
        flow.tray_changed()
        self.saved(flow)

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
        if app.asleep:
            if event.action == "press":
                app.wake()
            return
        app.wake()
        flow = app.flow
        if flow is not None and flow.mode == "roll" and flow.keypad is not None:
            result = flow.keypad.button(event)
            if result == "taken":
                flow.tray_changed()
            elif result == "undo":
                flow.undo("gpio")
        elif event.action == "press" and event.name == "green":
            app.act()
        elif event.action == "press" and event.name == "red":
            app.take_back("gpio")


def _named(readings: list[DieRead]) -> list[Reading]:
    named = [reading.origin for reading in readings if reading.origin is not None]
    return [Reading(origin.serial, origin.boot_id, origin.seq) for origin in named]
