"""Several readers at once: each is found, each goes on without the others, and one is itself at any port."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.texts import plain
from hardware import doctor
from hardware.camera.transport import CameraRoll, TcpTransport, Transmitter
from hardware.config import ButtonsConfig, Config, OneReaderConfig, ReaderConfig
from hardware.dice import dr1
from hardware.dice.dr1 import Device
from hardware.dice.ports import Pty
from hardware.dice.simulator import SimulatedReader
from hardware.hub import Hub
from hardware.inputs import Event, HealthChange
from tests.hardware.helpers import GAME_DICE, reads, wait_until

NO_BUTTONS = ButtonsConfig(gpio="none")


class Desk:
    """The ports that there are, by the names that they have now, and what has come in."""

    def __init__(self) -> None:
        self.ports: dict[str, SimulatedReader] = {}
        self.others: list[str] = []
        self.events: list[Event] = []

    def names(self) -> list[str]:
        return [reader.port for reader in self.ports.values()] + self.others

    def read(self, hub: Hub) -> set[tuple[str, str]]:
        """The readers' serial numbers and the dice that they have read so far."""
        self.events += hub.poll()
        for read in reads(self.events):
            hub.acknowledge(read)
        return {(read.origin.serial, read.die) for read in reads(self.events) if read.origin is not None}


@pytest.fixture
def left() -> Iterator[SimulatedReader]:
    reader = SimulatedReader(GAME_DICE, serial="LEFT")
    yield reader
    reader.stop()


@pytest.fixture
def right() -> Iterator[SimulatedReader]:
    reader = SimulatedReader(GAME_DICE, serial="RIGHT")
    yield reader
    reader.stop()


