"""What every source of events promises, held by each of them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import serial
from gpiozero.pins.mock import MockFactory

from companion.core.texts import plain
from companion.table.log import DieRead
from hardware.camera.transport import CameraRoll, PtyTransport, Transmitter
from hardware.dice import dr1
from hardware.dice.dr1 import Device
from hardware.dice.reader import Readers, SerialReader
from hardware.dice.simulator import SimulatedReader
from hardware.inputs import Button, Event, Health, Sink, Source
from hardware.panel.buttons import Buttons, Encoder
from tests.hardware.helpers import DICE, GAME_DICE, WiredPort, wait_until

QUICK = (0.01, 0.05)


class Fake:
    """The simplest source: events are pushed in."""

    name = "fake"

    def __init__(self) -> None:
        self._sink: Sink | None = None

    def start(self, sink: Sink) -> None:
        self._sink = sink

    def stop(self) -> None:
        self._sink = None

    def health(self) -> Health:
        return Health("ready" if self._sink else "waiting", "A fake.")

    def signal(self) -> None:
        if self._sink:
            with contextlib.suppress(RuntimeError):
                self._sink(Button("green", "press"))


class LoopPort:
    """A ``loop://`` port of pyserial whose writer is a device: what is written comes back, as on a shorted cable."""

    def __init__(self) -> None:
        self.port: Any = serial.serial_for_url("loop://", timeout=0.01)
        self.port.write(dr1.encode(dr1.Hello(1, "loop", "L1", "1", "b1", 1)))
        self._seq = 0

    def roll(self) -> None:
        self._seq += 1
        self.port.write(dr1.encode(dr1.RollMessage(self._seq, 1, 1, "red1", 3, 990, "rolled", 5)))


Bench = tuple[Source, Callable[[], None]]
"""A source, and what makes it give at least one event, each time it is started."""


@pytest.fixture(params=["fake", "buttons", "encoder", "pseudo-terminal", "loop", "wired", "two", "camera"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    match request.param:
        case "fake":
            fake = Fake()
            yield fake, fake.signal
        case "buttons":
            factory = MockFactory()

            def press() -> None:
                factory.pin(5).drive_low()
                time.sleep(0.03)
                factory.pin(5).drive_high()

            yield Buttons({"green": 5}, factory), press
        case "encoder":
            encoder = Encoder(17, 27, MockFactory())
            yield encoder, lambda: encoder.turn(1)
        case "pseudo-terminal":
            device = SimulatedReader(GAME_DICE)
            yield SerialReader(lambda: [device.port], back_off=QUICK), lambda: device.throw(["red1"]) and None
            device.stop()
        case "loop":
            loop = LoopPort()
            yield SerialReader(lambda: ["loop://"], opener=lambda url: LoopOnce(loop), back_off=QUICK), loop.roll
        case "camera":
            wire = PtyTransport(tmp_path / "port")
            transmitter = Transmitter(Device(DICE, serial="CAM", boot_id="b1", now=time.monotonic()), wire)
            transmitter.start()
            yield (
                SerialReader(lambda: [wire.where], back_off=QUICK),
                lambda: transmitter.report([CameraRoll("red1", 1, 900, "rolled")]),
            )
            transmitter.stop()
        case "two":
            devices = [SimulatedReader(GAME_DICE, serial=serial) for serial in ("LEFT", "RIGHT")]
            make = partial(SerialReader, back_off=QUICK)
            two = Readers(
                lambda name, ports, opener, stays: make(ports, name=name, opener=opener, stays=stays),
                find=lambda: [device.port for device in devices],
            )

            def throw() -> None:
                for device in devices:
                    device.throw(["red1"])

            yield two, throw
            for device in devices:
                device.stop()
        case _:
            wired = Device(DICE, serial="S1", boot_id="b1", now=time.monotonic())

            def roll() -> None:
                wired.roll("red1", 1, now=time.monotonic(), throw=wired.next_throw())

            yield SerialReader(lambda: ["wired"], opener=lambda url: WiredPort(wired), back_off=QUICK), roll


class LoopOnce:
    """The loop's port, kept open when the reader closes it, so that it can be started again."""

    def __init__(self, loop: LoopPort) -> None:
        self._port = loop.port
        loop.port.write(dr1.encode(dr1.Hello(1, "loop", "L1", "1", "b1", 0)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def close(self) -> None:
        pass


def inputs(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Button | DieRead)]


def test_events_come_after_start_and_none_after_stop(bench: Bench) -> None:
    source, signal = bench
    events: list[Event] = []
    source.start(events.append)
    wait_until(lambda: source.health().state == "ready", "it has begun")
    signal()
    wait_until(lambda: inputs(events), "an event")
    source.stop()
    count = len(events)
    signal()
    time.sleep(0.05)
    assert len(events) == count


def test_it_can_be_started_again(bench: Bench) -> None:
    source, signal = bench
    for _ in range(2):
        events: list[Event] = []
        source.start(events.append)
        wait_until(lambda: source.health().state == "ready", "it has begun")
        signal()
        wait_until(lambda got=events: inputs(got), "an event")
        source.stop()


def test_start_and_stop_twice_do_no_harm(bench: Bench) -> None:
    source, _ = bench
    source.stop()
    source.start(lambda event: None)
    source.start(lambda event: None)
    source.stop()
    source.stop()


def test_its_health_is_a_state_and_a_sentence(bench: Bench) -> None:
    source, _ = bench
    for step in (lambda: None, lambda: source.start(lambda event: None), source.stop):
        step()
        health = source.health()
        assert health.state in ("ready", "reading", "waiting", "gone", "error")
        assert plain(health.text).endswith(".")


def test_a_sink_that_fails_does_not_end_it(bench: Bench) -> None:
    source, signal = bench
    seen: list[Event] = []

    def sink(event: Event) -> None:
        seen.append(event)
        raise RuntimeError("the sink is broken")

    source.start(sink)
    threads = threading.active_count()
    signal()
    wait_until(lambda: inputs(seen), "an event")
    if not isinstance(source, Readers):
        assert threading.active_count() == threads
    source.stop()


def test_it_leaves_no_thread_behind(bench: Bench) -> None:
    source, signal = bench
    before = set(threading.enumerate())
    source.start(lambda event: None)
    signal()
    source.stop()
    assert set(threading.enumerate()) <= before
