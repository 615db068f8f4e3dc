"""Recording and replaying events, for bug reports and tests.

A recording has JSON lines ``{"after": seconds, "event": {...}}``; ``after`` is relative to the previous line.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from companion.core.texts import P, T
from companion.table.log import DieRead
from hardware.inputs import Button, Event, Health, HealthChange, Sink

log = logging.getLogger(__name__)


class Recorded(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a recording."""

    after: float
    event: DieRead | Button


_decode = msgspec.json.Decoder(Recorded).decode
_encode = msgspec.json.Encoder().encode


class Recorder:
    """A sink that records events and passes them on to ``sink``. Health changes are not recorded."""

    def __init__(self, path: Path, sink: Sink, clock: Callable[[], float] = time.monotonic) -> None:
        self._file: IO[bytes] = path.open("ab")
        self._sink = sink
        self._clock = clock
        self._last = clock()
        self._lock = threading.Lock()

    def __call__(self, event: Event) -> None:
        self._sink(event)
        if isinstance(event, HealthChange):
            return
        with self._lock:
            if self._file.closed:
                return
            now = self._clock()
            self._file.write(_encode(Recorded(round(now - self._last, 3), event)) + b"\n")
            self._file.flush()
            self._last = now

    def close(self) -> None:
        with self._lock:
            self._file.close()


class Replay:
    """A source that plays a recording once, at ``speed`` times the original speed (infinity: at once).

    An unreadable file makes it an ``error``; a damaged one is played up to the damage.
    """

    name = "replay"

    def __init__(self, path: Path, *, speed: float = 1.0) -> None:
        self._path = path
        self._speed = speed
        self._health = Health("waiting", T("The recording is not being played."))
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, sink: Sink) -> None:
        """Start at the first event."""
        if self._thread is not None:
            return
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError as problem:
            self._health = Health(
                "error",
                T(
                    "The recording {file} cannot be read: {problem}.",
                    file=str(self._path),
                    problem=str(problem.strerror),
                ),
            )
            return
        self._health = Health("reading", T("The recording {file} is being played.", file=str(self._path)))
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(lines, sink), name="replay", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stopping.set()
            thread.join()
        self._health = Health("waiting", T("The recording is not being played."))

    def health(self) -> Health:
        return self._health

    def _run(self, lines: list[bytes], sink: Sink) -> None:
        for number, line in enumerate(lines, 1):
            try:
                recorded = _decode(line)
            except msgspec.DecodeError:
                text = T("The recording {file} is damaged in line {n}.", file=str(self._path), n=number)
                self._end(Health("error", text), sink)
                return
            if self._stopping.wait(max(0.0, recorded.after) / self._speed):
                return
            self._tell(recorded.event, sink)
        self._end(Health("ready", P("{n} event was played.", "{n} events were played.", len(lines))), sink)

    def _end(self, health: Health, sink: Sink) -> None:
        self._health = health
        self._tell(HealthChange(self.name, health), sink)

    def _tell(self, event: Event, sink: Sink) -> None:
        try:
            sink(event)
        except Exception:
            log.exception("an event of the recording was not taken")
