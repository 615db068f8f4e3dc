"""The partition for what is kept, with every program that changes a disk replaced by one that notes what it is told."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "deploy" / "data"
ANSWERS = {
    "findmnt": 'case "$*" in *SOURCE*) echo /dev/sdx1 ;; *) exit 1 ;; esac',
    "lsblk": "echo sdx",
    "sfdisk": """case "$*" in
        *--dump*) printf 'label: dos\\n/dev/sdx1 : start=2048, size=6144, type=83\\n' ;;
        *--list-free*) printf 'Start End Sectors Size\\n8192 1999999 1991808 972M\\n' ;;
        *) cat >>"$NOTED" ;; esac""",
    "modprobe": "exit 1",
    "losetup": 'case "$*" in *--find*) echo /dev/loop7 ;; esac',
    "blkid": 'case "$*" in *-p*) cat "$LABEL" ;; esac',
    "mkfs.ext4": "[ ! -e $BROKEN ]",
    "partx": "true",
    "e2fsck": "true",
    "sync": "true",
}
"""What each program says of a disk whose first partition is the system, and whose rest is free."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    for name, does in ANSWERS.items():
        program = tmp_path / "bin" / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >>"$NOTED"\n{does}\n')
        program.chmod(0o755)
    (tmp_path / "label").touch()
    return tmp_path


def run(machine: Path, *options: str) -> tuple[int, str, list[str]]:
    """Run the script; gives its status, what it complained of, and what was done."""
    noted = machine / "noted"
    noted.touch()
    environment = {
        "PATH": f"{machine}/bin:/usr/bin:/bin", "NOTED": str(noted), "LABEL": str(machine / "label"),
        "BROKEN": str(machine / "broken"),
    }  # fmt: skip
    done = subprocess.run(["sh", DATA, *options], env=environment, capture_output=True, text=True, check=False)
    changing = ("losetup", "mkfs", "start=", "partx", "e2fsck")
    return done.returncode, done.stderr, [line for line in noted.read_text().splitlines() if line.startswith(changing)]


def test_the_file_system_is_whole_before_the_partition_is_in_the_table(machine: Path) -> None:
    assert run(machine) == (0, "", [
        f"losetup --find --show --offset {8192 * 512} --sizelimit {1987712 * 512} /dev/sdx",
        "mkfs.ext4 -q -F -m 1 -L companion-data /dev/loop7",
        "losetup --detach /dev/loop7",
        "start=8192, size=1987712, type=L",
        "partx --add --nr 2 /dev/sdx",
        "e2fsck -p /dev/sdx2",
    ])  # fmt: skip


def test_games_of_a_system_that_was_written_anew_are_kept(machine: Path) -> None:
    (machine / "label").write_text("companion-data\n")
    status, _, done = run(machine)
    assert status == 0
    assert not any(line.startswith("mkfs") for line in done)
    assert "partx --add --nr 2 /dev/sdx" in done


def test_a_disk_that_takes_no_file_system_is_told_and_its_table_stays(machine: Path) -> None:
    (machine / "broken").touch()
    status, said, done = run(machine)
    assert (status, said) == (1, "There could be no file system on /dev/sdx: the disk may be worn out.\n")
    assert done[-1] == "losetup --detach /dev/loop7"


def test_a_check_changes_nothing(machine: Path) -> None:
    assert run(machine, "check") == (0, "", [])
