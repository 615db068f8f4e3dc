"""The power is cut while people play: what the reader was told is saved is saved."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.machine import power, qemu
from tests.machine.devices import Reader
from tests.machine.machine import Machine
from tests.machine.qemu import Parts

PLAYS, CUTS = 20, 5
"""So often a game goes on for each kind of disk, and so many cuts each time: 100 for each kind."""
NOTHING = "roll die1=2 die2=2 die3=3 die4=4 die5=4 die6=6"
"""A roll of Ten Thousand that is worth nothing, so that the next player is asked for one."""
LONGEST = 4.0
"""Seconds of play between two cuts, at most."""


@pytest.mark.parametrize("cache", ["writeback", "writethrough"])
def test_what_was_said_to_be_saved_outlives_every_cut(frozen: Machine, cache: str, tmp_path: Path) -> None:
    """``writeback``: what the disk has in its own volatile memory is lost, too.

    The last cut of each game is one; at those before it the disk is kept as a cut would leave it, and the game goes on.
    """
    luck = random.Random(cache)
    last = frozen.folder / qemu.OVERLAY
    for play in range(PLAYS):
        frozen.go_on(Parts(cache=cache))
        told = {}
        with Reader(frozen, "thousand") as reader:
            frozen.plug_in_reader()
            game = Game(reader)
            for cut in range(CUTS):
                game.play(luck.uniform(0.1, LONGEST))
                disk_then = last if cut == CUTS - 1 else frozen.folder / f"cut-{cut}.qcow2"
                told[disk_then] = game.saved()
                if disk_then != last:
                    frozen.copy_pulled(disk_then)
        frozen.pull_plug()
        for kept, saved in told.items():
            rolls = [line for line in power.log(kept, tmp_path) if '"do":"roll"' in line]
            assert len(rolls) >= saved, f"game {play}, {kept.name}: {saved} rolls were said to be saved"
            kept.unlink()


class Game:
    """Rolls of a reader, one after the other."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._rolls = 0
        # Until the companion has found the reader.
        self._roll()
        while not self.saved():
            time.sleep(0.1)

    def play(self, seconds: float) -> None:
        """Roll for so long: the next time as soon as the companion has said that it has saved what came before."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.saved() == self._rolls:
                self._roll()
            time.sleep(0.02)

    def saved(self) -> int:
        """How many rolls the companion has said to be saved by now."""
        _, _, unsaved = self._reader.do("unacked").partition(" ")
        return self._rolls - int(unsaved)

    def _roll(self) -> None:
        self._reader.do(NOTHING)
        self._rolls += 1
