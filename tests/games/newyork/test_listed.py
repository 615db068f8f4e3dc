"""What `legal` lists: everything that is accepted, in one form (WIRE.md 5)."""

from __future__ import annotations

import pytest

from companion.games.newyork.rules.pieces import paying_all
from tests.games.newyork.helpers import NewYorkTable

POOL = {"blue1": "MENT", "grey1": "MENT", "red1": "WILD", "red2": "WILD", "yellow1": "MENT"}


def playing(pool: dict[str, str], *changes: dict[str, object], settings: dict[str, str] | None = None) -> NewYorkTable:
    """Father plays on ``a`` with these dice, mother far away."""
    game = NewYorkTable("father mother", {"start.mother": "q", **(settings or {})}).playing("father", pool)
    if changes:
        game.correct(*changes)
    return game


def paid(game: NewYorkTable, verb: str) -> list[tuple[str, ...]]:
    return [answer["with"] for answer in game.legal(verb)]


@pytest.mark.rule("R-NYC-69")
def test_a_payment_for_each_number_of_wild_with_the_lowest_dice():
    game = playing(POOL, {"fact": "info", "at": "square:a", "token": "blue", "value": 1})
    assert paid(game, "collect") == [("blue1", "grey1"), ("blue1", "red1"), ("red1", "red2")]
    game.say("collect", token="blue", with_=["yellow1", "red2"])
    assert game.alert == 1


@pytest.mark.rule("R-NYC-67")
def test_no_payment_with_spent_dice():
    game = playing(POOL, {"fact": "info", "at": "square:a", "token": "blue", "value": 1})
    for die in ("blue1", "grey1", "red1"):
        game.set("die", {"face": POOL[die], "spent": True}, die=die)
    assert paid(game, "collect") == [("red2", "yellow1")]


def test_results_of_several_types_are_listed_in_the_order_of_their_dice():
    game = playing({"blue1": "PHYS", "red1": "MENT"})
    assert paying_all(game.table.state, {"MENT": 1, "PHYS": 1}) == [("blue1", "red1")]


@pytest.mark.rule("R-NYC-72")
def test_an_item_for_each_type_doubles_once():
    pool = {"blue1": "MENT", "red1": "PHYS", "red2": "PHYS", "yellow1": "WILD", "yellow2": "WILD"}
    game = playing(pool, {"fact": "item", "square": "a", "value": "bike"})
    expected = {("blue1", "yellow1"), ("red1", "red2"), ("red1", "yellow1"), ("yellow1", "yellow2")}
    assert set(paid(game, "take")) == expected
    assert len(paid(game, "take")) == len(expected)


@pytest.mark.parametrize(
    ("verb", "dealt", "dice"),
    [
        ("fight", None, [("red1", "red2"), ("red1", "yellow1")]),
        ("face", None, [("red1",), ("yellow1",)]),
        ("face", "faced", []),
        ("evade", None, [("grey1",), ("yellow1",)]),
        ("evade", "faced", [("grey1",), ("yellow1",)]),
        ("evade", "evaded", []),
    ],
)
def test_meeting_mafia(verb, dealt, dice):
    pool = {"grey1": "SOC", "red1": "PHYS", "red2": "PHYS", "yellow1": "WILD"}
    game = playing(pool, {"fact": "mafia", "square": "a", "value": 1})
    game.set("dealt", dealt, square="a")
    assert paid(game, verb) == dice


@pytest.mark.rule("R-NYC-64")
def test_a_re_roll_of_all_dice_and_of_all_spent_ones():
    game = playing(POOL)
    everything = tuple(POOL)
    assert [answer["dice"] for answer in game.legal("reroll")] == [everything]
    game.set("die", {"face": "MENT", "spent": True}, die="grey1")
    assert [answer["dice"] for answer in game.legal("reroll")] == [everything, ("grey1",)]
    for die, face in POOL.items():
        game.set("die", {"face": face, "spent": True}, die=die)
    assert [answer["dice"] for answer in game.legal("reroll")] == [everything]
    game.say("reroll", dice=["yellow1", "red2"])
    assert game.ask.dice == ["red2", "yellow1"]


