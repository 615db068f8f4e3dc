"""The doctor's report as a file for support: without game data, names or serial numbers."""

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
"""The part of a port's name that contains the serial number."""
SETTINGS = re.compile(r"(?<=\[readers\.)[^]]*")
"""The serial number in the name of a configuration section."""
HOME = re.compile(r"/home/[^/\s]+")
"""A home directory, which contains a user name."""
LIBRARIES = ("kivy", "gpiozero", "pyserial")


def folders(root: Path = Path("/"), data: Path | None = None) -> list[Path]:
    """Folders for the report, best first: mounted USB drives, then ``data``, the folder of saved games."""
    return [*usb_drives(root), data or platformdirs.user_data_path("companion")]


def save(checks: Sequence[Check], say: Say, places: Iterable[Path]) -> Path:
    """Write the report to the first writable folder and flush it to disk; returns the file.

    ``say`` translates. Raises ``OSError`` if no folder is writable.
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
    """The report: one line per check, problems first, then a description of the machine."""
    wrong = [check for check in checks if not check.well]
    verdict = P("{n} thing needs a look.", "{n} things need a look.", len(wrong)) if wrong else T("All is well.")
    lines = [f"Companion {version('table-companion')}, {time.strftime('%Y-%m-%d %H:%M')}", say(verdict), ""]
    for check in [*wrong, *(check for check in checks if check.well)]:
        found = T("ok") if check.well else T("bad")
        lines.append(f"{say(found):<4} {say(check.name)}: {say(check.text)}")
    return _without_secrets("\n".join([*lines, "", *_machine(), ""]))


def _machine() -> list[str]:
    """A description of the machine, the same in every language."""
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
        # The drive may be unplugged as soon as the path is shown.
        os.fsync(new.fileno())
    beside.replace(file)
    return file
