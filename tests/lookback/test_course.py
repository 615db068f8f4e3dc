"""The course of a finished game: the chances to win over its chapters, and what it turned on."""

from __future__ import annotations

import queue
import random

import pytest
from msgspec import structs

from companion.core.texts import plain
from companion.language import Language
from companion.lookback import course
from companion.lookback.course import COURSE, CourseProcess, CourseStep, GameCourse, has_course, kept_course, think_over
from companion.lookback.lookback import look_back
from companion.lookback.page import page
from companion.table.table import Table
from tests.lookback.games import made_up_course, recorded


@pytest.fixture(autouse=True)
def few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few trial games: what is tested is not how good the chances are."""
    monkeypatch.setattr(course, "TRIALS", 2)
    monkeypatch.setattr(course, "CLOSER", 4)
    monkeypatch.setattr(course, "THOUGHT", 20)
    monkeypatch.setattr(course, "LEAST_STEP", 0.01)
    monkeypatch.setattr(course, "SURE", 0.0)
    monkeypatch.setattr(course, "BETTER", 0.001)


def thought(table: Table, seed: int = 1) -> GameCourse:
    done: list[float] = []
    found = think_over(table, random.Random(seed), done.append)
    assert done == sorted(done)
    assert 0 < done[0] <= done[-1] <= 1
    return found


@pytest.mark.parametrize(
    "name",
    [
        "thousand_five",
        pytest.param("crash_three", marks=pytest.mark.long),
        "krysis_two",
        pytest.param("krysis_three_ledger", marks=pytest.mark.long),
        "voices_two",
    ],
)
def test_the_course_of_every_game_is_thought_out(name: str) -> None:
    """Each chapter has the chances of each player, the same luck gives the same course, and the table stays as it
    was."""
    table = recorded(name)
    before, log = table.hash(), list(table.log)
    found = thought(table)
    assert len(found.chapters) == len(look_back(table).chapters)
    assert all(set(chances) == set(table.setup.seats) for chances in found.chapters)
    assert found.together == (table.game.name == "newyork")
    if not found.together:
        assert all(sum(chances.values()) > 0.99 for chances in found.chapters), "somebody wins"
    revs = [turn.rev for turn in found.turns]
    assert revs == sorted(set(revs))
    assert {*revs} <= {played.entry.rev for played in table.history.line[: table.history.mark]}
    assert (table.hash(), table.log) == (before, log)
    assert thought(table) == found


def test_the_winner_ends_at_the_top_and_what_would_have_been_better_is_said() -> None:
    """Krysis with two: the one who won has the greatest chance at its end."""
    table = recorded("krysis_two")
    found = thought(table)
    winner = next(rank.seat for rank in table.scene().ranking if rank.winner)
    assert found.chapters[-1] == {seat: float(seat == winner) for seat in table.setup.seats}
    better = [turn for turn in found.turns if turn.better is not None]
    assert better
    assert all(0 < turn.gain <= 1 for turn in better)


def test_a_look_back_begins_with_the_course_and_says_what_was_better() -> None:
    table = recorded("krysis_two")
    plain_look = look_back(table)
    table.note(COURSE, made_up_course(table))
    look = look_back(table)
    first, *others = look.charts
    assert plain(first.name) == "Chance to win, %"
    assert [series.id for series in first.series] == [f"chance:{seat}" for seat in table.setup.seats]
    assert all(len(series.points) == len(look.chapters) for series in first.series)
    assert others == plain_look.charts
    better = "Better: Team: Beacon Bess (+12 %)"
    assert [[plain(words) for words in point.changed] for point in look.turning_points] == [
        ["Ann 20 → 35 %", "Ben 80 → 65 %"], ["Ann 30 → 45 %", better], ["Ann 40 → 55 %", better]
    ]  # fmt: skip
    for language, said in (("en", "Chance to win, %"), ("es", "Probabilidad de ganar, %")):
        assert said in page(look, Language(language))


def test_a_turning_point_has_the_sign_of_who_gave_the_answer_not_of_whose_chance_it_changed_most() -> None:
    table = recorded("krysis_two")
    first, second = table.setup.seats
    before, after = {first: 0.5, second: 0.5}, {first: 0.4, second: 0.6}
    decided = {
        seat: next(one for one in table.history.line if one.asked is not None and one.asked.who == seat)
        for seat in (second, first)
    }
    turns = [CourseStep(one.entry.rev, before, after) for one in decided.values()]
    table.note(COURSE, structs.replace(made_up_course(table), turns=turns))
    look = look_back(table)
    signs = {series.id.partition(":")[2]: series.icon for series in look.charts[0].series}
    assert [point.icon for point in look.turning_points] == [signs[seat] for seat in decided]


def test_people_who_win_or_lose_together_have_one_line() -> None:
    table = recorded("voices_two")
    made = made_up_course(table)
    table.note(COURSE, structs.replace(made, together=True))
    (line,) = look_back(table).charts[0].series
    assert plain(line.name) == "Everybody"


@pytest.mark.parametrize("name", ["thousand_five", "crash_three", "krysis_two"])
def test_players_are_called_as_everywhere_and_never_by_the_id_of_their_seat(name: str) -> None:
    table = recorded(name)
    table.note(COURSE, made_up_course(table))
    word = table.game.presenter.word
    chart = look_back(table).charts[0]
    assert [plain(one.name) for one in chart.series] == [
        plain(word(table.state, f"seat:{seat}")) for seat in table.setup.seats
    ]
    assert all(one.icon != "players" for one in chart.series)


def test_a_course_is_only_that_of_the_game_as_it_is() -> None:
    """Not after the end was taken back, and never a damaged one."""
    table = recorded("krysis_two")
    table.note(COURSE, made_up_course(table))
    assert kept_course(table) is not None
    table.undo(1)
    assert kept_course(table) is None
    assert not has_course(table)
    for damaged in ({"rev": "x"}, [], 3, {"rev": table.rev, "chapters": [{"ann": 7}], "turns": []}):
        table.note(COURSE, damaged)
        assert kept_course(table) is None


def test_a_game_in_which_the_rules_do_not_know_who_wins_has_none() -> None:
    assert not has_course(recorded("escape_two"))


def test_a_better_answer_that_newer_rules_do_not_know_is_left_out() -> None:
    table = recorded("krysis_two")
    made = made_up_course(table)
    turns = [structs.replace(turn, better={"do": "of another version"}) for turn in made.turns]
    table.note(COURSE, structs.replace(made, turns=turns))
    said = [plain(words) for point in look_back(table).turning_points for words in point.changed]
    assert said
    assert not [words for words in said if words.startswith("Better")]


def heard_of(table: Table) -> tuple[CourseProcess, queue.SimpleQueue[float | GameCourse | None]]:
    heard: queue.SimpleQueue[float | GameCourse | None] = queue.SimpleQueue()
    return CourseProcess(table, heard.put), heard


def test_a_process_of_its_own_says_how_far_it_is_and_then_the_course() -> None:
    table = recorded("thousand_two")
    process, heard = heard_of(table)
    told = [heard.get(timeout=60)]
    while isinstance(told[-1], float):
        told.append(heard.get(timeout=60))
    *done, found = told
    assert done == sorted(done)  # type: ignore[type-var]
    assert isinstance(found, GameCourse)
    assert len(found.chapters) == len(look_back(table).chapters)
    process.close()


def test_a_game_whose_box_is_gone_has_no_course() -> None:
    table = recorded("krysis_two")
    table.setup = structs.replace(table.setup, pack="/nowhere/gone.json")
    process, heard = heard_of(table)
    assert heard.get(timeout=60) is None
    process.close()


def test_nothing_is_heard_of_a_process_that_was_ended() -> None:
    process, heard = heard_of(recorded("crash_three"))
    process.close()
    with pytest.raises(queue.Empty):
        heard.get(timeout=0.3)
