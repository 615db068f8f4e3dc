"""What the screen adds to ``companion bench``; it is measured in processes of its own, off screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import click

from companion.bench import Measure, Subject, median_of
from companion.core.texts import T, Words
from companion.language import tell

STARTS = 4
"""The first start warms up and does not count."""
OFF_SCREEN = {"SDL_VIDEODRIVER": "offscreen", "KIVY_LOG_MODE": "PYTHON"}


def screen(subject: Subject) -> Iterator[Measure]:
    """Start, tap to picture, redraws and load at rest, memory after a whole game; nothing where it cannot start."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as home:
        starts = [_run(subject, home, seconds=0.0) for _ in range(STARTS)][1:]
        found = _run(subject, home, seconds=max(1.0, subject.seconds)) if None not in starts else None
    if found is None:
        why = T("The screen cannot be measured here; deploy/play says what is missing.")
        click.echo(f"companion: {tell(why)}", err=True)
        return
    note: Words = T("800×480, drawn in memory without a graphics chip")
    yield median_of(
        "screen.start",
        T("screen, start to usable"),
        "ms",
        [at["usable"] for at in starts if at],
        reach=1_500,
        note=note,
    )
    taps = sorted(found["taps"])
    late = [taps[int(len(taps) * 0.95)]]
    yield median_of("screen.tap", T("screen, tap to picture"), "ms", taps, note=note)
    yield median_of("screen.tap95", T("screen, tap to picture, 95th percentile"), "ms", late, reach=33, note=note)
    yield median_of("screen.redraws", T("screen, redraws at rest"), "per s", [found["redraws"]], reach=0, note=note)
    yield median_of("screen.rest", T("screen, load at rest"), "% of a core", [found["load"]], reach=3, note=note)
    yield median_of(
        "screen.memory", T("screen, memory after a whole game"), "MB", [found["memory"]], reach=200, note=note
    )


def _run(subject: Subject, home: str, seconds: float) -> dict[str, Any] | None:
    command = [sys.executable, "-m", "ui.measuring", subject.game.name, subject.loaded.source, str(seconds)]
    environment = {**os.environ, **OFF_SCREEN, "COMPANION_SCREEN_HOME": home, "XDG_CONFIG_HOME": home}
    done = subprocess.run(
        [*command, str(time.time())], env=environment, text=True, capture_output=True, check=False, cwd=home
    )
    if done.returncode:
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
