"""The pins of a Raspberry Pi: gpiozero's pin factory, the lights and the buzzer.

On a Raspberry Pi the factory is lgpio or an error, never a silent fallback: RPi.GPIO does not work on a Pi 5
(gpiozero #1172). lgpio writes its notification files to the working directory unless ``LG_WD`` is set.
"""

from __future__ import annotations

import logging
import os
import tempfile
import warnings
from pathlib import Path
from typing import Any, ClassVar

from companion.core.refusals import UserFacingError
from companion.core.texts import T, Text
from hardware.config import Pins

log = logging.getLogger(__name__)

_MODEL = Path("/proc/device-tree/model")


class NoPins(UserFacingError):
    """The pins cannot be used; ``text`` tells people what to do."""


def is_pi() -> bool:
    try:
        return "Raspberry Pi" in _MODEL.read_text(errors="replace")
    except OSError:
        return False


def pin_factory(kind: Pins) -> Any:
    """The pin factory; None for ``none``. ``auto`` is lgpio on a Pi and simulated pins elsewhere.

    Raises ``NoPins`` if lgpio does not work.
    """
    if kind == "none":
        return None
    # Where there are no pins nobody needs gpiozero, which takes 25 ms at every start, and 5 MB.
    from gpiozero import Device  # noqa: PLC0415
    from gpiozero.exc import GPIOZeroError, PinFactoryFallback  # noqa: PLC0415
    from gpiozero.pins.mock import MockFactory  # noqa: PLC0415

    if kind == "mock" or (kind == "auto" and not is_pi()):
        return MockFactory()
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY", tempfile.gettempdir()))
    os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PinFactoryFallback)
            Device.ensure_pin_factory()
    except (GPIOZeroError, PinFactoryFallback, ImportError, OSError) as problem:
        raise NoPins(
            T(
                "The buttons cannot be used: the library lgpio does not work here ({problem}). "
                "Install it (apt install python3-lgpio) and add the user to the group gpio.",
                problem=str(problem),
            )
        ) from problem
    return Device.pin_factory


def is_simulated(pins: Any) -> bool:
    """True for a pin factory, or a pin of one, that only stands in for real pins."""
    from gpiozero.pins.mock import MockFactory, MockPin  # noqa: PLC0415 - see ``pin_factory``

    return isinstance(pins, MockFactory | MockPin)


def give_back(factory: Any) -> None:
    """Close all pins of a factory; failures are logged.

    gpiozero would do so at exit, where a failure prints a traceback and leaves the other pins open.
    """
    from gpiozero import Device  # noqa: PLC0415 - see ``pin_factory``

    for pin in factory.pins.values():
        try:
            pin.close()
        except Exception as problem:  # That of lgpio is nothing more special.
            log.warning("a pin could not be given back: %s", problem)
    factory.pins.clear()
    factory.close()
    if Device.pin_factory is factory:
        Device.pin_factory = None


class _Output:
    """A device of gpiozero on an output pin (BCM number); without a pin or a factory it does nothing.

    ``name`` is its field in the configuration.
    """

    DEVICE: ClassVar[str]

    def __init__(self, pin: int | None, factory: Any, name: str) -> None:
        self._device: Any = None
        self.problem: Text | None = None
        """Why the pin cannot be used, and what to do."""
        if pin is None or factory is None:
            return
        try:
            import gpiozero  # noqa: PLC0415 - see ``pin_factory``

            self._device = getattr(gpiozero, self.DEVICE)(pin, pin_factory=factory)
        except Exception as problem:  # That of lgpio, for a pin that is taken or missing, is nothing more special.
            log.warning("the %s on pin %s cannot be used: %s", name, pin, problem)
            self.problem = T(
                "Its pin cannot be used: {problem}. Check {field} under [buttons].", problem=str(problem), field=name
            )

    def close(self) -> None:
        """Switch it off and release the pin."""
        if self._device is not None:
            self._device.close()
            self._device = None


class PanelLight(_Output):
    """An LED."""

    DEVICE = "LED"

    def __init__(self, pin: int | None, factory: Any, name: str = "light") -> None:
        super().__init__(pin, factory, name)
        self.lit = False

    def show(self, lit: bool) -> None:
        """Switch it on or off; the pin is only written on a change."""
        if lit == self.lit:
            return
        self.lit = lit
        if self._device is not None:
            self._device.value = lit

    def close(self) -> None:
        self.show(False)
        super().close()


class Buzzer(_Output):
    """An active buzzer."""

    DEVICE = "Buzzer"
    BEEP = 0.06
    """Duration of a beep, and of the pause after it, in seconds."""

    def __init__(self, pin: int | None, factory: Any) -> None:
        super().__init__(pin, factory, "buzzer")

    def beep(self, times: int) -> None:
        """Beep ``times`` times in the background, restarting a running sequence."""
        if self._device is not None and times:
            self._device.beep(self.BEEP, self.BEEP, times, background=True)
