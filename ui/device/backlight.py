"""The backlight, where there is one and this user may set it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FOLDER = Path("/sys/class/backlight")
DIMMEST = 10
"""Lowest brightness (per cent), so that the screen stays readable."""


def switch(on: bool, folder: Path | None = None) -> None:
    """Switch every backlight on or off. One that is missing or not writable is skipped."""
    for power in (folder or FOLDER).glob("*/bl_power"):
        with contextlib.suppress(OSError):
            power.write_text("0" if on else "1")


def available(folder: Path | None = None) -> bool:
    """True if a backlight can be dimmed."""
    return any(_most(light) for light in (folder or FOLDER).glob("*/brightness"))


def writable(folder: Path | None = None) -> bool:
    """True if this user may write to every backlight."""
    return all(os.access(light, os.W_OK) for light in (folder or FOLDER).glob("*/brightness"))


def brighten(percent: int, folder: Path | None = None) -> None:
    """Set every backlight to ``percent`` (at least ``DIMMEST``). One that is not writable is skipped."""
    share = max(DIMMEST, min(100, percent)) / 100
    for light in (folder or FOLDER).glob("*/brightness"):
        most = _most(light)
        if most:
            with contextlib.suppress(OSError):
                light.write_text(str(max(1, round(most * share))))


def _most(light: Path) -> int:
    """The value of full brightness; 0 if unknown."""
    try:
        return int((light.parent / "max_brightness").read_text())
    except (OSError, ValueError):
        return 0
