"""How soon the wall shows what a table tells, with a real broker and many simulated tables, and what it takes."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.bench import Measure, Subject, median_of, memory_mb, p95, unmeasured
from companion.club.settings import Club
from companion.wall.model import unix
from companion.wall.server import WallServer

TABLES = 200
EVERY = 1.0
"""Seconds from one answer of a table to its next."""
REACH_MS = 1000.0
REACH_MB = 5.0
LATEST = 120.0
"""Seconds that all tables may take to come."""


def wall(subject: Subject) -> Iterator[Measure]:
    """So many tables in a process of their own, a wall in this one, and a browser that is told; nothing without a
    broker."""
    mosquitto = mosquitto_here()
    if mosquitto is None:
        unmeasured("The wall is measured where mosquitto is installed.")
        return
    with tempfile.TemporaryDirectory() as folder, broker_of_its_own(mosquitto, Path(folder)) as club, _tables(club):
        heard, seen, grown, cpu = _watch(club, subject.seconds)
    note = f"{TABLES} simulated tables, an answer a second each, {len(seen)} pictures"
    what = "told by a table, known to the wall, 95th percentile"
    yield median_of("wall.heard95", what, "ms", [p95(heard)], reach=REACH_MS, note=note)
    what = "told by a table, in a browser, 95th percentile"
    yield median_of("wall.seen95", what, "ms", [p95(seen)], reach=REACH_MS, note=note)
    yield median_of("wall.seen", "told by a table, in a browser", "ms", seen, note=note)
    yield median_of("wall.memory", "memory of the wall, from a third of the time to its end", "MB", [grown],
                    reach=REACH_MB, note=note)  # fmt: skip
    yield median_of("wall.cpu", "processor time of the wall", "%", [cpu], note=note)


def _watch(club: Club, seconds: float) -> tuple[list[float], list[float], float, float]:
    """How late news was known, and seen, in ms; by how many MB the wall has grown; its share of a core in %."""
    evening = WallServer(club, ["127.0.0.1"], 0, limited=False)
    # Counted by milliseconds, so that what is measured does not grow by being measured.
    wall, heard, seen = evening.wall, Counter[int](), Counter[int]()
    known: dict[str, int] = {}
    begun = time.monotonic()
    try:
        while sum(one.state is not None for one in wall.tables.values()) < TABLES:
            assert time.monotonic() < begun + LATEST, "not all tables have come"
            time.sleep(0.1)
        hear = wall.hear

        def listened(topic: str, payload: bytes, *, retained: bool, now: float) -> None:
            hear(topic, payload, retained=retained, now=now)
            one = wall.tables.get(topic.split("/")[1])
            if topic.endswith("/state") and one is not None and one.state is not None:
                heard[round((time.time() - (unix(one.state.at) or 0.0)) * 1000)] += 1

        wall.hear = listened  # type: ignore[method-assign]
        browser = _Browser(evening.home)
        start, before, spent, middle = time.monotonic(), 0.0, time.process_time(), False
        while time.monotonic() < start + seconds:
            if not middle and time.monotonic() > start + seconds / 3:
                middle, before = True, memory_mb()
            for id_, at in browser.told():
                state = wall.tables[id_].state
                if state is not None and known.get(id_) != state.seq:
                    known[id_] = state.seq
                    seen[round((at - (unix(state.at) or 0.0)) * 1000)] += 1
        spent = time.process_time() - spent
        grown = memory_mb() - before
        return [*heard.elements()], [*seen.elements()], grown, 100 * spent / seconds
    finally:
        evening.close()


class _Browser:
    """Is told what a television is told."""

    def __init__(self, home: str) -> None:
        self._wire = http.client.HTTPConnection(home.split("/")[2], timeout=30)
        self._wire.request("GET", "/events")
        self._answer = self._wire.getresponse()

    def told(self) -> Iterator[tuple[str, float]]:
        """The tables that are new in the next event, and when it came, as Unix time. A page that turns tells nothing
        new: its tables were another page's before."""
        kind, ids = "", []
        while line := self._answer.readline().decode().strip():
            kind = line[7:] if line.startswith("event: ") else kind
            ids += re.findall(r'<article id="t-([a-z0-9]+)"', line)
        at = time.time()
        if kind == "parts":
            yield from ((id_, at) for id_ in ids)


@contextmanager
def _tables(club: Club) -> Iterator[None]:
    command = [sys.executable, "-m", "companion", "simulate", "tables", "--broker", club.broker, "--broker-port"]
    process = subprocess.Popen(
        [*command, str(club.port), "--count", str(TABLES), "--every", str(EVERY)], stdout=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def mosquitto_here() -> str | None:
    """The program; None where it is not installed."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")


@contextmanager
def broker_of_its_own(program: str, folder: Path) -> Iterator[Club]:
    """For this machine alone, with its configuration in ``folder``."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = folder / "mosquitto.conf"
    told.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_type none\n")
    process = subprocess.Popen([program, "-c", str(told)], stderr=subprocess.DEVNULL)
    try:
        yield Club("127.0.0.1", port)
    finally:
        process.terminate()
        process.wait()
