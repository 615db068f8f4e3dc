"""Settings of this screen, saved in a small file."""

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
    """``language``: a code of ``LANGUAGES``; ``text``: a name of ``SIZES``; ``theme``: one of ``THEMES``.
    ``sleep``: minutes without a tap until the screen goes dark, 0 for never. ``light``: brightness in per cent, None
    for the machine's own. ``sounds``: None means on if they can be played. ``aloud``: read out cards and questions.
    ``animations``: animate moves and reveals. ``opinions``: people can ask what the companion would do. ``learned``:
    hints already read. ``touch``: mapping of the touch (``ui.device.display``); ``checked``: it was checked."""

    language: str = msgspec.field(default_factory=language_of_machine)
    text: str = "normal"
    sleep: int = 15
    theme: Literal["night", "daylight", "contrast"] = "night"
    light: int | None = None
    sounds: bool | None = None
    aloud: bool = False
    hints: bool = True
    animations: bool = True
    opinions: bool = False
    learned: set[str] = msgspec.field(default_factory=set)
    touch: str = ""
    checked: bool = False

    @property
    def scale(self) -> float:
        return SIZES.get(self.text, 1.0)


def path() -> Path:
    return platformdirs.user_config_path("companion") / "screen.json"


def load(file: Path | None = None) -> Settings:
    """Load the settings; defaults if the file is missing or unreadable."""
    try:
        found = msgspec.json.decode((file or path()).read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return Settings()
    if found.language not in LANGUAGES:
        found.language = "en"
    return found


def save(settings: Settings, file: Path | None = None) -> None:
    """Save the settings; a folder that is not writable is ignored."""
    file = file or path()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")
        with beside.open("wb") as new:
            new.write(msgspec.json.encode(settings))
            new.flush()
            # Otherwise a power cut could leave an empty file.
            os.fsync(new.fileno())
        beside.replace(file)
    except OSError:
        return
