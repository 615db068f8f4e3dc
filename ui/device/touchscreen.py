"""Touchscreens known to the kernel. No kivy in here."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path("/sys/class/input")
DIRECT = 1 << 1
"""A direct input device: a screen, not a touchpad (``INPUT_PROP_DIRECT``, Linux, input-event-codes.h)."""


class Touchscreen(NamedTuple):
    """Its name, and its event device."""

    name: str
    event: str


def touchscreens(folder: Path = FOLDER) -> list[Touchscreen]:
    """All connected touchscreens."""
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
