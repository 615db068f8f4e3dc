"""From the list of games to how they have ended and to their dice, by touch, with a real journal."""

from __future__ import annotations

import random
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal import SavedGame
from companion.table.log import Setup
from companion.table.result import evening as evening_of
from companion.table.result import timestamp, year
from tests.journal.test_games import BEFORE
from tests.journal.test_results import result
from tests.lookback.rolls import a_year
from tests.lookback.test_dice import SETUP
from tests.ui.hands import Hands
from tests.ui.people_states import an_evening
from tests.ui.rig import Rig
from ui.model.library import Library


def shown(hands: Hands) -> list[str]:
    return [view.row.text for view in hands.screen.rows.views if view.shown]


def look_at_results(rig: Rig) -> None:
    """From the games."""
    rig.app.go("home")
    rig.hands.look()
    rig.app.go("history")
    rig.hands.look()
    rig.hands.tap("Results")


def test_a_year_of_games_is_counted_by_people_and_by_games(rig: Rig) -> None:
    hands, luck, results = rig.hands, random.Random(11), rig.journal.results
    games = [replace(result(n, luck), ended=timestamp(datetime.now().timestamp() - n * 90000)) for n in range(30)]
    rig.app.library.start("thousand", ["player1", "player2"], {})
    for game in games:
        results.add(game)
    look_at_results(rig)
    assert hands.root.name == "results"
    assert hands.screen.when["evening"].role == "chosen"
    assert len(hands.screen.rows.rows) == results.count(hands.screen._span("evening")) >= 1
    hands.tap("Always")
    assert len(hands.screen.rows.rows) == 30
    assert hands.screen.sum.text.startswith("30 games, ")
    hands.tap("People")
    by_person = results.counts("person")
    assert [row.text for row in hands.screen.rows.rows] == [one.what for one in by_person]
    hands.touch(*hands.screen.rows.views[0].center)
    name = by_person[0].what
    assert hands.screen.title.text == name
    assert len(hands.screen.rows.rows) == by_person[0].played
    assert hands.screen.sum.text.startswith(f"won {by_person[0].won} of {by_person[0].played} game")
    hands.tap("Back")
    assert hands.screen.title.text == "Results"
    hands.tap("By game")
    assert {"Newyork", "Krysis", "tutorial", "docks"} >= {row.text for row in hands.screen.rows.rows}
    assert sum(row.icon.startswith("game:") for row in hands.screen.rows.rows) == 2
    hands.tap("Back")
    assert hands.root.name == "history"


def test_results_of_older_games_are_computed_in_the_background(hands: Hands, tmp_path: Path) -> None:
    shutil.copy(BEFORE, tmp_path / "journal.db")
    table = Rig(hands, tmp_path / "journal.db")
    for game in table.journal.games():
        table.journal.note(game.id, confirmed=game.rev)
    look_at_results(table)
    table.wait(lambda: len(hands.screen.rows.rows) == 2)
    hands.look(2)
    assert shown(hands)[1] == "Ten Thousand"
    hands.touch(*hands.screen.rows.views[1].center)
    assert hands.root.name == "lookback"
    table.close()


def test_without_finished_games_the_results_say_so(rig: Rig) -> None:
    rig.app.library.start("thousand", ["player1", "player2"], {})
    look_at_results(rig)
    assert rig.hands.screen.empty.text == "No game has been played to its end here yet."
    rig.hands.tap("This year")
    assert rig.hands.screen.empty.text == "No game has been played to its end this year."


def test_an_evening_goes_on_after_midnight() -> None:
    late, next_noon = datetime(2026, 3, 8, 2, 30), datetime(2026, 3, 8, 12)
    assert evening_of(late) == evening_of(late - timedelta(hours=5)) == timestamp(datetime(2026, 3, 7, 6).timestamp())
    assert evening_of(next_noon) == timestamp(datetime(2026, 3, 8, 6).timestamp())
    assert year(late) == timestamp(datetime(2026, 1, 1).timestamp())


def test_only_the_visible_page_of_games_is_read(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    hands, read = rig.hands, list[tuple[int, int | None]]()
    for _ in range(40):
        rig.journal.create(Setup("newyork", "manhattan_nights", "0" * 32, ["father"], {}), {})
    saved = Library.saved

    def counted(library: Library, first: int = 0, most: int | None = None) -> list[SavedGame]:
        read.append((first, most))
        return saved(library, first, most)

    monkeypatch.setattr(Library, "saved", counted)
    rig.app.go("home")
    hands.look()
    rig.app.go("history")
    hands.look(2)
    rows = hands.screen.rows
    assert (len(rows.rows), rows.pages() > 5) == (40, True)
    for _ in range(3):
        hands.touch(*rows.after.center)
        hands.look(2)
    assert rows.page == 3
    assert all(most is not None and most <= rows.capacity(arrows=True) for _, most in read), read
    assert len(set(read)) == 4
    asked = len(read)
    rig.app.refresh()
    hands.look(2)
    assert len(set(read[asked:])) <= 1


# Their dice.


def ask(rig: Rig) -> None:
    """From home to the dice, and wait until they have been looked at."""
    rig.app.go("home")
    rig.hands.look()
    rig.app.go("history")
    rig.hands.look()
    rig.hands.tap("Are the dice fair?")
    rig.wait(rig.hands.screen._found.done)
    rig.hands.look(2)


def test_fairness_is_offered_once_dice_were_rolled(rig: Rig) -> None:
    hands, (game, log) = rig.hands, a_year()[3]
    assert game == SETUP.game
    game_id = rig.journal.create(SETUP, {})
    rig.journal.append_all(game_id, log)
    rig.journal.note(game_id, finished=True, result=an_evening(0, random.Random(1)))
    ask(rig)
    screen = hands.screen
    assert [view.row.text for view in screen.rows.views if view.shown] == ["Die 5", "Die 3"]
    assert screen.words.text.startswith("6 too often: ")
    assert sum(face.rolled for face in screen.chart.dice) == len(log)
    hands.touch(*screen.rows.views[1].center)
    assert screen.words.text == f"As far as {len(log)} rolls can tell, it is fair."
    hands.tap("Back")
    assert hands.root.name == "history"


def test_without_rolled_dice_fairness_says_so(rig: Rig) -> None:
    rig.journal.create(SETUP, {})
    ask(rig)
    assert rig.hands.screen.none.text == "No real dice have been rolled here yet."
    assert not rig.hands.screen.chart.shown


def test_an_unreadable_journal_is_explained(rig: Rig, tmp_path: Path) -> None:
    rig.journal.create(SETUP, {})
    rig.app.go("history")
    rig.hands.look()
    rig.journal.path = tmp_path / "gone.db"
    rig.hands.tap("Are the dice fair?")
    rig.wait(rig.hands.screen._found.done)
    rig.hands.look(2)
    assert rig.hands.screen.none.text.startswith("There is no journal ")
