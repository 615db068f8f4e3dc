"""The host's side of a dice reader: DR1, and the plain lines of home-made readers. Pure; the time is an argument.

Delivery is exactly once: records are identified by (serial, boot_id, seq). They are delivered in order; missing ones
are requested again, and skipped after 3 s. A record is acknowledged once it is settled: saved in the journal, or not
needed. Acknowledgements are sent in order, so that they work both for devices that drop single records and for
devices that drop everything up to the acknowledged one.

Invalid bytes may hide the HELLO of a restarted device that counts from 1 again. So after them records are held back
until the next HELLO, and discarded if it shows a new start: the device sends them again.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct, field

from companion.core.answers import Face
from companion.session.tray import colour_of, numbers_of
from companion.table.log import ReadingId
from hardware.dice import dr1

MAX_LINE = 64
_LINE = re.compile(r"(?:([a-z]{1,24}[0-9]{0,3})[ \t]+)?([A-Za-z0-9_-]{1,16})(?:[ \t]+[0-9]{1,4}(?:[ \t]+([a-z]+))?)?")
_STATES = frozenset({None, "rolled", "crooked"})


class PlainReading(Struct, frozen=True):
    """A parsed line: ``die`` is a name or colour, None if missing; ``face`` is what it shows."""

    die: str | None
    face: str
    crooked: bool = False


class DieSide(Struct, frozen=True):
    """A die of the game and the number of its upper side, 0 if it has no such face."""

    die: str
    number: int
    sides: int


class Lines:
    """An incremental parser of the plain lines of home-made readers; buffers at most one line.

    ::

        red1 PHYS                a die by its name or colour, and the face that lies up
        red1 4                   ... or the number of its side, where no face is called so
        red1 4 985 crooked       ... with a confidence, and one of rolled, crooked, moved, rest
        17                       a face alone, where only dice of one colour or purpose have it
                                 an empty line, now and then: the reader is there

    Without a checksum errors cannot be detected, so each of these readings is shown to a person before it counts; the
    confidence is ignored.
    """

    def __init__(self) -> None:
        self.alive = False
        """Whether a valid line has been received, even an empty one."""
        self._rest = b""

    def feed(self, data: bytes) -> list[PlainReading]:
        """The lines completed by ``data``; invalid ones are skipped."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-MAX_LINE - 1 :]
        return [found for line in lines if (found := self._line(line)) is not None]

    def _line(self, line: bytes) -> PlainReading | None:
        text = line.decode("latin-1").strip(" \t\r") if len(line) <= MAX_LINE else "?"
        match = _LINE.fullmatch(text)
        if match is None or match[3] not in _STATES:
            self.alive = self.alive or not text
            return None
        return PlainReading(match[1], match[2], crooked=match[3] == "crooked")


def side_of(line: PlainReading, dice: Mapping[str, Sequence[Face]], names: Mapping[str, str]) -> DieSide | None:
    """The die of the game that a line refers to, by the reader's ``names`` or its own name; None if there is none, or
    if it is ambiguous."""
    meant: dict[str, list[str]] = {}
    called = names.get(line.die, line.die) if line.die else None
    for die, printed in dice.items():
        sides = [str(side) for side in printed]
        if called in (die, colour_of(die)):
            meant[called] = sides
        elif called is None and line.face in sides:
            meant[colour_of(die)] = sides
    if len(meant) != 1:
        return None
    ((die, sides),) = meant.items()
    numbers = numbers_of(sides, line.face)
    if not numbers and line.face.isdigit() and int(line.face) <= len(sides):
        numbers = [int(line.face)]
    return DieSide(die, numbers[0] if numbers else 0, len(sides))


SILENCE = 3.0
"""Seconds without a line after which a device counts as silent (it pings every second)."""
HELLO_EVERY = 0.5
RESEND_EVERY = 0.5
RESEND_TRIES = 6
OLDEST = 24 * 3600.0
"""Maximum age of a reading in seconds; more means that the device's clock was reset."""
WINDOW = 8 * dr1.RING
"""Maximum gap in sequence numbers; beyond it the device is asked for HELLO."""
BOOTS = 32
"""Number of devices, or starts of one, that are remembered."""
PINGS = 60
"""Number of recent pings from which the device's clock is estimated."""

Record: TypeAlias = dr1.DieMessage | dr1.RollMessage
Presence: TypeAlias = Literal["closed", "greeting", "present", "silent", "foreign"]


class Reading(Struct, frozen=True):
    """A die that was rolled, or lies crooked: the record, and the description of the die."""

    origin: ReadingId
    roll: dr1.RollMessage
    die: dr1.DieMessage | None


class _Boot(Struct):
    """The state of one start of one device."""

    expected: int | None = None
    """The next sequence number; None: any from ``floor`` on."""
    floor: int = 0
    kept: dict[int, bool] = field(default_factory=dict)
    """Delivered, unacknowledged records in order, and whether they are settled."""
    ahead: dict[int, Record] = field(default_factory=dict)
    skipped: set[int] = field(default_factory=set)
    """Skipped records; still accepted if they arrive."""
    dice: dict[str, dr1.DieMessage] = field(default_factory=dict)
    began: deque[float] = field(default_factory=lambda: deque(maxlen=PINGS))
    """Estimates of when its clock was 0, from recent pings; delayed pings yield later values."""


