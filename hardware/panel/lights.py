"""Lights, and a buzzer for whoever does not look at the screen."""

from __future__ import annotations

import logging
from typing import Any

import gpiozero

from companion.core.texts import T, Text

log = logging.getLogger(__name__)


class Light:
    """An LED on a pin (BCM number), through gpiozero; without a pin or a factory it is dark and does no harm.

    ``name`` is that of its field in the configuration.
    """

    def __init__(self, pin: int | None, factory: Any, name: str = "light") -> None:
        self._led = None
        self.lit = False
        self.problem: Text | None = None
        """Why the pin cannot be used, and what to do."""
        if pin is None or factory is None:
            return
        try:
            self._led = gpiozero.LED(pin, pin_factory=factory)
        except Exception as problem:  # That of lgpio, for a pin that is taken or missing, is nothing more special.
            log.warning("the light on pin %s cannot be used: %s", pin, problem)
            self.problem = _unusable(name, problem)

    def show(self, lit: bool) -> None:
        """Light it, or let it be dark; the pin is touched only when that changes."""
        if lit == self.lit:
            return
        self.lit = lit
        if self._led is not None:
            self._led.value = lit

    def close(self) -> None:
        """Dark, and the pin is free."""
        self.show(False)
        if self._led is not None:
            self._led.close()
            self._led = None


class Buzzer:
    """A buzzer that sounds by itself while it has current, on a pin (BCM number), through gpiozero; without a pin or a
    factory it is silent and does no harm."""

    BEEP = 0.06
    """Seconds of a beep, and of the silence after it."""

    def __init__(self, pin: int | None, factory: Any) -> None:
        self._buzzer = None
        self.problem: Text | None = None
        """Why the pin cannot be used, and what to do."""
        if pin is None or factory is None:
            return
        try:
            self._buzzer = gpiozero.Buzzer(pin, pin_factory=factory)
        except Exception as problem:  # As with a light.
            log.warning("the buzzer on pin %s cannot be used: %s", pin, problem)
            self.problem = _unusable("buzzer", problem)

    def beep(self, times: int) -> None:
        """So many short beeps; returns at once. What still sounds begins anew."""
        if self._buzzer is not None and times:
            self._buzzer.beep(self.BEEP, self.BEEP, times, background=True)

    def close(self) -> None:
        """Silent, and the pin is free."""
        if self._buzzer is not None:
            self._buzzer.close()
            self._buzzer = None


def _unusable(name: str, problem: Exception) -> Text:
    return T("Its pin cannot be used: {problem}. Check {field} under [buttons].", problem=str(problem), field=name)
