"""The light beside the green button: lit while the primary thing to do waits."""

from __future__ import annotations

import logging
from typing import Any

import gpiozero

from companion.core.texts import T, Text

log = logging.getLogger(__name__)


class Light:
    """An LED on a pin (BCM number), through gpiozero; without a pin or a factory it is dark and does no harm."""

    def __init__(self, pin: int | None, factory: Any) -> None:
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
            self.problem = T("Its pin cannot be used: {problem}. Check light under [buttons].", problem=str(problem))

    def show(self, waits: bool) -> None:
        """Light it when the primary action waits; the pin is touched only when that changes."""
        if waits == self.lit:
            return
        self.lit = waits
        if self._led is not None:
            self._led.value = waits

    def close(self) -> None:
        """Dark, and the pin is free."""
        self.show(False)
        if self._led is not None:
            self._led.close()
            self._led = None