class KnownDevices:
    """The state of all devices and their starts, shared by the links of all ports: a reader may reappear at another
    port."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], _Boot] = {}
        self._lock = threading.Lock()

    def get(self, serial: str, boot_id: str) -> _Boot | None:
        """The state of that start, if known."""
        return self._known.get((serial, boot_id))

    def register(self, serial: str, boot_id: str) -> _Boot:
        """The state of that start, created if needed; the least recently used ones are dropped."""
        with self._lock:
            boot = self._known.pop((serial, boot_id), None) or _Boot()
            self._known[serial, boot_id] = boot
            while len(self._known) > BOOTS:
                del self._known[next(iter(self._known))]
            return boot


class ReaderLink:
    """The protocol on one port. ``known`` tells whether the journal has a record already; ``devices`` is shared with
    the links of other ports."""

    def __init__(self, known: Callable[[ReadingId], bool] | None = None, devices: KnownDevices | None = None) -> None:
        self.device: dr1.Hello | None = None
        self.lost = 0
        self._known = known or (lambda origin: False)
        self._parser = dr1.Parser()
        self._bad_before = 0
        self._devices = devices or KnownDevices()
        self._boot = _Boot()
        self._held: list[Record] = []
        self._out: list[dr1.DR1Message] = []
        self._is_open = False
        self._greeted = False
        self._heard = 0.0
        self._next_hello = 0.0
        self._awaits_hello = False
        self._device_ms = 0
        self._gap_tries = 0
        self._next_resend = 0.0

    @property
    def bad_lines(self) -> int:
        """Number of runs of invalid bytes, over all connections."""
        return self._bad_before + self._parser.bad

    def opened(self, now: float) -> None:
        """Call when a port has been opened; queues HELLO?."""
        self._bad_before += self._parser.bad
        self._parser = dr1.Parser()
        self._is_open = True
        self.device = None
        self._out.clear()
        self._held.clear()
        self._heard = self._next_hello = now
        self._device_ms = 0
        self._resend_hello(now)

    def closed(self) -> None:
        """Call when the port was closed. Readings stay known."""
        self._is_open = self._greeted = False
        self._out.clear()
        # From now on another link may serve the device.
        self._boot = _Boot()

    def presence(self, now: float) -> Presence:
        """``silent`` after 3 s without a line, ``foreign`` if the device uses another protocol version."""
        if not self._is_open:
            return "closed"
        if self.device is None:
            return "greeting"
        if self.device.version != dr1.VERSION:
            return "foreign"
        return "silent" if now - self._heard > SILENCE else "present"

    def quiet_for(self, now: float) -> float:
        """Seconds since the last valid line, or since the port was opened."""
        return now - self._heard

    def age(self, reading: Reading, now: float) -> float:
        """Seconds since the die came to rest; large if the reading was delayed by a disconnection."""
        boot = self._devices.get(reading.origin.serial, reading.origin.boot_id)
        if boot is None or not boot.began:
            return 0.0
        age = now - min(boot.began) - reading.roll.ms / 1000
        return age if 0 < age < OLDEST else 0.0

    def outgoing(self) -> bytes:
        """The queued bytes; the queue is emptied."""
        data = b"".join(map(dr1.encode, self._out))
        self._out.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[Reading]:
        """Process bytes from the port; returns new readings, each once and in order."""
        found: list[Reading] = []
        for message in self._parser.feed(data):
            if isinstance(message, dr1.Garbled):
                self._resend_hello(now)
                continue
            if isinstance(message, dr1.Hello):
                self._hello(message, now, found)
            elif isinstance(message, dr1.Ping):
                if message.ms < self._device_ms:
                    self._resend_hello(now)
                elif self._greeted:
                    self._boot.began.append(now - message.ms / 1000)
                self._device_ms = message.ms
            elif isinstance(message, dr1.DieMessage | dr1.RollMessage):
                if self._greeted:
                    self._record(message, now, found)
                elif len(self._held) < 2 * dr1.RING:
                    self._held.append(message)
            else:
                continue
            self._heard = now
        self._acknowledge()
        return found

    def tick(self, now: float) -> list[Reading]:
        """Call a few times per second. Returns readings that were waiting for a record that is now skipped."""
        found: list[Reading] = []
        if not self._is_open:
            return found
        if not self._greeted or now - self._heard > SILENCE:
            self._resend_hello(now)
        elif self._boot.ahead and now >= self._next_resend:
            self._ask_for_missing(now, found)
            self._acknowledge()
        return found

    def settle(self, origin: ReadingId) -> None:
        """Mark a reading as saved or not needed, so that it is acknowledged. Idempotent."""
        boot = self._devices.get(origin.serial, origin.boot_id)
        if boot is None or origin.seq not in boot.kept:
            return
        boot.kept[origin.seq] = True
        if boot is self._boot:
            self._acknowledge()

    def tell_face(self, origin: ReadingId, face: int) -> None:
        """Tell the device what people have said of its reading: the number of the side. Not sent again if it is lost;
        a device that has been replaced or started again, or that learns nothing, is not told."""
        device = self.device
        if device is None or not self._greeted or device.model != dr1.ALIKE:
            return
        if (device.serial, device.boot_id) == (origin.serial, origin.boot_id):
            self._out.append(dr1.FaceMessage(device.boot_id, origin.seq, face))

    def _resend_hello(self, now: float) -> None:
        self._greeted = False
        self._say_hello(now)

    def _say_hello(self, now: float) -> None:
        if now >= self._next_hello:
            self._next_hello = now + HELLO_EVERY
            self._awaits_hello = True
            self._out.append(dr1.HelloRequest())

    def _hello(self, hello: dr1.Hello, now: float, found: list[Reading]) -> None:
        before, self.device = self.device, hello
        held, self._held = self._held, []
        self._greeted = hello.version == dr1.VERSION
        if not self._greeted:
            return
        same = before is not None and (before.serial, before.boot_id) == (hello.serial, hello.boot_id)
        if not same or not self._awaits_hello:
            # A device that has just started sends HELLO unasked, and no records until it is asked.
            self._say_hello(now)
        self._awaits_hello = False
        self._device_ms = 0
        self._boot = self._devices.register(hello.serial, hello.boot_id)
        if hello.oldest_unacked:
            self._skip_to(hello.oldest_unacked, now, found)
            gone = {seq for seq in self._boot.skipped if seq < hello.oldest_unacked}
            self._boot.skipped -= gone
            self.lost += len(gone)
        elif self._boot.expected and not self._boot.kept:
            self._boot.floor, self._boot.expected = self._boot.expected, None
        for record in held if same else ():
            self._record(record, now, found)

    def _skip_to(self, seq: int, now: float, found: list[Reading]) -> None:
        """Stop waiting for records before ``seq``."""
        boot = self._boot
        if boot.expected is None:
            boot.expected = seq
        elif seq > boot.expected:
            early = sorted(n for n in boot.ahead if n < seq)
            boot.skipped |= set(range(max(boot.expected, seq - WINDOW), seq)).difference(early)
            for n in early:
                self._hand_over(boot.ahead.pop(n), found)
            boot.expected = seq
        self._take_ahead(now, found)

    def _record(self, record: Record, now: float, found: list[Reading]) -> None:
        boot = self._boot
        if isinstance(record, dr1.DieMessage):
            boot.dice[record.die] = record
            if not record.seq:
                return
        if boot.expected is None:
            boot.expected = max(record.seq, boot.floor)
        if record.seq in boot.skipped:
            boot.skipped.discard(record.seq)
            self._hand_over(record, found)
        elif record.seq < boot.expected:
            if record.seq not in boot.kept and self.device:
                # Its acknowledgement was lost.
                self._out.append(dr1.Ack(self.device.boot_id, record.seq))
        elif record.seq == boot.expected:
            self._hand_over(record, found)
            boot.expected += 1
            self._take_ahead(now, found)
        elif record.seq > boot.expected + WINDOW:
            self._resend_hello(now)
        else:
            if not boot.ahead:
                self._gap_tries, self._next_resend = 0, now
            boot.ahead[record.seq] = record
            if now >= self._next_resend:
                self._ask_for_missing(now, found)

    def _take_ahead(self, now: float, found: list[Reading]) -> None:
        boot = self._boot
        while boot.expected is not None and boot.expected in boot.ahead:
            self._hand_over(boot.ahead.pop(boot.expected), found)
            boot.expected += 1
        if boot.ahead:
            self._gap_tries, self._next_resend = 0, now

    def _ask_for_missing(self, now: float, found: list[Reading]) -> None:
        boot = self._boot
        assert boot.expected is not None
        first = min(boot.ahead)
        self._next_resend = now + RESEND_EVERY
        self._gap_tries += 1
        if self._gap_tries > RESEND_TRIES:
            self._skip_to(first, now, found)
            return
        missing = range(boot.expected, min(first, boot.expected + dr1.RING))
        self._out += [dr1.Resend(seq) for seq in missing]
        if self._gap_tries > RESEND_TRIES // 2:
            # The answer contains the oldest record still kept.
            self._say_hello(now)

    def _hand_over(self, record: Record, found: list[Reading]) -> None:
        assert self.device is not None
        origin = ReadingId(self.device.serial, self.device.boot_id, record.seq)
        wanted = (
            isinstance(record, dr1.RollMessage) and record.state in ("rolled", "crooked") and not self._known(origin)
        )
        self._boot.kept[record.seq] = not wanted
        if wanted and isinstance(record, dr1.RollMessage):
            found.append(Reading(origin, record, self._boot.dice.get(record.die)))

    def _acknowledge(self) -> None:
        """Acknowledge settled records up to the first unsettled one."""
        if self.device is None or not self._greeted:
            return
        kept = self._boot.kept
        for seq in [*kept]:
            if not kept[seq]:
                return
            self._out.append(dr1.Ack(self.device.boot_id, seq))
            del kept[seq]
