"""The programs that are needed, and the line that installs one that is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The checkout."""
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "table-companion"
"""Where images and wheels are kept; all of it can be deleted at any time."""
PACKAGES = {
    "mmdebstrap": "mmdebstrap",
    "newuidmap": "uidmap",
    "fakeroot": "fakeroot",
    "mke2fs": "e2fsprogs",
    "debugfs": "e2fsprogs",
    "sfdisk": "fdisk",
    "mkfs.fat": "dosfstools",
    "mcopy": "mtools",
    "xz": "xz-utils",
    "qemu-img": "qemu-utils",
    "qemu-storage-daemon": "qemu-system-common",
    "fusermount3": "fuse3",
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "qemu-x86_64-static": "qemu-user-static",
    "fdtput": "device-tree-compiler",
    "git": "git",
    "zstd": "zstd",
}
"""The Debian package of each program."""


class Trouble(Exception):
    """Something that a person has to put right; the message says what and how."""


def need(*programs: str) -> None:
    """Trouble unless all of these are here."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
    missing = {PACKAGES[program] for program in programs if not shutil.which(program, path=path)}
    if missing:
        raise Trouble(f"Missing on this machine. Install it: sudo apt-get install {' '.join(sorted(missing))}")


def say(line: str) -> None:
    """A line for the person who waits."""
    print(line, file=sys.stderr, flush=True)


def call(command: Sequence[str | Path], log: Path, cwd: Path | None = None) -> None:
    """Run a program to its end; what it says goes to ``log``, and its last lines into the trouble if it fails."""
    log.parent.mkdir(parents=True, exist_ok=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
    with log.open("w") as file:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            env={**os.environ, "PATH": path},
            cwd=cwd,
            check=False,
        )
    if done.returncode:
        last = "\n".join(log.read_text(errors="replace").splitlines()[-8:])
        raise Trouble(f"{command[0]} failed; all it said is in {log}. Its last lines:\n{last}")


@contextmanager
def made_whole(place: Path) -> Iterator[Path]:
    """A folder to fill that becomes ``place`` only when nothing went wrong; half of one is never found there."""
    unfinished = place.with_name(f"{place.name}.{os.getpid()}")
    unfinished.mkdir(parents=True)
    try:
        yield unfinished
        if not place.exists():
            unfinished.rename(place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
