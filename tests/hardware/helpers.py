"""What the tests of the hardware share."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from companion.games.registry import load_game
from companion.table.log import DieRead
from hardware.dice import dr1
from hardware.dice.dr1 import Device
from hardware.inputs import Event

GAME_DICE = load_game("newyork").rules.dice
"""The dice of a box, as whoever starts the hardware hands them over."""
DICE = [("red1", 6, "red"), ("red2", 6, "red"), ("blue1", 6, "blue")]


def wait_until(happens: Callable[[], object], what: str, patience: float = 20.0) -> None:
    """Wait for something that other threads will do; fails with ``what`` if it never comes."""
    until = time.monotonic() + patience
    while not happens():
        assert time.monotonic() < until, f"never happened: {what}"
        time.sleep(0.002)


def reads(events: list[Event]) -> list[DieRead]:
    """Only the dice among the events."""
    return [event for event in events if isinstance(event, DieRead)]


class WiredPort:
    """A port with a ``Device`` at its other end, that breaks with ``error`` after ``breaks_after`` bytes read."""

    def __init__(self, device: Device, breaks_after: int | None = None, error: Exception | None = None) -> None:
        self.device = device
        self.closed = False
        self.given = 0
        """Bytes that were read."""
        self._left = breaks_after
        self._error = error or OSError(5, "Input/output error")
        self._bytes = b""

    @property
    def in_waiting(self) -> int:
        return len(self._bytes)

    def read(self, size: int = 1, /) -> bytes:
        now = time.monotonic()
        self.device.tick(now)
        self._bytes += b"".join(self.device.outgoing())
        if self._left == 0:
            raise self._error
        if not self._bytes:
            time.sleep(0.001)
            return b""
        size = size if self._left is None else min(size, self._left)
        given, self._bytes = self._bytes[:size], self._bytes[size:]
        self.given += len(given)
        if self._left is not None:
            self._left -= len(given)
        return given

    def write(self, data: bytes, /) -> int:
        self.device.receive(data, time.monotonic())
        return len(data)

    def close(self) -> None:
        self.closed = True


def garble(line: bytes, rng: Random) -> bytes:
    """A line as a bad cable delivers it: bits flipped, bytes lost, doubled, swapped, replaced, or a piece missing."""
    data = bytearray(line)
    at = rng.randrange(len(data) - 1)
    kind = rng.randrange(7)
    if kind == 0:
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 1:
        data[at] ^= rng.randint(1, 255)
        data[at + 1] ^= rng.randint(0, 255)
    elif kind == 2:
        data[at], data[at + 1] = data[at + 1], data[at]
    elif kind == 3:
        del data[at]
    elif kind == 4:
        data.insert(at, rng.randrange(256))
    elif kind == 5:
        del data[at : at + rng.randint(2, 40)]
    else:
        data[at : at + 4] = rng.randbytes(4)
    return bytes(data)


def roll_lines(count: int, rng: Random) -> list[dr1.RollMessage]:
    """Rolls as a busy reader sends them."""
    return [
        dr1.RollMessage(
            seq=n + 1,
            throw=n // 5 + 1,
            n_in_throw=n % 5 + 1,
            die=f"{rng.choice(('red', 'blue', 'yellow', 'grey'))}{rng.randint(1, 3)}",
            face=rng.randint(0, 6),
            confidence=rng.randint(0, 1000),
            state=rng.choice(("rolled", "crooked", "moved", "rest")),
            ms=rng.randrange(2**32),
        )
        for n in range(count)
    ]
