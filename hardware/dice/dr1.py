"""DR1, the line protocol of dice readers: parsing and serialisation, without I/O.

ASCII lines of at most 96 bytes, ``$BODY*CCCC`` and CR LF; CCCC is the CRC-16/CCITT-FALSE of BODY in hexadecimal
(``binascii.crc_hqx`` started with 0xFFFF; "123456789" gives 29B1). A device sends HELLO, DIE, ROLL and PING, a host
HELLO?, ACK, RESEND and FACE. Numbers are decimal, without sign or leading zeros, at most 32 bits; names are 1 to 32 of
``A-Z a-z 0-9 . _ : -``.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable
from typing import ClassVar, Literal, TypeAlias, get_args

from msgspec import Struct
from msgspec.structs import replace

MAX_LINE = 96
VERSION = 1
ALIKE = "camera"
"""The model of devices that tell dice of one colour apart by position only, so that their names may swap."""
RING = 32
"""Minimum number of unacknowledged records that a device keeps."""

RollState: TypeAlias = Literal["rolled", "crooked", "moved", "rest"]
_STATES = frozenset(get_args(RollState))
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}").fullmatch
_NAME = re.compile(r"[A-Za-z0-9._:-]{1,32}").fullmatch
_LINE = re.compile(rb"\$([ -#%-)+-~]+)\*([0-9A-Fa-f]{4})\r?").fullmatch
_U32 = 0xFFFFFFFF


class DR1Message(Struct, frozen=True):
    """A line of DR1: the word ``kind``, then the fields in this order."""

    kind: ClassVar[str]


class Hello(DR1Message, frozen=True):
    """Identifies the device. ``boot_id`` changes with each start.

    ``oldest_unacked`` is the lowest sequence number still kept, the next one if none is kept, 0 if unknown.
    """

    kind: ClassVar[str] = "HELLO"
    version: int
    model: str
    serial: str
    firmware: str
    boot_id: str
    oldest_unacked: int


class DieMessage(DR1Message, frozen=True):
    """Describes a die. ``seq`` 0 repeats an acknowledged record and needs no ACK."""

    kind: ClassVar[str] = "DIE"
    seq: int
    die: str
    sides: int
    colour: str


class RollMessage(DR1Message, frozen=True):
    """The state of a die. Only ``rolled`` is a roll; ``rest`` means that it lies there unmoved.

    ``face`` is 1 to the number of sides, or 0 for unknown; ``confidence`` 0 to 1000; ``ms`` the device's clock.
    """

    kind: ClassVar[str] = "ROLL"
    seq: int
    throw: int
    n_in_throw: int
    die: str
    face: int
    confidence: int
    state: RollState
    ms: int


class Ping(DR1Message, frozen=True):
    """Keep-alive: the device's clock in ms since its start, and the number of unacknowledged records."""

    kind: ClassVar[str] = "PING"
    ms: int
    unacked: int


class HelloRequest(DR1Message, frozen=True):
    """Asks for HELLO."""

    kind: ClassVar[str] = "HELLO?"


class Ack(DR1Message, frozen=True):
    """The host has saved record ``seq`` of this start."""

    kind: ClassVar[str] = "ACK"
    boot_id: str
    seq: int


class Resend(DR1Message, frozen=True):
    """The host is missing record ``seq``."""

    kind: ClassVar[str] = "RESEND"
    seq: int


class FaceMessage(DR1Message, frozen=True):
    """People at the table confirmed or corrected record ``seq`` of this start: its die shows ``face``. Sent once, and
    only to devices that learn from it (``ALIKE``)."""

    kind: ClassVar[str] = "FACE"
    boot_id: str
    seq: int
    face: int


class Garbled(DR1Message, frozen=True):
    """Invalid bytes: a message may be missing here."""

    kind: ClassVar[str] = ""


_KINDS: dict[str, type[DR1Message]] = {
    m.kind: m for m in (Hello, DieMessage, RollMessage, Ping, HelloRequest, Ack, Resend, FaceMessage)
}


