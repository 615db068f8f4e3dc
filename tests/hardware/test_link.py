"""The host's side of the protocol: once, in order, acknowledged when it is safe."""

from __future__ import annotations

from random import Random

import pytest

from companion.table.log import ReadingId
from hardware.dice import dr1
from hardware.dice.dr1 import Device
from hardware.dice.link import ReaderLink, Reading
from tests.hardware.helpers import DICE

HELLO = dr1.Hello(1, "reference", "S1", "1.0", "b1", 1)


def roll(seq: int, face: int = 1, die: str = "red1", state: dr1.RollState = "rolled") -> dr1.RollMessage:
    return dr1.RollMessage(seq, 1, 1, die, face, 990, state, 100 * seq)


def lines(*messages: dr1.DR1Message) -> bytes:
    return b"".join(map(dr1.encode, messages))


def sent(link: ReaderLink) -> list[dr1.DR1Message]:
    return dr1.Parser().feed(link.outgoing())


def greeted(oldest: int = 1, **options: object) -> ReaderLink:
    """A link whose device has said HELLO."""
    link = ReaderLink(**options)  # type: ignore[arg-type]
    link.opened(0.0)
    assert sent(link) == [dr1.HelloRequest()]
    link.receive(lines(dr1.Hello(1, "reference", "S1", "1.0", "b1", oldest)), 0.0)
    link.outgoing()
    return link


def seqs(readings: list[Reading]) -> list[int]:
    return [reading.origin.seq for reading in readings]


def test_a_reading_is_acknowledged_only_when_it_is_safe() -> None:
    link = greeted()
    (reading,) = link.receive(lines(roll(1)), 0.1)
    assert reading.origin == ReadingId("S1", "b1", 1)
    assert sent(link) == []
    link.settle(reading.origin)
    assert sent(link) == [dr1.Ack("b1", 1)]
    link.settle(reading.origin)
    assert sent(link) == []


def test_a_record_that_comes_again_is_not_read_again_but_acknowledged_again() -> None:
    link = greeted()
    (reading,) = link.receive(lines(roll(1)), 0.1)
    assert link.receive(lines(roll(1), roll(1)), 0.2) == []
    assert sent(link) == []
    link.settle(reading.origin)
    link.outgoing()
    assert link.receive(lines(roll(1)), 0.3) == []
    assert sent(link) == [dr1.Ack("b1", 1)]


def test_only_a_roll_is_a_roll() -> None:
    link = greeted()
    found = link.receive(
        lines(*(roll(n, state=s) for n, s in enumerate(("rest", "moved", "crooked", "rolled"), 1))), 0.1
    )
    assert [reading.roll.state for reading in found] == ["crooked", "rolled"]
    assert sent(link) == [dr1.Ack("b1", 1), dr1.Ack("b1", 2)]


def test_what_people_say_of_a_reading_is_told_to_a_reader_that_learns() -> None:
    """To the same start of it; a reader that learns nothing is told nothing."""
    origin = ReadingId("S1", "b1", 1)
    for model, told in ((dr1.ALIKE, [dr1.FaceMessage("b1", 1, 4)]), ("reference", [])):
        link = ReaderLink()
        link.opened(0.0)
        link.receive(lines(dr1.Hello(1, model, "S1", "1.0", "b1", 1), roll(1)), 0.0)
        link.outgoing()
        link.tell_face(origin, 4)
        assert sent(link) == told
        link.tell_face(ReadingId("S1", "b0", 1), 4)
        link.tell_face(ReadingId("S2", "b1", 1), 4)
        assert sent(link) == []


def test_a_device_hands_out_each_face_once_and_only_of_its_own_start() -> None:
    device = Device(DICE, serial="S1", boot_id="b1", now=0.0)
    said = [dr1.FaceMessage("b1", n, 1 + n % 6) for n in range(1, 2 * dr1.RING)]
    device.receive(lines(dr1.FaceMessage("b0", 1, 2), *said), 0.0)
    assert device.take_faces() == said[-dr1.RING :]
    assert device.take_faces() == []


