"""The serial reader: a device may come, go and misbehave at any moment."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial

from companion.core.texts import plain
from companion.table.log import DieRead
from hardware.dice import dr1
from hardware.dice.dr1 import Device
from hardware.dice.link import SILENCE
from hardware.dice.ports import candidates, open_port
from hardware.dice.reader import Readers, SerialReader
from hardware.dice.simulator import SimulatedReader
from hardware.inputs import Event, HealthChange
from tests.hardware.helpers import DICE, GAME_DICE, WiredPort, reads, wait_until

QUICK = (0.002, 0.01)


@pytest.fixture
def simulator() -> Iterator[SimulatedReader]:
    reader = SimulatedReader(GAME_DICE)
    yield reader
    reader.stop()


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def reader(simulator: SimulatedReader, events: list[Event]) -> Iterator[SerialReader]:
    """A reader on the simulator's pseudo-terminal that has said HELLO."""
    source = SerialReader(lambda: [simulator.port], back_off=(0.01, 0.05))
    source.start(events.append)
    wait_until(lambda: source.health().state == "ready", "the reader is ready")
    yield source
    source.stop()


def test_from_the_throw_to_the_acknowledgement(
    simulator: SimulatedReader, reader: SerialReader, events: list[Event]
) -> None:
    wait_until(lambda: simulator.unacked == [], "the registrations of the dice are acknowledged")
    shown = simulator.throw({"red1": "WILD", "grey2": "?", "blue1": 0}, crooked=["grey2"])
    wait_until(lambda: len(reads(events)) == 3, "three dice")
    red, grey, blue = reads(events)
    assert (red.die, red.colour, red.number, red.sides, red.crooked) == ("red1", "red", 6, 6, False)
    assert (grey.number, grey.crooked) == (shown["grey2"], True)
    assert blue.number == 0
    assert red.throw == grey.throw == blue.throw
    assert reader.health().state == "reading"
    time.sleep(0.3)
    assert len(simulator.unacked) == 3
    assert len(reads(events)) == 3
    for event in reads(events):
        reader.acknowledge(event)
    wait_until(lambda: simulator.unacked == [], "everything is acknowledged")


def test_faults_on_the_line_cost_nothing(simulator: SimulatedReader, reader: SerialReader, events: list[Event]) -> None:
    for fault in (simulator.garbage, simulator.lose, simulator.duplicate):
        before = len(reads(events))
        fault()
        simulator.throw(["red1", "blue1", "grey1"])
        wait_until(lambda n=before: len(reads(events)) == n + 3, "three dice more")
    origins = [event.origin for event in reads(events)]
    assert len(set(origins)) == 9
    assert reader.bad_lines > 0


def test_unplugged_and_plugged_in_again(simulator: SimulatedReader, reader: SerialReader, events: list[Event]) -> None:
    simulator.unplug()
    wait_until(lambda: reader.health().state == "gone", "it is gone")
    assert "Plug it in again" in plain(reader.health().text)
    simulator.throw({"red1": "SOC"})
    simulator.plug()
    wait_until(lambda: len(reads(events)) == 1, "the die that was rolled meanwhile")
    assert reads(events)[0].number == 5
    states = [event.health.state for event in events if isinstance(event, HealthChange)]
    assert states[-1] in ("ready", "reading")


def test_a_reader_that_stays_open_but_mute_is_said_to_be_gone_until_it_speaks_again() -> None:
    class Mutable(WiredPort):
        mute = False

        def read(self, size: int = 1, /) -> bytes:
            read = super().read(size)
            return b"" if self.mute else read

    ahead = 0.0
    port = Mutable(Device(DICE, serial="S1", boot_id="b1", now=time.monotonic()))
    reader = SerialReader(lambda: ["wired"], opener=lambda url: port, clock=lambda: time.monotonic() + ahead)
    reader.start(lambda event: None)
    wait_until(lambda: reader.health().state == "ready", "it is ready")
    port.mute = True
    ahead = SILENCE + 1
    wait_until(lambda: reader.health().state == "gone", "it is gone")
    assert plain(reader.health().text) == "The dice reader on wired does not answer any more. Check its cable."
    assert not port.closed
    port.mute = False
    wait_until(lambda: reader.health().state == "ready", "it speaks again")
    reader.stop()