def checksum(body: bytes) -> int:
    """CRC-16/CCITT-FALSE of a line's body."""
    return binascii.crc_hqx(body, 0xFFFF)


def envelope(body: str) -> bytes:
    """The complete line for ``body``. Raises ValueError if it is too long."""
    raw = body.encode("ascii")
    line = b"$%b*%04X\r\n" % (raw, checksum(raw))
    if len(line) > MAX_LINE:
        raise ValueError(f"a line of {len(line)} bytes is longer than {MAX_LINE}")
    return line


def encode(message: DR1Message) -> bytes:
    """The line for a message. Raises ValueError if a field is invalid."""
    fields = [str(getattr(message, name)) for name in message.__struct_fields__]
    line = envelope(",".join((message.kind, *fields)))
    if decode_body(line[1:-7]) != message:
        raise ValueError(f"{message} does not fit into DR1")
    return line


def decode_body(body: bytes) -> DR1Message | None:
    """Parse a body with a valid checksum; None if its kind or a field is invalid."""
    kind, *fields = body.decode("ascii").split(",")
    form = _KINDS.get(kind)
    if form is Hello and fields and _NUMBER(fields[0]) and fields[0] != str(VERSION):
        # Later fields belong to that version; the number is enough for an error message.
        return Hello(int(fields[0]), "-", "-", "-", "-", 0)
    if form is None or len(fields) != len(form.__struct_fields__):
        return None
    values: list[str | int] = []
    for name, text in zip(form.__struct_fields__, fields, strict=True):
        low, high = _RANGES.get(name, (None, None))
        if low is None or high is None:
            if not _NAME(text):
                return None
            values.append(text)
        elif _NUMBER(text) and low <= int(text) <= high:
            values.append(int(text))
        else:
            return None
    message = form(*values)
    return None if isinstance(message, RollMessage) and message.state not in _STATES else message


_RANGES: dict[str, tuple[int, int]] = {
    "version": (0, _U32), "oldest_unacked": (0, _U32), "seq": (0, _U32), "sides": (2, 255), "throw": (0, _U32),
    "n_in_throw": (0, _U32), "face": (0, 255), "confidence": (0, 1000), "ms": (0, _U32), "unacked": (0, _U32),
}  # fmt: skip
"""Numeric fields with their ranges; all other fields are names."""


class Parser:
    """An incremental parser; buffers at most one line.

    ``bad`` counts invalid lines (checksum, length, truncation, field out of range); parsing resumes at the next ``$``.
    ``foreign`` counts valid lines of unknown kinds.
    """

    def __init__(self) -> None:
        self.bad = 0
        self.foreign = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[DR1Message]:
        """The messages completed by ``data``, in order, with a ``Garbled`` for each run of invalid bytes."""
        *lines, rest = (self._rest + data).split(b"\n")
        found: list[DR1Message] = []
        for line in lines:
            self._line(line, found)
        if len(rest) > MAX_LINE:
            start = rest.rfind(b"$")
            rest = rest[start:] if start >= 0 and len(rest) - start <= MAX_LINE else b""
            self._garbled(found)
        self._rest = rest
        return found

    def _line(self, line: bytes, found: list[DR1Message]) -> None:
        start = line.rfind(b"$")
        if start > 0 or (start < 0 and line.strip()):
            self._garbled(found)
        if start < 0:
            return
        match = _LINE(line, start)
        if not match or len(line) - start >= MAX_LINE or checksum(match[1]) != int(match[2], 16):
            self._garbled(found)
            return
        message = decode_body(match[1])
        if message is not None:
            found.append(message)
        elif match[1].split(b",")[0].decode("ascii") in _KINDS:
            self._garbled(found)
        else:
            self.foreign += 1

    def _garbled(self, found: list[DR1Message]) -> None:
        self.bad += 1
        found.append(Garbled())


RESEND_FIRST = 0.2
RESEND_LAST = 1.6
PING_EVERY = 1.0


class _Kept(Struct):
    record: DieMessage | RollMessage
    due: float
    wait: float = RESEND_FIRST


