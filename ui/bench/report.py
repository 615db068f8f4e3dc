"""The screen's part of ``companion bench``, drawn off screen in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

from companion.bench import Measure, Subject, median_of, p95, unmeasured
from companion.core.texts import T, Words

NO_SCREEN = T("The screen cannot be measured here; deploy/play says what is missing.")
STARTS = 4
"""The first start is a warm-up and does not count."""
SIZES = ((800, 480), (1280, 720))
"""Measured sizes: the first for everything, the others for taps only."""
KINDS = {
    "answer": T("an answer"),
    "board": T("a place of the board"),
    "page": T("ticking what is done"),
    "open": T("opening and closing"),
    "screen": T("another screen"),
    "check": T("check of the table"),
    "log": T("log"),
    "why": T("why, and odds"),
    "undo": T("undo"),
    "turn": T("turning the screen"),
    "language": T("language"),
}
"""Kinds of taps (see ``ui.bench.program``)."""
GAMES = 4
"""Games played to their end in one window."""
REST = 4.0
"""Seconds for preloading, and then for watching the idle screen."""


def tap(subject: Subject) -> Iterator[Measure]:
    """Start, tap to picture, redraws and load when idle, memory over whole games; nothing if the screen cannot
    start."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as home:
        starts = [_run(subject, home, SIZES[0], seconds=0.0) for _ in range(STARTS)][1:]
        seconds = max(1.0, subject.seconds / len(SIZES))
        games = dict.fromkeys(SIZES, 0) | {SIZES[0]: GAMES}
        runs = [_run(subject, home, size, seconds, games[size]) for size in SIZES] if None not in starts else [None]
    found = runs[0]
    if found is None:
        unmeasured(NO_SCREEN)
        return
    note: Words = T("800×480, drawn in memory without a graphics chip")
    yield median_of(
        "screen.start", T("screen, start to usable"), "ms", [at.usable for at in starts if at], reach=1_500, note=note
    )
    for size, run in zip(SIZES, runs, strict=True):
        if run is not None:
            yield from _taps(size, run.taps)
    yield median_of("screen.redraws", T("screen, redraws at rest"), "per s", [found.redraws], reach=0, note=note)
    yield median_of("screen.rest", T("screen, load at rest"), "% of a core", [found.load], reach=3, note=note)
    drawing = T("{mb} MB of it are the library that draws without a graphics chip", mb=round(found.software))
    memory = found.memory
    yield median_of("screen.standing", T("screen, memory when the window stands"), "MB", [found.standing])
    yield median_of("screen.memory", T("screen, memory after a whole game"), "MB", memory[:1], reach=200, note=drawing)
    yield median_of(
        "screen.games", T("screen, memory after {games} games", games=len(memory)), "MB", memory[-1:], reach=200
    )


def _taps(size: tuple[int, int], taps: Sequence[tuple[str, float, float, float]]) -> Iterator[Measure]:
    """Taps at this size, all together and by kind: wall time, and CPU time of all cores, part of which a graphics chip
    would take over."""
    name, glass = (
        ("screen.tap", "") if size == SIZES[0] else (f"screen.tap.{size[0]}x{size[1]}", f", {size[0]}×{size[1]}")
    )
    walls, busy = [wall for _, wall, _, _ in taps], [cpu for _, _, cpu, _ in taps]
    how = T("from the finger's lifting to the finished picture; work of all cores {cpu} ms", cpu=round(median(busy)))
    yield median_of(name, T("screen, tap to picture{glass}", glass=glass), "ms", walls, note=how)
    late = T("work of all cores {cpu} ms", cpu=round(p95(busy)))
    what = T("screen, tap to picture{glass}, 95th percentile", glass=glass)
    yield median_of(f"{name}95" if not glass else f"{name}.95", what, "ms", [p95(walls)], reach=33, note=late)
    what = T("screen, tap to picture{glass}: work until the picture is handed over to be drawn", glass=glass)
    yield _work(f"{name}.code", what, [cpu - drawing for _, _, cpu, drawing in taps])
    what = T("screen, tap to picture{glass}: work to draw it, a graphics chip's where there is one", glass=glass)
    yield _work(f"{name}.drawing", what, [drawing for _, _, _, drawing in taps])
    for kind, words in KINDS.items():
        of_kind = [one[1:] for one in taps if one[0] == kind]
        if of_kind:
            late = T(
                "95th percentile {late} ms; work of all cores {cpu} and {late_cpu} ms, {drawing} and {late_drawing} ms "
                "of it to draw; {n} taps",
                late=round(p95([wall for wall, _, _ in of_kind])),
                cpu=round(median([cpu for _, cpu, _ in of_kind])),
                late_cpu=round(p95([cpu for _, cpu, _ in of_kind])),
                drawing=round(median([drawing for _, _, drawing in of_kind])),
                late_drawing=round(p95([drawing for _, _, drawing in of_kind])),
                n=len(of_kind),
            )
            what = T("screen{glass}, tap: {kind}", glass=glass, kind=words)
            yield median_of(f"{name}.{kind}", what, "ms", [wall for wall, _, _ in of_kind], note=late)


def _work(name: str, what: Words, values: Sequence[float]) -> Measure:
    return median_of(name, what, "ms", values, note=T("95th percentile {late} ms", late=round(p95(values))))


class Run(Struct, frozen=True):
    """What ``ui.bench.program`` prints; with 0 seconds only ``usable`` (ms)."""

    usable: float
    standing: float = 0
    """MB when the window is up."""
    memory: list[float] = []
    """MB after each game."""
    software: float = 0
    """MB of it are the software renderer."""
    redraws: float = 0
    load: float = 0
    taps: list[tuple[str, float, float, float]] = []


def _run(subject: Subject, home: str, size: tuple[int, int], seconds: float, games: int = 0) -> Run | None:
    about = (subject.game.name, subject.loaded.source, seconds, games, *size, REST, time.time())
    printed = off_screen("ui.bench.program", home, *about)
    return None if printed is None else msgspec.json.decode(printed, type=Run)


def off_screen(program: str, home: str, *about: object, path: Path | None = None) -> bytes | None:
    """The last line that module ``program`` prints with arguments ``about``, drawn in memory, with settings and games
    in ``home``; None if it fails. ``path`` is the folder of a program that is not installed."""
    command = [sys.executable, "-m", program, *map(str, about)]
    own = {"SDL_VIDEODRIVER": "offscreen", "XDG_CONFIG_HOME": home}
    if path is not None:
        own["PYTHONPATH"] = str(path)
    done = subprocess.run(command, env=os.environ | own, capture_output=True, check=False, cwd=home)
    return done.stdout.splitlines()[-1] if done.returncode == 0 and done.stdout else None
