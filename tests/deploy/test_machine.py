"""The machine to test on: its clock, cuts of its power, and its command."""

from __future__ import annotations

import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from deploy.images.parts import Trouble
from tests.machine import machine
from tests.machine.commands import main
from tests.machine.machine import Machine, Stopwatch
from tests.machine.power import Cuts

# The clock: of a machine no time passes while its host has none for it.


def test_the_longest_wait_of_a_thread_does_not_count(tmp_path: Path) -> None:
    schedule(tmp_path, one=2, other=7)
    before = time.monotonic()
    watch = Stopwatch(tmp_path)
    schedule(tmp_path, one=5, other=8, newer=60)
    passed = watch.passed()
    assert -3 <= passed <= time.monotonic() - before - 3


def test_a_machine_that_has_gone_is_reported(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="The machine has gone"):
        Stopwatch(tmp_path / "task")


def schedule(folder: Path, **waited: int) -> None:
    """As Linux writes it: for each thread nanoseconds that it ran, nanoseconds that it waited, and how often."""
    for thread, seconds in waited.items():
        (folder / thread).mkdir(exist_ok=True)
        (folder / thread / "schedstat").write_text(f"123456789 {seconds}000000000 42\n")


# Cuts of the power, evenly over a time of which nobody knows beforehand how long it is.


@pytest.mark.parametrize("seconds", [3, 47, 1000])
def test_cuts_are_spread_from_the_first_moment_to_the_last(
    seconds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(Machine, "copy_pulled", lambda _, to: to.write_text(str(now - 100)))
    cuts = Cuts(Machine.__new__(Machine), tmp_path / "cuts", 8)
    while now < 100 + seconds:
        cuts.cut()
        now += 0.05
    moments = [float(disk.read_text()) for disk in cuts.chosen()]
    assert moments == sorted(set(moments))
    assert len(moments) == 8
    assert moments[0] < seconds / 4
    assert moments[-1] > seconds * 3 / 4
    apart = [later - earlier for earlier, later in pairwise(moments)]
    assert max(apart) < 4 * min(apart)


def test_a_time_too_short_for_them_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="only 0 cuts"):
        Cuts(Machine.__new__(Machine), tmp_path / "cuts", 8).chosen()


# The command.


COMMANDS = [["install"], ["screen", "x.png"], ["run", "true"], ["touch", "tap", "0.5", "0.5"], ["reader"], ["plug"],
            ["unplug"], ["stop"], ["stop", "--pull"]]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(("options", "more"), [([], ""), (["--arch", "arm64"], " --arch arm64")])
def test_without_a_machine_the_command_says_how_to_switch_one_on(
    words: list[str], options: list[str], more: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(machine, "RUNNING", tmp_path / "none")
    monkeypatch.setattr(sys, "argv", ["deploy/machine", words[0], *options, *words[1:]])
    assert main() == 1
    assert capsys.readouterr().err.endswith(f"is off. Switch it on: deploy/machine boot{more}\n")
    assert list(tmp_path.iterdir()) == []
