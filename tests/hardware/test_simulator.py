"""The simulated reader, in a program's thread and as a program of its own."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.core.refusals import Refused
from hardware.dice import dr1
from hardware.dice.dr1 import Device
from hardware.dice.reader import SerialReader
from hardware.dice.simulator import SimulatedReader, run_command
from hardware.inputs import Event
from tests.hardware.helpers import DICE, GAME_DICE, reads, wait_until


@pytest.fixture
def simulator() -> Iterator[SimulatedReader]:
    reader = SimulatedReader(GAME_DICE, rng=Random(7))
    yield reader
    reader.stop()


def test_a_throw_shows_what_it_is_told_to(simulator: SimulatedReader) -> None:
    shown = simulator.throw({"red1": "PHYS", "blue1": "WILD", "grey1": 5, "red2": 0, "yellow1": "?"})
    assert GAME_DICE["red1"][shown["red1"] - 1] == "PHYS"
    assert (shown["blue1"], shown["grey1"], shown["red2"]) == (6, 5, 0)
    assert shown["yellow1"] in range(1, 7)


def test_chance_is_fair(simulator: SimulatedReader) -> None:
    count = dict.fromkeys(range(1, 7), 0)
    for _ in range(500):
        for side in simulator.throw(list(GAME_DICE)).values():
            count[side] += 1
    assert all(850 < n < 1150 for n in count.values())


@pytest.mark.parametrize("dice", [{"red9": "PHYS"}, {"grey1": "WILD"}, {"red1": 7}, ["pink"]], ids=str)
def test_what_there_is_not_is_refused(simulator: SimulatedReader, dice: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        simulator.throw(dice)
    assert refused.value.code == "unknown"


def test_other_dice_are_another_reader(simulator: SimulatedReader) -> None:
    simulator.throw(["red1"])
    before = simulator.unacked
    simulator.use(GAME_DICE)
    assert simulator.unacked == before
    simulator.use({"white1": ("1", "2", "3", "4")})
    assert simulator.throw({"white1": "3"}) == {"white1": 3}
    assert simulator.unacked == [1, 2]
    with pytest.raises(Refused):
        simulator.throw(["red1"])


def test_lines_are_obeyed_or_refused(simulator: SimulatedReader) -> None:
    assert run_command(simulator, "roll red1=WILD grey1=0") == "red1=WILD grey1=?"
    assert run_command(simulator, "crooked red1=WILD") == "red1=WILD"
    assert run_command(simulator, "unsure red1=WILD") == "red1=WILD"
    assert [run_command(simulator, line) for line in ("slow 100", "slow 0")] == ["slow 100", "slow 0"]
    for word in ("unplug", "plug", "reboot", "garbage", "lose", "duplicate"):
        assert run_command(simulator, word) == word
    already = len(simulator.unacked)
    run_command(simulator, "roll red1=WILD blue1=?")
    assert run_command(simulator, "unacked") == f"unacked {already + 2}"
    for line in ("dance", "roll", "unsure", "slow", "slow down", "slow -1"):
        with pytest.raises(Refused) as refused:
            run_command(simulator, line)
        assert refused.value.code == "malformed"


def test_its_port_keeps_its_name(simulator: SimulatedReader) -> None:
    before = simulator.port
    assert Path(before).exists()
    simulator.unplug()
    assert not Path(before).exists()
    simulator.plug()
    simulator.plug()
    assert (simulator.port, Path(before).exists()) == (before, True)


def test_a_device_sends_again_after_02_s_and_then_more_and_more_slowly() -> None:
    device = Device([], serial="S1", boot_id="b1", now=0.0)
    device.receive(dr1.encode(dr1.HelloRequest()), 0.0)
    device.roll("red1", 3, now=0.0, throw=1)
    sent = []
    for turn in range(0, 8000, 5):
        device.tick(turn / 1000)
        sent += [turn for line in device.outgoing() if line.startswith(b"$ROLL")]
    waits = [after - before for before, after in itertools.pairwise(sent)]
    assert waits == pytest.approx([200, 400, 800, 1600, 1600, 1600, 1600], abs=5)


def test_a_device_pings_every_second() -> None:
    device = Device(DICE, serial="S1", boot_id="b1", now=0.0)
    pings = []
    for turn in range(0, 5000, 10):
        device.tick(turn / 1000)
        pings += [line for line in device.outgoing() if line.startswith(b"$PING")]
    assert [line.split(b"*")[0] for line in pings] == [b"$PING,%d,3" % (1000 * n) for n in range(5)]


def test_a_device_keeps_32_records_and_forgets_the_oldest_first() -> None:
    device = Device([], serial="S1", boot_id="b1", now=0.0)
    for _ in range(40):
        device.roll("red1", 3, now=0.0, throw=1)
    assert device.unacked == list(range(9, 41))
    device.receive(dr1.encode(dr1.Ack("other", 9)) + dr1.encode(dr1.Ack("b1", 10)), 0.1)
    assert device.unacked[:2] == [9, 11]


def test_as_a_program(tmp_path: Path) -> None:
    link = tmp_path / "port"
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "simulate", "reader", "--link", str(link), "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stdout.readline() == f"{link}\n"
    events: list[Event] = []
    reader = SerialReader(lambda: [str(link)])
    reader.start(events.append)
    program.stdin.write("slow 400\nroll red1=PHYS blue1=?\nroll red9\nunsure red2=PHYS\n")
    program.stdin.flush()
    wait_until(lambda: len(reads(events)) == 3, "three dice")
    _, errors = program.communicate("quit\n", timeout=60)
    reader.stop()
    assert errors.startswith("There is no die red9;")
    assert (program.returncode, link.is_symlink()) == (0, False)
    assert [event.confidence for event in reads(events)] == [990, 990, 300]


def test_a_slow_cable_carries_so_many_bytes_a_second_and_loses_nothing() -> None:
    now, arrived = [0.0], list[bytes]()
    reader = SimulatedReader(GAME_DICE, rng=Random(7), clock=lambda: now[0])
    reader.stop()
    reader._pty = SimpleNamespace(number=1, read=lambda: b"", write=arrived.append)  # type: ignore[assignment]
    reader.slow(100)
    reader.garbage(b"x" * 250)
    for _ in range(60):
        now[0] += 0.05
        reader._turn()
    assert max(map(len, arrived)) == 5
    assert b"".join(arrived).startswith(b"x" * 250 + b"$HELLO")


def test_a_file_that_is_no_port_is_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("do not lose me")
    done = subprocess.run(
        [sys.executable, "-m", "companion", "simulate", "reader", "--link", str(precious)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert (done.returncode, precious.read_text()) == (2, "do not lose me")
    assert done.stderr == f"companion: {precious} cannot be made: File exists. Name another one: --link.\n"


def test_a_die_of_twelve_numbers_is_thrown() -> None:
    reader = SimulatedReader({"placement": range(1, 13), "rotation": ("cw", "ccw")}, rng=Random(7))
    try:
        assert reader.throw({"placement": "12", "rotation": "ccw"}) == {"placement": 12, "rotation": 2}
        assert {side for _ in range(300) for side in reader.throw(["placement"]).values()} == set(range(1, 13))
    finally:
        reader.stop()
