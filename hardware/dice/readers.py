"""All dice readers of this machine, each served by a thread of its own: one that is unplugged stops none of the others.

A port that was named has its own ``SerialReader``. For ``auto`` there is one, and one more as soon as each of them has
found a reader and another port is there. What they know of readers is shared: one that comes back at another port is
the same, and nothing is read twice.
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
"""Seconds between two looks for a further reader."""
MOST = 8
"""So many readers are looked for by themselves."""


class Make(Protocol):
    """Makes a reader of this name, for these ports."""

    def __call__(
        self,
        name: str,
        ports: Callable[[], Sequence[str]],
        opener: Callable[[str], Port],
        stays: Callable[[str, bool], bool],
    ) -> SerialReader: ...


class Readers:
    """A source of ``DieRead`` events from all of them.

    ``named`` are ports, each of which may have a reader; ``find`` gives those that are there for ``auto``, None if only
    the named ones are wanted. ``fallback`` is asked in place of ``find`` for the first reader. ``make`` makes each.
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
        """The port of each reader, and since when."""
        self._silent: dict[str, float] = {}
        """Ports on which nobody answered, and when to try them again."""
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
        """Begin to look for readers; returns at once."""
        with self._lock:
            self._sink = sink
            for reader in self._readers:
                reader.start(sink)

    def stop(self) -> None:
        """Close all ports and end all threads."""
        with self._lock:
            self._sink = None
            readers = [*self._readers]
        for reader in readers:
            reader.stop()

    def look(self) -> None:
        """Look for ports at once. From any thread."""
        for reader in self._readers:
            reader.look()

    def acknowledge(self, event: DieRead) -> None:
        """The reading is safe, or was not wanted. From any thread, any number of times."""
        for reader in self._readers:
            reader.acknowledge(event)

    def health(self) -> Health:
        """How the first one is."""
        return self._readers[0].health()

    def healths(self) -> dict[str, Health]:
        """How each is, by its name: ``reader``, ``reader 2`` and so on."""
        return {reader.name: reader.health() for reader in [*self._readers]}

    def devices(self) -> Mapping[str, dr1.Hello]:
        """What was last met by each."""
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
        """The ports that this reader may try now, for it has none."""
        assert self._find is not None
        with self._lock:
            self._in_use.pop(name, None)
            taken, now = {port for port, _ in self._in_use.values()}, self._clock()
            found = self._find()
            self._silent = {port: until for port, until in self._silent.items() if port in found and until > now}
            # The first reader goes on asking: where there is none yet, it may be any of them.
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
        """One reader more, if all have found theirs and a port is left."""
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