class Device:
    """The device's side of DR1, as a reference.

    ``dice`` are (name, number of sides, colour); it was started at ``now`` seconds. Pure; the time is an argument.
    Records are kept until acknowledged, at least 32 of them. Each is retransmitted after 0.2 s, then with doubled
    delays up to 1.6 s, and all of them when a host sends HELLO?. When the ring is full, the oldest record is dropped.
    After a start the device sends HELLO every second, and no records until a host has asked, so that records of this
    start cannot be mistaken for earlier ones.
    """

    def __init__(
        self, dice: Iterable[tuple[str, int, str]], *, serial: str, boot_id: str, now: float, model: str = "simulated"
    ) -> None:
        self.serial = serial
        self.boot_id = boot_id
        self.model = model
        self._dice = list(dice)
        self._started = self._next_ping = self._next_hello = now
        self._asked = False
        self._faces: list[FaceMessage] = []
        self._seq = 0
        self._throw = 0
        self._kept: dict[int, _Kept] = {}
        self._registered: dict[str, int] = {}
        self._parser = Parser()
        self._out: list[bytes] = []
        for name, sides, colour in self._dice:
            self._registered[name] = self._keep(DieMessage(0, name, sides, colour), now)

    @property
    def unacked(self) -> list[int]:
        return list(self._kept)

    def next_throw(self) -> int:
        """Start a new throw; returns its number."""
        self._throw += 1
        return self._throw

    def roll(
        self,
        die: str,
        face: int,
        *,
        now: float,
        throw: int,
        n_in_throw: int = 1,
        confidence: int = 990,
        state: RollState = "rolled",
    ) -> int:
        """Record a die that has come to rest (``face`` 0: not recognised); returns its sequence number."""
        return self._keep(RollMessage(0, throw, n_in_throw, die, face, confidence, state, self._ms(now)), now)

    def receive(self, data: bytes, now: float) -> None:
        for message in self._parser.feed(data):
            if isinstance(message, HelloRequest):
                self._hello()
                self._asked = True
                for kept in self._kept.values():
                    kept.due = now
                for name, sides, colour in self._dice:
                    if self._registered[name] not in self._kept:
                        self._send(DieMessage(0, name, sides, colour))
            elif isinstance(message, Ack) and message.boot_id == self.boot_id:
                self._kept.pop(message.seq, None)
            elif isinstance(message, FaceMessage) and message.boot_id == self.boot_id:
                self._faces = [*self._faces[1 - RING :], message]
            elif isinstance(message, Resend) and message.seq in self._kept:
                self._kept[message.seq].due = now

    def take_faces(self) -> list[FaceMessage]:
        """What people have said of records since the last call, at most the last 32."""
        faces, self._faces = self._faces, []
        return faces

    def tick(self, now: float) -> None:
        if not self._asked and now >= self._next_hello:
            self._next_hello = now + PING_EVERY
            self._hello()
        if now >= self._next_ping:
            self._next_ping = now + PING_EVERY
            self._send(Ping(self._ms(now), len(self._kept)))
        if not self._asked:
            return
        for kept in self._kept.values():
            if now >= kept.due:
                kept.due = now + kept.wait
                kept.wait = min(2 * kept.wait, RESEND_LAST)
                self._send(kept.record)

    def outgoing(self) -> list[bytes]:
        """The queued lines; the queue is emptied."""
        lines, self._out = self._out, []
        return lines

    def _ms(self, now: float) -> int:
        return int((now - self._started) * 1000) & 0xFFFFFFFF

    def _keep(self, record: DieMessage | RollMessage, now: float) -> int:
        self._seq += 1
        while len(self._kept) >= max(RING, 2 * len(self._dice)):
            del self._kept[next(iter(self._kept))]
        self._kept[self._seq] = _Kept(replace(record, seq=self._seq), now)
        return self._seq

    def _hello(self) -> None:
        oldest = next(iter(self._kept), self._seq + 1)
        self._send(Hello(VERSION, self.model, self.serial, "1.0", self.boot_id, oldest))

    def _send(self, message: DR1Message) -> None:
        self._out.append(encode(message))
