"""Buttons on GPIO pins, through gpiozero. For their meaning see ``keypad``."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import gpiozero
from gpiozero.pins.mock import MockPin

from companion.core.texts import P, T
from hardware.inputs import Action, Button, Health, Sink
from hardware.panel.debounce import HOLD, SETTLE, Debouncer

log = logging.getLogger(__name__)


class Buttons:
    """A source of ``Button`` events. ``pins`` are BCM numbers by name; each button connects its pin to ground.

    Driver threads only enqueue edges with their times. gpiozero's bounce time is off, because its meaning differs
    between pin factories; ``Debouncer`` replaces it.
    """

    name = "buttons"

    def __init__(
        self,
        pins: Mapping[str, int],
        factory: Any,
        *,
        settle: float = SETTLE,
        hold: float = HOLD,
        simulated: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pins = dict(pins)
        self._factory = factory
        self._times = {"settle": settle, "hold": hold}
        self._simulated = simulated
        self._clock = clock
        self._contacts: dict[str, gpiozero.DigitalInputDevice] = {}
        self._edges: queue.SimpleQueue[tuple[str, bool, float] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._health = Health("waiting", T("The buttons are not in use."))

    def start(self, sink: Sink) -> None:
        """Start listening. If a pin cannot be used, ``health`` is an ``error``."""
        if self._thread is not None:
            return
        try:
            for name, pin in self._pins.items():
                self._contacts[name] = self._contact(name, pin)
        except Exception as problem:  # That of lgpio, for a pin that is taken or missing, is nothing more special.
            self._let_go()
            self._health = Health(
                "error", T("The pin of a button cannot be used: {problem}. Check [buttons].", problem=str(problem))
            )
            return
        if self._simulated:
            self._health = Health("waiting", T("This machine has no pins: the buttons are simulated."))
        else:
            self._health = Health("ready", P("{n} button is ready.", "{n} buttons are ready.", len(self._pins)))
        self._edges = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(sink, self._edges), name="buttons", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Release the pins."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._edges.put(None)
            thread.join()
        self._let_go()
        self._health = Health("waiting", T("The buttons are not in use."))

    def health(self) -> Health:
        return self._health

    def push(self, name: str, down: bool) -> None:
        """Press or release a button, if its pin is simulated."""
        contact = self._contacts.get(name)
        if contact is not None and isinstance(contact.pin, MockPin):
            contact.pin.drive_low() if down else contact.pin.drive_high()

    def _contact(self, name: str, pin: int) -> gpiozero.DigitalInputDevice:
        # Not gpiozero.Button: its hold thread wakes ten times per second for each button, and may report a hold after
        # the release (gpiozero #697).
        contact = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=self._factory)

        def pressed() -> None:
            self._edges.put((name, True, self._clock()))

        def released() -> None:
            self._edges.put((name, False, self._clock()))

        contact.when_activated = pressed
        contact.when_deactivated = released
        return contact

    def _let_go(self) -> None:
        for contact in self._contacts.values():
            contact.close()
        self._contacts.clear()

    def _run(self, sink: Sink, edges: queue.SimpleQueue[tuple[str, bool, float] | None]) -> None:
        bouncers = {
            name: Debouncer(pressed=contact.is_active, **self._times) for name, contact in self._contacts.items()
        }
        while True:
            dues = [due for bouncer in bouncers.values() if (due := bouncer.due()) is not None]
            try:
                edge = edges.get(timeout=max(0.0, min(dues) - self._clock()) if dues else None)
            except queue.Empty:
                now = self._clock()
                for name, bouncer in bouncers.items():
                    due = bouncer.due()
                    if due is not None and now >= due:
                        _tell(sink, name, bouncer.look(self._contacts[name].is_active, now))
                continue
            if edge is None:
                return
            name, pressed, at = edge
            _tell(sink, name, bouncers[name].edge(pressed, at))


def _tell(sink: Sink, name: str, steps: list[tuple[Action, float]]) -> None:
    for action, at in steps:
        try:
            sink(Button(name, action, at))
        except Exception:
            log.exception("the event of a button was not taken")
