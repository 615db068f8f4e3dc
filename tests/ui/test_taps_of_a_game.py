"""How many taps a game takes: counted over rounds that are played with fingers, and kept from growing."""

from __future__ import annotations

import pytest

from companion.core.asks import is_chance
from tests.ui import reach
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands

ANSWERS = 40
MOST = 2.63
"""Taps for each answer, with the pages that are read and laid out in between: measured 2.625 for these answers."""
ROUTINE, RARE = 2, 3
"""Taps of one answer; a skill is used on the sheet beside the table, which takes one more."""
SKILLS = 1
"""How many of these answers use a skill."""


def test_a_game_takes_no_more_taps_than_it_did(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    flow = sit_down(hands, "newyork")
    taps: list[tuple[float, float]] = []
    touch = hands.touch
    monkeypatch.setattr(hands, "touch", lambda x, y, **more: (taps.append((x, y)), touch(x, y, **more)))
    each: list[int] = []
    while len(each) < ANSWERS and flow.mode != "over":
        hands.app.go("game")
        hands.look()
        before = len(taps)
        if flow.mode == "choose" and hands.root.name == "table":
            answer = flow.table.game.advise(flow.table.state, flow.table.legal() or [], lambda: 0.5)
            reach.give(hands, answer)
            each.append(len(taps) - before)
        elif flow.pages:
            hands.touch(*hands.screen.primary.center)
        elif is_chance(flow.table.ask):
            flow.draw()
        else:
            flow.answer(flow.table.game.advise(flow.table.state, flow.table.legal() or [], lambda: 0.5))
    assert len(each) > 10
    assert max(each) <= RARE, each
    assert sum(count > ROUTINE for count in each) <= SKILLS, each
    assert len(taps) / len(each) <= MOST, (len(taps), len(each))
