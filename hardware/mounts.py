"""Mounted file systems, from ``/proc``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

FORGETFUL = ("overlay", "tmpfs", "ramfs")
"""Types of file systems that are lost at power off."""
PLUGGED_IN = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Usual mount points of USB drives."""


class Mount(NamedTuple):
    """A file system of type ``kind`` (ext4, vfat, …) on a ``device``, and its mount point."""

    device: str
    folder: Path
    kind: str


def mounts(root: Path = Path("/")) -> list[Mount]:
    """All mounts, latest last; ``root`` contains ``proc``. Empty if the kernel does not provide them."""
    try:
        lines = (root / "proc/mounts").read_text(errors="replace").splitlines()
    except OSError:
        return []
    found = [line.split(" ") for line in lines]
    return [Mount(one[0], Path(one[1].replace("\\040", " ")), one[2]) for one in found if len(one) > 2]


def mount_of(path: Path, root: Path = Path("/")) -> Mount | None:
    """The file system of a path, which need not exist; None if unknown."""
    there = [mount for mount in mounts(root) if path.absolute().is_relative_to(mount.folder)]
    # A later mount hides an earlier one at the same folder.
    return max(reversed(there), key=lambda mount: len(mount.folder.parts), default=None)


def usb_drives(root: Path = Path("/")) -> list[Path]:
    """The mount points of all USB drives; ``root`` contains ``proc`` and ``sys``."""
    return [
        mount.folder
        for mount in mounts(root)
        if any(mount.folder.is_relative_to(place) for place in PLUGGED_IN) and _on_usb(Path(mount.device).name, root)
    ]


def _on_usb(device: str, root: Path) -> bool:
    where = os.path.realpath(root / "sys/class/block" / device)
    return any(part.startswith("usb") for part in Path(where).parts)
