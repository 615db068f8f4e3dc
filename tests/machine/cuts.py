"""Simulated power failures of a running machine."""

from __future__ import annotations

import time
from pathlib import Path

from deploy.machines.machine import Machine


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