def test_acknowledgements_go_out_in_order() -> None:
    link = greeted()
    first, second = link.receive(lines(roll(1), roll(2)), 0.1)
    link.settle(second.origin)
    assert sent(link) == []
    link.settle(first.origin)
    assert sent(link) == [dr1.Ack("b1", 1), dr1.Ack("b1", 2)]


def test_what_is_missing_is_asked_for_and_the_order_is_kept() -> None:
    link = greeted()
    assert seqs(link.receive(lines(roll(1), roll(4)), 0.1)) == [1]
    assert sent(link) == [dr1.Resend(2), dr1.Resend(3)]
    link.tick(0.3)
    assert sent(link) == []
    link.tick(0.7)
    assert sent(link) == [dr1.Resend(2), dr1.Resend(3)]
    assert seqs(link.receive(lines(roll(3), roll(2)), 0.8)) == [2, 3, 4]


def test_a_record_that_the_device_has_lost_holds_nothing_up() -> None:
    link = greeted()
    link.receive(lines(roll(1), roll(4)), 0.1)
    found = link.receive(lines(dr1.Hello(1, "reference", "S1", "1.0", "b1", 4)), 0.2)
    assert seqs(found) == [4]
    assert link.lost == 2


def test_after_three_seconds_nobody_waits_for_a_missing_record_any_more_but_it_is_still_welcome() -> None:
    link = greeted()
    link.receive(lines(roll(1), roll(3)), 0.1)
    waited = [link.tick(n / 10) + link.receive(lines(dr1.Ping(n, 1)), n / 10) for n in range(2, 60)]
    assert seqs([reading for some in waited for reading in some]) == [3]
    assert seqs(link.receive(lines(roll(2)), 6.1)) == [2]
    assert link.lost == 0


def test_a_record_impossibly_far_ahead_is_not_believed() -> None:
    link = greeted()
    assert link.receive(lines(roll(1), roll(900_000)), 1.0) != []
    assert dr1.HelloRequest() in sent(link)
    link.receive(lines(HELLO), 1.1)
    assert seqs(link.receive(lines(roll(2)), 1.2)) == [2]


def test_a_host_that_starts_later_takes_what_the_device_still_keeps() -> None:
    link = greeted(oldest=7)
    assert seqs(link.receive(lines(roll(7), roll(8)), 0.1)) == [7, 8]


def test_what_the_journal_has_from_before_is_acknowledged_and_not_read() -> None:
    link = greeted(known=lambda origin: origin.seq == 1)
    assert seqs(link.receive(lines(roll(1), roll(2)), 0.1)) == [2]
    assert sent(link) == [dr1.Ack("b1", 1)]


def test_the_device_says_what_its_dice_are() -> None:
    link = greeted()
    (reading,) = link.receive(lines(dr1.DieMessage(1, "D7", 6, "grey"), roll(2, die="D7")), 0.1)
    assert reading.die == dr1.DieMessage(1, "D7", 6, "grey")
    assert sent(link) == [dr1.Ack("b1", 1)]
    link.receive(lines(dr1.DieMessage(0, "D8", 6, "blue")), 0.2)
    assert sent(link) == []


def test_a_reboot_begins_a_new_count() -> None:
    link = greeted()
    link.receive(lines(roll(1, face=3)), 0.1)
    found = link.receive(lines(dr1.Hello(1, "reference", "S1", "1.0", "b2", 1), roll(1, face=5)), 1.0)
    assert [(reading.origin.boot_id, reading.roll.face) for reading in found] == [("b2", 5)]
    link.settle(ReadingId("S1", "b1", 1))
    assert [message for message in sent(link) if isinstance(message, dr1.Ack)] == []


@pytest.mark.parametrize(
    "sign", [b"\xf0\x9f garbage\r\n", dr1.encode(dr1.Ping(3, 0))], ids=["garbage", "clock runs back"]
)
def test_when_a_reboot_may_have_gone_unheard_nothing_counts_before_the_next_hello(sign: bytes) -> None:
    link = greeted()
    link.receive(lines(roll(1), dr1.Ping(50_000, 1)), 1.0)
    assert link.receive(sign + lines(roll(2)), 2.0) == []
    assert sent(link) == [dr1.HelloRequest()]
    assert link.receive(lines(dr1.Hello(1, "reference", "S1", "1.0", "b2", 1)), 2.1) == []
    assert seqs(link.receive(lines(roll(1), roll(2)), 2.2)) == [1, 2]