def test_a_reboot_of_the_device(simulator: SimulatedReader, reader: SerialReader, events: list[Event]) -> None:
    simulator.throw(["red1"])
    wait_until(lambda: len(reads(events)) == 1, "a die")
    simulator.reboot()
    simulator.throw(["red1"])
    wait_until(lambda: len(reads(events)) == 2, "a die after the reboot")
    first, second = (event.origin for event in reads(events))
    assert first is not None
    assert second is not None
    assert first.seq == second.seq
    assert first.boot_id != second.boot_id


def test_a_host_that_starts_anew_gets_what_was_not_safe(simulator: SimulatedReader) -> None:
    simulator.throw({"red1": "SOC", "red2": "WILD"})
    for saved in (set(), {simulator.unacked[-1]}):
        events: list[Event] = []
        again = SerialReader(lambda: [simulator.port], known=lambda origin, saved=saved: origin.seq in saved)
        again.start(events.append)
        expected = [5, 6][: 2 - len(saved)]
        wait_until(lambda got=events, n=len(expected): len(reads(got)) >= n, "what is not safe yet")  # noqa: B008
        again.stop()
        assert [event.number for event in reads(events)] == expected


def a_session(device: Device, ports: list[WiredPort]) -> list[DieRead]:
    """Greeting, dice and two throws over these ports, one after the other; whatever is read is safe at once."""
    left, events = list(ports), list[DieRead]()

    def sink(event: Event) -> None:
        if isinstance(event, DieRead):
            events.append(event)
            reader.acknowledge(event)

    reader = SerialReader(lambda: ["wired"], opener=lambda url: left.pop(0), back_off=QUICK)
    reader.start(sink)
    for n, face in enumerate((6, 2), 1):
        throw = device.next_throw()
        device.roll("red1", face, now=time.monotonic(), throw=throw)
        device.roll("blue1", 3, now=time.monotonic(), throw=throw, n_in_throw=2, confidence=300)
        wait_until(lambda n=n: len(events) >= 2 * n and not device.unacked, "both dice are read and acknowledged")
    reader.stop()
    assert all(port.closed for port in ports if port not in left)
    return events


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), serial.SerialException("read failed")], ids=type)
def test_unplugged_at_every_byte_of_a_session(error: Exception) -> None:
    """Whatever had been read when the cable went, the next connection brings what is missing, once."""

    def wired() -> Device:
        return Device(DICE, serial="S1", boot_id="b1", now=time.monotonic())

    device = wired()
    whole = WiredPort(device)
    a_session(device, [whole])
    assert whole.given > 300
    for cut in range(whole.given + 1):
        device = wired()
        events = a_session(device, [WiredPort(device, cut, error), WiredPort(device)])
        told = [(event.die, event.number, event.confidence) for event in events]
        assert told == [("red1", 6, 990), ("blue1", 3, 300), ("red1", 2, 990), ("blue1", 3, 300)], f"cut at byte {cut}"


def test_an_error_while_writing_is_an_unplugged_cable_too() -> None:
    class Deaf(WiredPort):
        def write(self, data: bytes, /) -> int:
            raise OSError(5, "Input/output error")

    device = Device(DICE, serial="S1", boot_id="b1", now=time.monotonic())
    device.roll("red1", 6, now=time.monotonic(), throw=1)
    ports = [Deaf(device), Deaf(device), WiredPort(device)]
    events: list[Event] = []
    reader = SerialReader(lambda: ["wired"], opener=lambda url: ports.pop(0), back_off=QUICK)
    reader.start(events.append)
    wait_until(lambda: reads(events), "the roll over the third port")
    reader.stop()


