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
from tests.ui.evening import Evening
from tests.ui.hands import Hands
from ui.model.library import Library


def shown(hands: Hands) -> list[str]:
    return [view.row.text for view in hands.screen.rows.views if view.shown]


def look_at_results(evening: Evening) -> None:
    """From the games."""
    evening.app.go("home")
    evening.hands.look()
    evening.app.go("history")
    evening.hands.look()
    evening.hands.tap("Results")


def test_a_year_of_games_is_counted_by_people_and_by_games(evening: Evening) -> None:
    hands, luck, results = evening.hands, random.Random(11), evening.journal.results
    games = [replace(result(n, luck), ended=timestamp(datetime.now().timestamp() - n * 90000)) for n in range(30)]
    evening.app.library.start("thousand", ["player1", "player2"], {})
    for game in games:
        results.add(game)
    look_at_results(evening)
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


def test_older_games_are_settled_while_somebody_looks_and_can_be_looked_back_at(hands: Hands, tmp_path: Path) -> None:
    shutil.copy(BEFORE, tmp_path / "journal.db")
    table = Evening(hands, tmp_path / "journal.db")
    for game in table.journal.games():
        table.journal.note(game.id, confirmed=game.rev)
    look_at_results(table)
    table.wait(lambda: len(hands.screen.rows.rows) == 2)
    hands.look(2)
    assert shown(hands)[1] == "Ten Thousand"
    hands.touch(*hands.screen.rows.views[1].center)
    assert hands.root.name == "lookback"
    table.close()


def test_where_nothing_was_played_to_its_end_it_says_so(evening: Evening) -> None:
    evening.app.library.start("thousand", ["player1", "player2"], {})
    look_at_results(evening)
    assert evening.hands.screen.empty.text == "No game has been played to its end here yet."
    evening.hands.tap("This year")
    assert evening.hands.screen.empty.text == "No game has been played to its end this year."


def test_an_evening_goes_on_after_midnight() -> None:
    late, next_noon = datetime(2026, 3, 8, 2, 30), datetime(2026, 3, 8, 12)
    assert evening_of(late) == evening_of(late - timedelta(hours=5)) == timestamp(datetime(2026, 3, 7, 6).timestamp())
    assert evening_of(next_noon) == timestamp(datetime(2026, 3, 8, 6).timestamp())
    assert year(late) == timestamp(datetime(2026, 1, 1).timestamp())


def test_of_many_games_only_the_page_that_is_looked_at_is_read(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, read = evening.hands, list[tuple[int, int | None]]()
    for _ in range(40):
        evening.journal.create(Setup("newyork", "manhattan_nights", "0" * 32, ["father"], {}), {})
    saved = Library.saved

    def counted(library: Library, first: int = 0, most: int | None = None) -> list[SavedGame]:
        read.append((first, most))
        return saved(library, first, most)

    monkeypatch.setattr(Library, "saved", counted)
    evening.app.go("home")
    hands.look()
    evening.app.go("history")
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
    evening.app.refresh()
    hands.look(2)
    assert len(set(read[asked:])) <= 1


# Their dice.


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
