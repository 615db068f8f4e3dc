"""Tables in the middle of an action phase."""

from __future__ import annotations

import pytest

from tests.games.krysis.helpers import ALL, KrysisTable, second_turn


@pytest.fixture
def public() -> KrysisTable:
    """Ben's turn, then cat's; ann has done overtime. Nothing private is tracked."""
    return second_turn(KrysisTable(3, agents={"f1": {"speed": 9}}))


@pytest.fixture
def knowing() -> KrysisTable:
    """The same with everything tracked."""
    return second_turn(KrysisTable(3, ALL, {"missions": "on"}))