def test_even_an_error_nobody_thought_of_does_not_end_it() -> None:
    device = Device(DICE, serial="S1", boot_id="b1", now=time.monotonic())
    device.roll("red1", 6, now=time.monotonic(), throw=1)
    tries = iter([RuntimeError("a driver's bug"), WiredPort(device, 20, KeyError("another")), WiredPort(device)])

    def opener(url: str) -> WiredPort:
        found = next(tries)
        if isinstance(found, Exception):
            raise found
        return found

    events: list[Event] = []
    reader = SerialReader(lambda: ["wired"], opener=opener, back_off=QUICK)
    reader.start(events.append)
    wait_until(lambda: reads(events), "the roll")
    reader.stop()
    assert "error" in [event.health.state for event in events if isinstance(event, HealthChange)]


@pytest.mark.parametrize(
    ("woken", "expected"),
    [(0, [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0]), (4, [0.25, 0.5, 1.0, 2.0, 0.25, 0.5, 1.0, 2.0])],
    ids=["left alone", "told to look during the fourth wait"],
)
def test_it_tries_again_more_and_more_slowly(woken: int, expected: list[float]) -> None:
    waits: list[float] = []

    class Waiting:
        """Stands for both of the reader's events."""

        def is_set(self) -> bool:
            return len(waits) >= 8

        def wait(self, seconds: float) -> bool:
            waits.append(seconds)
            return len(waits) == woken

        def clear(self) -> None:
            pass

    class Watched(SerialReader):
        def start_waiting_with(self, waiting: object) -> None:
            self._stopping = self._woken = waiting  # type: ignore[assignment]

    reader = Watched(list)
    reader.start_waiting_with(Waiting())
    reader._supervise()
    assert waits == expected


class Turns:
    """Stands for both of a reader's events: waiting takes no time, and after ``most`` turns it is to stop."""

    def __init__(self, most: int) -> None:
        self.left, self.is_told, self.waits = most, False, list[bool]()

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0

    def set(self) -> None:
        self.is_told = True

    def wait(self, seconds: float) -> bool:
        self.waits.append(self.is_told)
        return self.is_told

    def clear(self) -> None:
        self.is_told = False


def supervised(turns: Turns, ports: Callable[[], list[str]], **more: Any) -> SerialReader:
    reader = SerialReader(ports, **more)
    reader._stopping = reader._woken = turns  # type: ignore[assignment]
    return reader


def test_between_two_looks_for_ports_it_waits_and_being_told_to_look_ends_one_wait_only() -> None:
    looks: list[int] = []
    turns = Turns(6)
    reader = supervised(turns, lambda: looks.append(1) or [])  # type: ignore[func-returns-value]
    reader.look()
    reader._supervise()
    assert (len(looks), turns.waits) == (6, [True, False, False, False, False, False])


def test_a_port_on_which_nothing_comes_is_read_once_a_turn() -> None:
    """``read`` waits for a byte, so a turn without it would be a thread that spins."""
    sizes: list[int] = []

    class Counting(WiredPort):
        def read(self, size: int = 1, /) -> bytes:
            sizes.append(size)
            return b""

    port = Counting(Device(DICE, serial="S1", boot_id="b1", now=0.0))
    turns = Turns(8)
    reader = supervised(turns, lambda: ["wired"], opener=lambda url: port, clock=lambda: 0.0)
    reader._supervise()
    assert (sizes, turns.waits) == ([1] * 7, [False])  # the eighth turn was the one that opened the port


