"""What is on a machine's disk while it is off, read by this host."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from deploy.machines import qemu
from deploy.machines.machine import Machine
from deploy.machines.recipe import ROOT_START, SIZE
from deploy.machines.tools import ROOT, need
from tests.machine.table import JOURNAL


def log(machine: Machine, folder: Path) -> list[str]:
    """The saved game, an entry a line, after the file system has been mended from its own journal, as at a start."""
    need("qemu-img", "e2fsck", "debugfs")
    root = folder / "root"
    place = f"offset={ROOT_START * 512},size={SIZE}"
    file = f"file.driver=qcow2,file.file.driver=file,file.file.filename={machine.folder / qemu.OVERLAY}"
    _call("qemu-img", "convert", "-O", "raw", "--image-opts", f"driver=raw,{place},{file}", root)
    # 1: something was mended; that is what a journal is for.
    _call("e2fsck", "-fy", root, well=(0, 1))
    for end in ("", "-wal", "-shm"):
        (folder / f"journal.db{end}").unlink(missing_ok=True)
        _call("debugfs", "-R", f"dump {JOURNAL}{end} {folder}/journal.db{end}", root)
    root.unlink()
    said = _call(sys.executable, "-m", "companion", "log", "last", "--journal", folder / "journal.db")
    return said.splitlines()


def _call(*command: str | Path, well: tuple[int, ...] = (0,)) -> str:
    path = "/usr/sbin:/sbin:/usr/bin:/bin"
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={"PATH": path}, check=False)
    assert done.returncode in well, f"{command[0]}: {done.stdout}{done.stderr}"
    return done.stdout
