"""The light behind the glass, where the machine has one that this user may switch."""

from __future__ import annotations

import contextlib
from pathlib import Path

FOLDER = Path("/sys/class/backlight")


def switch(on: bool, folder: Path = FOLDER) -> None:
    """Switch every backlight on or off; one that is not there, or not ours, stays as it is."""
    for power in folder.glob("*/bl_power"):
        with contextlib.suppress(OSError):
            power.write_text("0" if on else "1")
