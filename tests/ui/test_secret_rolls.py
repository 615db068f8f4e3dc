"""A roll under a cup: its player alone is asked for it and sees it, dealt by the companion or entered by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.tests.common import UnitTestTouch

from companion.core.answers import Roll
from companion.core.texts import plain
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.games.cups.game import DICE, GAME, Bid
from tests.installed import install_plain_games
from tests.ui.gallery import SMALL, UPRIGHT, WIDE
from tests.ui.hands import Hands, clipped
from tests.ui.test_plain_games import new_table
from tests.ui.test_secrets_drawn import shared_screens
from ui.model.history import latest, pieces
from ui.widgets.counters import CounterNumber, Zone


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install_plain_games(monkeypatch, tmp_path)


def figures(hands: Hands) -> list[str]:
    return [plain(part.counter.value) for part in hands.parts() if isinstance(part, CounterNumber) and part.counter]


@pytest.mark.parametrize("size", [SMALL, UPRIGHT, WIDE])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_companion_rolls_for_one_player_who_alone_is_shown_the_result(
    hands: Hands, size: tuple[int, int], language: str
) -> None:
    hands.resize(*size)
    hands.speak(language)
    table = hands.sit(new_table("cups"))
    assert (hands.root.name, table.ask.only) == ("private", "player1")
    hands.touch(*hands.screen.primary.center)
    assert hands.root.name == "dice"
    hands.touch(*hands.screen.primary.center)
    assert (hands.root.name, hands.app.looking, hands.screen.seat) == ("private", "private", "player1")
    cup = ", ".join(map(str, table.state.now.cup["player1"]))
    assert cup not in figures(hands)
    held = UnitTestTouch(*hands.screen.primary.center)
    held.touch_down()
    hands.look(2)
    assert cup in figures(hands)
    assert {part.sign for part in hands.parts() if isinstance(part, Zone)} == {""}, "nothing to tap on a fixed number"
    held.touch_up()
    hands.look(2)
    assert cup not in figures(hands)
    hands.touch(*hands.screen.back.center)
    assert (hands.root.name, hands.app.looking, hands.screen.seat) == ("private", "game", "player2")
    assert clipped == set()


@pytest.mark.parametrize("size", [SMALL, UPRIGHT], ids=str)
def test_other_dice_under_a_cup_are_drawn_on_no_shared_screen(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    pictures = []
    for face in (2, 5):
        table = Table(GAME, load_pack(GAME), ["ann", "ben"], {}, chance={"dice": "asked"}, clock=lambda: 0.0)
        for dice in (dict.fromkeys(DICE, face), dict.fromkeys(DICE, 1)):
            table.answer(Roll(dice))
        table.answer(Bid(3, 2))
        pictures.append(dict(shared_screens(hands, table, table.rev)))
    assert pictures[0] == pictures[1]


def test_a_roll_by_hand_is_entered_alone_and_is_nowhere_afterwards(hands: Hands) -> None:
    table = hands.sit(new_table("cups"))
    hands.session.set_chance("dice", "asked")
    hands.look()
    for seat in ("player1", "player2"):
        assert (hands.root.name, hands.screen.seat) == ("private", seat)
        assert not any("die" in label for label in hands.labels())
        hands.touch(*hands.screen.primary.center)
        for _ in range(5):
            hands.tap("6")
    assert table.state.now.cup == {"player1": [6] * 5, "player2": [6] * 5}
    assert hands.root.name == "table"
    assert [pieces(table, played) for played in table.history.line] == [(), ()]
    rows = latest(hands.session, 5, lambda rev: lambda: None)
    assert [row.text for row in rows] == ["Rolled: in secret"] * 2
    hands.tap("Secrets")
    assert hands.root.name == "private"