@pytest.mark.rule("R-NYC-65")
def test_a_re_roll_of_nothing_where_only_new_grey_dice_would_roll():
    game = playing({}, {"fact": "position", "seat": "mother", "value": "a"})
    assert game.legal("reroll") == [{"do": "reroll", "dice": ()}]
    game.say("reroll", dice=[])
    assert game.ask.dice == ["grey1"]
    assert playing({}).legal("reroll") == []


@pytest.mark.parametrize(
    ("pool", "listed"),
    [
        ({"blue1": "MENT", "red1": "PHYS", "red2": "PHYS"}, [("blue1", "red1", "red2")]),
        (
            {"blue1": "MENT", "red1": "PHYS", "red2": "PHYS", "yellow1": "WILD"},
            [("blue1", "red1", "red2"), ("blue1", "red1", "yellow1")],
        ),
        (
            {"red1": "PHYS", "red2": "PHYS", "red3": "PHYS", "yellow1": "WILD", "yellow2": "WILD", "yellow3": "WILD"},
            [("red1", "red2", "yellow1"), ("red1", "yellow1", "yellow2"), ("yellow1", "yellow2", "yellow3")],
        ),
        ({"blue1": "MENT", "blue2": "MENT", "blue3": "MENT"}, []),
    ],
)
def test_a_task_of_several_types_takes_ment_first_then_phys_then_soc(pool, listed):
    task = {"id": "one", "square": None, "need": {"pay": {"PHYS": 2, "MENT": 1}}, "text": "Pay.",
            "then": [], "else": [], "until": "round", "rule": "R-NYC-37"}  # fmt: skip
    game = playing(pool, {"fact": "tasks", "value": [task]})
    assert paid(game, "fulfil") == listed
    for dice in listed:
        game.say("fulfil", task="one", with_=dice)
        game.undo()


def test_dice_are_taken_in_any_order_and_logged_sorted():
    game = playing(POOL, {"fact": "info", "at": "square:a", "token": "blue", "value": 1})
    game.say("collect", token="blue", with_=["yellow1", "blue1"])
    assert game.table.log[-1].answer == {"do": "collect", "token": "blue", "with": ("blue1", "yellow1")}


@pytest.mark.rule("R-NYC-59", "R-NYC-61")
def test_steps_and_extra_steps_go_to_neighbours_and_by_subway():
    game = playing({}, settings={"start.father": "c"})
    assert [step["to"] for step in game.legal("step")] == ["b", "d", "j", "t"]
    assert [step["to"] for step in game.legal("extra")] == ["b", "d", "j", "t"]
    game.say("step", to="t")
    assert (game.now["steps"], game.now["actions"]) == (1, 1)


@pytest.mark.rule("R-NYC-09", "R-NYC-10")
def test_every_side_of_the_dice_of_a_roll():
    game = NewYorkTable("father mother").turn("father")
    assert game.table.legal() is None
    assert game.table.faces() == {
        "blue1": ["MENT", "MENT", "MENT", "PHYS", "SOC", "WILD"],
        "grey1": ["MENT", "MENT", "PHYS", "PHYS", "SOC", "SOC"],
        "red1": ["PHYS", "PHYS", "PHYS", "MENT", "SOC", "WILD"],
        "red2": ["PHYS", "PHYS", "PHYS", "MENT", "SOC", "WILD"],
        "yellow1": ["SOC", "SOC", "SOC", "MENT", "PHYS", "WILD"],
    }


def test_odds_of_a_draw_and_of_a_pull():
    game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    assert game.table.odds() == [1 / 23] * 23
    game.correct(
        {"fact": "info", "at": "bag:info", "token": "red", "value": 3},
        {"fact": "info", "at": "bag:info", "token": "blue", "value": 1},
    )
    game.turn("father")
    game.draw("-.q.-")
    assert game.legal() == [{"do": "pull", "bag": "info", "token": token} for token in ("blue", "red")]
    assert game.table.odds() == [0.25, 0.75]


def test_chance_is_asked_also_where_one_outcome_is_possible():
    game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.set("info", 1, at="bag:info", token="red")
    game.turn("father")
    game.draw("-.q.-")
    assert game.table.odds() == [1.0]
