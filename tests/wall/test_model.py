"""What a wall knows of its tables, and in which order it shows them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion.club import messages as topics
from companion.club.messages import CurrentTurn, FinishedMessage, Help, TableName, TableState
from companion.core.texts import plain
from companion.lookback.page import length
from companion.table.result import GameResult, SeatResult
from companion.wall.model import EVENING as LASTS
from companion.wall.model import (
    GONE,
    MOST_NOTICES,
    MOST_POINTS,
    MOST_RESULTS,
    MOST_TABLES,
    NOTICED,
    GameSeries,
    TableNeed,
    by_number,
)
from companion.wall.tiles import A_PAGE, ALONE, SETTLE, SHIFT, TURN, Pager, grid, hour, standing, tile
from tests.wall.tables import EVENING, Told, game, id_of, iso, moved, won


@pytest.fixture
def told() -> Told:
    return Told()


def test_tables_that_need_a_look_come_first(told: Told) -> None:
    told.state(7, game(7), name="Free at last")
    told.state(2, game(2, over=won()))
    told.state(3)
    told.state(4, game(4, progress=0.9))
    told.state(10, game(10))
    told.state(1, game(1))
    told.pass_(told.wall.stuck - 60)
    told.state(10, game(10, answers=41))
    told.state(1, game(1, answers=41))
    told.state(4, game(4, progress=0.9, answers=41))
    told.pass_(60)
    told.state(5, game(5), help=True)
    told.state(6, game(6))
    told.online(6, online=False)
    assert told.names() == [
        "Table 5", "Free at last", "Table 4", "Table 1", "Table 10", "Table 2", "Table 3", "Table 6",
    ]  # fmt: skip
    kinds = [told.wall.need(one, told.now).name for one in told.wall.order(told.now)]
    assert kinds == ["HELP", "STUCK", "NEARLY", "PLAYING", "PLAYING", "OVER", "FREE", "AWAY"]


def test_the_first_who_called_comes_first_and_whom_somebody_goes_to_last(told: Told) -> None:
    for n in (3, 1, 2):
        told.state(n, game(n), help=True)
        told.pass_(5)
    assert told.names() == ["Table 3", "Table 1", "Table 2"]
    told.wall.tables[id_of(3)].coming = True
    assert told.names() == ["Table 1", "Table 2", "Table 3"]


def test_a_call_that_is_taken_back_and_made_again_is_a_new_one(told: Told) -> None:
    told.state(1, game(), help=True)
    told.wall.tables[id_of(1)].coming = True
    told.state(1, game(), help=True, at=told.clock())
    assert told.wall.tables[id_of(1)].awaited
    told.state(1, game())
    assert told.wall.tables[id_of(1)].help is None
    told.pass_(3)
    told.state(1, game(), help=True)
    assert not told.wall.tables[id_of(1)].awaited


def test_numbers_in_names_count() -> None:
    assert sorted(["Table 10", "table 2", "Balcony", "Mesa 3", "Table 1"], key=by_number) == [
        "Balcony", "Mesa 3", "Table 1", "table 2", "Table 10",
    ]  # fmt: skip


# Times.


def test_a_table_whose_clock_is_wrong_is_stuck_after_as_many_minutes_as_any_other(told: Told) -> None:
    for n, wrong in ((1, 0.0), (2, 40 * 86400.0), (3, -40 * 86400.0)):
        at = told.clock() + wrong
        turn = CurrentTurn("father", {"en": "Father plays"}, iso(at))
        told.state(n, moved(game(n), turn=turn), at=at)
    told.pass_(told.wall.stuck - 1)
    assert {told.wall.need(one, told.now) for one in told.wall.tables.values()} == {TableNeed.PLAYING}
    told.pass_(1)
    assert {told.wall.need(one, told.now) for one in told.wall.tables.values()} == {TableNeed.STUCK}


def test_a_clock_that_is_set_while_the_same_is_asked_changes_nothing(told: Told) -> None:
    told.state(1, game())
    told.pass_(60)
    told.state(1, game(), at=told.clock() + 3 * 3600)
    assert told.wall.need(told.wall.tables[id_of(1)], told.now) == TableNeed.PLAYING


def test_what_was_asked_before_the_wall_began_counts_from_when_it_was_asked(told: Told) -> None:
    told.state(1, game(), at=EVENING + told.wall.stuck - 5, retained=True)
    told.pass_(5)
    assert told.wall.need(told.wall.tables[id_of(1)], told.now) == TableNeed.STUCK


def test_an_older_state_is_passed_over_but_a_new_start_counts_anew(told: Told) -> None:
    told.state(1, game(1, answers=50), seq=50)
    told.state(1, game(1, answers=49), seq=49)
    assert told.wall.tables[id_of(1)].game.answers == 50  # type: ignore[union-attr]
    told.state(1, game(1, answers=51), seq=3, boot="two")
    assert told.wall.tables[id_of(1)].game.answers == 51  # type: ignore[union-attr]
    assert told.notices() == []


@pytest.mark.parametrize("seq", [2**53 - 1, topics.MOST_SEQ + 1])
def test_a_sequence_number_that_cannot_be_freezes_no_tile(told: Told, seq: int) -> None:
    told.state(1, game(1, answers=50), seq=50)
    forged = game(1, answers=999)
    told.state(1, forged, seq=seq)
    assert told.wall.tables[id_of(1)].game.answers == 50
    assert any("not from a table" in one for one in told.notices())
    told.state(1, game(1, answers=51), seq=51)
    assert told.wall.tables[id_of(1)].game.answers == 51


def test_a_moment_that_no_calendar_has_does_no_harm(told: Told) -> None:
    nonsense = "2026-99-99T99:99:99Z"
    turn = CurrentTurn("father", {"en": "?"}, nonsense)
    state = TableState(
        table=TableName(id_of(1), "Table 1"), at=nonsense, seq=1, help=Help(nonsense),
        game=moved(game(), turn=turn, started=nonsense, over=won(), answers=2),
    )  # fmt: skip
    told.say(topics.state(id_of(1)), topics.encode(state))
    assert told.names() == ["Table 1"]
    assert len(told.wall.results) == 1


# Tables that go.


def test_a_table_that_is_away_is_shown_for_a_while(told: Told) -> None:
    told.state(1, game())
    told.online(1, online=False)
    told.pass_(GONE)
    told.wall.forget(told.now)
    assert told.names() == ["Table 1"]
    told.pass_(1)
    told.wall.forget(told.now)
    assert told.names() == []


def test_a_table_of_last_week_is_not_shown(told: Told) -> None:
    told.online(1, online=False, retained=True)
    told.state(1, game(), at=EVENING - 7 * 86400, retained=True)
    told.online(2, online=False, retained=True)
    told.state(2, game(2), at=EVENING - 1800, retained=True)
    told.wall.forget(told.now)
    assert told.names() == ["Table 2"]


def test_a_table_whose_broker_went_with_it_is_not_shown_as_playing(told: Told) -> None:
    """The broker comes back and still has that the table is there; nobody says that it is not."""
    told.online(1, beat=20)
    told.state(1, game(), help=True)
    for _ in range(6):
        told.pass_(20)
        told.alive(1)
        assert told.status(1) == "Help!"
    last = hour(told.clock())
    told.pass_(120, there=False)
    assert told.status(1) == "Help!", "without a broker nobody is heard, and the wall says that below"
    told.online(1, beat=20, retained=True)
    told.state(1, game(), help=True, retained=True)
    told.pass_(49)
    assert told.status(1) == "Help!"
    told.pass_(2)
    assert told.status(1) == f"Not heard since {last}"
    assert told.wall.tables[id_of(1)].help is None
    told.alive(1)
    assert told.status(1) == "Help!"
    told.pass_(GONE + 60)
    told.wall.forget(told.now)
    assert told.names() == []


def test_a_table_that_was_gone_before_the_wall_began_is_said_to_be_silent_and_then_left_out(told: Told) -> None:
    for n, ago in ((1, 1800), (2, 3 * 86400)):
        told.online(n, beat=20, retained=True)
        told.state(n, game(n), at=EVENING - ago, retained=True)
    told.pass_(51)
    assert told.status(1) == f"Not heard since {hour(EVENING - 1800)}"
    told.wall.forget(told.now)
    assert told.names() == ["Table 1"]


def test_a_table_that_promises_no_signs_of_life_is_believed(told: Told) -> None:
    """An earlier version, or a broker that does not let them through."""
    told.online(1)
    told.state(1, game())
    told.pass_(told.wall.stuck - 1)
    assert told.status(1) == "Father"


@pytest.mark.parametrize(
    ("about", "minutes"),
    [
        ({"answers": 0, "started": "1970-01-01T00:00:00Z"}, None),
        ({"answers": 0, "started": iso(EVENING)}, None),
        ({"answers": 3, "started": "1970-01-01T00:00:00Z"}, None),
        ({"answers": 3, "started": iso(EVENING - 7 * 86400)}, None),
        ({"answers": 3, "started": iso(EVENING - 7 * 86400), "played": 5400}, 90),
        ({"answers": 3, "started": iso(EVENING - 1800)}, 30),
        ({"answers": 3, "started": iso(EVENING + 1800)}, None),
    ],
)
def test_only_the_time_that_was_played_is_shown(told: Told, about: dict[str, object], minutes: int | None) -> None:
    told.state(1, structs.replace(game(), **about))
    shown = tile(told.wall, told.wall.tables[id_of(1)], told.now, told.clock).played
    assert shown == ("" if minutes is None else length(minutes * 60))


def test_a_table_that_is_away_calls_nobody(told: Told) -> None:
    told.state(1, game(), help=True)
    told.online(1, online=False)
    assert told.wall.need(told.wall.tables[id_of(1)], told.now) == TableNeed.AWAY
    assert told.wall.tables[id_of(1)].help is None


def test_an_empty_message_clears_a_table_away(told: Told) -> None:
    told.state(1, game())
    told.say(topics.state(id_of(1)), b"")
    told.say(topics.state(id_of(2)), b"")
    assert told.names() == []


# Results.


def test_a_game_that_ends_is_a_result_until_its_end_is_taken_back(told: Told) -> None:
    told.state(1, game())
    told.pass_(30)
    told.state(1, game(over=won(ended=EVENING - 9999)))
    assert [(one.table, one.at) for one in told.wall.results] == [("Table 1", told.now)]
    told.pass_(30)
    told.state(1, game(over=won()))
    assert [one.at for one in told.wall.results] == [told.now - 30]
    told.state(1, game())
    assert told.wall.results == []


def test_results_of_another_day_are_none_of_this_evening(told: Told) -> None:
    told.state(1, game(1, over=won(ended=EVENING - LASTS - 60)), retained=True)
    told.state(2, game(2, over=won(ended=EVENING - 60)), retained=True)
    assert [one.at for one in told.wall.results] == [told.now - 60]
    told.pass_(LASTS)
    told.wall.forget(told.now)
    assert told.wall.results == []


def test_so_many_results_are_kept(told: Told) -> None:
    for n in range(MOST_RESULTS + 5):
        told.state(1, game(n, over=won(ended=EVENING - n)))
    assert len(told.wall.results) == MOST_RESULTS
    assert told.wall.results[0].uuid == "game-0"


def finished(uuid: str, *, ended: float, outcome: str = "decided") -> bytes:
    result = GameResult(
        id=uuid, table="Window", table_id=id_of(1), game="krysis", title={"en": "Krysis"}, started=iso(ended - 3600),
        ended=iso(ended), seconds=3600, outcome=outcome,  # type: ignore[arg-type]
        players=[
            SeatResult("red", {"en": "Red", "es": "Rojo"}, won=True),
            SeatResult("blue", {"en": "Blue"}, "Ana", won=True),
        ],
    )  # fmt: skip
    return topics.encode(FinishedMessage(result=result))


def test_games_that_ended_before_the_wall_began_are_results_of_this_evening(told: Told) -> None:
    told.say(topics.finished(id_of(1), "a"), finished("a", ended=EVENING - 600), retained=True)
    told.say(topics.finished(id_of(1), "b"), finished("b", ended=EVENING - LASTS - 600), retained=True)
    told.say(topics.finished(id_of(1), "c"), finished("c", ended=EVENING - LASTS - 600, outcome="lost"))
    shown = [(one.uuid, one.table, plain(one.outcome), one.won, told.now - one.at) for one in told.wall.results]
    assert shown == [("c", "Window", "Lost", False, 0), ("a", "Window", "Red, Ana", None, 600)]
    told.say(topics.finished(id_of(1), "a"), b"")
    assert [one.uuid for one in told.wall.results] == ["c"]


# What is strange.


def test_two_tables_with_one_name_stay_apart_and_are_told(told: Told) -> None:
    told.state(1, game(1), name="Window")
    told.state(2, game(2), name="window")
    assert len(told.names()) == 2
    assert told.notices()[0] in ("Several tables are called Window.", "Several tables are called window.")
    told.online(2, online=False)
    assert told.notices() == []


def test_a_copy_of_a_table_is_told(told: Told) -> None:
    for n in range(2):
        told.state(1, game(), boot="one", seq=10 + n)
        told.state(1, game(), boot="two", seq=10 + n)
    assert told.notices() == ["Two machines say that they are Table 1. One of them is a copy of the other."]
    told.pass_(NOTICED + 1)
    told.state(1, game(), boot="two", seq=20)
    told.wall.forget(told.now)
    assert told.notices() == []


def test_a_table_that_starts_again_and_again_is_no_copy(told: Told) -> None:
    for n in range(5):
        told.state(1, game(), boot=f"start {n}")
    assert told.notices() == []


GARBAGE = [
    b"garbage", b"\xff\xfe", b"null", b"[]", b"{}", b'{"version":0}', b'{"version":1}', b'{"version":"1"}',
    b"[" * 60_000, b'{"version":1,"online":' + b"[" * 50_000, b"x" * 10_000_000,
    json.dumps({"version": 1, "table": {"id": id_of(2), "name": "Table 2"}, "at": iso(EVENING), "seq": 1}).encode(),
]  # fmt: skip


@pytest.mark.parametrize("payload", GARBAGE, ids=range(len(GARBAGE)))
@pytest.mark.parametrize("topic", ["online", "state", "finished/a"])
def test_garbage_is_one_sentence_and_shows_nothing(told: Told, topic: str, payload: bytes) -> None:
    told.state(3, game())
    for _ in range(3):
        told.say(f"companion/{id_of(1)}/{topic}", payload)
    assert told.names() == ["Table 3"]
    assert len(told.notices()) == 1
    assert id_of(1) in told.notices()[0]


def test_a_later_version_is_told_as_what_it_is(told: Told) -> None:
    told.say(topics.state(id_of(1)), b'{"version":2,"all":"is another"}', retained=True)
    assert "later version" in told.notices()[0]


@pytest.mark.parametrize("topic", ["", "companion", "companion//state", "companion/Upper/state", "x" * 60_000, "a\0b"])
def test_topics_of_others_are_told_in_short(told: Told, topic: str) -> None:
    told.say(topic, b'{"version":1,"online":true}')
    assert told.names() == []
    assert len(told.notices()[0]) < 130


def test_a_flood_of_garbage_takes_no_room(told: Told) -> None:
    for n in range(3 * MOST_NOTICES):
        told.say(topics.state(id_of(n)), b"garbage")
    assert len(told.notices()) == MOST_NOTICES
    assert told.wall.tables == {}


def test_a_table_too_many_is_told_and_one_that_is_away_makes_room(told: Told) -> None:
    for n in range(MOST_TABLES + 10):
        told.state(n, game(n))
    assert len(told.wall.tables) == MOST_TABLES
    assert told.notices() == [f"There are more than {MOST_TABLES} tables. Those that came last are left out."]
    told.online(3, online=False)
    told.state(9999, game())
    assert id_of(9999) in told.wall.tables
    assert id_of(3) not in told.wall.tables


text = st.text(max_size=20)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([id_of(1), id_of(2), "x"]),
            st.sampled_from(["online", "state", "finished/a", "help/answer", "?"]),
            st.binary(max_size=30) | anything.map(lambda it: json.dumps(it).encode()),
            st.booleans(),
        ),
        max_size=8,
    )
)
def test_nothing_that_anybody_sends_breaks_the_wall(messages: list[tuple[str, str, bytes, bool]]) -> None:
    told = Told()
    for table, topic, payload, retained in messages:
        told.say(f"companion/{table}/{topic}", payload, retained=retained)
        told.pass_(1)
        told.wall.forget(told.now)
        assert len(told.names()) <= 2
        assert all(told.notices())


FIELDS = ["uuid", "title", "words", "scenario", "players", "tracks", "standings", "turn", "progress", "over", "answers"]


@given(st.sampled_from(FIELDS), anything)
def test_a_state_with_one_wrong_field_is_refused_whole_or_shown(field: str, value: object) -> None:
    told = Told()
    told.state(1, game())
    known = told.wall.tables[id_of(1)].state
    assert known is not None
    raw = json.loads(topics.encode(known))
    raw["seq"] += 1
    raw["game"][field] = value
    told.say(topics.state(id_of(1)), json.dumps(raw).encode())
    assert told.names() == ["Table 1"]
    assert len(told.notices()) <= 1


# The series of a game.


def test_a_course_keeps_its_ends_and_never_more_than_a_chart_can_show() -> None:
    series = GameSeries("game-1")
    for n in range(5000):
        series.add(moved(game(), answers=n, tracks=[moved(game().tracks[0], value=n)]), 1000.0 + n)  # type: ignore[type-var]
    chart = series.charts[0]
    assert len(series.moments) <= MOST_POINTS
    assert chart.series[0].points[0] == 0
    assert chart.series[0].points[-1] == 4999
    assert chart.series[0].points == sorted(chart.series[0].points)


def test_a_line_that_comes_later_begins_where_it_came() -> None:
    series = GameSeries("game-1")
    series.add(moved(game(), answers=1, standings=[]), 0.0)
    series.add(moved(game(), answers=2), 1.0)
    series.add(moved(game(), answers=3), 2.0)
    assert {len(series.points) for chart in series.charts for series in chart.series} == {3}


def test_answers_that_are_taken_back_are_part_of_the_course() -> None:
    series = GameSeries("game-1")
    for answers in (1, 2, 3, 2):
        series.add(moved(game(), answers=answers), float(answers))
    assert len(series.moments) == 4


# The order of the wall settles, its pages turn, and who calls for help is on the first one at once.


def test_tiles_are_as_large_as_there_is_room_for_and_all_fit() -> None:
    for n in range(1, A_PAGE + 1):
        across, down = grid(n)
        assert across * down >= n
        assert across >= down
    assert grid(0) == grid(1) == (1, 1)
    assert grid(20) == grid(200) == (5, 4)


def test_tables_stay_where_they_are_for_a_while(told: Told) -> None:
    turning = Pager(told.wall)
    for n in (1, 2, 3):
        told.state(n, game(n))
    assert turning.page(told.now).tables == [id_of(1), id_of(2), id_of(3)]
    told.state(3, game(3, progress=0.95))
    told.pass_(SETTLE - 0.1)
    assert turning.page(told.now).tables == [id_of(1), id_of(2), id_of(3)]
    told.pass_(0.2)
    assert turning.page(told.now).tables == [id_of(3), id_of(1), id_of(2)]


def test_a_call_for_help_comes_to_the_front_at_once(told: Told) -> None:
    turning = Pager(told.wall)
    for n in range(50):
        told.state(n, game(n))
    turning.page(told.now)
    for _ in range(2):
        told.pass_(TURN)
        turning.page(told.now)
    assert turning.page(told.now).n == 2
    told.pass_(0.1)
    told.state(49, game(49), help=True)
    page = turning.page(told.now)
    assert page.n == 0
    assert page.tables[0] == id_of(49)
    assert [one.id for one in turning.calls] == [id_of(49)]
    told.wall.tables[id_of(49)].coming = True
    turning.page(told.now)
    assert turning.calls == []


def test_pages_turn_by_themselves_and_every_table_comes_up(told: Told) -> None:
    turning = Pager(told.wall)
    for n in range(200):
        told.state(n, game(n))
    seen: list[str] = []
    for n in range(10):
        page = turning.page(told.now)
        assert (page.n, page.pages, page.shape) == (n, 10, (5, 4))
        seen += page.tables
        told.pass_(TURN)
    assert sorted(seen) == sorted(id_of(n) for n in range(200))
    assert turning.page(told.now).n == 0


def test_the_results_are_shown_between_pages_but_not_while_somebody_calls(told: Told) -> None:
    turning = Pager(told.wall)
    told.state(1, game(1))
    told.state(2, game(2, over=won()))
    assert turning.page(told.now).what == "tables"
    told.pass_(TURN * ALONE)
    assert turning.page(told.now).what == "results"
    told.state(1, game(1), help=True)
    page = turning.page(told.now)
    assert (page.what, page.pages) == ("tables", 1)
    told.pass_(TURN * ALONE)
    assert turning.page(told.now).what == "tables"


def test_a_table_that_is_gone_is_not_waited_for(told: Told) -> None:
    turning = Pager(told.wall)
    for n in (1, 2):
        told.state(n, game(n))
    turning.page(told.now)
    told.say(f"companion/{id_of(1)}/state", b"")
    assert turning.page(told.now).tables == [id_of(2)]


def test_the_wall_stands_in_four_ways_by_turns() -> None:
    assert {standing(n * SHIFT) for n in range(8)} == {0, 1, 2, 3}
