"""What people have set for this screen, kept in a small file: language, theme, size of the text and more."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs
from msgspec import Struct

from companion.language import LANGUAGES, language_of_machine

SIZES: dict[str, float] = {"small": 0.9, "normal": 1.0, "large": 1.12}


class Settings(Struct):
    """``language`` is a code of ``LANGUAGES``, ``text`` a name of ``SIZES``, ``theme`` one of ``ui.look.theme.THEMES``.

    ``sleep`` is after how many minutes without a tap the screen goes dark, 0 for never. ``light`` is the brightness
    in per cent, None for whatever the machine has set. ``sounds`` None is on where there is something to play them.
    ``aloud``: cards and what is asked are read. ``animations``: pieces are shown moving, and what comes to light has a
    short picture. ``learned`` are the hints that were read. ``touch`` says how the touch lies on the glass
    (``ui.device.calibration``), and ``checked`` that this was looked at.
    """

    language: str = msgspec.field(default_factory=language_of_machine)
    text: str = "normal"
    sleep: int = 15
    theme: Literal["night", "daylight", "contrast"] = "night"
    light: int | None = None
    sounds: bool | None = None
    aloud: bool = False
    hints: bool = True
    animations: bool = True
    learned: set[str] = msgspec.field(default_factory=set)
    touch: str = ""
    checked: bool = False

    @property
    def scale(self) -> float:
        return SIZES.get(self.text, 1.0)


def path() -> Path:
    """Where the settings are kept."""
    return platformdirs.user_config_path("companion") / "screen.json"


def load(file: Path | None = None) -> Settings:
    """The settings as they were left; a file that is missing or unreadable gives the defaults."""
    try:
        found = msgspec.json.decode((file or path()).read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Settings()
    if found.language not in LANGUAGES:
        found.language = "en"
    return found


def save(settings: Settings, file: Path | None = None) -> None:
    """Keep the settings; a folder that cannot be written to loses nothing but the memory of them."""
    file = file or path()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")
        with beside.open("wb") as new:
            new.write(msgspec.json.encode(settings))
            new.flush()
            # Else a plug that is pulled now may leave an empty file.
            os.fsync(new.fileno())
        beside.replace(file)
    except OSError:
        return
