"""The sensible player."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.escape.box import GAME
from tests.games.escape.helpers import EscapeTable, line


def entered(luck: float, **pack: Any) -> int:
    """What it enters on the first line that is asked at the end."""
    evening = EscapeTable("ann ben", **pack).until("turn", day=3)
    evening.say("escape", seat="ann")
    evening.until("line")
    return GAME.player.advise(evening.table.state, evening.table.legal() or (), lambda: luck).value


@pytest.mark.parametrize("luck", [0.0, 0.5, 0.999])
def test_it_enters_what_could_stand_on_a_score_sheet(luck: float) -> None:
    """R-EP-92: no line is less than nothing, and a total is more than any one line."""
    assert 0 <= entered(luck, scoring=[line("loot", "free")]) <= 30 < entered(luck) <= 120
