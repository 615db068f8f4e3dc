"""The light behind the glass, where the machine has one that this user may switch."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FOLDER = Path("/sys/class/backlight")
DIMMEST = 10
"""Per cent below which nobody would find the way back."""


def switch(on: bool, folder: Path | None = None) -> None:
    """Switch every backlight on or off; one that is not there, or not ours, stays as it is."""
    for power in (folder or FOLDER).glob("*/bl_power"):
        with contextlib.suppress(OSError):
            power.write_text("0" if on else "1")


def there(folder: Path | None = None) -> bool:
    """True when there is a light that can be made brighter and darker."""
    return any(_most(light) for light in (folder or FOLDER).glob("*/brightness"))


def ours(folder: Path | None = None) -> bool:
    """True when every such light may be set by this user."""
    return all(os.access(light, os.W_OK) for light in (folder or FOLDER).glob("*/brightness"))


def brighten(percent: int, folder: Path | None = None) -> None:
    """Set every backlight to so many per cent (never under ``DIMMEST``); what cannot be written to stays as it is."""
    share = max(DIMMEST, min(100, percent)) / 100
    for light in (folder or FOLDER).glob("*/brightness"):
        most = _most(light)
        if most:
            with contextlib.suppress(OSError):
                light.write_text(str(max(1, round(most * share))))


def _most(light: Path) -> int:
    """The number that means full light; 0 where nothing can be set."""
    try:
        return int((light.parent / "max_brightness").read_text())
    except (OSError, ValueError):
        return 0