@pytest.fixture
def desk(left: SimulatedReader, right: SimulatedReader, monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk()
    desk.ports = {"left": left, "right": right}
    monkeypatch.setattr("hardware.hub.candidates", lambda port: desk.names() if port == "auto" else [port])
    monkeypatch.setattr("hardware.doctor.candidates", lambda port: desk.names() if port == "auto" else [port])
    return desk


def run(config: Config) -> Iterator[Hub]:
    hub = Hub(config, dice=GAME_DICE, fallback=True)
    hub.start()
    yield hub
    hub.stop()


@pytest.fixture
def hub(desk: Desk) -> Iterator[Hub]:
    yield from run(Config(ReaderConfig("auto"), NO_BUTTONS))


def ready(hub: Hub) -> list[str]:
    return [name for name, health in hub.health().items() if health.state in ("ready", "reading")]


def test_all_readers_that_are_plugged_in_are_read(hub: Hub, desk: Desk) -> None:
    wait_until(lambda: ready(hub) == ["reader", "reader 2"], "both are found")
    desk.ports["left"].throw(["red1"])
    desk.ports["right"].throw(["blue1"])
    wait_until(lambda: desk.read(hub) == {("LEFT", "red1"), ("RIGHT", "blue1")}, "both dice")
    assert {device.serial for device in hub.devices().values()} == {"LEFT", "RIGHT"}


def test_one_that_is_unplugged_stops_no_other_and_is_itself_at_another_port(hub: Hub, desk: Desk) -> None:
    wait_until(lambda: len(ready(hub)) == 2, "both are found")
    gone = desk.ports.pop("left")
    gone.unplug()
    wait_until(lambda: "gone" in {health.state for health in hub.health().values()}, "it is missed")
    desk.ports["right"].throw(["blue1"])
    gone.throw(["red1"])
    wait_until(lambda: desk.read(hub) == {("RIGHT", "blue1")}, "the other is read")
    gone.plug(Path(gone.port).with_name("reader-port4"))
    desk.ports["left again"] = gone
    wait_until(lambda: desk.read(hub) == {("RIGHT", "blue1"), ("LEFT", "red1")}, "its die after all")
    gone.throw(["red2"])
    wait_until(lambda: ("LEFT", "red2") in desk.read(hub), "its next die")
    assert len(reads(desk.events)) == 3
    assert len(hub.health()) == 2
    wait_until(lambda: not gone.unacked, "all is acknowledged")


def test_a_reading_that_was_not_safe_is_not_read_twice_at_another_port(hub: Hub, desk: Desk) -> None:
    wait_until(lambda: len(ready(hub)) == 2, "both are found")
    moving = desk.ports["left"]
    moving.throw(["red1"])
    events: list[Event] = []
    wait_until(lambda: events.extend(hub.poll()) or reads(events), "the die")
    moving.unplug()
    wait_until(lambda: len(ready(hub)) == 1, "it is missed")
    moving.plug(Path(moving.port).with_name("reader-port7"))
    wait_until(lambda: len(ready(hub)) == 2, "it is found again")
    moving.throw(["red2"])
    wait_until(lambda: events.extend(hub.poll()) or len(reads(events)) == 2, "the next die")
    for read in reads(events):
        hub.acknowledge(read)
    wait_until(lambda: not moving.unacked, "both are acknowledged")
    assert [read.die for read in reads(events)] == ["red1", "red2"]


def test_a_port_without_a_reader_is_left_alone_after_a_while(
    hub: Hub, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is plugged in beside the reader may be something else: it is opened, and soon let go of."""
    monkeypatch.setattr("hardware.dice.reader.ANSWER_WITHIN", 0.3)
    other = Pty(tmp_path / "printer")
    other.open()
    del desk.ports["right"]
    desk.others.append(str(other.link))
    wait_until(lambda: ready(hub) == ["reader"] and "reader 2" in hub.health(), "one is found")
    wait_until(lambda: plain(hub.health()["reader 2"].text) == "No dice reader is plugged in.", "it gives up")
    lines = [(plain(check.name), check.well) for check in doctor.checks(hub=hub)]
    assert [line for line in lines if "reader" in line[0]] == [("dice reader", True)]
    other.close()


def test_ports_that_are_named_each_have_a_reader(desk: Desk) -> None:
    config = ReaderConfig([desk.ports["left"].port, desk.ports["right"].port])
    for hub in run(Config(config, NO_BUTTONS)):
        wait_until(lambda hub=hub: len(ready(hub)) == 2, "both answer")
        desk.ports["right"].unplug()
        wait_until(lambda hub=hub: hub.health()["reader 2"].state == "gone", "one is missed")
        assert ready(hub) == ["reader"]


def test_each_has_its_own_settings(desk: Desk) -> None:
    own = {"RIGHT": OneReaderConfig(950, {"red1": "red4"}), "LEFT": OneReaderConfig(dice={"red1": "grey"})}
    for hub in run(Config(ReaderConfig("auto"), NO_BUTTONS, {"red1": "blue9", "red2": "yellow1"}, readers=own)):
        wait_until(lambda hub=hub: len(ready(hub)) == 2, "both are found")
        for reader in desk.ports.values():
            reader.throw(["red1", "red2"])
        wait_until(lambda hub=hub: len(desk.read(hub)) == 4, "all dice")
        found = {
            read.origin.serial: (read.die, read.colour, read.enough)
            for read in reads(desk.events)
            if read.origin is not None and read.die != "yellow1"
        }
        assert found == {"RIGHT": ("red4", "red", 950), "LEFT": ("red1", "grey", None)}


def test_the_doctor_lists_each(hub: Hub, desk: Desk) -> None:
    wait_until(lambda: len(ready(hub)) == 2, "both are found")
    serials = {name: device.serial for name, device in hub.devices().items()}
    found = {plain(check.name): plain(check.text) for check in doctor.checks(hub=hub)}
    for title, name in (("dice reader", "reader"), ("dice reader 2", "reader 2")):
        assert found[title] == f"The simulated dice reader is ready. Its own settings: [readers.{serials[name]}]"
    desk.ports["right"].unplug()
    hub.put(HealthChange("reader", hub.health()["reader"]))
    wait_until(lambda: len(ready(hub)) == 1, "it is missed")
    wrong = [plain(check.name) for check in doctor.checks(hub=hub) if not check.well]
    assert len(wrong) == 1
    assert wrong[0].startswith("dice reader")


def test_the_doctor_in_a_terminal_lists_each_too(desk: Desk) -> None:
    assert len(desk.names()) == 2
    found = [plain(check.name) for check in doctor.checks(patience=10.0) if "reader" in plain(check.name)]
    assert found == ["dice reader", "dice reader 2"]


def test_where_a_camera_reader_of_another_machine_shows_what_it_sees() -> None:
    wire = TcpTransport("127.0.0.1", 0)
    device = Device([("red1", 6, "red")], serial="window", boot_id="b1", now=time.monotonic(), model=dr1.ALIKE)
    transmitter = Transmitter(device, wire)
    transmitter.start()
    try:
        for hub in run(Config(ReaderConfig(wire.where), NO_BUTTONS)):
            wait_until(lambda hub=hub: ready(hub) == ["reader"], "it is found")
            transmitter.report([CameraRoll("red1", 3, 990, "rolled")])
            wait_until(
                lambda hub=hub: [read for read in reads(hub.poll()) if read.alike], "its die, which may be another"
            )
            found = {plain(check.name): plain(check.text) for check in doctor.checks(hub=hub)}
    finally:
        transmitter.stop()
    assert found["camera"].startswith("The reader runs on another machine. Start it there with --show seen.jpg")
    assert found["dice reader"] == "The dice reader is reading."
