"""The camera reader's part of ``companion bench``; needs OpenCV."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from tempfile import TemporaryDirectory

from companion.bench import Measure, Subject, median_of, p95, unmeasured
from companion.core.texts import T


def camera(subject: Subject) -> Iterator[Measure]:
    """Latency from rest to reading with six dice, and peak memory; nothing without OpenCV."""
    if find_spec("cv2") is None:
        unmeasured(T("The camera reader is not measured: OpenCV is not installed."))
        return
    from hardware.bench import synthetic  # noqa: PLC0415 - without OpenCV there is none

    with TemporaryDirectory(prefix="companion-bench-") as folder:
        throws = synthetic.throws(subject)
        memory = synthetic.memory_mb(folder)
    walls, busy = [one.wall for one in throws], [one.cpu for one in throws]
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
