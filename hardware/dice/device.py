"""A reference implementation of the device's side of DR1. Pure; the time is an argument.

Records are kept until acknowledged, at least 32 of them. Each is retransmitted after 0.2 s, then with doubled delays up
to 1.6 s, and all of them when a host sends HELLO?. When the ring is full, the oldest record is dropped. After a start
the device sends HELLO every second, and no records until a host has asked, so that records of this start cannot be
mistaken for earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from hardware.dice import dr1

RESEND_FIRST = 0.2
RESEND_LAST = 1.6
PING_EVERY = 1.0


class _Kept(Struct):
    record: dr1.Die | dr1.Roll
    due: float
    wait: float = RESEND_FIRST


class Device:
    """A reader with ``dice`` (name, number of sides, colour), started at ``now`` seconds."""

    def __init__(
        self, dice: Iterable[tuple[str, int, str]], *, serial: str, boot_id: str, now: float, model: str = "simulated"
    ) -> None:
        self.serial = serial
        self.boot_id = boot_id
        self.model = model
        self._dice = list(dice)
        self._started = self._next_ping = self._next_hello = now
        self._asked = False
        self._seq = 0
        self._throw = 0
        self._kept: dict[int, _Kept] = {}
        self._registered: dict[str, int] = {}
        self._parser = dr1.Parser()
        self._out: list[bytes] = []
        for name, sides, colour in self._dice:
            self._registered[name] = self._keep(dr1.Die(0, name, sides, colour), now)

    @property
    def unacked(self) -> list[int]:
        """The sequence numbers of unacknowledged records, oldest first."""
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
        state: dr1.RollState = "rolled",
    ) -> int:
        """Record a die that has come to rest (``face`` 0: not recognised); returns its sequence number."""
        return self._keep(dr1.Roll(0, throw, n_in_throw, die, face, confidence, state, self._ms(now)), now)

    def receive(self, data: bytes, now: float) -> None:
        """Process bytes from the host."""
        for message in self._parser.feed(data):
            if isinstance(message, dr1.HelloRequest):
                self._hello()
                self._asked = True
                for kept in self._kept.values():
                    kept.due = now
                for name, sides, colour in self._dice:
                    if self._registered[name] not in self._kept:
                        self._send(dr1.Die(0, name, sides, colour))
            elif isinstance(message, dr1.Ack) and message.boot_id == self.boot_id:
                self._kept.pop(message.seq, None)
            elif isinstance(message, dr1.Resend) and message.seq in self._kept:
                self._kept[message.seq].due = now

    def tick(self, now: float) -> None:
        """Queue messages that are due."""
        if not self._asked and now >= self._next_hello:
            self._next_hello = now + PING_EVERY
            self._hello()
        if now >= self._next_ping:
            self._next_ping = now + PING_EVERY
            self._send(dr1.Ping(self._ms(now), len(self._kept)))
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

    def _keep(self, record: dr1.Die | dr1.Roll, now: float) -> int:
        self._seq += 1
        while len(self._kept) >= max(dr1.RING, 2 * len(self._dice)):
            del self._kept[next(iter(self._kept))]
        self._kept[self._seq] = _Kept(replace(record, seq=self._seq), now)
        return self._seq

    def _hello(self) -> None:
        oldest = next(iter(self._kept), self._seq + 1)
        self._send(dr1.Hello(dr1.VERSION, self.model, self.serial, "1.0", self.boot_id, oldest))

    def _send(self, message: dr1.Message) -> None:
        self._out.append(dr1.encode(message))
