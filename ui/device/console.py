"""The text console, shown while there is no picture: one sentence in large letters. No kivy in here."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import textwrap
from pathlib import Path

from companion.core.texts import T, Text

DRIVERS, DEVICES = Path("/sys/class/drm"), Path("/dev/dri")
CLEAR = "\033[2J\033[H\033[?25l"


def show(sentence: str) -> bool:
    """Print ``sentence`` on this process's console, in double size; False if there is no console."""
    if not os.isatty(0):
        return False
    _enlarge(os.ttyname(0))
    try:
        wide = max(20, os.get_terminal_size(0).columns)
        lines = textwrap.wrap(sentence, wide, initial_indent=" ", subsequent_indent=" ")
        os.write(0, "\r\n".join([CLEAR, *lines, ""]).encode())
    except OSError:
        return False
    return True


def _enlarge(console: str) -> None:
    """Double the console font; if that fails, it stays as it is."""
    with contextlib.suppress(OSError), tempfile.TemporaryDirectory() as folder:
        for options in (["-O", f"{folder}/font"], ["-d", f"{folder}/font"]):
            subprocess.run(["setfont", "-C", console, *options], stdin=0, capture_output=True, check=False)


def no_picture(drivers: Path = DRIVERS, devices: Path = DEVICES) -> Text:
    """Why there is no picture and what to do, from what the kernel reports."""
    cards = sorted(devices.glob("card*"))
    if not cards:
        return T(
            "There is no picture: no graphics driver is running. "
            "On a Raspberry Pi, add the line dtoverlay=vc4-kms-v3d to config.txt and switch it off and on."
        )
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return T("There is no picture: the companion is not allowed to draw. Run deploy/install once more.")
    found = [state(connector) for connector in drivers.glob("card*-*")]
    if "connected" not in found:
        return T("There is no picture: no screen is plugged in. Plug it in; the companion starts by itself.")
    return T("There is no picture: another program has the screen. Switch the machine off and on.")


def state(connector: Path) -> str:
    """``connected``, ``disconnected``, or empty if unknown."""
    try:
        return (connector / "status").read_text().strip()
    except OSError:
        return ""
