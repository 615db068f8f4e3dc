"""Runs a program that measures the screen: in its own process and home folder, drawn in memory."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec

from companion.bench import unmeasured
from companion.core.texts import T

NO_SCREEN = T("The screen cannot be measured here; deploy/play says what is missing.")


def run(program: str, home: str, *about: object) -> bytes | None:
    """The last line that module ``program`` prints with arguments ``about``, with settings and games in ``home``; None
    if it fails."""
    command = [sys.executable, "-m", program, *map(str, about)]
    own = {"SDL_VIDEODRIVER": "offscreen", "COMPANION_SCREEN_HOME": home, "XDG_CONFIG_HOME": home}
    done = subprocess.run(command, env=os.environ | own, capture_output=True, check=False, cwd=home)
    return done.stdout.splitlines()[-1] if done.returncode == 0 and done.stdout else None


def alternating(program: str, home: str, *about: object) -> tuple[list[float], list[float]] | None:
    """The milliseconds that an ``Alternating`` program prints; None if the screen cannot start, which is told."""
    printed = run(program, home, *about)
    if printed is None:
        unmeasured(NO_SCREEN)
        return None
    return msgspec.json.decode(printed, type=tuple[list[float], list[float]])
