"""DR1, the line protocol of dice readers: parsing and writing, without input or output.

ASCII lines of at most 96 bytes, ``$BODY*CCCC`` and CR LF; CCCC is the CRC-16/CCITT-FALSE of BODY in hexadecimal
(``binascii.crc_hqx`` started with 0xFFFF; "123456789" gives 29B1). A device sends HELLO, DIE, ROLL and PING, a host
HELLO?, ACK and RESEND. Numbers are decimal, without sign or leading zeros, at most 32 bits; names are 1 to 32 of
``A-Z a-z 0-9 . _ : -``.
"""

from __future__ import annotations

import binascii
import re
from typing import ClassVar, Literal, TypeAlias, get_args

from msgspec import Struct

MAX_LINE = 96
VERSION = 1
ALIKE = "camera"
"""A device of this model tells dice of a colour apart by where they lie; the next time they may change their names."""
RING = 32
"""How many unacknowledged records a device keeps at least."""

RollState: TypeAlias = Literal["rolled", "crooked", "moved", "rest"]
_STATES = frozenset(get_args(RollState))
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}").fullmatch
_NAME = re.compile(r"[A-Za-z0-9._:-]{1,32}").fullmatch
_LINE = re.compile(rb"\$([ -#%-)+-~]+)\*([0-9A-Fa-f]{4})\r?").fullmatch
_U32 = 0xFFFFFFFF


class Message(Struct, frozen=True):
    """A line of DR1; the fields stand on it in this order after the word ``kind``."""

    kind: ClassVar[str]


class Hello(Message, frozen=True):
    """Who the device is. ``boot_id`` is new after each start of the device.

    ``oldest_unacked`` is the lowest record that it still keeps, its next one if it keeps none, 0 if it cannot say.
    """

    kind: ClassVar[str] = "HELLO"
    version: int
    model: str
    serial: str
    firmware: str
    boot_id: str
    oldest_unacked: int


class Die(Message, frozen=True):
    """A die that the device knows. ``seq`` 0 repeats what has been acknowledged before, and needs no answer."""

    kind: ClassVar[str] = "DIE"
    seq: int
    die: str
    sides: int
    colour: str


class Roll(Message, frozen=True):
    """What a die did. Only ``rolled`` is a roll: a die that merely lies there (``rest``) is none.

    ``face`` is 1 to the number of sides or 0 for unknown, ``confidence`` 0 to 1000, ``ms`` the device's clock.
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


class Ping(Message, frozen=True):
    """The device is alive: its clock in ms since its start, and how many records it keeps."""

    kind: ClassVar[str] = "PING"
    ms: int
    unacked: int


class HelloRequest(Message, frozen=True):
    """The host wants to know who is there; the answer is HELLO."""

    kind: ClassVar[str] = "HELLO?"


class Ack(Message, frozen=True):
    """The host has record ``seq`` of this start of the device on disk."""

    kind: ClassVar[str] = "ACK"
    boot_id: str
    seq: int


class Resend(Message, frozen=True):
    """The host has not seen record ``seq``, which must have been sent."""

    kind: ClassVar[str] = "RESEND"
    seq: int


class Garbled(Message, frozen=True):
    """Bytes that were no line: between the messages around it something may be missing."""

    kind: ClassVar[str] = ""


_KINDS: dict[str, type[Message]] = {m.kind: m for m in (Hello, Die, Roll, Ping, HelloRequest, Ack, Resend)}


def checksum(body: bytes) -> int:
    """CRC-16/CCITT-FALSE of a line's body."""
    return binascii.crc_hqx(body, 0xFFFF)


def envelope(body: str) -> bytes:
    """A whole line for ``body``. ValueError if it would be longer than a line may be."""
    raw = body.encode("ascii")
    line = b"$%b*%04X\r\n" % (raw, checksum(raw))
    if len(line) > MAX_LINE:
        raise ValueError(f"a line of {len(line)} bytes is longer than {MAX_LINE}")
    return line


def encode(message: Message) -> bytes:
    """The line of a message. ValueError if a field is not what the protocol allows."""
    fields = [str(getattr(message, name)) for name in message.__struct_fields__]
    line = envelope(",".join((message.kind, *fields)))
    if decode_body(line[1:-7]) != message:
        raise ValueError(f"{message} does not fit into DR1")
    return line


def decode_body(body: bytes) -> Message | None:
    """The message of a body whose checksum was right; None if its kind or a field is not of DR1."""
    kind, *fields = body.decode("ascii").split(",")
    form = _KINDS.get(kind)
    if form is Hello and fields and _NUMBER(fields[0]) and fields[0] != str(VERSION):
        # What follows is that version's business; the number alone lets people be told.
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
    return None if isinstance(message, Roll) and message.state not in _STATES else message


_RANGES: dict[str, tuple[int, int]] = {
    "version": (0, _U32),
    "oldest_unacked": (0, _U32),
    "seq": (0, _U32),
    "sides": (2, 255),
    "throw": (0, _U32),
    "n_in_throw": (0, _U32),
    "face": (0, 255),
    "confidence": (0, 1000),
    "ms": (0, _U32),
    "unacked": (0, _U32),
}
"""The fields that are numbers, with what they may be; all others are names."""


class Parser:
    """Turns bytes into messages, in whatever pieces they come. Never more than one line is kept.

    ``bad`` counts what was no line: a wrong checksum, too long, cut off, a field out of range. After it the next
    ``$`` is a new beginning. ``foreign`` counts good lines of a kind that DR1 does not know.
    """

    def __init__(self) -> None:
        self.bad = 0
        self.foreign = 0
        self._rest = b""

    def feed(self, data: bytes) -> list[Message]:
        """The messages that ``data`` completes, in order, with a ``Garbled`` for each stretch of rubbish."""
        *lines, rest = (self._rest + data).split(b"\n")
        found: list[Message] = []
        for line in lines:
            self._line(line, found)
        if len(rest) > MAX_LINE:
            start = rest.rfind(b"$")
            rest = rest[start:] if start >= 0 and len(rest) - start <= MAX_LINE else b""
            self._garbled(found)
        self._rest = rest
        return found

    def _line(self, line: bytes, found: list[Message]) -> None:
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

    def _garbled(self, found: list[Message]) -> None:
        self.bad += 1
        found.append(Garbled())
