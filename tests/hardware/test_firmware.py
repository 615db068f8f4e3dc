"""The reference firmware's protocol, compiled for this machine, against the host's side of it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hardware.dice import dr1
from hardware.dice.link import ReaderLink

HERE = Path(__file__).parent
SKETCH = HERE.parents[1] / "deploy" / "firmware" / "dice_reader"
COMPILER = shutil.which("g++") or shutil.which("clang++")


class Firmware:
    """The compiled program, asked line by line."""

    def __init__(self, program: Path) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line: str) -> bytes:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        answer = b""
        while (part := self.process.stdout.readline()) != b".\n":
            assert part, "the firmware ended"
            answer += part
        return answer

    def at(self, ms: int) -> bytes:
        return self.ask(f"now {ms}")

    def hear(self, data: bytes) -> bytes:
        return self.ask(f"in {data.hex()}")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware's header with the small program around it."""
    built = tmp_path_factory.mktemp("firmware") / "firmware"
    strict = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    assert COMPILER, "A C++ compiler is missing: sudo apt-get install g++"
    subprocess.run([COMPILER, *strict, f"-I{SKETCH}", HERE / "firmware_host.cpp", "-o", built], check=True)
    return built


@pytest.fixture
def firmware(program: Path) -> Iterator[Firmware]:
    running = Firmware(program)
    yield running
    running.process.kill()
    running.process.communicate()


def bodies(data: bytes) -> list[str]:
    assert b"" not in data.splitlines()
    found = dr1.Parser().feed(data)
    assert b"".join(map(dr1.encode, found)) == data
    return [line.split("*")[0][1:] for line in data.decode().splitlines()]


def test_the_checksum_is_the_same(firmware: Firmware) -> None:
    rng = Random(3)
    texts = ["123456789", "HELLO?", *("".join(chr(rng.randint(33, 126)) for _ in range(n)) for n in range(1, 80))]
    for text in texts:
        assert int(firmware.ask(f"crc {text}")) == dr1.checksum(text.encode())


def test_it_speaks_as_the_protocol_says(firmware: Firmware) -> None:
    assert bodies(firmware.at(0)) == ["HELLO,1,reference,REF1,1.0,b7,1", "PING,0,2"]
    assert bodies(firmware.hear(dr1.encode(dr1.HelloRequest()))) == ["HELLO,1,reference,REF1,1.0,b7,1"]
    assert bodies(firmware.at(1)) == ["DIE,1,red1,6,red", "DIE,2,blue1,6,blue"]
    firmware.ask("roll 1 1 red1 4 985 rolled")
    assert bodies(firmware.at(2)) == ["ROLL,3,1,1,red1,4,985,rolled,1"]
    sent = [ms for ms in range(10, 8000, 10) if b"$ROLL,3" in firmware.at(ms)]
    assert sent == [210, 610, 1410, 3010, 4610, 6210, 7810]


def test_it_forgets_what_is_acknowledged_and_nothing_else(firmware: Firmware) -> None:
    firmware.hear(dr1.encode(dr1.HelloRequest()))
    firmware.at(0)
    good = dr1.encode(dr1.Ack("b7", 1))
    for wrong in (dr1.encode(dr1.Ack("b8", 1)), good.replace(b"7,1", b"7,2"), good[:-3] + b"\r\n", b"\xff$ACK,b7"):
        firmware.hear(wrong + b"\r\n")
    assert bodies(firmware.at(1000))[0] == "PING,1000,2"
    firmware.hear(b"noise" + good)
    assert bodies(firmware.at(2000))[0] == "PING,2000,1"
    assert bodies(firmware.hear(dr1.encode(dr1.HelloRequest()))) == [
        "HELLO,1,reference,REF1,1.0,b7,2",
        "DIE,0,red1,6,red",
    ]


def test_when_its_ring_is_full_it_forgets_the_oldest(firmware: Firmware) -> None:
    for n in range(40):
        firmware.ask(f"roll 1 {n} red1 4 985 rolled")
    assert bodies(firmware.hear(dr1.encode(dr1.HelloRequest())))[0] == "HELLO,1,reference,REF1,1.0,b7,11"
    sent = bodies(firmware.at(5))
    assert sum(body.startswith("ROLL") for body in sent) == 32


def test_with_the_real_host_every_roll_comes_once(firmware: Firmware) -> None:
    """A conversation of a minute over a cable that loses or garbles every sixth line in both directions."""
    rng = Random(11)
    link = ReaderLink()
    link.opened(0.0)

    def cable(data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        return b"".join(
            line if rng.random() > 1 / 6 else rng.choice([b"", line[: len(line) // 2] + b"\r\n"]) for line in lines
        )

    faces: list[int] = []
    read: list[int] = []
    for ms in range(0, 60_000, 50):
        if ms < 50_000 and rng.random() < 0.03:
            faces.append(rng.randint(1, 6))
            firmware.ask(f"roll {len(faces)} 1 red1 {faces[-1]} 985 rolled")
        now = ms / 1000
        for reading in link.receive(cable(firmware.at(ms)), now) + link.tick(now):
            read.append(reading.roll.face)
            link.settle(reading.origin)
        heard = cable(firmware.hear(cable(link.outgoing())))
        for reading in link.receive(heard, now):
            read.append(reading.roll.face)
            link.settle(reading.origin)
    assert sorted(read) == sorted(faces)
    assert bodies(firmware.at(61_000))[0] == "PING,61000,0"
