"""Eight hours at the table in accelerated time, and every fault at every byte: no roll lost, doubled or wrong."""

from __future__ import annotations

from random import Random

import pytest

from companion.table.log import ReadingId
from hardware.dice import dr1
from hardware.dice.dr1 import Device
from hardware.dice.link import ReaderLink
from hardware.inputs import Action
from hardware.panel.buttons import Debouncer
from tests.hardware.helpers import DICE, GAME_DICE

EVENING = 8 * 3600.0
NEVER = float("inf")
TURN = 0.05
"""Seconds between two turns of the cable while anything happens."""
SLOW = 12
"""Bytes that a slow cable carries in a turn."""
ALL_DICE = [(name, len(sides), name.rstrip("0123456789")) for name, sides in GAME_DICE.items()]


class Table:
    """A reader and its host, a cable between them, and what was rolled and read."""

    def __init__(self, dice: list[tuple[str, int, str]] = ALL_DICE) -> None:
        self.now = 0.0
        self.rolled: dict[ReadingId, dr1.RollMessage] = {}
        self.read: dict[ReadingId, dr1.RollMessage] = {}
        self.forgotten: set[ReadingId] = set()
        """What a reader that started again had not brought to the host: nobody can know it any more."""
        self.sent = 0
        """Bytes that the reader has sent."""
        self.plugged = False
        self.slow = False
        self.lose = self.double = 0
        self._dice = dice
        self._starts = 0
        self._on_the_way = b""
        self._waiting: list[ReadingId] = []
        self._link = ReaderLink()
        self.boot()
        self.plug()

    def boot(self) -> None:
        """The reader starts, or starts again, and counts from 1."""
        if self._starts:
            kept = {ReadingId("S1", self._device.boot_id, seq) for seq in self._device.unacked}
            self.forgotten |= kept & self.rolled.keys() - self.read.keys()
        self._starts += 1
        self._device = Device(self._dice, serial="S1", boot_id=f"b{self._starts}", now=self.now)

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            self._link.opened(self.now)

    def unplug(self) -> None:
        if self.plugged:
            self.plugged = False
            self._on_the_way = b""
            self._link.closed()

    def throw(self) -> int:
        """The number of a new throw."""
        return self._device.next_throw()

    def rest(self, roll: dr1.RollMessage) -> None:
        """A die has come to rest."""
        seq = self._device.roll(
            roll.die,
            roll.face,
            now=self.now,
            throw=roll.throw,
            n_in_throw=roll.n_in_throw,
            confidence=roll.confidence,
            state=roll.state,
        )
        self.rolled[ReadingId("S1", self._device.boot_id, seq)] = roll

    def turn(self, seconds: float = TURN, *, noise: bytes = b"", fault_at: int | None = None, fault: str = "") -> None:
        """Let time pass: bytes go both ways. ``noise`` comes before the next bytes of the reader; ``fault`` happens at
        the byte of that number."""
        self.now += seconds
        self._device.tick(self.now)
        lines = self._device.outgoing()
        if self.plugged:
            before = self.sent
            out = noise + b"".join(map(self._through, lines))
            self.sent += len(out)
            if fault_at is not None and before <= fault_at < self.sent:
                out = self._damaged(out, fault_at - before, fault)
            self._on_the_way += out
            self._carry()
        self._device_hears()

    def settle(self) -> None:
        """The journal has what was read: the reader may forget it."""
        while self._waiting:
            self._link.settle(self._waiting.pop(0))

    @property
    def unacked(self) -> int:
        return len(self._device.unacked)

    def _through(self, line: bytes) -> bytes:
        if self.lose:
            self.lose -= 1
            return b""
        if self.double:
            self.double -= 1
            return line + line
        return line

    def _damaged(self, out: bytes, at: int, fault: str) -> bytes:
        match fault:
            case "garbage":
                return out[:at] + b"\xff$\x00*" + out[at:]
            case "double":
                return out[: at + 1] + out[at:]
            case "lost":
                return out[:at] + out[at + 1 :]
            case "wrong":
                return out[:at] + bytes([out[at] ^ 0x10]) + out[at + 1 :]
            case "slow":
                self.slow = True
                return out
        # What comes after the cable is pulled, or the reader starts again, never arrives.
        self._on_the_way += out[:at]
        self._carry()
        if fault == "reset":
            self.boot()
        else:
            self.unplug()
            self.plug()
        return b""

    def _carry(self) -> None:
        size = SLOW if self.slow else len(self._on_the_way)
        data, self._on_the_way = self._on_the_way[:size], self._on_the_way[size:]
        for reading in self._link.receive(data, self.now) + self._link.tick(self.now):
            assert reading.origin not in self.read, "a roll was read twice"
            self.read[reading.origin] = reading.roll
            self._waiting.append(reading.origin)

    def _device_hears(self) -> None:
        heard = self._link.outgoing()
        if self.plugged:
            self._device.receive(heard, self.now)

    def check(self) -> None:
        """Nothing lost, doubled or wrong."""
        for origin, roll in self.read.items():
            told = self.rolled[origin]
            assert (roll.die, roll.face, roll.confidence, roll.state) == (
                told.die,
                told.face,
                told.confidence,
                told.state,
            )
        assert self.rolled.keys() - self.read.keys() <= self.forgotten
        assert self.unacked == 0


