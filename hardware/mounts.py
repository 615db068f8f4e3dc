"""What is mounted where, as the kernel tells it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

FORGETFUL = ("overlay", "tmpfs", "ramfs")
"""Kinds of file systems that a machine forgets when its power goes, without a word."""
PLUGGED_IN = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Where a stick is mounted, by a desktop or by hand."""


class Mount(NamedTuple):
    """A file system of some ``kind`` (ext4, vfat, …) on a ``device``, and the folder at which it is found."""

    device: str
    folder: Path
    kind: str


def mounts(root: Path = Path("/")) -> list[Mount]:
    """All that is mounted, the latest last; ``root`` is where ``proc`` is. None where the kernel does not tell."""
    try:
        lines = (root / "proc/mounts").read_text(errors="replace").splitlines()
    except OSError:
        return []
    found = [line.split(" ") for line in lines]
    return [Mount(one[0], Path(one[1].replace("\\040", " ")), one[2]) for one in found if len(one) > 2]


def mount_of(path: Path, root: Path = Path("/")) -> Mount | None:
    """What a path is, or will be, kept on; None where that cannot be found out."""
    there = [mount for mount in mounts(root) if path.absolute().is_relative_to(mount.folder)]
    # Of two at the same folder the later one hides the earlier one.
    return max(reversed(there), key=lambda mount: len(mount.folder.parts), default=None)


def usb_drives(root: Path = Path("/")) -> list[Path]:
    """The folders of all USB drives that are mounted; ``root`` is where ``proc`` and ``sys`` are."""
    return [
        mount.folder
        for mount in mounts(root)
        if any(mount.folder.is_relative_to(place) for place in PLUGGED_IN) and _on_usb(Path(mount.device).name, root)
    ]


def _on_usb(device: str, root: Path) -> bool:
    where = os.path.realpath(root / "sys/class/block" / device)
    return any(part.startswith("usb") for part in Path(where).parts)
