"""A rotary encoder, through gpiozero: each step to the right is a press of ``next``, each to the left of ``previous``.

Its push button is an ordinary button (``confirm``). No debouncing is needed: gpiozero decodes whole steps, and bouncing
only goes back and forth within one.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import gpiozero
from gpiozero.pins.mock import MockPin

from companion.core.texts import T
from hardware.inputs import Action, Button, Health, Sink

log = logging.getLogger(__name__)

STEP = ("a", "ab", "b", "")
"""The closed contacts during a step to the right, in order."""


class Encoder:
    """A source of ``Button`` events. ``a`` and ``b`` are BCM pin numbers; the common contact goes to ground."""

    name = "encoder"

    def __init__(
        self, a: int, b: int, factory: Any, *, simulated: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._pins = {"a": a, "b": b}
        self._factory = factory
        self._simulated = simulated
        self._clock = clock
        self._encoder: gpiozero.RotaryEncoder | None = None
        self._health = Health("waiting", T("The encoder is not in use."))

    def start(self, sink: Sink) -> None:
        """Start listening. If the pins cannot be used, ``health`` is an ``error``."""
        if self._encoder is not None:
            return
        try:
            self._encoder = gpiozero.RotaryEncoder(
                self._pins["a"], self._pins["b"], bounce_time=None, max_steps=0, pin_factory=self._factory
            )
        except Exception as problem:  # That of lgpio, for a pin that is taken or missing, is nothing more special.
            self._health = Health(
                "error", T("The encoder cannot be used: {problem}. Check [buttons.encoder].", problem=str(problem))
            )
            return
        self._encoder.when_rotated_clockwise = lambda: self._tell(sink, "next")
        self._encoder.when_rotated_counter_clockwise = lambda: self._tell(sink, "previous")
        if self._simulated:
            self._health = Health("waiting", T("This machine has no pins: the encoder is simulated."))
        else:
            self._health = Health("ready", T("The encoder is ready."))

    def stop(self) -> None:
        """Release the pins."""
        encoder, self._encoder = self._encoder, None
        if encoder is not None:
            encoder.close()
        self._health = Health("waiting", T("The encoder is not in use."))

    def health(self) -> Health:
        return self._health

    def turn(self, steps: int) -> None:
        """Turn it by ``steps`` (negative: to the left), if its pins are simulated."""
        if self._encoder is None:
            return
        pins = {name: self._factory.pin(number) for name, number in self._pins.items()}
        if not all(isinstance(pin, MockPin) for pin in pins.values()):
            return
        for _ in range(abs(steps)):
            for closed in STEP if steps > 0 else (*STEP[-2::-1], STEP[-1]):
                for name, pin in pins.items():
                    pin.drive_low() if name in closed else pin.drive_high()

    def _tell(self, sink: Sink, name: str) -> None:
        at = self._clock()
        actions: tuple[Action, ...] = ("press", "release")
        for action in actions:
            try:
                sink(Button(name, action, at))
            except Exception:
                log.exception("a step of the encoder was not taken")
