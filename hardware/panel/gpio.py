"""The pin factory for gpiozero.

On a Raspberry Pi it is lgpio or an error, never a silent fallback: RPi.GPIO does not work on a Pi 5 (gpiozero #1172).
lgpio writes its notification files to the working directory unless ``LG_WD`` is set.
"""

from __future__ import annotations

import logging
import os
import tempfile
import warnings
from pathlib import Path
from typing import Any, Literal, TypeAlias

from gpiozero import Device
from gpiozero.exc import GPIOZeroError, PinFactoryFallback
from gpiozero.pins.mock import MockFactory

from companion.core.refusals import UserFacingError
from companion.core.texts import T

log = logging.getLogger(__name__)

Kind: TypeAlias = Literal["auto", "lgpio", "mock", "none"]
_MODEL = Path("/proc/device-tree/model")


class NoPins(UserFacingError):
    """The pins cannot be used; ``text`` tells people what to do."""


def is_pi() -> bool:
    """True on a Raspberry Pi."""
    try:
        return "Raspberry Pi" in _MODEL.read_text(errors="replace")
    except OSError:
        return False


def pin_factory(kind: Kind) -> Any:
    """The pin factory; None for ``none``. ``auto`` is lgpio on a Pi and simulated pins elsewhere.

    Raises ``NoPins`` if lgpio does not work.
    """
    if kind == "none":
        return None
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


def give_back(factory: Any) -> None:
    """Close all pins of a factory; failures are logged.

    gpiozero would do so at exit, where a failure prints a traceback and leaves the other pins open.
    """
    for pin in factory.pins.values():
        try:
            pin.close()
        except Exception as problem:  # That of lgpio is nothing more special.
            log.warning("a pin could not be given back: %s", problem)
    factory.pins.clear()
    factory.close()
    if Device.pin_factory is factory:
        Device.pin_factory = None
