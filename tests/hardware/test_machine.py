"""What the doctor says about the machine itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.core.texts import plain
from hardware import machine


@pytest.fixture(autouse=True)
def systemd(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What ``systemctl show`` says: no such service."""
    said = ["LoadState=not-found\nNRestarts=0\n"]
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=said[-1]))
    return said


def found(root: Path) -> dict[str, tuple[bool, str]]:
    return {plain(one.name): (one.well, plain(one.text)) for one in machine.checks(root, root / "data" / "games")}


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def test_what_the_kernel_does_not_tell_is_left_out(tmp_path: Path) -> None:
    assert found(tmp_path).keys() == {"disk", "clock"}


def test_a_disk_says_how_much_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, well in ((5_000, True), (199, False)):
        monkeypatch.setattr(
            shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free * 2**20, used=2**30, total=4 * 2**30)
        )
        assert found(tmp_path)["disk"][0] == well
        assert str(free) in found(tmp_path)["disk"][1]
        assert ("25 %" in found(tmp_path)["disk"][1]) == well


def test_a_disk_that_cannot_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    well, sentence = found(tmp_path)["disk"]
    assert not well
    assert sentence.startswith("It cannot be written to, so nothing is saved.")


@pytest.mark.parametrize(
    ("folder", "kind", "well"),
    [
        ("data", "overlay", False),
        ("", "tmpfs", False),
        ("data", "ext4", True),
        ("elsewhere", "overlay", True),
    ],
)
def test_a_disk_that_forgets_everything_at_power_off(tmp_path: Path, folder: str, kind: str, well: bool) -> None:
    write(tmp_path, "proc/mounts", f"/dev/root / ext4 rw 0 0\nover {tmp_path / folder} {kind} rw,relatime 0 0\n")
    ok, sentence = found(tmp_path)["disk"]
    assert ok == well
    assert ("gone at power-off" in sentence) != well


def test_a_real_partition_below_an_overlay_keeps_games(tmp_path: Path) -> None:
    data = str(tmp_path / "data").replace(" ", "\\040")
    write(
        tmp_path,
        "proc/mounts",
        f"overlay / overlay rw 0 0\noverlay {data} overlay rw 0 0\n/dev/p3 {data} ext4 rw 0 0\n",
    )
    assert found(tmp_path)["disk"][0]


@pytest.mark.parametrize(
    ("told", "expected"),
    [("0x01 0x02", (True, "20 per cent")), ("0x0b 0x01", (False, "worn out")), ("0x00 0x00", None)],
)
def test_the_wear_of_a_disk_that_tells_it(tmp_path: Path, told: str, expected: Any) -> None:
    write(tmp_path, "sys/block/mmcblk0/device/life_time", f"{told}\n")
    wear = found(tmp_path).get("wear of the disk")
    assert (wear is None) == (expected is None)
    if wear is not None:
        assert wear[0] == expected[0]
        assert expected[1] in wear[1]


def test_a_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no network has set it" in found(tmp_path)["clock"][1]
    write(tmp_path, "run/systemd/timesync/synchronized", "")
    assert "set by the network" in found(tmp_path)["clock"][1]
    monkeypatch.setattr(time, "time", lambda: 0.0)
    well, sentence = found(tmp_path)["clock"]
    assert not well
    assert "cannot be" in sentence


@pytest.mark.parametrize("alarm", ["0", "1"])
def test_a_power_supply_that_is_too_weak(tmp_path: Path, alarm: str) -> None:
    write(tmp_path, "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    assert "power supply" not in found(tmp_path)
    write(tmp_path, "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")
    assert found(tmp_path)["power supply"][0] == (alarm == "0")


@pytest.mark.parametrize(("thousandths", "well"), [("47321", True), ("80000", False)])
def test_how_warm_it_is(tmp_path: Path, thousandths: str, well: bool) -> None:
    write(tmp_path, "sys/class/thermal/thermal_zone0/temp", f"{thousandths}\n")
    assert found(tmp_path)["temperature"][0] == well


def test_restarts_are_counted(tmp_path: Path, systemd: list[str]) -> None:
    systemd.append("LoadState=loaded\nNRestarts=0\n")
    assert found(tmp_path)["restarts"] == (True, "None since the machine was switched on.")
    systemd.append("LoadState=loaded\nNRestarts=2\n")
    well, sentence = found(tmp_path)["restarts"]
    assert not well
    assert sentence.startswith("It had to be restarted 2 times. The last time nobody knows why (?).")


@pytest.mark.parametrize(
    ("ended", "well", "why"),
    [
        ("watchdog ABRT", False, "it did not answer any more (watchdog ABRT)."),
        ("exit-code 1", False, "it ended with a fault (exit-code 1)."),
        ("core-dump SEGV", False, "it crashed (core-dump SEGV)."),
        ("success 0", True, "somebody had left it."),
    ],
)
def test_a_restart_says_why(tmp_path: Path, systemd: list[str], ended: str, well: bool, why: str) -> None:
    systemd.append("LoadState=loaded\nNRestarts=1\n")
    write(tmp_path, "data/games/ended", ended + "\n")
    ok, sentence = found(tmp_path)["restarts"]
    assert ok == well
    assert f"The last time {why}" in sentence


def test_without_systemd_nothing_is_said_of_restarts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> None:
        raise FileNotFoundError("systemctl")

    monkeypatch.setattr(subprocess, "run", nowhere)
    assert "restarts" not in found(tmp_path)
