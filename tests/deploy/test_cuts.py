"""Cuts of the power, evenly over a time of which nobody knows beforehand how long it is."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.machine.machine import Machine
from tests.machine.power import Cuts


@pytest.mark.parametrize("seconds", [3, 47, 1000])
def test_they_are_spread_from_the_first_moment_to_the_last(
    seconds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(Machine, "copy_pulled", lambda _, to: to.write_text(str(now - 100)))
    cuts = Cuts(Machine.__new__(Machine), tmp_path / "cuts", 8)
    while now < 100 + seconds:
        cuts.cut()
        now += 0.05
    moments = [float(disk.read_text()) for disk in cuts.chosen()]
    assert moments == sorted(set(moments))
    assert len(moments) == 8
    assert moments[0] < seconds / 4
    assert moments[-1] > seconds * 3 / 4
    apart = [later - earlier for earlier, later in pairwise(moments)]
    assert max(apart) < 4 * min(apart)


def test_a_time_too_short_for_them_is_told(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="only 0 cuts"):
        Cuts(Machine.__new__(Machine), tmp_path / "cuts", 8).chosen()
