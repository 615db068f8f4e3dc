"""All dice readers of this machine, each with its own thread.

Each configured port has a ``SerialReader``. For ``auto`` there is one at first, and another whenever all of them have
found a reader and a further port appears. They share the state of devices, so that a reader may move to another port
and nothing is read twice.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from companion.session.readings import DieRead
from hardware.dice import dr1
from hardware.dice.fallback import AGAIN, FallbackPorts
from hardware.dice.ports import Port, open_port
from hardware.dice.reader import ANSWER_WITHIN, SerialReader
from hardware.inputs import Health, Sink

LOOK_EVERY = 1.0
"""Seconds between searches for a further reader."""
MOST = 8
"""Maximum number of readers found automatically."""


class Make(Protocol):
    """Creates a reader with a name, for some ports."""

    def __call__(
        self,
        name: str,
        ports: Callable[[], Sequence[str]],
        opener: Callable[[str], Port],
        stays: Callable[[str, bool], bool],
    ) -> SerialReader: ...


class Readers:
    """A source of ``DieRead`` events from all readers.

    ``named`` are configured ports, each with a reader; ``find`` returns the ports for ``auto``, None without ``auto``.
    ``fallback`` wraps ``find`` for the first reader. ``make`` creates readers.
    """

    name = "reader"

    def __init__(
        self,
        make: Make,
        *,
        named: Sequence[str] = (),
        find: Callable[[], Sequence[str]] | None = None,
        fallback: Callable[[Callable[[], Sequence[str]]], FallbackPorts] | None = None,
        opener: Callable[[str], Port] = lambda url: open_port(url, 115_200),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = make
        self._find = find
        self._opener = opener
        self._clock = clock
        self._lock = threading.RLock()
        self._sink: Sink | None = None
        self._in_use: dict[str, tuple[str, float]] = {}
        """The port of each reader, and the time since when."""
        self._silent: dict[str, float] = {}
        """Ports without an answer, and when to retry them."""
        self._next_look = 0.0
        self._readers: list[SerialReader] = []
        for port in named:
            self._add(partial(_only, port), lambda port, answered: True)
        if find is not None:
            free = partial(self._free, self._next_name)
            first = None if fallback is None else fallback(free)
            self._add(free if first is None else first.ports, partial(self._stays, self._next_name, first))

    @property
    def _next_name(self) -> str:
        return self.name if not self._readers else f"{self.name} {len(self._readers) + 1}"

    def start(self, sink: Sink) -> None:
        """Start all readers."""
        with self._lock:
            self._sink = sink
            for reader in self._readers:
                reader.start(sink)

    def stop(self) -> None:
        """Stop all readers."""
        with self._lock:
            self._sink = None
            readers = [*self._readers]
        for reader in readers:
            reader.stop()

    def look(self) -> None:
        """Look for ports now. Thread-safe."""
        for reader in self._readers:
            reader.look()

    def acknowledge(self, event: DieRead) -> None:
        """Mark a reading as saved or not needed. Thread-safe and idempotent."""
        for reader in self._readers:
            reader.acknowledge(event)

    def health(self) -> Health:
        """The health of the first reader."""
        return self._readers[0].health()

    def healths(self) -> dict[str, Health]:
        """The health of each reader by name: ``reader``, ``reader 2`` and so on."""
        return {reader.name: reader.health() for reader in [*self._readers]}

    def devices(self) -> Mapping[str, dr1.Hello]:
        """The last device of each reader."""
        return {reader.name: device for reader in [*self._readers] if (device := reader.device) is not None}

    def _add(self, ports: Callable[[], Sequence[str]], stays: Callable[[str, bool], bool]) -> SerialReader:
        reader = self._make(self._next_name, ports, partial(self._open, self._next_name), stays)
        self._readers.append(reader)
        return reader

    def _open(self, name: str, url: str) -> Port:
        with self._lock:
            self._in_use[name] = (url, self._clock())
        return self._opener(url)

    def _free(self, name: str) -> list[str]:
        """The ports that a reader without a port may try now."""
        assert self._find is not None
        with self._lock:
            self._in_use.pop(name, None)
            taken, now = {port for port, _ in self._in_use.values()}, self._clock()
            found = self._find()
            self._silent = {port: until for port, until in self._silent.items() if port in found and until > now}
            # The first reader keeps retrying: until one has answered, it may be on any port.
            shut = self._silent if name != self._readers[0].name else {}
            return [port for port in found if port not in taken and port not in shut]

    def _stays(self, name: str, fallback: FallbackPorts | None, port: str, answered: bool) -> bool:
        if fallback is not None and not fallback.stays(port, answered):
            return False
        now = self._clock()
        with self._lock:
            if answered:
                self._look_further(now)
            elif name != self._readers[0].name and now - self._in_use[name][1] > ANSWER_WITHIN:
                self._silent[port] = now + AGAIN
                return False
        return True

    def _look_further(self, now: float) -> None:
        """Add a reader, if all have found theirs and a port is left."""
        if now < self._next_look or self._sink is None or len(self._readers) >= MOST:
            return
        self._next_look = now + LOOK_EVERY
        if any(reader.name not in self._in_use for reader in self._readers):
            return
        name = self._next_name
        if self._free(name):
            self._add(partial(self._free, name), partial(self._stays, name, None)).start(self._sink)


def _only(port: str) -> list[str]:
    return [port]
