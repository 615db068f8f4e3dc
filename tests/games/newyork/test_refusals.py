"""What is refused: the codes, their order, and the rule of every condition (core/WIRE.md; WIRE.md 4)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.refusals import Refused
from tests.games.newyork.helpers import NewYorkTable

POOL = {"blue1": "MENT", "red1": "MENT", "red2": "PHYS", "red3": "PHYS", "yellow1": "SOC", "yellow2": "WILD"}


@pytest.fixture
def game() -> NewYorkTable:
    """Father plays on ``c``, a station; mother is with him, daughter on ``k``."""
    starts = {"start.father": "c", "start.mother": "c", "start.daughter": "k"}
    return NewYorkTable("father mother daughter", starts).playing("father", POOL)


# The order: over, malformed, unknown, illegal.


def test_over_comes_first(game):
    game.set("revealed", 3)
    game.set("position", "f", seat="father")
    game.say("fulfil", task="final", with_=["blue1", "red1"])
    for answer in ({"do": "end"}, {"do": "dance"}, {"do": "step", "to": "nowhere"}, "nonsense", None):
        with pytest.raises(Refused) as refused:
            game.table.answer(answer)
        assert refused.value.code == "over"


@pytest.mark.parametrize(
    "answer",
    [
        None, 3, "end", [], {}, {"do": 3}, {"do": "dance"}, {"do": "End"}, {"to": "d"},
        {"do": "step"}, {"do": "step", "to": None}, {"do": "step", "to": 3}, {"do": "step", "to": "d", "fast": True},
        {"do": "end", "now": True}, {"do": "collect", "token": "blue"}, {"do": "collect", "token": "blue", "with": []},
        {"do": "collect", "token": "nowhere", "with": ["blue1", "blue1"]}, {"do": "take", "with": "blue1"},
        {"do": "reroll", "dice": ["red1", "red1"]}, {"do": "reroll", "dice": [1]}, {"do": "reroll"},
        {"do": "give", "item": "mask", "used": "no", "seat": "mother"}, {"do": "give", "item": "mask"},
        {"do": "skill"}, {"do": "skill", "die": "red1", "seat": "mother"}, {"do": "skill", "seat": "mother"},
        {"do": "use"}, {"do": "use", "item": "mask", "to": "nowhere"}, {"do": "use", "item": "cash"},
        {"do": "use", "item": "drone", "seat": "mother", "send": "mask"}, {"do": "fulfil"},
        {"do": "fulfil", "task": "nothing", "with": []},
        {"do": "fulfil", "task": "nothing", "items": [{"item": "mask"}]},
        {"do": "roll", "faces": {"green1": 3}}, {"do": "roll", "faces": {"green1": "MENT", "red1": 3}},
        {"do": "roll", "faces": {"red1": "nothing", "red2": 3}}, {"do": "pick", "what": "nothing", "one": 3},
        {"do": "roll", "faces": ["PHYS"]}, {"do": "draw", "deck": "mafia"}, {"do": "raised", "n": "1", "why": "wild"},
    ],
    ids=str,
)  # fmt: skip
def test_malformed_comes_before_unknown(game, answer):
    game.refuses_raw("malformed", None, answer)


@pytest.mark.parametrize(
    "answer",
    [
        {"do": "step", "to": "nowhere"},
        {"do": "flee", "to": "nowhere"},
        {"do": "start", "square": "nowhere"},
        {"do": "turn", "seat": "son"},
        {"do": "turn", "seat": "uncle"},
        {"do": "collect", "token": "blue3", "with": ["blue1"]},
        {"do": "collect", "token": "blue", "with": ["blue2"]},
        {"do": "fight", "square": "nowhere", "with": ["red1"]},
        {"do": "face", "with": ["mask1"]},
        {"do": "reroll", "dice": ["grey1"]},
        {"do": "give", "item": "tank", "used": False, "seat": "mother"},
        {"do": "give", "item": "mask", "used": False, "seat": "son"},
        {"do": "skill", "die": "green1"},
        {"do": "skill", "seat": "mother", "colour": "grey"},
        {"do": "use", "item": "tank", "to": "d"},
        {"do": "use", "item": "laptop", "square": "nowhere", "token": "blue", "with": ["blue1"]},
        {"do": "use", "item": "drone", "seat": "mother", "send": "tank", "used": False},
        {"do": "fulfil", "task": "final"},
        {"do": "lose", "colour": "grey"},
        {"do": "car", "from": "nowhere"},
        {"do": "draw", "deck": "story", "card": "k"},
        {"do": "draw", "deck": "police", "card": "nowhere"},
        {"do": "pull", "bag": "pocket", "token": "red"},
        {"do": "pull", "bag": "info", "token": "green"},
        {"do": "pick", "what": "tile", "one": "a"},
        {"do": "roll", "faces": {"green1": "PHYS"}},
        {"do": "roll", "faces": {"red1": "FIRE"}},
        {"do": "healed", "seat": "uncle"},
    ],
    ids=str,
)
def test_unknown_comes_before_illegal(game, answer):
    game.refuses_raw("unknown", None, answer)


FITTING_NOTHING: list[tuple[str, dict[str, Any]]] = [
    ("start", {"square": "a"}),
    ("turn", {"seat": "mother"}),
    ("flee", {"to": "b"}),
    ("lose", {"colour": "red"}),
    ("heal", {"colour": "red"}),
    ("car", {"from_": "k"}),
    ("draw", {"deck": "mafia", "card": "blank20"}),
    ("pull", {"bag": "info", "token": "red"}),
    ("pick", {"what": "square", "one": "a"}),
    ("roll", {"faces": {"red1": "PHYS"}}),
    ("collected", {"square": "a", "token": "red"}),
    ("ended", {"wounds": 0}),
]


@pytest.mark.parametrize(("verb", "fields"), FITTING_NOTHING)
def test_a_verb_that_does_not_fit_has_the_rule_of_the_ask(game, verb, fields):
    game.refuses("illegal", "R-NYC-43", verb, **fields)


# The conditions of each verb, with everything else in order.

CLOSED = {"fact": "effects", "value": [{"op": "close", "square": "d", "until": "round"}]}


def forbidden(what: str) -> dict[str, Any]:
    return {"fact": "effects", "value": [{"op": "forbid", "what": what, "until": "round"}]}


def spent(die: str, face: str) -> dict[str, Any]:
    return {"fact": "die", "die": die, "value": {"face": face, "spent": True}}


CAR = {"fact": "car", "at": "square:d", "value": 1}
FBI = {"fact": "fbi", "square": "j", "value": 1}
MAFIA = {"fact": "mafia", "square": "c", "value": 1}
FACED = {"fact": "dealt", "square": "c", "value": "faced"}
EVADED = {"fact": "dealt", "square": "c", "value": "evaded"}
TOKEN = {"fact": "info", "at": "square:c", "token": "blue", "value": 1}
ITEM = {"fact": "item", "square": "c", "value": "bike"}
TIRED = {"fact": "actions", "value": 0}
MASK = {"fact": "hand", "seat": "father", "item": "mask", "value": {"ready": 1, "used": 0}}
MOTHER_HURT = {"fact": "lost", "seat": "mother", "colour": "red", "value": 1}
DAUGHTER_HURT = {"fact": "lost", "seat": "daughter", "colour": "red", "value": 1}

CONDITIONS: list[Any] = [
    ("R-NYC-59", [], "step", {"to": "e"}),
    ("R-NYC-59", [], "step", {"to": "c"}),
    ("R-NYC-59", [TIRED], "step", {"to": "d"}),
    ("R-NYC-37", [forbidden("subway")], "step", {"to": "j"}),
    ("R-NYC-62", [MAFIA], "step", {"to": "d"}),
    ("R-NYC-62", [MAFIA, FACED], "step", {"to": "j"}),
    pytest.param("R-NYC-60", [CAR], "step", {"to": "d"}, marks=pytest.mark.rule("R-NYC-32")),
    pytest.param("R-NYC-60", [FBI], "step", {"to": "j"}, marks=pytest.mark.rule("R-NYC-48")),
    ("R-NYC-37", [CLOSED], "step", {"to": "d"}),
    ("R-NYC-59", [], "extra", {"to": "e"}),
    ("R-NYC-62", [MAFIA], "extra", {"to": "d"}),
    ("R-NYC-37", [CLOSED], "extra", {"to": "d"}),
    ("R-NYC-37", [forbidden("extra_step")], "extra", {"to": "d"}),
    ("R-NYC-63", [{"fact": "extra_used", "value": True}], "extra", {"to": "d"}),
    ("R-NYC-120", [], "ride", {"to": "j"}),
    ("R-NYC-120", [{"fact": "free_subway", "value": True}], "ride", {"to": "d"}),
    ("R-NYC-62", [{"fact": "free_subway", "value": True}, MAFIA], "ride", {"to": "j"}),
    ("R-NYC-37", [forbidden("reroll")], "reroll", {"dice": ["red1"]}),
    ("R-NYC-59", [TIRED], "reroll", {"dice": ["red1"]}),
    ("R-NYC-64", [{"fact": "die", "die": "mask1", "value": {"face": "SOC", "spent": True}}], "reroll",
     {"dice": ["mask1", "red1"]}),
    ("R-NYC-64", [{"fact": "position", "seat": "mother", "value": "b"}], "reroll", {"dice": []}),
    ("R-NYC-70", [], "collect", {"token": "blue", "with_": ["blue1", "red1"]}),
    ("R-NYC-70", [TOKEN], "collect", {"token": "red", "with_": ["red2", "red3"]}),
    ("R-NYC-70", [TOKEN], "collect", {"token": "blue", "with_": ["blue1"]}),
    ("R-NYC-70", [TOKEN], "collect", {"token": "blue", "with_": ["blue1", "red1", "yellow2"]}),
    ("R-NYC-70", [TOKEN], "collect", {"token": "blue", "with_": ["blue1", "red2"]}),
    ("R-NYC-67", [TOKEN, spent("red1", "MENT")], "collect", {"token": "blue", "with_": ["blue1", "red1"]}),
    ("R-NYC-72", [], "take", {"with_": ["blue1", "red1"]}),
    ("R-NYC-72", [ITEM], "take", {"with_": ["blue1", "red2"]}),
    ("R-NYC-72", [ITEM], "take", {"with_": ["blue1"]}),
    ("R-NYC-74", [MAFIA, MAFIA | {"square": "d"}], "fight", {"square": "d", "with_": ["red2", "red3"]}),
    ("R-NYC-73", [], "fight", {"square": "c", "with_": ["red2", "red3"]}),
    ("R-NYC-73", [MAFIA], "fight", {"square": "c", "with_": ["red2"]}),
    ("R-NYC-73", [MAFIA], "fight", {"square": "c", "with_": ["red1", "red2"]}),
    ("R-NYC-75", [MAFIA, {"fact": "fight_open", "value": True}], "fight", {"square": "c", "with_": ["red2", "red3"]}),
    ("R-NYC-77", [], "face", {"with_": ["red2"]}),
    ("R-NYC-77", [MAFIA, FACED], "face", {"with_": ["red2"]}),
    ("R-NYC-77", [MAFIA], "face", {"with_": ["yellow1"]}),
    ("R-NYC-78", [], "evade", {"with_": ["yellow1"]}),
    ("R-NYC-78", [MAFIA, EVADED], "evade", {"with_": ["yellow1"]}),
    ("R-NYC-78", [MAFIA], "evade", {"with_": ["red2"]}),
    ("R-NYC-83", [MASK], "give", {"item": "mask", "used": False, "seat": "daughter"}),
    ("R-NYC-83", [MASK], "give", {"item": "mask", "used": False, "seat": "father"}),
    ("R-NYC-83", [MASK], "give", {"item": "mask", "used": True, "seat": "mother"}),
    ("R-NYC-83", [], "give", {"item": "mask", "used": False, "seat": "mother"}),
    ("R-NYC-37", [MOTHER_HURT, forbidden("skills")], "skill", {"seat": "mother", "colour": "red"}),
    ("R-NYC-87", [MOTHER_HURT, {"fact": "skill", "seat": "father", "value": 0}], "skill",
     {"seat": "mother", "colour": "red"}),
    ("R-NYC-88", [MOTHER_HURT], "skill", {"seat": "mother", "colour": "blue"}),
    ("R-NYC-88", [DAUGHTER_HURT], "skill", {"seat": "daughter", "colour": "red"}),
    ("R-NYC-88", [{"fact": "lost", "seat": "father", "colour": "red", "value": 1}], "skill",
     {"seat": "father", "colour": "red"}),
    ("R-NYC-88", [], "skill", {"die": "red1"}),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "changes", "verb", "fields"), CONDITIONS, ids=str)
def test_a_condition_of_a_verb_has_its_rule(game, rule, changes, verb, fields):
    if changes:
        game.correct(*changes)
    game.refuses("illegal", rule, verb, **fields)


@pytest.mark.parametrize(
    ("changes", "verb", "fields"),
    [
        ([], "step", {"to": "d"}),
        ([], "step", {"to": "j"}),
        ([MAFIA, EVADED], "step", {"to": "d"}),
        ([{"fact": "car", "at": "square:d", "value": 1}, {"fact": "ignored", "value": ["d"]}], "step", {"to": "d"}),
        ([TIRED, {"fact": "steps", "value": 1}], "step", {"to": "d"}),
        ([TIRED], "extra", {"to": "t"}),
        ([{"fact": "free_subway", "value": True}], "ride", {"to": "j"}),
        ([spent("red1", "MENT")], "reroll", {"dice": ["red1"]}),
        ([], "reroll", {"dice": []}),
        ([TOKEN], "collect", {"token": "blue", "with_": ["yellow2", "red1"]}),
        ([TOKEN, MAFIA], "collect", {"token": "blue", "with_": ["blue1", "red1"]}),
        ([ITEM], "take", {"with_": ["yellow2", "yellow1"]}),
        ([MAFIA], "fight", {"square": "c", "with_": ["red3", "yellow2"]}),
        ([MAFIA, {"fact": "fight_open", "value": True}], "fight", {"square": "c", "with_": ["red3"]}),
        ([MAFIA], "face", {"with_": ["red3"]}),
        ([MAFIA, FACED], "evade", {"with_": ["yellow2"]}),
        ([MASK], "give", {"item": "mask", "used": False, "seat": "mother"}),
        ([MOTHER_HURT], "skill", {"seat": "mother", "colour": "red"}),
        ([MAFIA], "end", {}),
    ],
    ids=str,
)
def test_with_every_condition_met_it_is_taken(game, changes, verb, fields):
    if changes:
        game.correct(*changes)
    game.say(verb, **fields)


@pytest.mark.rule("R-NYC-87", "R-NYC-92")
@pytest.mark.parametrize(
    ("seat", "colour", "rule"),
    [("mother", "red", "R-NYC-89"), ("daughter", "blue", "R-NYC-90"), ("son", "yellow", "R-NYC-91")],
)
def test_skills_that_roll_a_die_again_look_at_its_colour(seat, colour, rule):
    game = NewYorkTable(f"{seat} father").playing(seat, {"blue1": "SOC", "red1": "SOC", "yellow1": "SOC"})
    game.set("die", {"face": "SOC", "spent": True}, die=f"{colour}1")
    game.set("lost", 1, seat="father", colour="red")
    assert [skill["die"] for skill in game.legal("skill")] == [f"{colour}1"]
    for die in {"blue1", "red1", "yellow1"} - {f"{colour}1"}:
        game.refuses("illegal", rule, "skill", die=die)
    game.refuses("illegal", "R-NYC-88", "skill", seat="father", colour="red")
    game.say("skill", die=f"{colour}1")
    assert (game.ask.rule, game.ask.dice) == (rule, [f"{colour}1"])
    game.throw()
    assert game.now["actions"] == 2
    assert game.who(seat)["skill"] == 1
    assert not game.now["pool"][f"{colour}1"]["spent"]


# Chance and the other questions.


def test_another_deck_bag_square_card_or_token_than_asked_for():
    game = NewYorkTable("father", {"start.father": "a"})
    game.refuses("illegal", "R-NYC-13", "draw", deck="mafia", card="blank01")
    game.pick("a")
    game.refuses("illegal", "R-NYC-13", "pull", bag="info", token="red")
    game.pull("mask")
    game.refuses("illegal", "R-NYC-13", "pick", what="square", one="a")
    game = NewYorkTable("father").set_up()
    game.refuses("illegal", "R-NYC-30", "draw", deck="mafia", card="blank20")
    game.draw("k")
    game.refuses("illegal", "R-NYC-30", "draw", deck="police", card="k")


def test_a_token_that_is_not_in_the_bag():
    game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.set("info", 1, at="bag:info", token="red")
    game.turn("father")
    game.refuses("illegal", "R-NYC-44", "draw", deck="mafia", card="blank01")  # it lies in the discard
    game.draw("-.q.-")
    game.refuses("illegal", "R-NYC-51", "pull", bag="info", token="blue")
    game.refuses("illegal", "R-NYC-51", "pull", bag="items", token="mask")


@pytest.mark.rule("R-NYC-10")
@pytest.mark.parametrize(
    ("rule", "faces"),
    [
        ("R-NYC-58", {"blue1": "MENT"}),
        ("R-NYC-58", {"blue1": "MENT", "grey1": "SOC", "red1": "PHYS", "red2": "PHYS", "yellow2": "SOC"}),
        ("R-NYC-58", {}),
        ("R-NYC-10", {"blue1": "MENT", "grey1": "WILD", "red1": "PHYS", "red2": "PHYS", "yellow1": "SOC"}),
    ],
)
def test_other_dice_than_asked_for_and_grey_has_no_wild(rule, faces):
    game = NewYorkTable().turn("father")
    game.refuses("illegal", rule, "roll", faces=faces)


@pytest.mark.rule("R-NYC-25")
def test_a_seat_that_has_played_this_round():
    game = NewYorkTable("father mother son").set_up()
    game.set("played", True, seat="father")
    game.set("phase", "players")
    game.refuses("illegal", "R-NYC-25", "turn", seat="father")


def test_a_wound_takes_a_die_that_is_left(game):
    game.set("mafia", 1, square="c")
    game.set("lost", 1, seat="father", colour="blue")
    game.say("end")
    game.refuses("illegal", "R-NYC-81", "lose", colour="blue")
    game.refuses("illegal", "R-NYC-81", "end")


@pytest.mark.rule("R-NYC-12")
def test_start_squares_are_asked_where_nobody_knows_them():
    game = NewYorkTable("mother father", {"start.father": "b"}, start_squares=None)
    assert (game.choice, game.ask.who, game.ask.rule) == ("start", "mother", "R-NYC-12")
    game.refuses("illegal", "R-NYC-12", "turn", seat="mother")
    game.say("start", square="q")
    assert (game.on("q"), game.on("b")) == ({"figure:mother": 1}, {"figure:father": 1})


# Asked with an old picture, or with nothing to take back.


def test_stale_and_nothing(game):
    before = game.table.hash()
    with pytest.raises(Refused) as refused:
        game.table.answer({"do": "end"}, rev=game.table.rev - 1)
    assert refused.value.code == "stale"
    with pytest.raises(Refused) as refused:
        game.table.redo()
    assert refused.value.code == "nothing"
    with pytest.raises(Refused) as refused:
        game.table.undo(10_000)
    assert refused.value.code == "nothing"
    assert game.table.hash() == before
