"""Undo takes back one tap of a person, and redo stands beside it while there is something to do again."""

from __future__ import annotations

import pytest

from companion.core.asks import RollAsk
from tests.session.sensible import play_on
from tests.ui.finger import Finger
from tests.ui.gallery import SMALL, UPRIGHT, WIDE, sit_down
from tests.ui.hands import Hands, least_target
from tests.ui.pseudo import LONG


def to_the_dice(hands: Hands) -> None:
    session = sit_down(hands, "newyork")
    while not (session.table.begun and isinstance(session.table.ask, RollAsk)):
        play_on(session)
    session.pages.clear()
    hands.app.go("game")
    hands.look()


def bar(hands: Hands) -> list[str]:
    return [button.key for button in hands.root.nav.buttons if button.shown]


@pytest.mark.parametrize("size", [SMALL, WIDE, UPRIGHT])
def test_redo_stands_beside_undo(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    hands.speak(LONG)
    to_the_dice(hands)
    before = hands.session.table.hash()
    assert "redo" not in bar(hands)
    finger = Finger(hands)
    finger.amber()
    rolled = hands.session.table.hash()
    finger.nav("undo")
    assert hands.session.table.hash() == before
    hands.session.pages.clear()
    hands.app.refresh()
    hands.look()
    assert bar(hands)[:2] == ["undo", "redo"]
    shown = [button for button in hands.root.nav.buttons if button.shown]
    assert all(min(button.size) >= least_target() - 1 for button in shown)
    finger.nav("redo")
    assert hands.session.table.hash() == rolled
    assert "redo" not in bar(hands)