def some_roll(rng: Random, throw: int, n: int) -> dr1.RollMessage:
    """A die as an evening has them: one in ten leans, one in ten is hard to read."""
    die, sides, _ = rng.choice(ALL_DICE)
    confidence = rng.randint(200, 700) if rng.random() < 0.1 else rng.randint(950, 1000)
    return dr1.RollMessage(
        0, throw, n, die, rng.randint(1, sides), confidence, "crooked" if rng.random() < 0.1 else "rolled", 0
    )


def misfortune(table: Table, rng: Random) -> tuple[float, bytes]:
    """One thing that goes wrong; gives how long it lasts, in seconds, and what comes through the cable meanwhile."""
    match rng.choice(("unplug", "garbage", "double", "lost", "slow", "reset")):
        case "unplug":
            table.unplug()
            return rng.uniform(0.1, 60.0), b""
        case "garbage":
            return 0.0, rng.randbytes(rng.randint(1, 200))
        case "double":
            table.double += rng.randint(1, 9)
        case "lost":
            table.lose += rng.randint(1, 9)
        case "slow":
            table.slow = True
            return rng.uniform(1.0, 20.0), b""
        case "reset":
            table.boot()
    return 0.0, b""


@pytest.mark.by_turns
@pytest.mark.parametrize("seed", range(3))
def test_eight_hours_of_dice(seed: int) -> None:
    rng, table = Random(seed), Table()
    misfortunes, mended_at = 0, NEVER
    while table.now < EVENING:
        busy_until = table.now + 8.0
        throw, due = table.throw(), [table.now + rng.uniform(0.3, 2.5) for _ in range(rng.randint(1, 9))]
        due.sort()
        trouble_at = table.now + rng.uniform(0.0, 3.0) if rng.random() < 0.3 else NEVER
        n = 0
        while table.now < busy_until:
            noise = b""
            while due and due[0] <= table.now:
                n += 1
                table.rest(some_roll(rng, throw, n))
                due.pop(0)
            if table.now >= trouble_at:
                lasts, noise = misfortune(table, rng)
                misfortunes, trouble_at = misfortunes + 1, NEVER
                busy_until = max(busy_until, table.now + lasts + 8.0)
                mended_at = table.now + lasts
            elif table.now >= mended_at:
                table.plug()
                table.slow, mended_at = False, NEVER
            table.turn(noise=noise)
            if rng.random() < 0.5:
                table.settle()
        while table.now < busy_until + 40.0:
            table.turn(1.0)
            table.settle()
    table.check()
    assert misfortunes > 100
    assert len(table.read) > 2000


def a_session(fault: str = "", at: int | None = None) -> Table:
    """Greeting, dice, two throws, everything acknowledged; with one fault at one byte of what the reader sends."""
    table = Table(DICE)
    for turn in range(220):
        if turn in (8, 40):
            throw = table.throw()
            for n, face in enumerate((6, 1, 3), 1):
                table.rest(dr1.RollMessage(0, throw, n, "red1", face, 300 if n == 3 else 990, "rolled", 0))
        table.turn(fault_at=at, fault=fault)
        if turn % 3 == 0:
            table.settle()
    return table


SESSION = 440
"""Bytes that a reader sends at least in that session before all is acknowledged."""


@pytest.mark.by_turns
@pytest.mark.parametrize("fault", ["garbage", "double", "lost", "wrong", "slow", "unplug", "reset"])
def test_a_fault_at_every_byte_of_a_session(fault: str) -> None:
    whole = a_session()
    whole.check()
    assert len(whole.read) == 6
    assert whole.sent > SESSION
    for at in range(SESSION):
        table = a_session(fault, at)
        table.check()
        assert len(table.read) + len(table.forgotten) == 6, f"{fault} at byte {at}"


def test_eight_hours_of_presses() -> None:
    """Contacts that bounce, spikes that are none, and a thread that looks late: as many presses as there were."""
    rng, contact, level = Random(4), Debouncer(), False
    pressed, found, now = 0, list[tuple[Action, float]](), 0.0
    while now < EVENING:
        now += rng.uniform(0.5, 20.0)
        is_spike = rng.random() < 0.2
        for steady in (True, False):
            for bounce in range(0 if is_spike else 2 * rng.randint(0, 6)):
                now += rng.uniform(0.00005, 0.0015)
                found += contact.edge(steady == (bounce % 2 == 0), now)
            now += rng.uniform(0.00005, 0.0015)
            level = steady
            found += contact.edge(level, now)
            now += rng.uniform(0.0001, 0.015) if is_spike else rng.uniform(0.03, 1.5)
            found += contact.look(level, now)
        pressed += not is_spike
        now += 0.05
        found += contact.look(level, now)
    assert [what for what, _ in found if what != "hold"] == ["press", "release"] * pressed
    assert pressed > 1500
