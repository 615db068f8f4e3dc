"""Reads the disk of a stopped machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.machines.recipe import ROOT_START, SIZE
from deploy.machines.tools import ROOT, need
from tests.machine.table import JOURNAL

PATIENCE = 60
"""Timeout in seconds for helper programs."""


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
    serve = [
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
