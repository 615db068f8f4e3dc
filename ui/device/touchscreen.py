"""The touchscreens that the kernel knows. No kivy in here."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path("/sys/class/input")
DIRECT = 1 << 1
"""What is touched is what is shown: a screen, not a touchpad (``INPUT_PROP_DIRECT``, Linux, input-event-codes.h)."""


class Touchscreen(NamedTuple):
    """What it calls itself, and the device by which it is read."""

    name: str
    event: str


def touchscreens(folder: Path = FOLDER) -> list[Touchscreen]:
    """All that are plugged in."""
    found = []
    for event in sorted(folder.glob("event*")):
        try:
            properties = int((event / "device/properties").read_text().split()[-1], 16)
            name = (event / "device/name").read_text().strip()
        except (OSError, ValueError, IndexError):
            continue
        if properties & DIRECT:
            found.append(Touchscreen(name, event.name))
    return found
