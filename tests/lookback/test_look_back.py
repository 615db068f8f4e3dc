"""What is seen of a game that is looked back at: its course, dice, cards, turning points, and no secret too early."""

from __future__ import annotations

import pytest

from companion.core.answers import Roll
from companion.core.texts import plain
from companion.lookback.lookback import MOST_TURNS, LookBack, look_back
from companion.table.table import Table
from tests.lookback.games import SECONDS, recorded
from tests.playthroughs.recording import names
from tests.tables import DRAW, THROW, new_table


def series(look: LookBack, name: str) -> list[int]:
    return next(one.points for chart in look.charts for one in chart.series if one.id == name)


@pytest.mark.by_turns
@pytest.mark.parametrize("name", names())
def test_every_recorded_game_can_be_looked_back_at(name: str) -> None:
    table = recorded(name)
    before = table.hash()
    look = look_back(table)
    assert look.over
    assert look.charts
    for chart in look.charts:
        assert len({(one.colour, one.marker) for one in chart.series}) == len(chart.series)
        assert len({one.marker for one in chart.series}) == len(chart.series)
        assert all(len(one.points) == len(look.chapters) for one in chart.series)
    gauges = table.game.presenter.gauges(table.state)
    assert [one.points[-1] for chart in look.charts for one in chart.series] == [gauge.value for gauge in gauges]
    assert [row.rev for row in look.rows] == [entry.rev for entry in table.log]
    assert len(look.turning_points) <= MOST_TURNS
    assert table.hash() == before


def test_tracks_stand_at_the_end_of_each_round() -> None:
    look = look_back(recorded("voices_mended"))
    assert [plain(chapter) for chapter in look.chapters] == ["Setting up", "Round 1", "Round 2", "Round 3", "Round 4"]
    assert series(look, "alert") == [0, 1, 6, 14, 20]
    assert series(look, "story") == [0, 2, 6, 8, 12]


def test_turning_points_are_the_largest_changes_in_their_order() -> None:
    look = look_back(recorded("escape_four_plans"))
    revs = [point.rev for point in look.turning_points]
    assert revs == sorted(revs)
    assert plain(look.turning_points[0].words) == "Patrol card: exit 2"
    assert [plain(words) for words in look.turning_points[0].changed] == ["Blocked exits 0 → 1"]


@pytest.mark.parametrize("name", ["crash_three", "crash_six_light"])
def test_one_crew_aboard_turns_no_game(name: str) -> None:
    """Neither the first, nor the one that wins."""
    for point in look_back(recorded(name)).turning_points:
        changed = [plain(words) for words in point.changed]
        figures = [tuple(map(int, said.rsplit(" ", 3)[1::2])) for said in changed]
        assert sum(abs(new - old) for old, new in figures) > 1, changed


def test_every_die_counts_once_and_fair_dice_show_as_many_faces() -> None:
    table = recorded("water_one")
    look = look_back(table)
    parts = table.history.line[: table.history.mark]
    rolled = sum(len(part.answer.faces) for part in parts if isinstance(part.answer, Roll))
    assert sum(face.rolled for face in look.dice) == rolled
    assert sum(face.expected for face in look.dice) == pytest.approx(rolled)


def test_a_face_is_expected_as_often_as_the_dice_have_it() -> None:
    table = new_table()
    table.answer(THROW)
    faces = {face.face: face.expected for face in look_back(table).dice}
    assert faces == pytest.approx({"A": 2 / 3 + 1 / 3, "B": 1 / 3 + 1 / 3, "C": 1 / 3})


def test_what_was_taken_back_stands_in_the_log_but_counts_nowhere() -> None:
    table = new_table()
    table.answer(THROW)
    table.undo()
    look = look_back(table)
    assert look.dice == []
    assert [row.done for row in look.rows] == [True, False, False, True]
    assert plain(look.rows[-1].words) == "1 answer taken back"


def test_cards_are_counted_by_what_they_are() -> None:
    table = new_table()
    table.answer(DRAW)
    table.answer(DRAW)
    drawn = [one for one in look_back(table).drawn if plain(one.deck) == "Trees"]
    assert sum(one.count for one in drawn) == 2


def test_a_long_pause_is_no_time_played() -> None:
    times = iter([0.0, 60.0, 60.0 + 5 * 3600, 120.0 + 5 * 3600, 0, 0])
    table = new_table(clock=lambda: next(times))
    table.answer(DRAW)
    table.answer(DRAW)
    look = look_back(table)
    assert look.started == 0.0
    assert look.seconds < 3600


def test_time_played_is_from_the_first_answer_to_the_last() -> None:
    table = recorded("suitcase_two")
    assert look_back(table).seconds == pytest.approx((len(table.log) - 1) * SECONDS)


def test_a_game_that_has_only_begun_can_be_looked_at_too() -> None:
    for name in ("suitcase_two", "escape_two"):
        look = look_back(recorded(name, 0))
        assert not look.over
        assert plain(look.headline) == "So far: Setting up"
        assert len(look.chapters) == 1
        assert look.turning_points == []


def secrets_of(table: Table) -> list[str]:
    """Every text and every figure that only one seat may see now."""
    found = []
    for seat in table.setup.seats:
        private = table.game.presenter.private(table.state, seat)
        if private is not None:
            found += [plain(card.text or "") for card in private.cards]
    return [text for text in found if text]


def test_secrets_are_told_only_when_the_game_is_over() -> None:
    whole = recorded("escape_four_plans")
    so_far = recorded("escape_four_plans", len(whole.log) - 1)
    assert not so_far.over
    assert secrets_of(so_far)
    assert look_back(so_far).secrets == []
    assert [private.seat for private in look_back(whole).secrets] == whole.setup.seats
