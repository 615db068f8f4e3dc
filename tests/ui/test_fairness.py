"""From the list of games to the dice: what is said of them, by touch, with a real journal."""

from __future__ import annotations

from pathlib import Path

from tests.lookback.rolls import a_year
from tests.lookback.test_dice import SETUP
from tests.ui.evening import Evening


def ask(evening: Evening) -> None:
    """From home to the dice, and wait until they have been looked at."""
    evening.app.go("home")
    evening.hands.look()
    evening.app.go("history")
    evening.hands.look()
    evening.hands.tap("Are the dice fair?")
    evening.wait(evening.hands.screen._found.done)
    evening.hands.look(2)


def test_whoever_has_rolled_dice_can_ask_whether_they_are_fair(evening: Evening) -> None:
    hands, (game, log) = evening.hands, a_year()[3]
    assert game == SETUP.game
    game_id = evening.journal.create(SETUP, {})
    evening.journal.append_all(game_id, log)
    ask(evening)
    screen = hands.screen
    assert [view.row.text for view in screen.rows.views if view.shown] == ["Die 5", "Die 3"]
    assert screen.words.text.startswith("6 too often: ")
    assert sum(face.rolled for face in screen.chart.dice) == len(log)
    hands.touch(*screen.rows.views[1].center)
    assert screen.words.text == f"As far as {len(log)} rolls can tell, it is fair."
    hands.tap("Back")
    assert hands.root.name == "history"


def test_where_no_die_was_rolled_it_says_so(evening: Evening) -> None:
    evening.journal.create(SETUP, {})
    ask(evening)
    assert evening.hands.screen.none.text == "No real dice have been rolled here yet."
    assert not evening.hands.screen.chart.shown


def test_a_journal_that_cannot_be_read_is_said_in_a_sentence(evening: Evening, tmp_path: Path) -> None:
    evening.journal.create(SETUP, {})
    evening.app.go("history")
    evening.hands.look()
    evening.journal.path = tmp_path / "gone.db"
    evening.hands.tap("Are the dice fair?")
    evening.wait(evening.hands.screen._found.done)
    evening.hands.look(2)
    assert evening.hands.screen.none.text.startswith("There is no journal ")
