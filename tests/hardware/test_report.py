"""The report of the doctor: where it goes, and what is not in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.texts import T, plain
from companion.doctor import Check
from hardware import machine as report
from hardware.machine import folders, save

CHECKS = [
    Check(T("clock"), True, "12:00"),
    Check(T("disk"), False, T("Only {n} MB are left. Delete what is not needed.", n=3)),
]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine with a stick, a disk that is no stick, and a stick that is not where sticks are."""
    for name, bus in (
        ("sda1", "pci0/usb1/1-1/block/sda"),
        ("sdb1", "pci0/ata1/block/sdb"),
        ("sdc1", "pci0/usb2/block/sdc"),
    ):
        (tmp_path / "sys/devices" / bus / name).mkdir(parents=True)
        (tmp_path / "sys/class/block").mkdir(parents=True, exist_ok=True)
        (tmp_path / "sys/class/block" / name).symlink_to(tmp_path / "sys/devices" / bus / name)
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/mounts").write_text(
        "/dev/sdc1 / ext4 rw 0 0\n/dev/sdb1 /media/games ext4 rw 0 0\n/dev/sda1 /media/ana/MY\\040STICK vfat rw 0 0\n"
    )
    return tmp_path


def test_a_stick_comes_first_and_the_folder_of_saved_games_last(machine: Path) -> None:
    data = machine / "data"
    assert folders(machine, data) == [Path("/media/ana/MY STICK"), data]
    (machine / "proc/mounts").unlink()
    assert folders(machine, data) == [data]


def test_what_is_wrong_stands_first(tmp_path: Path) -> None:
    lines = save(CHECKS, plain, [tmp_path / "new"]).read_text().splitlines()
    assert lines[1:5] == [
        "1 thing needs a look.",
        "",
        "bad  disk: Only 3 MB are left. Delete what is not needed.",
        "ok   clock: 12:00",
    ]
    assert any(line.startswith("Python 3.") for line in lines)
    assert [file.suffix for file in (tmp_path / "new").iterdir()] == [".txt"]


def test_a_folder_that_takes_nothing_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    file = save(CHECKS, plain, [tmp_path / "file" / "stick", tmp_path])
    assert file.parent == tmp_path
    with pytest.raises(OSError, match="Not a directory"):
        save(CHECKS, plain, [tmp_path / "file" / "stick"])


def test_nothing_in_it_tells_who_or_which_device() -> None:
    port = "/dev/serial/by-id/usb-Arduino__www.arduino.cc__0043_857353138323517F0A1-if00"
    told = [
        Check("ports", True, T("Found: {ports}.", ports=f"{port}, {port}")),
        Check("disk", True, "/home/ana/.local/share/companion is good."),
        Check("reader", False, f"The port {port} is not open."),
    ]
    said = report.text(told, plain)
    assert "8573" not in said
    assert "ana" not in said
    assert "bad  reader: The port /dev/serial/by-id/… is not open." in said
    assert "Found: /dev/serial/by-id/…, /dev/serial/by-id/…." in said
    assert "~/.local/share/companion is good." in said
