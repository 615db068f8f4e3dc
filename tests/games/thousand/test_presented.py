"""What people see of Ten Thousand."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.texts import plain
from companion.games.thousand.game import Bank, KeepDice
from companion.lookback.lookback import look_back
from companion.scene.scene import Fix, Scene
from tests.games.thousand.helpers import ThousandTable


def scene(table: ThousandTable) -> Scene:
    return table.table.scene()


def test_every_decision_has_a_button_and_the_best_stand_for_themselves() -> None:
    """As many dice for fewer points are one tap further."""
    table = ThousandTable()
    table.throw("111555")
    choices = scene(table).choices
    assert sorted(map(str, (one.answer for one in choices))) == sorted(map(str, table.table.legal() or []))
    alone = {plain(one.label): plain(one.detail or "") for one in choices if one.group is None}
    assert alone == {
        "Write down 1500": "", "1 1 1 5 5 5: 1500": "throw 6 dice", "1 1 1 5 5: 1100": "throw 1 die",
        "1 1 1 5: 1050": "throw 2 dice", "1 1 1: 1000": "throw 3 dice", "1 1: 200": "throw 4 dice",
        "1: 100": "throw 5 dice",
    }  # fmt: skip
    assert [plain(group.label) for group in scene(table).groups] == ["Other dice"]
    assert [one.group for one in choices[len(alone) :]] == ["less"] * 9


def test_writing_down_is_amber_only_where_it_is_sensible() -> None:
    table = ThousandTable()
    table.throw("115346")
    assert [one.answer for one in scene(table).choices if one.primary] == []
    table.keep("115")
    table.throw("123")
    assert [one.answer for one in scene(table).choices if one.primary] == [Bank(350)]
    assert plain(scene(table).prompt.title) == "Ann: Go on, or stop?"


def test_points_are_counted_in_fifties() -> None:
    """The table check: each tap is one correction that the rules take."""
    table = ThousandTable("ann ben")
    table.turn("111234")
    places = {place.id: place for place in table.table.game.presenter.places(table.table.state)}
    assert places.keys() == {"table", "ann", "ben"}
    [points] = places["ann"].counters
    assert (points.value, plain(points.name)) == ("1000", "Points")
    for tap, value in ((points.more, 1050), (points.less, 950)):
        assert isinstance(tap, Fix)
        assert tap.changes == [{"fact": "score", "seat": "ann", "value": value}]
        table.correct(*tap.changes)
        assert table.facts["score"]["ann"] == value


def test_the_course_of_the_game_has_a_line_for_each_of_eight() -> None:
    table = ThousandTable("a b c d e f g h")
    for _ in range(8):
        table.turn("111234")
    [chart] = look_back(table.table).charts
    assert plain(chart.name) == "Points"
    assert len({(line.colour, line.marker) for line in chart.series}) == 8
    assert {line.points[-1] for line in chart.series} == {1000}


def test_what_is_said_of_an_answer_fits_at_any_time() -> None:
    """The log is read later, at another throw."""
    table = ThousandTable()
    table.turn("111234")
    table.throw("522346")
    say = table.table.game.presenter.describe
    told: list[Any] = [plain(say(table.table.state, answer)) for answer in (Bank(1000), KeepDice((1, 1, 1)))]
    assert told == ["Write down 1000", "1 1 1: 1000"]


def test_people_without_names_are_numbered() -> None:
    table = ThousandTable("player1 player2")
    assert plain(scene(table).prompt.title) == "Player 1: Roll 6 dice"
    assert [board.icon for board in scene(table).boards] == ["seat:0:1", "seat:1:2", "table"]


def test_facts_are_plain() -> None:
    table = ThousandTable()
    table.throw("115346")
    assert table.facts == msgspec.json.decode(msgspec.json.encode(table.facts))
    assert table.facts["thrown"] == [1, 1, 3, 4, 5, 6]