def test_after_garbage_from_the_same_start_nothing_is_lost() -> None:
    link = greeted()
    assert link.receive(b"xx\r\n" + lines(roll(1)), 1.0) == []
    assert seqs(link.receive(lines(HELLO), 1.1)) == [1]


def test_presence() -> None:
    link = ReaderLink()
    assert link.presence(0.0) == "closed"
    link.opened(0.0)
    assert link.presence(9.0) == "greeting"
    link.receive(lines(HELLO), 9.0)
    assert link.presence(12.0) == "present"
    assert link.presence(12.1) == "silent"
    link.receive(lines(dr1.Ping(1, 0)), 12.2)
    assert link.presence(12.3) == "present"
    link.closed()
    assert link.presence(12.4) == "closed"
    link.opened(13.0)
    link.receive(dr1.envelope("HELLO,2,anything"), 13.0)
    assert link.presence(13.1) == "foreign"


def test_its_own_words_coming_back_do_no_harm() -> None:
    link = greeted()
    assert link.receive(lines(dr1.HelloRequest(), dr1.Ack("b1", 1), dr1.Resend(1)), 0.1) == []
    assert link.bad_lines == 0


class Cable:
    """Loses, garbles and doubles lines, more or less often."""

    def __init__(self, rng: Random, trouble: float) -> None:
        self._rng = rng
        self._trouble = trouble

    def through(self, line: bytes) -> bytes:
        luck = self._rng.random() / self._trouble if self._trouble else 1.0
        if luck < 1 / 3:
            return b""
        if luck < 2 / 3 and line:
            at = self._rng.randrange(len(line))
            return line[:at] + bytes([line[at] ^ 1 << self._rng.randrange(8)]) + line[at + 1 :]
        return line + line if luck < 1 else line


@pytest.mark.parametrize("seed", range(30))
def test_exactly_once_over_a_bad_cable_with_unplugging_and_reboots(seed: int) -> None:
    """Every roll of a start of the device that lived to the end is read once; no roll ever twice, none wrong."""
    rng = Random(seed)
    trouble = (0.0, 0.05, 0.15)[seed % 3]
    cable = Cable(rng, trouble)
    link = ReaderLink()
    link.opened(0.0)
    starts = 1
    device = Device(DICE, serial="S1", boot_id="b1", now=0.0)
    rolled: dict[ReadingId, int] = {}
    seen: dict[ReadingId, int] = {}
    unsafe: list[ReadingId] = []
    for turn in range(2500):
        now = turn / 50
        if turn < 1800 and rng.random() < 0.02:
            throw = device.next_throw()
            for n in range(1, 5):
                face = rng.randint(1, 6)
                seq = device.roll("red1", face, now=now, throw=throw, n_in_throw=n)
                rolled[ReadingId("S1", device.boot_id, seq)] = face
        if turn < 1500 and rng.random() < 0.002:
            starts += 1
            device = Device(DICE, serial="S1", boot_id=f"b{starts}", now=now)
        if turn < 1800 and rng.random() < 0.003:
            link.closed()
            link.opened(now)
        device.tick(now)
        heard = b"".join(map(cable.through, device.outgoing()))
        for reading in link.receive(heard, now) + link.tick(now):
            assert reading.origin not in seen
            seen[reading.origin] = reading.roll.face
            unsafe.append(reading.origin)
        if rng.random() < 0.3:
            while unsafe:
                link.settle(unsafe.pop(0))
        for line in link.outgoing().splitlines(keepends=True):
            device.receive(cable.through(line), now)
    assert seen.items() <= rolled.items()
    assert {origin for origin in rolled if origin.boot_id == device.boot_id} <= seen.keys()
    assert device.unacked == []
