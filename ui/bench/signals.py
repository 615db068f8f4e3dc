"""Measures for ``companion bench``: how soon the screen shows dice readings and button presses, while the camera reader
runs on another core."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from importlib.util import find_spec
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from companion.bench import Measure, Subject, median_of, p95, unmeasured
from companion.core.texts import T, Text
from ui.bench import off_screen

REACH = 33.0
LEAST = 60
"""Minimum number of readings and of presses, if the game has dice."""
REST = 4.0
"""Seconds for preloading before the first one."""


class Heard(Struct, frozen=True):
    """What ``ui.bench.signals_program`` prints: milliseconds of wall time and of CPU time of all cores."""

    readings: list[tuple[float, float]]
    presses: list[tuple[float, float]]


def signals(subject: Subject) -> Iterator[Measure]:
    """From a reading and a press to the picture; nothing if the screen cannot start."""
    with TemporaryDirectory(prefix="companion-bench-") as folder, _camera_at_work(folder):
        heard = _run(subject, folder)
    if heard is None:
        unmeasured(off_screen.NO_SCREEN)
        return
    yield from _measures("signals.reading", T("a die that was read, to its picture"), heard.readings)
    yield from _measures("signals.press", T("a button that was pressed, to its picture"), heard.presses)


def _measures(name: str, what: Text, found: list[tuple[float, float]]) -> Iterator[Measure]:
    if not found:
        return
    walls, busy = [wall for wall, _ in found], [cpu for _, cpu in found]
    camera = T("with the camera reader at work") if find_spec("cv2") else T("without a camera reader")
    yield median_of(name, what, "ms", walls, note=camera)
    late = T("{what}, 95th percentile", what=what)
    work = T("work of all cores {cpu} ms", cpu=round(p95(busy)))
    yield median_of(f"{name}95", late, "ms", [p95(walls)], reach=REACH, note=work)


def _camera_at_work(folder: str) -> contextlib.AbstractContextManager[None]:
    if find_spec("cv2") is None:
        return contextlib.nullcontext()
    from hardware.bench import synthetic  # noqa: PLC0415 - without OpenCV there is none

    return synthetic.at_work(folder)


def _run(subject: Subject, home: str) -> Heard | None:
    about = (subject.game.name, subject.loaded.source, subject.seconds, LEAST, REST)
    printed = off_screen.run("ui.bench.signals_program", home, *about)
    return None if printed is None else msgspec.json.decode(printed, type=Heard)
