"""The way through a game: every entry with its chapter, worked out once."""

from __future__ import annotations

from companion.core.answers import Draw
from companion.core.texts import plain
from companion.games.game import Game
from companion.scene.presenter import Presenter
from companion.table.past import Timeline, weigh
from companion.table.table import Table
from tests.tables import DRAW, PULL, THROW, new_table
from tests.toygame import Lanterns, Loaded


class Told(Presenter):
    """Lanterns in chapters of as many cards as lie there; it counts how often it was asked."""

    def __init__(self, rules) -> None:
        super().__init__(rules)
        self.asked = 0

    def chapter(self, state):
        self.asked += 1
        return f"{len(state.now.deck.display)} cards"


def told_table():
    return Table(
        Game(Lanterns(), Told), Loaded(), ["ann"], {}, chance={"trees": "asked", "wind": "asked"}, clock=lambda: 0.0
    )


def test_every_entry_stands_in_the_chapter_in_which_it_was_asked():
    table = told_table()
    timeline = Timeline(table)
    table.answer(table.legal()[0])
    for answer in (DRAW, Draw("trees", "ash"), THROW, PULL):
        table.answer(answer)
    stops = timeline.entries()
    assert [stop.chapter for stop in stops] == ["0 cards"] * 3 + ["1 cards"] * 4
    assert [plain(timeline.label(stop.played)) for stop in stops[:3]] == ["Wind: North", "Do: Draw", "Trees: Ash"]


def test_chance_leads_to_the_moment_of_the_answer_that_it_came_with():
    table = new_table()
    timeline = Timeline(table)
    table.answer(THROW)
    table.answer(PULL)
    assert [stop.goal for stop in timeline.entries()] == [0, 2, 2, 4, 4]
    assert timeline.now == 4
    table.jump(timeline.entries()[2].goal)
    assert [stop.done for stop in timeline.entries()] == [True, True, True, False, False]
    assert timeline.now == 2
    table.jump(0)
    assert timeline.now == 0


def test_chapters_are_worked_out_once_and_again_only_where_the_past_is_another():
    table = told_table()
    timeline = Timeline(table)
    table.answer(table.legal()[0])
    for answer in (DRAW, Draw("trees", "ash"), THROW, PULL):
        table.answer(answer)
    timeline.entries()
    asked = table.game.presenter.asked
    timeline.entries()
    table.undo(2)
    timeline.entries()
    assert table.game.presenter.asked == asked
    table.answer(THROW)
    timeline.entries()
    assert table.game.presenter.asked - asked == 2, "one answer, one roll"
    table.revise(weigh(table, 3, Draw("trees", "oak")))
    assert [stop.chapter for stop in timeline.entries()] == ["0 cards"] * 3 + ["1 cards"] * 2


def test_the_latest_come_newest_first():
    table = new_table()
    table.answer(THROW)
    table.answer(PULL)
    table.undo()
    latest = Timeline(table).latest(2)
    assert [part.entry.rev for part in latest] == [3, 2]
    assert len(Timeline(table).latest(99)) == 3
