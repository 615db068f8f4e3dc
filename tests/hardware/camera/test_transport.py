"""The reader speaks DR1 over each of its wires, and the companion's own reader understands it."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.texts import plain
from hardware.camera.transport import (
    CameraRoll,
    NoTransport,
    PtyTransport,
    ReaderTransport,
    SerialTransport,
    TcpTransport,
    Transmitter,
    open_transport,
)
from hardware.dice.dr1 import Device
from hardware.dice.reader import SerialReader
from hardware.inputs import Event
from tests.hardware.helpers import DICE, reads, wait_until


def started(transport: ReaderTransport) -> Transmitter:
    made = Transmitter(Device(DICE, serial="CAM", boot_id="b1", now=time.monotonic(), model="camera"), transport)
    made.start()
    return made


@pytest.fixture(params=["pty", "tcp"])
def transport(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ReaderTransport]:
    made: ReaderTransport = PtyTransport(tmp_path / "port") if request.param == "pty" else TcpTransport("127.0.0.1", 0)
    yield made
    made.close()


def test_every_roll_arrives_once_whoever_comes_and_goes(transport: ReaderTransport) -> None:
    transmitter = started(transport)
    events: list[Event] = []
    for round_ in range(3):
        reader = SerialReader(lambda: [transport.where])
        reader.start(events.append)
        transmitter.report([CameraRoll("red1", round_ + 1, 900, "rolled"), CameraRoll("blue1", 0, 0, "crooked")])
        expected = 2 * (round_ + 1)
        wait_until(lambda n=expected: len(reads(events)) == n, "both dice were read")
        for event in reads(events):
            reader.acknowledge(event)
        wait_until(lambda: transmitter.unacked == 0, "they were acknowledged")
        reader.stop()
    transmitter.stop()
    assert [(event.die, event.number) for event in reads(events) if event.die == "red1"] == [
        ("red1", n) for n in (1, 2, 3)
    ]
    assert all(event.crooked for event in reads(events) if event.die == "blue1")
    assert len({event.throw for event in reads(events)}) == 3


def test_a_port_is_gone_when_the_reader_ends(tmp_path: Path) -> None:
    transmitter = started(PtyTransport(tmp_path / "port"))
    assert os.listdir(tmp_path) == ["port"]
    transmitter.stop()
    assert os.listdir(tmp_path) == []


def test_a_file_of_that_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "port").write_text("letters")
    with pytest.raises(NoTransport, match="is there already and is no port"):
        open_transport(str(tmp_path / "port"))
    assert (tmp_path / "port").read_text() == "letters"


def test_a_port_where_no_file_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoTransport, match="cannot be made"):
        open_transport(str(tmp_path / "file" / "port"))


@pytest.mark.parametrize("name", ["tcp:", "tcp:x", "tcp:70000", "tcp:host:"])
def test_what_is_no_port_of_the_network(name: str) -> None:
    with pytest.raises(NoTransport) as no:
        open_transport(name)
    assert plain(no.value.text) == f"{name} is no port of the network: write for example tcp:5000."


def test_a_port_of_the_network_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NoTransport, match=f"Port {port} of the network cannot be used"):
            open_transport(f"tcp:127.0.0.1:{port}")


class BrokenPort:
    """A serial port that works for a while, breaks, and works again when it is opened anew."""

    in_waiting = 0

    def __init__(self) -> None:
        self.opened = 0
        self.written: list[bytes] = []

    def __call__(self, *args: object, **options: object) -> BrokenPort:
        self.opened += 1
        if self.opened == 2:
            raise OSError(5, "Input/output error")
        return self

    def read(self, size: int) -> bytes:
        return b"x"[:size]

    def write(self, data: bytes) -> None:
        if len(self.written) == 1 and self.opened == 1:
            raise OSError(5, "Input/output error")
        self.written.append(data)

    def close(self) -> None:
        raise OSError(5, "Input/output error")


def test_a_serial_port_that_breaks_is_opened_again() -> None:
    port, now = BrokenPort(), [0.0]
    transport: Any = SerialTransport("/dev/ttyGS0", opener=port, clock=lambda: now[0])
    assert transport.exchange(b"one", 0) == b"x"
    assert transport.exchange(b"lost", 0) == b""
    assert transport.exchange(b"early", 0) == b""
    now[0] = 3.0
    assert transport.exchange(b"still away", 0) == b""
    now[0] = 6.0
    assert transport.exchange(b"two", 0) == b"x"
    assert port.written == [b"one", b"two"]
    assert port.opened == 3
