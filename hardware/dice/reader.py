"""A serial dice reader: the thread between a port and the protocol in ``link``.

After any failure the port is closed and reopened, with delays from 0.25 s up to 5 s. pyserial's own reader thread ends
silently when a device is unplugged (pyserial #401), because that raises a plain OSError.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from companion.core.answers import Face
from companion.core.texts import T, Text
from companion.session.tray import colour_of
from companion.table.log import DieRead, ReadingId
from hardware.dice import dr1, link
from hardware.dice.link import KnownDevices, ReaderLink, Reading
from hardware.dice.ports import AGAIN, FallbackPorts, Port, open_port, why_not
from hardware.inputs import Event, Health, HealthChange, HealthState, Sink

log = logging.getLogger(__name__)

BACK_OFF = (0.25, 5.0)
READING_FOR = 2.0
"""Seconds after a reading during which the reader counts as ``reading``."""
ANSWER_WITHIN = 5.0
"""Seconds to wait for HELLO before the next candidate is tried; an Arduino needs 2 to start."""
REOPEN_AFTER = 15.0
"""Seconds of silence after which the only candidate is reopened."""


class ReaderSettings(Struct, frozen=True):
    """Settings of one reader: ``names`` maps its names of dice to an id (``red1``) or a colour (``red``); readings with
    less confidence than ``enough`` (None: the general limit) are shown to a person first."""

    names: Mapping[str, str] = {}
    enough: int | None = None


class SerialReader:
    """A source of ``DieRead`` events.

    ``ports`` returns the candidate ports, called for each attempt. ``names`` maps the reader's names of dice to an id
    or a colour; ``own`` has settings by serial number. ``dice`` returns the dice of the game, for readers that send
    plain lines (``hobby``). ``known`` tells whether the journal has a reading already; it is called in the reader's
    thread. ``opener`` opens a port and raises OSError or ValueError. ``devices`` is shared with other readers.
    ``stays`` is called with the current port and whether a reader has answered on it; False means to look for another
    port.
    """

    def __init__(
        self,
        ports: Callable[[], Sequence[str]],
        *,
        name: str = "reader",
        names: Mapping[str, str] | None = None,
        own: Mapping[str, ReaderSettings] | None = None,
        devices: KnownDevices | None = None,
        dice: Callable[[], Mapping[str, Sequence[Face]]] = dict,
        known: Callable[[ReadingId], bool] | None = None,
        opener: Callable[[str], Port] = lambda url: open_port(url, 115200),
        stays: Callable[[str, bool], bool] = lambda url, answered: True,
        back_off: tuple[float, float] = BACK_OFF,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._ports = ports
        self._names = dict(names or {})
        self._own = dict(own or {})
        self._dice = dice
        self._opener = opener
        self._stays = stays
        self._back_off = back_off
        self._clock = clock
        self._link = ReaderLink(known, devices)
        self._lines = link.Lines()
        self._settled: deque[ReadingId] = deque()
        self._faces: deque[tuple[ReadingId, int]] = deque()
        self._health = _OFF
        self._last_read = float("-inf")
        self._was_there = False
        self._sink: Sink = lambda event: None
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def bad_lines(self) -> int:
        return self._link.bad_lines

    @property
    def device(self) -> dr1.Hello | None:
        """The last reader that answered here."""
        return self._link.device

    def start(self, sink: Sink) -> None:
        if self._thread is not None:
            return
        self._sink = sink
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._supervise, name=self.name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._stopping.set()
        self._woken.set()
        thread.join()
        self._health = _OFF

    def look(self) -> None:
        self._woken.set()

    def health(self) -> Health:
        return self._health

    def acknowledge(self, event: DieRead) -> None:
        """Mark a reading as saved or not needed, so that the device is told. Thread-safe and idempotent."""
        if event.origin is not None:
            self._settled.append(event.origin)

    def tell_face(self, origin: ReadingId, face: int) -> None:
        """Tell the device what people have said of its reading (``ReaderLink.tell_face``). Thread-safe."""
        self._faces.append((origin, face))

    def _supervise(self) -> None:
        wait, longest = self._back_off
        turn = 0
        while not self._stopping.is_set():
            try:
                found = list(self._ports())
                if not found:
                    self._say("gone" if self._was_there else "waiting", _UNPLUGGED if self._was_there else _NONE)
                elif self._serve(found[turn % len(found)], several=len(found) > 1):
                    wait = self._back_off[0]
            except Exception:
                log.exception("the dice reader's thread goes on after an error")
                self._say("error", T("The dice reader could not be used; the companion keeps trying."))
            turn += 1
            wait = self._back_off[0] if self._woken.wait(wait) else min(2 * wait, longest)
            self._woken.clear()

    def _serve(self, url: str, *, several: bool) -> bool:
        """Serve one port until it fails or is silent; returns whether a reader has answered."""
        try:
            port = self._opener(url)
        except (OSError, ValueError) as problem:
            if self._was_there:
                self._say("gone", _UNPLUGGED)
            else:
                self._say("error" if isinstance(problem, ValueError) else "waiting", why_not(url, problem))
            return False
        answered = False
        self._link.opened(self._clock())
        self._lines = link.Lines()
        try:
            while not self._stopping.is_set():
                self._exchange(port)
                now = self._clock()
                self._tell_presence(url, now)
                answered = answered or self._lines.alive or self._link.presence(now) == "present"
                patience = ANSWER_WITHIN if several and not answered else REOPEN_AFTER
                # A reader with plain lines may be silent for hours.
                quiet = not self._plain and self._link.quiet_for(now) > patience
                if quiet or not self._stays(url, answered):
                    break
        except OSError as problem:
            log.info("%s: %s", url, problem)
            self._was_there = self._was_there or answered
            self._say("gone", _UNPLUGGED)
        finally:
            self._link.closed()
            try:
                port.close()
            except OSError as problem:
                log.info("closing %s: %s", url, problem)
        return answered

    def _exchange(self, port: Port) -> None:
        """Read, deliver and write once. Raises OSError if the port fails."""
        data = port.read(1)
        if data:
            waiting = port.in_waiting
            if waiting:
                data += port.read(waiting)
        now = self._clock()
        readings = self._link.receive(data, now) + self._link.tick(now)
        for reading in readings:
            self._last_read = now
            self._tell(self._event(reading, now))
        for line in self._lines.feed(data) if self._link.device is None else ():
            self._take(line, now)
        while self._faces:
            self._link.tell_face(*self._faces.popleft())
        while self._settled:
            self._link.settle(self._settled.popleft())
        out = self._link.outgoing()
        if out:
            port.write(out)

    @property
    def _plain(self) -> bool:
        """Whether the device sends plain lines and has never sent DR1."""
        return self._lines.alive and self._link.device is None

    def _take(self, line: link.PlainReading, now: float) -> None:
        """Process a plain line. It has no checksum, so a person must confirm it."""
        side = link.side_of(line, self._dice(), self._names)
        if side is None:
            return
        self._lines.alive, self._last_read = True, now
        read = DieRead(
            source="serial", die=side.die, colour=colour_of(side.die), number=side.number, sides=side.sides,
            confidence=0, crooked=line.crooked, at=now,
        )  # fmt: skip
        self._tell(read)

    def _event(self, reading: Reading, now: float) -> DieRead:
        roll, own = reading.roll, self._own.get(reading.origin.serial, ReaderSettings())
        alias = own.names.get(roll.die) or self._names.get(roll.die)
        if alias is not None:
            die, colour = (alias if alias != colour_of(alias) else roll.die), colour_of(alias)
        else:
            die, colour = roll.die, reading.die.colour if reading.die else colour_of(roll.die)
        return DieRead(
            source="serial", die=die, colour=colour, number=roll.face,
            sides=reading.die.sides if reading.die else None, confidence=roll.confidence,
            crooked=roll.state == "crooked", throw=str(roll.throw), at=now - self._link.age(reading, now),
            origin=reading.origin, alike=self._link.device is not None and self._link.device.model == dr1.ALIKE,
            enough=own.enough,
        )  # fmt: skip

    def _tell_presence(self, url: str, now: float) -> None:
        presence, device = self._link.presence(now), self._link.device
        if self._plain:
            self._was_there = True
            reading = now - self._last_read <= READING_FOR
            self._say(
                "reading" if reading else "ready", T("A dice reader is ready; what it reads is shown to you first.")
            )
        elif presence == "present" and device is not None:
            self._was_there = True
            if now - self._last_read <= READING_FOR:
                self._say("reading", T("The dice reader is reading."))
            else:
                simulated = device.model == "simulated"
                ready = (
                    T("The simulated dice reader is ready.")
                    if simulated
                    else T("The dice reader {model} is ready.", model=device.model)
                )
                self._say("ready", ready)
        elif presence == "foreign" and device is not None:
            self._say(
                "error",
                T(
                    "The dice reader speaks version {version} of its protocol, but 1 is needed: update its firmware.",
                    version=device.version,
                ),
            )
        elif presence == "silent":
            self._say("gone", T("The dice reader on {port} does not answer any more. Check its cable.", port=url))
        elif self._link.quiet_for(now) > ANSWER_WITHIN / 2:
            self._say("waiting", T("The port {port} is open, but no dice reader answers there.", port=url))
        elif not self._was_there:
            self._say("waiting", T("Waiting for the dice reader on {port}.", port=url))

    def _say(self, state: HealthState, text: Text) -> None:
        health = Health(state, text)
        if health != self._health:
            self._health = health
            self._tell(HealthChange(self.name, health))

    def _tell(self, event: Event) -> None:
        try:
            self._sink(event)
        except Exception:
            log.exception("an event of the dice reader was not taken")


_OFF = Health("waiting", T("The dice reader is not in use."))
_NONE = T("No dice reader is plugged in.")
_UNPLUGGED = T("The dice reader was unplugged. Plug it in again; nothing is lost.")

LOOK_EVERY = 1.0
"""Seconds between searches for a further reader."""
MOST = 8
"""Maximum number of readers found automatically."""


Make: TypeAlias = Callable[
    [str, Callable[[], Sequence[str]], Callable[[str], Port], Callable[[str, bool], bool]], SerialReader
]
"""Creates a reader from its name and the callbacks ``ports``, ``opener`` and ``stays``."""


class Readers:
    """A source of ``DieRead`` events from all readers of this machine, each in a thread of its own.

    Each configured port has a ``SerialReader``. For ``auto`` there is one at first, and another whenever all of them
    have found a reader and a further port appears. They share the state of devices, so that a reader may move to
    another port and nothing is read twice.

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
    ) -> None:
        self._make = make
        self._find = find
        self._opener = opener
        self._lock = threading.RLock()
        self._sink: Sink | None = None
        self._in_use: dict[str, tuple[str, float]] = {}
        """The device of each reader, whatever the name of its port, and the time since when."""
        self._silent: dict[str, float] = {}
        """Ports without an answer, and when to retry them."""
        self._next_look = 0.0
        self._readers: list[SerialReader] = []
        for port in named:
            self._add(lambda port=port: [port], lambda port, answered: True)  # type: ignore[misc]
        if find is not None:
            free = partial(self._free, self._next_name)
            first = None if fallback is None else fallback(free)
            self._add(free if first is None else first.ports, partial(self._stays, self._next_name, first))

    @property
    def _next_name(self) -> str:
        return self.name if not self._readers else f"{self.name} {len(self._readers) + 1}"

    def start(self, sink: Sink) -> None:
        with self._lock:
            self._sink = sink
            for reader in self._readers:
                reader.start(sink)

    def stop(self) -> None:
        with self._lock:
            self._sink = None
            readers = [*self._readers]
        for reader in readers:
            reader.stop()

    def look(self) -> None:
        for reader in self._readers:
            reader.look()

    def acknowledge(self, event: DieRead) -> None:
        for reader in self._readers:
            reader.acknowledge(event)

    def tell_face(self, origin: ReadingId, face: int) -> None:
        for reader in self._readers:
            reader.tell_face(origin, face)

    def health(self) -> Health:
        return self._readers[0].health()

    def healths(self) -> dict[str, Health]:
        """The health of each reader by name: ``reader``, ``reader 2`` and so on."""
        return {reader.name: reader.health() for reader in [*self._readers]}

    def devices(self) -> Mapping[str, dr1.Hello]:
        return {reader.name: device for reader in [*self._readers] if (device := reader.device) is not None}

    def _add(self, ports: Callable[[], Sequence[str]], stays: Callable[[str, bool], bool]) -> SerialReader:
        reader = self._make(self._next_name, ports, partial(self._open, self._next_name), stays)
        self._readers.append(reader)
        return reader

    def _open(self, name: str, url: str) -> Port:
        with self._lock:
            self._in_use[name] = (os.path.realpath(url), time.monotonic())
        return self._opener(url)

    def _free(self, name: str) -> list[str]:
        """The ports that a reader without a port may try now."""
        assert self._find is not None
        with self._lock:
            self._in_use.pop(name, None)
            taken, now = {port for port, _ in self._in_use.values()}, time.monotonic()
            found = self._find()
            self._silent = {port: until for port, until in self._silent.items() if port in found and until > now}
            # The first reader keeps retrying: until one has answered, it may be on any port.
            shut = self._silent if name != self._readers[0].name else {}
            return [port for port in found if os.path.realpath(port) not in taken and port not in shut]

    def _stays(self, name: str, fallback: FallbackPorts | None, port: str, answered: bool) -> bool:
        if fallback is not None and not fallback.stays(port, answered):
            return False
        now = time.monotonic()
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
