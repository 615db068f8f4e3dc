"""Benchmarks of the screen while something else goes on: phones that look, a broker that is told, a companion that
thinks, dice and buttons."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import msgspec

from companion.bench import Measure, Subject, median_of, p95, unmeasured
from hardware.bench import reader_command
from tests.bench.crowd import PHONES
from tests.bench.wall import broker_of_its_own, mosquitto_here
from ui.bench.report import NO_SCREEN, REST, off_screen

ROOT = Path(__file__).parents[2]
WINDOW = "tests.bench.window"
REACH = 33.0
LEAST = 60
"""Minimum number of readings and of presses, if the game has dice."""


Times: TypeAlias = dict[str, list[tuple[float, float]]]
"""By name, for each tap, reading or press the milliseconds of wall time, and of CPU time of all cores."""


def crowded(subject: Subject) -> Iterator[Measure]:
    """Taps with and without fifty phones, alternately in one run; nothing if there is no screen."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as home:
        found = _run(subject, home, "phones")
    for name, what in (("alone", "without phones"), ("tap", f"while {PHONES} phones look")):
        yield from _taps(f"crowded.{name}", f"screen, tap to picture {what}", "phones", found.get(name, []))


def club(subject: Subject) -> Iterator[Measure]:
    """Taps with and without a broker, alternately in one run; nothing if there is no screen or no broker."""
    mosquitto = mosquitto_here()
    if mosquitto is None:
        unmeasured("A club is measured where mosquitto is installed.")
        return
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-") as home,
        broker_of_its_own(mosquitto, Path(home)) as settings,
    ):
        found = _run(subject, home, "broker", settings.port or 0)
    for name, what in (("alone", "without a broker"), ("tap", "while a broker is told")):
        yield from _taps(f"club.{name}", f"screen, tap to picture {what}", "a broker", found.get(name, []))


def thinking(subject: Subject) -> Iterator[Measure]:
    """Taps while the companion thinks and while it does not, alternately in one run; nothing if there is no screen, or
    where it plays no seat."""
    if subject.game.player.apart is not None:
        return
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as home:
        found = _run(subject, home, "thinking")
    for name, what in (("alone", "while nothing is thought"), ("tap", "while the companion thinks")):
        yield from _taps(f"thinking.{name}", f"screen, tap to picture {what}", "thinking", found.get(name, []))


PICTURES = 1_000
"""Pictures in a video that outlasts any benchmark."""


@contextmanager
def at_work(folder: str) -> Iterator[None]:
    """Run the reader on a video in a process of its own while the block runs."""
    program = subprocess.Popen(
        reader_command(Path(folder), PICTURES), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        program.kill()
        program.wait()


def signals(subject: Subject) -> Iterator[Measure]:
    """From a die that is read and a button that is pressed to the picture, while the camera reader runs on another
    core; nothing if there is no screen."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as home, at_work(home):
        found = _run(subject, home, "signals", LEAST)
    for name, what in (
        ("reading", "a die that was read, to its picture"),
        ("press", "a button that was pressed, to its picture"),
    ):
        if times := found.get(name):
            walls, busy = [wall for wall, _ in times], [cpu for _, cpu in times]
            yield median_of(f"signals.{name}", what, "ms", walls, note="with the camera reader at work")
            late, work = f"{what}, 95th percentile", f"work of all cores {p95(busy):.0f} ms"
            yield median_of(f"signals.{name}95", late, "ms", [p95(walls)], reach=REACH, note=work)


def _taps(name: str, what: str, other: str, found: list[tuple[float, float]]) -> Iterator[Measure]:
    if found:
        walls = [wall for wall, _ in found]
        note = f"95th percentile {p95(walls):.0f} ms; with {other} and without by turns in one run"
        yield median_of(name, what, "ms", walls, note=note)


def _run(subject: Subject, home: str, meanwhile: str, more: int = 0) -> Times:
    """What is measured in the window; empty if the screen cannot start, which is told."""
    about = (subject.game.name, subject.loaded.source, subject.seconds, meanwhile, 800, 480, REST, more)
    printed = off_screen(WINDOW, home, *about, path=ROOT)
    if printed is None:
        unmeasured(NO_SCREEN)
        return {}
    return msgspec.json.decode(printed, type=Times)
