"""The dice reader's part of ``companion bench``: how soon the camera reader reads, and the memory it takes.

Its pictures are drawn: a plain tray with six dice that have pips. Needs OpenCV.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import cv2
import numpy as np

from companion.bench import Measure, Subject, median_of, p95
from companion.core.texts import T
from hardware.camera.faces import FOCUS
from hardware.camera.frames import RATE, SIZE, Picture
from hardware.camera.learning import DiceLearning
from hardware.camera.pips import PipReader
from hardware.camera.templates import Learned, save
from hardware.camera.watcher import Watcher

FELT, BODY, SIDES, PIP = (62, 88, 44), (40, 36, 176), (28, 24, 120), (232, 238, 240)
"""Colours of the tray, of a die, of its sides and of its pips, blue first."""
DICE = {f"red{n}": tuple("123456") for n in range(1, 7)}
EDGE = 52
"""How wide a die is, in pixels."""
CELLS = ((1,), (0, 2), (0, 1, 2), (0, 2, 3, 4), (0, 1, 2, 3, 4), (0, 2, 3, 4, 5, 6))
"""Indices into ``SPOTS`` of the pips of each face."""
SPOTS = ((-1, -1), (0, 0), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0))
LEAST = 20
"""Minimum number of throws: with fewer there is no 95th percentile."""
PROGRAM = """
import sys
from hardware.camera.program import run
run(sys.argv[1:])
print(open("/proc/self/status").read())
"""
"""Runs the reader, then prints the process status (for its peak memory)."""


class Throw(NamedTuple):
    """Milliseconds from rest to reading, and the CPU time spent on all pictures till then."""

    wall: float
    cpu: float


def reader(subject: Subject) -> Iterator[Measure]:
    """Latency of the camera reader from rest to reading with six dice, and its peak memory."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        found = throws(subject)
        memory = memory_mb(folder)
    walls, busy = [one.wall for one in found], [one.cpu for one in found]
    yield median_of(
        "camera.rest",
        T("camera reader, from rest to reading"),
        "ms",
        walls,
        note=T("six drawn dice in 1280×720; the work for it is {cpu} ms", cpu=round(sorted(busy)[len(busy) // 2])),
    )
    yield median_of(
        "camera.rest95",
        T("camera reader, from rest to reading, 95th percentile"),
        "ms",
        [p95(walls)],
        reach=300,
        note=T("work {cpu} ms", cpu=round(p95(busy))),
    )
    yield median_of(
        "camera.memory",
        T("camera reader, memory of the program"),
        "MB",
        [memory],
        reach=150,
        note=T("the most that it held while it read a film"),
    )


def throws(subject: Subject) -> list[Throw]:
    """Throw six dice again and again, as fast as a camera gives pictures."""
    watcher, rng = Watcher(_learned(), pips=PipReader()), Random(1)
    return [_read(watcher, _thrown(rng)) for _ in subject.rounds(LEAST)]


def memory_mb(folder: str) -> float:
    """The most memory that the program holds while it reads a video, in MB of 2**20 bytes."""
    command = reader_command(Path(folder), 30)
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(ran.stdout.split("VmHWM:")[1].split()[0]) / 2**10


def _read(watcher: Watcher, picture: Picture) -> Throw:
    """Feed the same picture at the camera's rate until the dice have been read."""
    began, busy = time.perf_counter(), time.process_time()
    for n in range(int(3 * RATE)):
        time.sleep(max(0.0, began + n / RATE - time.perf_counter()))
        if watcher.feed(picture, time.perf_counter()):
            break
    return Throw(1_000 * (time.perf_counter() - began), 1_000 * (time.process_time() - busy))


def reader_command(folder: Path, pictures: int) -> list[str]:
    """The command line of the reader with a video of ``pictures`` frames, with new dice every second."""
    learned, rng, video = _learned(), Random(2), folder / "film"
    video.mkdir()
    save(learned, folder / "dice.npz")
    scenes = [learned.empty, *(_thrown(rng) for _ in range(5))]
    for n, scene in enumerate(scenes):
        cv2.imwrite(str(folder / f"{n}.jpg"), scene)
    for n in range(pictures):
        os.symlink(folder / f"{n // int(RATE) % len(scenes)}.jpg", video / f"{n:06}.jpg")
    options = ("--camera", video, "--file", folder / "dice.npz", "--port", folder / "port", "--game", "thousand")
    return [sys.executable, "-c", PROGRAM, *map(str, options)]


def _learned() -> Learned:
    empty = _tray()
    learning = DiceLearning(DICE, empty)
    while learning.next is not None:
        picture = empty.copy()
        _draw(picture, int(learning.next.face), SIZE[0] / 2, SIZE[1] / 2, 0.3)
        learning.take(picture)
    return learning.learned()


def _tray() -> Picture:
    noise = np.random.default_rng(1).normal(0, 2, (SIZE[1], SIZE[0], 3))
    return np.clip(noise + FELT, 0, 255).astype(np.uint8)


def _thrown(rng: Random) -> Picture:
    """A picture of six dice at random positions that do not overlap."""
    picture = _tray()
    for n in range(len(DICE)):
        x, y = (n % 3 + 0.5) * SIZE[0] / 3, (n // 3 + 0.5) * SIZE[1] / 2
        _draw(picture, rng.randint(1, 6), x + rng.uniform(-90, 90), y + rng.uniform(-90, 90), rng.uniform(0, 6.3))
    return picture


def _draw(picture: Picture, face: int, x: float, y: float, turn: float) -> None:
    """Draw a die rotated by ``turn`` radians, with its visible sides."""
    along = EDGE / 2 * np.array((np.cos(turn), np.sin(turn)))
    across = EDGE / 2 * np.array((-np.sin(turn), np.cos(turn)))
    top = np.array([(x, y) + a * along + b * across for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    foot = top - EDGE / (FOCUS * SIZE[0]) * (np.array((x, y)) - np.array(SIZE) / 2)
    hull = cv2.convexHull(np.concatenate([top, foot]).astype(np.float32))
    cv2.fillConvexPoly(picture, np.rint(hull).astype(np.int32), SIDES, cv2.LINE_AA)
    cv2.fillConvexPoly(picture, np.rint(top).astype(np.int32), BODY, cv2.LINE_AA)
    for a, b in (SPOTS[cell] for cell in CELLS[face - 1]):
        middle = np.rint((x, y) + 0.5 * a * along + 0.5 * b * across).astype(int)
        cv2.circle(picture, middle.tolist(), EDGE // 11, PIP, cv2.FILLED, cv2.LINE_AA)
