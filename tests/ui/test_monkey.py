"""A monkey at the table: nothing breaks, nothing is answered twice, and home is never far."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import game_names
from tests.daily import share
from tests.ui.monkey import MOST_GROWTH, Monkey
from tests.ui.rig import Rig

TAPS = max(200, share(1_000))
"""The same ones each time: what longer runs find, ``python -m tests.ui.monkey`` finds with any seed."""


@pytest.mark.by_turns
@pytest.mark.parametrize("game", game_names())
def test_random_taps_and_dice_break_nothing(
    rig: Rig, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkey = Monkey(rig, game, "suite")
    monkey.tap_for(TAPS)
    # How much of it are answers, and how much undo, is luck: seed by seed from 2 to 18 of 400 taps.
    assert monkey.accepted["answer"]
    assert monkey.accepted.total() > TAPS / 50
    assert monkey.memory_growth() <= MOST_GROWTH
