"""The dice reader and the panel's buttons at the running table: their events, their state, and what is configured."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

from kivy.clock import Clock

from companion.core.texts import T, Words
from companion.journal import Journal
from companion.session.session import Session
from companion.table.log import DieRead, ReadingId
from hardware.config import Config
from hardware.doctor import without_pins
from hardware.hub import Hub
from hardware.inputs import Event, Health
from ui.model.navigation import Observer
from ui.widgets.drawn import tap_guard

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


ONE_BY_ONE = 0.3
"""Seconds between simulated dice, so that people see each one being read."""


class Receiver(Protocol):
    """What takes the events of the hardware."""

    session: Session | None
    observers: list[Observer]

    def hear(self, event: Event) -> None:
        """Handle a button, or a change of a device's health."""

    def refresh(self) -> None:
        """Fill the screen again before the next frame."""

    def wake(self) -> None:
        """Light the screen again."""

    def show_message(self, words: Words | None) -> None:
        """Show in the banner what went wrong and what to do; None: nothing."""


class Inputs(Observer):
    """Handles the hub's events in kivy's thread; polls only when the hub notifies."""

    def __init__(self, config: Config, journal: Journal | None = None, file: Path | None = None) -> None:
        self._journal = journal
        self._trigger = Clock.create_trigger(lambda _dt: self._poll(), 0)
        self.hub = Hub(config, known=self._known, notify=self._trigger, fallback=True)
        self._confident = config.reader.confidence
        self._waiting: list[DieRead] = []
        """Readings that are not acknowledged yet, oldest first."""
        self._receiver: Receiver | None = None
        self.file = file
        """Path of the configuration; None for the default."""

    def attach(self, receiver: Receiver) -> None:
        """Start the hardware for ``receiver``."""
        self._receiver = receiver
        receiver.observers.append(self)
        self.hub.start()

    def stop(self) -> None:
        self.hub.stop()
        if self._receiver is not None:
            self._receiver.observers.remove(self)
            self._receiver = None

    def close(self) -> None:
        self.stop()

    def serve(self, session: Session) -> None:
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

    def saved(self) -> None:
        """Acknowledge the readings that are on disk, with the answer made from them or without one. Without a journal
        there is nothing to wait for."""
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            if self._journal is None or (event.origin is not None and self._journal.seen(event.origin)):
                self.hub.acknowledge(event)
            else:
                self._waiting.append(event)

    def settled(self, session: Session | None) -> None:
        """Tell the readers what people have confirmed or corrected."""
        for origin, face in session.roll.take_taught() if session is not None else ():
            self.hub.tell_face(origin, face)

    def _known(self, reading: ReadingId) -> bool:
        return self._journal is not None and self._journal.seen(reading)

    def _poll(self) -> None:
        receiver = self._receiver
        if receiver is None:
            return
        for event in self.hub.poll():
            if isinstance(event, DieRead):
                self._die(receiver, event)
            else:
                receiver.hear(event)
        self.saved()
        receiver.refresh()

    def _die(self, receiver: Receiver, event: DieRead) -> None:
        session = receiver.session
        if event.origin is not None:
            self._waiting.append(event)
            if session is None and self._journal is not None:
                self._journal.mark_read([event.origin], self._trigger)
        if session is None:
            return
        if session.tray is not None:
            receiver.wake()
        before = session.rev
        said = session.read(event)
        if session.rev != before:
            tap_guard.arrive()
        if said is not None:
            receiver.show_message(said)