@pytest.mark.parametrize(
    ("port", "state", "sentence"),
    [
        ("nothing-here", "waiting", "The port nothing-here does not exist"),
        ("nonsense://x", "error", "nonsense://x is no port"),
        ("file", "waiting", "The port file cannot be opened"),
    ],
)
def test_a_port_that_cannot_be_used_is_one_sentence(
    port: str, state: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    reader = SerialReader(lambda: [port], opener=lambda url: open_port(url, 115200))
    reader.start(lambda event: None)
    wait_until(lambda: plain(reader.health().text).startswith(sentence), sentence)
    assert reader.health().state == state
    reader.stop()


def test_a_port_that_another_program_uses(simulator: SimulatedReader, reader: SerialReader) -> None:
    second = SerialReader(lambda: [simulator.port])
    second.start(lambda event: None)
    wait_until(lambda: "another program" in plain(second.health().text), "it says so")
    second.stop()


def test_nothing_plugged_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hardware.dice.ports.BY_ID", tmp_path / "by-id")
    monkeypatch.setattr("hardware.dice.ports.BY_PATH", tmp_path / "by-path")
    assert candidates("auto") == []
    assert candidates("/dev/ttyX") == ["/dev/ttyX"]
    (tmp_path / "by-id").mkdir()
    for name in ("usb-b", "usb-a"):
        (tmp_path / "by-id" / name).touch()
    assert [Path(found).name for found in candidates("auto")] == ["usb-a", "usb-b"]
    reader = SerialReader(list, back_off=QUICK)
    reader.start(lambda event: None)
    wait_until(lambda: plain(reader.health().text) == "No dice reader is plugged in.", "it says so")
    reader.stop()


def test_two_equal_boards_without_a_serial_number_are_both_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They share one name by id, which leads to the one plugged in last; newer systems name each socket twice."""
    links = {"by-id/usb-CH340-port0": 1, "by-path/usb-0:1": 0, "by-path/usb-0:2": 1, "by-path/usbv2-0:2": 1}
    for folder in ("by-id", "by-path"):
        (tmp_path / folder).mkdir()
        monkeypatch.setattr(f"hardware.dice.ports.{folder.upper().replace('-', '_')}", tmp_path / folder)
    for number in range(2):
        (tmp_path / f"ttyUSB{number}").touch()
    for link, number in links.items():
        (tmp_path / link).symlink_to(tmp_path / f"ttyUSB{number}")
    monkeypatch.setattr("hardware.dice.ports.CAMERA", tmp_path / "none")
    found = candidates("auto")
    assert [Path(one).name for one in found] == ["usb-CH340-port0", "usb-0:1"]
    assert len({os.path.realpath(one) for one in found}) == 2
    make: Any = lambda name, *_: SimpleNamespace(name=name)  # noqa: E731
    readers = Readers(make, find=lambda: candidates("auto"), opener=lambda _: None)  # type: ignore[arg-type, return-value]
    readers._open("reader", str(tmp_path / "by-path/usb-0:2"))
    assert readers._free("reader 2") == [str(tmp_path / "by-path/usb-0:1")], "the other one is in use, by another name"


def test_a_camera_reader_on_this_machine_needs_no_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.dice.ports.BY_ID", tmp_path / "none")
    monkeypatch.setattr("hardware.dice.ports.BY_PATH", tmp_path / "none")
    monkeypatch.setattr("hardware.dice.ports.CAMERA", tmp_path / "reader")
    assert candidates("auto") == []
    (tmp_path / "reader").touch()
    assert candidates("auto") == [str(tmp_path / "reader")]


def test_a_device_of_another_protocol_version() -> None:
    device = Device(DICE, serial="S1", boot_id="b1", now=time.monotonic())
    device._hello = lambda: device._out.append(dr1.envelope("HELLO,2,x,y"))  # type: ignore[method-assign]
    reader = SerialReader(lambda: ["wired"], opener=lambda url: WiredPort(device), back_off=QUICK)
    reader.start(lambda event: None)
    wait_until(lambda: reader.health().state == "error", "an error")
    assert "version 2" in plain(reader.health().text)
    reader.stop()


@pytest.mark.parametrize(
    ("names", "die", "colour"),
    [({}, "D7", "D"), ({"D7": "grey"}, "D7", "grey"), ({"D7": "red2"}, "red2", "red")],
    ids=["not named", "a colour", "a die"],
)
def test_what_the_configuration_says_about_a_die(names: dict[str, str], die: str, colour: str) -> None:
    device = Device([], serial="S1", boot_id="b1", now=time.monotonic())
    device.roll("D7", 2, now=time.monotonic(), throw=1)
    events: list[Event] = []
    reader = SerialReader(lambda: ["wired"], names=names, opener=lambda url: WiredPort(device), back_off=QUICK)
    reader.start(events.append)
    wait_until(lambda: reads(events), "the roll")
    reader.stop()
    (read,) = reads(events)
    assert isinstance(read, DieRead)
    assert (read.die, read.colour, read.sides) == (die, colour, None)
