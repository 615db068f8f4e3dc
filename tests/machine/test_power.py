"""The power is cut while people play: what the reader was told is saved is saved."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from deploy.machines import qemu
from deploy.machines.machine import Machine
from deploy.machines.qemu import Parts
from deploy.machines.reader import Reader
from tests.machine import disk

CUTS = 100
"""For each kind of disk."""
NOTHING = "roll die1=2 die2=2 die3=3 die4=4 die5=4 die6=6"
"""A roll of Ten Thousand that is worth nothing, so that the next player is asked for one."""
LONGEST = 6.0
"""Seconds after which the power is gone, at the latest."""


@pytest.mark.parametrize("cache", ["writeback", "writethrough"])
def test_what_was_said_to_be_saved_outlives_every_cut(frozen: Machine, cache: str, tmp_path: Path) -> None:
    """``writeback``: what the disk has in its own volatile memory is lost, too."""
    luck = random.Random(cache)
    for cut in range(CUTS):
        frozen.go_on(Parts(cache=cache))
        told = _play(frozen, luck.uniform(0.5, LONGEST))
        frozen.pull_plug()
        rolls = [line for line in disk.log(frozen, tmp_path) if '"do":"roll"' in line]
        assert len(rolls) >= told, f"cut {cut}: {told} rolls were said to be saved"
    (frozen.folder / qemu.OVERLAY).unlink()


def _play(machine: Machine, seconds: float) -> int:
    """Roll for so long, and say how many rolls the companion has said to be saved."""
    told = 0
    with Reader(machine, "thousand") as reader:
        machine.plug_in_reader()
        until = None
        while until is None or time.monotonic() < until:
            reader.do(NOTHING)
            while reader.do("unacked") != "unacked 0" and (until is None or time.monotonic() < until):
                time.sleep(0.02)
            told += reader.do("unacked") == "unacked 0"
            until = until or time.monotonic() + seconds
    return told
