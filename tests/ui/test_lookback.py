"""Looking back on the screen: charts, dice and turning points of recorded games, at every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from companion.core.texts import plain
from companion.lookback.course import kept_course
from companion.session.session import Session
from companion.table.table import Table
from tests.lookback.games import recorded
from tests.playthroughs.recording import HERE
from tests.tables import THROW, new_table
from tests.ui.hands import Hands, clipped
from tests.ui.pseudo import LONG
from tests.ui.rig import Rig
from tests.ui.test_screens import SIZES, assert_in_the_window, assert_large_enough
from ui.base.settings import SIZES as LETTERS
from ui.widgets.timeline import TurnRow


def look_back_at(hands: Hands, name: str, entries: int | None = None) -> None:
    table = recorded(name, entries)
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.go("lookback")
    hands.look()


@pytest.mark.by_turns
@pytest.mark.parametrize("letters", list(LETTERS))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    "game", [("voices_mended", None), ("escape_five_ledger", None), ("water_one", 40), ("escape_two", 0)], ids=str
)
def test_the_look_back_of_every_game_fits_the_screen(
    hands: Hands, game: tuple[str, int | None], size: tuple[int, int], letters: str
) -> None:
    hands.resize(*size)
    hands.app.settings.text = letters
    hands.app.apply_settings()
    look_back_at(hands, *game)
    hands.speak(LONG)
    assert hands.root.name == "lookback"
    assert not clipped
    assert_in_the_window(hands, "lookback")
    assert_large_enough(hands, "lookback")


def test_a_game_without_figures_still_shows_its_dice(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table()
    monkeypatch.setattr(table.game.presenter, "gauges", lambda state: [])
    table.answer(THROW)
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.go("lookback")
    hands.look()
    assert not hands.screen.charts[0].shown
    assert sum(face.rolled for face in hands.screen.dice.dice) == 2
    assert not clipped


def test_taps_on_the_chart_cycle_through_the_charts(hands: Hands) -> None:
    look_back_at(hands, "voices_mended")
    chart = hands.screen.charts[0]
    first = chart.chart
    hands.touch(*chart.center)
    assert chart.chart is not first
    assert chart.which == "2 of 2"
    hands.touch(*chart.center)
    assert chart.chart is first


def test_a_turning_point_opens_its_moment_of_the_log(hands: Hands) -> None:
    look_back_at(hands, "voices_mended")
    row = next(part for part in hands.parts() if isinstance(part, TurnRow))
    said = plain(row.point.words)
    hands.touch(*row.center)
    assert hands.root.name == "log"
    assert said in [part.text for part in hands.parts() if hasattr(part, "text")]


def test_a_running_game_can_be_looked_back_at_from_the_menu(hands: Hands) -> None:
    table = recorded("voices_mended", 100)
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.go("menu")
    hands.look()
    hands.tap("So far")
    assert hands.root.name == "lookback"
    hands.tap("To the table")
    assert hands.app.looking == "game"


def test_the_end_of_a_game_leads_to_the_look_back_and_that_to_the_result(hands: Hands) -> None:
    table = recorded("voices_mended")
    hands.app.play(Session(table, confirmed=table.rev))
    hands.look()
    hands.tap("Look back")
    assert hands.root.name == "lookback"
    hands.tap("Result")
    assert hands.root.name == "over"


def test_the_look_back_follows_the_table(hands: Hands) -> None:
    table = recorded("escape_five_ledger", 60)
    hands.app.play(Session(table, confirmed=table.rev))
    hands.app.go("lookback")
    hands.look()
    before = hands.screen.title.text
    table.jump(0)
    hands.app.refresh()
    hands.look()
    assert hands.screen.title.text != before


def test_the_look_back_is_saved_as_a_page_in_the_documents(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.screens.lookback.default_folder", lambda: tmp_path / "pages")
    look_back_at(hands, "voices_mended")
    hands.tap("Save as a page")
    (file,) = (tmp_path / "pages").iterdir()
    assert file.name in hands.root.banner.text
    assert file.name.startswith("newyork-")
    assert "Round 4" in file.read_text()


def test_a_page_that_cannot_be_saved_is_explained(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages").write_text("")
    monkeypatch.setattr("ui.screens.lookback.default_folder", lambda: tmp_path / "pages")
    look_back_at(hands, "voices_mended")
    hands.tap("Save as a page")
    assert "cannot be written" in hands.root.banner.text
    assert hands.root.name == "lookback"


def test_a_finished_game_of_the_list_opens_as_a_look_back(rig: Rig) -> None:
    played = recorded("escape_one")
    journal = rig.app.library.journal
    pack = str(HERE / "packs" / f"{played.setup.pack}.json")
    game_id = journal.create(structs.replace(played.setup, pack=pack), dict(played.chance))
    for entry in played.log:
        journal.append(game_id, entry)
    journal.note(game_id, finished=True, confirmed=len(played.log))
    rig.app.go("history")
    rig.hands.look()
    rig.hands.touch(*rig.hands.screen.rows.views[0].center)
    assert rig.hands.root.name == "lookback"


def test_the_course_of_a_finished_game_is_thought_out_once_and_kept(rig: Rig) -> None:
    """With its own process; meanwhile a bar says how far it is."""
    courses, table = rig.app.courses, recorded("thousand_two")
    del courses.want  # The stand-in of other tests.
    rig.app.play(Session(table, confirmed=table.rev))
    rig.app.go("lookback")
    rig.hands.look()
    screen = rig.hands.screen
    assert courses.done == 0
    assert (screen.thinking.shown, screen.over.text) == (True, "Who was ahead? Thinking …")
    rig.wait(lambda: courses.done is None)
    rig.hands.look()
    assert not screen.thinking.shown
    assert plain(screen.charts[0].chart.name) == "Chance to win, %"
    assert kept_course(table) is not None
    rig.app.go("lookback")
    rig.hands.look()
    assert courses.done is None, "it is not thought out again"


def test_leaving_the_game_ends_the_thinking(hands: Hands) -> None:
    begun: list[Table] = []
    ended: list[bool] = []

    class Thinking:
        def __init__(self, table: Table, heard: object) -> None:
            begun.append(table)

        def close(self) -> None:
            ended.append(True)

    del hands.app.courses.want
    hands.app.courses.begin = Thinking  # The process is a stand-in.
    look_back_at(hands, "thousand_two")
    hands.app.go("film")
    hands.app.go("lookback")
    hands.look()
    assert (len(begun), ended) == (1, [])
    hands.tap("Home")
    assert ended == [True]


def test_a_running_game_is_not_thought_out(hands: Hands) -> None:
    del hands.app.courses.want
    hands.app.courses.begin = lambda table, heard: pytest.fail("it was begun")
    look_back_at(hands, "thousand_two", 40)
    assert hands.app.courses.done is None
