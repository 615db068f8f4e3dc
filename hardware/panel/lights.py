"""Lights and a buzzer."""

from __future__ import annotations

import logging
from typing import Any

import gpiozero

from companion.core.texts import T, Text

log = logging.getLogger(__name__)


class Light:
    """An LED on a pin (BCM number), through gpiozero; without a pin or a factory it does nothing.

    ``name`` is its field in the configuration.
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
        """Switch it on or off; the pin is only written on a change."""
        if lit == self.lit:
            return
        self.lit = lit
        if self._led is not None:
            self._led.value = lit

    def close(self) -> None:
        """Switch it off and release the pin."""
        self.show(False)
        if self._led is not None:
            self._led.close()
            self._led = None


class Buzzer:
    """An active buzzer on a pin (BCM number), through gpiozero; without a pin or a factory it does nothing."""

    BEEP = 0.06
    """Duration of a beep, and of the pause after it, in seconds."""

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
        """Beep ``times`` times in the background, restarting a running sequence."""
        if self._buzzer is not None and times:
            self._buzzer.beep(self.BEEP, self.BEEP, times, background=True)

    def close(self) -> None:
        """Silence it and release the pin."""
        if self._buzzer is not None:
            self._buzzer.close()
            self._buzzer = None


def _unusable(name: str, problem: Exception) -> Text:
    return T("Its pin cannot be used: {problem}. Check {field} under [buttons].", problem=str(problem), field=name)
