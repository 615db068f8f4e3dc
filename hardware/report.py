"""All that the doctor found, as a file for whoever helps: nothing of any game in it, no names, no serial numbers."""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

import platformdirs

from companion.core.texts import P, Say, T
from companion.doctor import Check
from hardware.mounts import usb_drives

SERIAL = re.compile(r"(?<=/dev/serial/by-id/)[^\s,]*[^\s,.:]")
"""A port by its name, in which the maker writes the serial number of the device."""
SETTINGS = re.compile(r"(?<=\[readers\.)[^]]*")
"""The name of a reader's own settings, which is its serial number."""
HOME = re.compile(r"/home/[^/\s]+")
"""A folder in which somebody's name stands."""
LIBRARIES = ("kivy", "gpiozero", "pyserial")


def folders(root: Path = Path("/"), data: Path | None = None) -> list[Path]:
    """Where a report may go, the best first: USB drives that are mounted, then ``data``, the folder of saved games."""
    return [*usb_drives(root), data or platformdirs.user_data_path("companion")]


def save(checks: Sequence[Check], say: Say, places: Iterable[Path]) -> Path:
    """Write the report into the first of these folders that takes it; gives the file, which is whole and on the disk.

    ``say`` says words in the language of the reader. ``OSError`` if no folder takes it.
    """
    name = time.strftime("companion-%Y-%m-%d-%H%M.txt")
    refused = OSError()
    for folder in places:
        try:
            return _write(folder / name, text(checks, say))
        except OSError as problem:
            refused = problem
    raise refused


def text(checks: Sequence[Check], say: Say) -> str:
    """The report: a line for each check, what is wrong first, and what the machine is."""
    wrong = [check for check in checks if not check.well]
    verdict = P("{n} thing needs a look.", "{n} things need a look.", len(wrong)) if wrong else T("All is well.")
    lines = [f"Companion {version('table-companion')}, {time.strftime('%Y-%m-%d %H:%M')}", say(verdict), ""]
    for check in [*wrong, *(check for check in checks if check.well)]:
        found = T("ok") if check.well else T("bad")
        lines.append(f"{say(found):<4} {say(check.name)}: {say(check.text)}")
    return _without_secrets("\n".join([*lines, "", *_machine(), ""]))


def _machine() -> list[str]:
    """What this runs on, in words that are the same in every language."""
    try:
        model = Path("/proc/device-tree/model").read_text(errors="replace").strip("\0\n ")
    except OSError:
        model = platform.machine()
    return [
        f"{model}, {platform.system()} {platform.release()} {platform.machine()}",
        f"Python {platform.python_version()}, {', '.join(f'{name} {version(name)}' for name in LIBRARIES)}",
    ]


def _without_secrets(said: str) -> str:
    return HOME.sub("~", SETTINGS.sub("…", SERIAL.sub("…", said)))


def _write(file: Path, said: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".part")
    with beside.open("w", encoding="utf-8") as new:
        new.write(said)
        new.flush()
        # The stick may be unplugged as soon as people read where the report is.
        os.fsync(new.fileno())
    beside.replace(file)
    return file
