"""Power failures: the disk of a machine as a cut would have left it, and what is on the disk of one that is off."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.images.parts import ROOT, need
from tests.machine.image import ROOT_START, SIZE
from tests.machine.machine import Machine
from tests.machine.table import JOURNAL

PATIENCE = 60
"""Timeout in seconds for helper programs."""


class Cuts:
    """Copies of ``machine``'s disk at evenly spaced calls of ``cut``."""

    def __init__(self, machine: Machine, folder: Path, wanted: int) -> None:
        self._machine, self._folder, self._wanted = machine, folder, wanted
        self._pause, self._last = 0.1, 0.0
        self._number = 0
        self._kept: list[Path] = []
        folder.mkdir()

    def cut(self) -> None:
        """Copy the disk, if one is due."""
        if time.monotonic() < self._last + self._pause:
            return
        self._last = time.monotonic()
        self._number += 1
        self._kept.append(self._folder / str(self._number))
        self._machine.copy_pulled(self._kept[-1])
        if len(self._kept) == 2 * self._wanted:
            for disk in self._kept[::2]:
                disk.unlink()
            del self._kept[::2]
            self._pause *= 2

    def chosen(self) -> list[Path]:
        """The wanted number of copies, from first to last."""
        last = len(self._kept) - 1
        assert last >= self._wanted - 1, f"only {last + 1} cuts"
        return [self._kept[last * at // max(self._wanted - 1, 1)] for at in range(self._wanted)]


def log(disk: Path, folder: Path) -> list[str]:
    """The saved game on a machine's disk, one entry per line, after a file system check."""
    need("e2fsck", "debugfs")
    with _system(disk, folder) as system:
        # The file system's journal must suffice for the repair; otherwise -p fails.
        _call("e2fsck", "-p", system, well=(0, 1))
        _call("e2fsck", "-fn", system)
        for end in ("", "-wal", "-shm"):
            (folder / f"journal.db{end}").unlink(missing_ok=True)
            _call("debugfs", "-R", f"dump {JOURNAL}{end} {folder}/journal.db{end}", system)
    said = _call(sys.executable, "-m", "companion", "log", "last", "--journal", folder / "journal.db")
    return said.splitlines()


@contextmanager
def _system(disk: Path, folder: Path) -> Iterator[Path]:
    """The system partition as a writable file, served by QEMU over FUSE."""
    need("qemu-storage-daemon", "fusermount3")
    served, pid = folder / "system", folder / "served.pid"
    served.touch()
    size = int(SIZE.removesuffix("G")) << 30
    serve: list[str | Path] = [
        "qemu-storage-daemon", "--daemonize", "--pidfile", pid,
        "--blockdev", f"driver=file,node-name=file,filename={disk}",
        "--blockdev", "driver=qcow2,node-name=disk,file=file",
        "--blockdev", f"driver=raw,node-name=system,file=disk,offset={ROOT_START * 512},size={size}",
        "--export", f"type=fuse,id=system,node-name=system,mountpoint={served},writable=on",
    ]  # fmt: skip
    _call(*serve)
    daemon = int(pid.read_text())
    try:
        yield served
    finally:
        os.kill(daemon, signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while pid.exists():  # It is removed at its very end.
            assert time.monotonic() < end, "qemu-storage-daemon does not end."
            time.sleep(0.02)


def _call(*command: str | Path, well: tuple[int, ...] = (0,)) -> str:
    path = "/usr/sbin:/sbin:/usr/bin:/bin"
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={"PATH": path}, check=False)
    assert done.returncode in well, f"{command[0]}: {done.stdout}{done.stderr}"
    return done.stdout
