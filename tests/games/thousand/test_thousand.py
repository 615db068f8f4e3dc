"""Ten Thousand: turns, the scoring table against an independent scorer, and what people see."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from companion.core.answers import Roll
from companion.core.refusals import BadSetup
from companion.core.setup import PlainWorld, plain_world
from companion.core.texts import plain
from companion.games.thousand.game import CHOICES, Bank, KeepDice, keeps, risk, score
from companion.lookback.lookback import look_back
from companion.scene.scene import Fix, Scene
from companion.session.session import Session
from tests.games.thousand.helpers import Scorer, ThousandTable

# Turns of Ten Thousand: throwing, keeping, hot dice, losing all, getting on the board, the last round.


@pytest.mark.rule("R-TT-01")
def test_a_turn_begins_with_all_six_dice() -> None:
    """Clockwise, and every turn anew."""
    table = ThousandTable("ann ben")
    for who in ("ann", "ben", "ann"):
        assert (table.ask.who, table.ask.rule, len(table.ask.dice)) == (who, "R-TT-01", 6)
        table.throw("115346")
        table.keep("115")
        table.throw("222")
        table.stop()
    assert table.facts["score"] == {"ann": 900, "ben": 450}
    assert (table.facts["turn"], table.facts["round"]) == ("ben", 2)


@pytest.mark.rule("R-TT-02")
def test_only_what_is_not_aside_is_thrown_again() -> None:
    table = ThousandTable()
    table.throw("155346")
    table.keep("1")
    assert (table.ask.dice, table.ask.rule) == (["die1", "die2", "die3", "die4", "die5"], "R-TT-02")
    assert table.facts["pot"] == 100


@pytest.mark.rule("R-TT-03", "R-TT-04")
def test_any_dice_that_count_can_be_kept_and_none_else() -> None:
    table = ThousandTable()
    table.throw("222154")
    assert table.kept() == {"1", "5", "15", "222", "1222", "2225", "12225"}
    assert table.ask.rule == "R-TT-04"
    for faces in ([], [2], [2, 2], [1, 4], [1, 1], [5, 1], [1, 2, 2, 2, 4, 5], [7]):
        table.refuses("illegal", "R-TT-04", "keep", dice=faces)
    for faces in ("1", None, [1.5], ["1"], [True], [[1]], 1):
        table.refuses("malformed", None, "keep", dice=faces)


@pytest.mark.rule("R-TT-03", "R-TT-04", "R-TT-05", "R-TT-06", "R-TT-07", "R-TT-08")
def test_the_question_names_the_best_that_was_thrown() -> None:
    rules = {"115346": "03", "222346": "04", "222215": "05", "123456": "06", "223344": "07", "222333": "08"}
    for faces, rule in rules.items():
        table = ThousandTable(triplets="2500")
        table.throw(faces)
        assert table.ask.rule == f"R-TT-{rule}"


@pytest.mark.rule("R-TT-09")
def test_hot_dice() -> None:
    """All six are thrown again, and the turn goes on."""
    table = ThousandTable()
    table.throw("111555")
    table.keep("111555")
    assert (len(table.ask.dice), table.ask.rule, table.facts["pot"]) == (6, "R-TT-09", 1500)
    table.throw("122346")
    table.stop()
    assert table.facts["score"]["ann"] == 1600


@pytest.mark.rule("R-TT-10")
def test_a_throw_in_which_nothing_counts_costs_the_turn() -> None:
    """What was written down before is safe."""
    table = ThousandTable("ann ben")
    table.turn("111234")
    table.turn("522346")
    table.throw("111234")
    table.keep("111")
    played = table.say("roll", faces={"die1": 2, "die2": 3, "die3": 4})
    assert [(todo.verb, todo.rule) for todo in played.instructions] == [("tell", "R-TT-10")]
    assert table.facts["score"] == {"ann": 1000, "ben": 50}
    assert (table.facts["turn"], table.facts["pot"], table.facts["left"]) == ("ben", 0, 6)


@pytest.mark.rule("R-TT-11")
def test_who_is_not_on_the_board_needs_a_good_turn() -> None:
    """Until then there is nothing to decide but what to keep, and a single thing is kept without asking."""
    table = ThousandTable("ann ben", entry="500")
    table.throw("115346")
    assert (table.choice, table.ask.rule, table.legal("bank")) == ("keep", "R-TT-11", [])
    table.refuses("illegal", "R-TT-11", "bank", points=250)
    table.keep("115")
    table.throw("523")
    assert (table.facts["pot"], table.facts["left"]) == (300, 2)
    table.throw("11")
    assert table.legal("bank") == [{"do": "bank", "points": 500}]
    table.stop()
    table.turn("111234")
    table.turn("522346")
    assert table.facts["score"] == {"ann": 550, "ben": 1000}


def test_only_all_the_points_can_be_written_down() -> None:
    table = ThousandTable()
    table.throw("115346")
    for points in (0, 50, 200, 300, -250):
        table.refuses("illegal", "R-TT-03", "bank", points=points)
    table.refuses("malformed", None, "bank", points="250")
    table.refuses("malformed", None, "bank")
    table.refuses("illegal", "R-TT-03", "roll", faces={"die1": 1})


def test_throws_that_cannot_be() -> None:
    table = ThousandTable()
    faces = {f"die{n}": n for n in range(1, 7)}
    table.refuses("illegal", "R-TT-01", "roll", faces={"die1": 1})
    table.refuses("illegal", "R-TT-01", "keep", dice=[1])
    table.refuses("unknown", None, "roll", faces=faces | {"die7": 1})
    table.refuses("unknown", None, "roll", faces=faces | {"die1": 7})
    table.refuses("malformed", None, "roll", faces=faces | {"die1": "1"})
    table.refuses("malformed", None, "roll", faces={"die9": "x"})
    table.refuses_raw("malformed", None, {"do": "throw"})


@pytest.mark.rule("R-TT-12", "R-TT-13")
def test_the_last_round() -> None:
    """All others have one more turn, and can still win."""
    table = ThousandTable(target="5000")
    table.turn("222346")
    table.throw("111111")
    played = table.say("bank", points=8000)
    assert [todo.rule for todo in played.instructions] == ["R-TT-12"]
    assert (table.facts["last"], table.facts["turn"]) == ("ben", "cat")
    table.throw("111111")
    table.keep("111111")
    table.turn("123346")
    table.turn("222346")
    assert table.ask.result == {
        "outcome": "won", "winner": "cat", "scores": {"ann": 400, "ben": 8000, "cat": 8100},
    }  # fmt: skip
    assert table.ask.rule == "R-TT-13"
    table.undo()
    assert table.ask.who == "ann"


@pytest.mark.rule("R-TT-13")
def test_as_many_points_are_a_shared_victory() -> None:
    table = ThousandTable("ann ben", target="5000")
    table.turn("111111")
    table.turn("111111")
    assert (table.ask.result["outcome"], table.ask.result["winner"]) == ("tie", None)


@pytest.mark.rule("R-TT-12")
def test_in_some_houses_the_game_ends_at_once() -> None:
    """As an option."""
    table = ThousandTable(target="5000", end="once")
    table.turn("111111")
    assert table.ask.result["winner"] == "ann"


def test_points_can_be_set_right() -> None:
    """R-GEN-01: by fifties; what can be decided follows."""
    table = ThousandTable("ann ben", entry="500")
    table.throw("115346")
    table.set("score", 50, seat="ann")
    assert table.legal("bank")
    table.set("pot", 400)
    assert table.legal("bank") == [{"do": "bank", "points": 650}]
    table.refuses_correction("illegal", {"fact": "score", "seat": "ann", "value": 75})
    table.refuses_correction("illegal", {"fact": "pot", "value": -50})
    table.refuses_correction("unknown", {"fact": "score", "seat": "eve", "value": 50})


@pytest.mark.rule("R-TT-01")
@pytest.mark.parametrize(
    ("seats", "settings"),
    [("ann", {}), ("a b c d e f g h i", {}), ("ann ann", {}), ("ann ben", {"target": "1"}), ("ann ben", {"x": "1"})],
)
def test_tables_that_cannot_be(seats: str, settings: dict[str, str]) -> None:
    """Two to eight, and only settings that there are."""
    with pytest.raises(BadSetup):
        ThousandTable(seats, **settings)


# The scoring table, against an independent scorer, over every throw of one to six dice in every house.

SCORING = [
    [value for value, _ in one.values] for one in CHOICES if one.key in ("kinds", "straight", "pairs", "triplets")
]
HOUSES = [
    {"kinds": kinds, "straight": SCORING[1][n], "pairs": SCORING[2][(n + more) % 3], "triplets": SCORING[3][more]}
    for n, kinds in enumerate(SCORING[0])
    for more in range(2)
]
"""Every value of every choice, and each with each of some others."""


def world(**settings: str) -> PlainWorld:
    return plain_world(None, ("ann", "ben"), CHOICES, settings)


@pytest.mark.rule("R-TT-03", "R-TT-04", "R-TT-05", "R-TT-06", "R-TT-07", "R-TT-08", "R-TT-10")
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(house.values()))
def test_what_every_throw_brings_in_every_house(house: dict[str, str]) -> None:
    """Also throws of which nothing can be kept."""
    brute, table = Scorer(house), world(**house)
    throws = {tuple(sorted(faces)) for n in range(1, 7) for faces in product(range(1, 7), repeat=n)}
    assert len(throws) == 923
    for thrown in throws:
        found = {some: score(some, table)[0] for some in keeps(thrown, table)}
        assert found == brute.keeps(thrown)
        assert list(found.values()) == sorted(found.values(), reverse=True)


@pytest.mark.rule("R-TT-03", "R-TT-04", "R-TT-05", "R-TT-06", "R-TT-07", "R-TT-08")
@pytest.mark.parametrize(
    ("faces", "points", "rule"),
    [
        ("1", 100, "R-TT-03"), ("55", 100, "R-TT-03"), ("2", 0, "R-TT-03"), ("111", 1000, "R-TT-04"),
        ("222", 200, "R-TT-04"), ("1555", 600, "R-TT-04"), ("3333", 600, "R-TT-05"), ("66666", 2400, "R-TT-05"),
        ("111111", 8000, "R-TT-05"), ("123456", 1500, "R-TT-06"), ("223344", 1500, "R-TT-07"),
        ("222233", 1500, "R-TT-07"), ("222222", 1600, "R-TT-05"), ("222333", 500, "R-TT-04"), ("12345", 0, ""),
    ],
)  # fmt: skip
def test_what_it_brings_and_which_rule_says_so(faces: str, points: int, rule: str) -> None:
    """As a house without rules of its own plays."""
    found = score(tuple(map(int, faces)), world())
    assert found[0] == points
    if rule:
        assert found[1] == rule


@pytest.mark.rule("R-TT-08")
def test_two_triplets_are_worth_something_where_the_house_says_so() -> None:
    assert score((2, 2, 2, 3, 3, 3), world(triplets="2500")) == (2500, "R-TT-08")


# What people see of Ten Thousand.


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
        "Write down 1500": "",
        "1 1 1 5 5 5: 1500": "throw 6 dice, lose all: 2%",
        "1 1 1 5 5: 1100": "throw 1 die, lose all: 67%",
        "1 1 1 5: 1050": "throw 2 dice, lose all: 44%",
        "1 1 1: 1000": "throw 3 dice, lose all: 28%",
        "1 1: 200": "throw 4 dice, lose all: 16%",
        "1: 100": "throw 5 dice, lose all: 8%",
    }
    assert [plain(group.label) for group in scene(table).groups] == ["Other dice"]
    assert [one.group for one in choices[len(alone) :]] == ["less"] * 9


@pytest.mark.parametrize("dice", range(1, 5))
@pytest.mark.parametrize("house", [{}, {"kinds": "none", "straight": "0", "pairs": "0"}], ids=["printed", "house"])
def test_the_chance_to_lose_all_is_that_of_all_throws(dice: int, house: dict[str, str]) -> None:
    throws = list(product(range(1, 7), repeat=dice))
    lost = sum(not keeps(tuple(sorted(thrown)), world(**house)) for thrown in throws)
    assert risk(dice, world(**house)) == round(100 * lost / len(throws))


@pytest.mark.rule("R-TT-13")
def test_all_who_share_the_most_points_are_marked_as_winners() -> None:
    table = ThousandTable("ann ben cat", target="5000", end="round")
    for seat in ("ann", "ben"):
        table.set("score", 4950, seat=seat)
    for seat in ("ann", "ben"):
        assert table.ask.who == seat
        table.throw("523466")
        table.stop()
    table.throw("223466")
    assert table.ask.result["winner"] is None
    over = scene(table)
    assert plain(over.prompt.title) == "A shared win: Ann, Ben"
    assert [(one.seat, one.rank, one.winner) for one in over.ranking] == [
        ("ann", 1, True), ("ben", 1, True), ("cat", 3, False)
    ]  # fmt: skip


def test_dice_are_marked_where_they_fell_and_in_rising_order_on_the_wire() -> None:
    """Of four of a kind only three count in some houses: the last of them does not."""
    table = ThousandTable(kinds="none")
    table.throw("622425")
    assert [die.face for die in scene(table).dice] == list("622425")
    assert [n for n, die in enumerate(scene(table).dice, 1) if not die.spent] == [2, 3, 5, 6]
    assert table.facts["thrown"] == [2, 2, 2, 4, 5, 6]
    table = ThousandTable(kinds="none", entry="0")
    table.throw("262252")
    assert [n for n, die in enumerate(scene(table).dice, 1) if not die.spent] == [1, 3, 4, 5]


def test_a_lost_throw_is_told_as_it_fell() -> None:
    table = ThousandTable()
    faces = {f"die{n}": face for n, face in enumerate((6, 2, 4, 3, 2, 6), 1)}
    (told,) = table.say("roll", faces=faces).instructions
    assert plain(told.text).startswith("6, 2, 4, 3, 2, 6:")


def test_dice_are_seen_as_they_lie_and_what_is_at_stake_before_the_next_throw() -> None:
    table = ThousandTable()
    table.throw("115346")
    assert [(die.face, die.spent) for die in scene(table).dice] == [
        ("1", False), ("1", False), ("5", False), ("3", True), ("4", True), ("6", True)
    ]  # fmt: skip
    table.keep("115")
    assert plain(scene(table).prompt.hint or "") == "At stake: 250. Lost if nothing counts: 28%"


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("123346", "1, 2, 3, 3, 4, 6 fell. Put aside: 1, 100 points."),
        ("222346", "2, 2, 2, 3, 4, 6 fell. Put aside: 2, 2, 2, 200 points."),
    ],
)
def test_a_throw_that_counts_in_one_way_is_seen_before_the_next(faces: str, said: str) -> None:
    table = ThousandTable(entry="500")
    session = Session(table.table)
    assert session.answer(Roll({f"die{n}": int(face) for n, face in enumerate(faces, 1)}))
    assert [plain(line.words) for page in session.pages for line in page.lines] == [said]
    assert session.mode == "lines"


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
