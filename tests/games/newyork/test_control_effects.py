"""Effects that hold others: one of several, a condition, for each, a die decides, later (core/WIRE.md, Effects)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.effects import MOST_DEPTH
from companion.core.refusals import BadPack
from companion.games.newyork.content import read_effects
from tests.games.newyork.helpers import SQUARES, NewYorkTable

Json = dict[str, Any]

ALERT = {"op": "alert", "n": 1}
STORY = {"op": "story"}


def choose(*options: list[Json], **more: Any) -> Json:
    return {"op": "choose", "options": [{"do": effects} for effects in options], **more}


def when(of: str, then: list[Json], otherwise: list[Json] | None = None, **more: Any) -> Json:
    return {"op": "if", "of": of, "then": then, "else": otherwise or [], **more}


def each(of: str, *effects: Json, **more: Any) -> Json:
    return {"op": "each", "of": of, "do": [*effects], **more}


def later(when: str, /, *effects: Json, **more: Any) -> Json:
    return {"op": "later", "when": when, "do": [*effects], **more}


# One of several.


def test_one_of_several_is_chosen_and_only_that_is_done(game):
    game.effect(choose([ALERT], [{"op": "place_mafia", "at": "q"}]), ALERT)
    assert (game.choice, game.ask.who, game.ask.rule) == ("effect", "father", "R-NYC-37")
    assert game.legal() == [{"do": "option", "n": 1}, {"do": "option", "n": 2}]
    game.refuses("illegal", "R-NYC-37", "option", n=3)
    game.say("option", n=2)
    assert (game.alert, game.on("q")) == (1, {"mafia": 1})


@pytest.mark.parametrize(("by", "who"), [("mother", "mother"), ("all", None), ("active", "father")])
def test_who_chooses(game, by, who):
    game.effect(choose([ALERT], [], by=by))
    assert game.ask.who == who


def test_what_nobody_can_pay_is_no_choice(game):
    game.effect(choose([{"op": "lose_item", "who": "active"}], [{"op": "lose_skill", "who": "active"}], [ALERT]))
    assert game.legal() == [{"do": "option", "n": 2}, {"do": "option", "n": 3}]
    game.say("option", n=2)
    assert game.who("father")["skill"] == 1


ITEM, SKILL = {"op": "lose_item", "who": "active"}, {"op": "lose_skill", "who": "active", "n": 2}


@pytest.mark.parametrize(
    ("price", "possible"),
    [
        ([{**ITEM, "who": "mother"}], True),
        ([{**ITEM, "who": "mother"}] * 2, False),
        ([{**ITEM, "who": "somebody"}], True),
        ([{**ITEM, "who": "somebody"}] * 2, False),
        ([when("alert", [ITEM], most=9)], False),
        ([when("alert", [ITEM], least=9)], True),
        ([choose([ITEM], [SKILL])], True),
        ([choose([ITEM], [SKILL]), SKILL], False),
        ([each("other", {**ITEM, "who": "them"})], True),
        ([each("other", {**ITEM, "who": "them", "n": 2})], False),
        ([each("station", ITEM)], False),
        ([when("square", [ITEM], at="choose", least=1)], True),
    ],
)
def test_what_is_to_be_paid_is_looked_for_in_the_whole_list(game, price, possible):
    """The mother has an item, nobody else has one."""
    game.holds("mother", "phone")
    game.effect(choose(price, [ALERT]))
    assert (game.choice == "effect", game.alert) == (possible, 0 if possible else 1)


def test_of_somebody_who_loses_something_only_those_who_have_it_are_asked_for(game):
    game.holds("mother", "phone")
    game.holds("son", "mask")
    game.effect({**ITEM, "who": "somebody"})
    assert game.legal() == [{"do": "person", "seat": "mother"}, {"do": "person", "seat": "son"}]


# Conditions.


@pytest.mark.parametrize(("alert", "after"), [(4, 3), (5, 6), (7, 8)])
def test_a_condition_counts(game, alert, after):
    game.set("alert", alert)
    game.effect(when("alert", [ALERT], [{"op": "alert", "n": -1}], least=5))
    assert game.alert == after


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"of": "car", "least": 2}, True),
        ({"of": "car", "least": 3}, False),
        ({"of": "car", "most": 2}, True),
        ({"of": "mafia", "at": "q", "least": 2, "most": 2}, True),
        ({"of": "mafia", "at": "k", "least": 1}, False),
        ({"of": "mafia_square", "least": 1, "most": 1}, True),
        ({"of": "car_square", "at": "near", "least": 1}, False),
        ({"of": "station", "at": "with_car", "least": 1}, False),
        ({"of": "held_item", "who": "mother", "item": "bike", "least": 1}, True),
        ({"of": "held_item", "who": "mother", "item": "cash", "least": 1}, False),
        ({"of": "held_item", "who": "all", "least": 2}, True),
        ({"of": "held_wound", "who": "son", "least": 1}, True),
        ({"of": "most_items", "most": 1}, True),
        ({"of": "player_here", "least": 2, "most": 2}, True),
        ({"of": "player_there", "at": "b", "least": 1, "most": 1}, True),
        ({"of": "other", "at": "b", "least": 1}, True),
        ({"of": "player", "least": 3, "most": 3}, True),
        ({"of": "together", "least": 2, "most": 2}, True),
        ({"of": "token", "token": "bomb", "least": 1}, True),
        ({"of": "token", "token": "boat", "least": 1}, False),
        ({"of": "info", "at": "q", "least": 1}, False),
        ({"of": "fbi", "most": 0}, True),
        ({"of": "round", "least": 1}, True),
    ],
)
def test_what_can_be_counted(game, condition, holds):
    game.correct(
        {"fact": "car", "at": "square:k", "value": 1},
        {"fact": "car", "at": "square:l", "value": 1},
        {"fact": "mafia", "square": "q", "value": 2},
        {"fact": "token", "square": "q", "token": "bomb", "value": 1},
        {"fact": "hand", "seat": "mother", "item": "bike", "value": {"ready": 1, "used": 1}},
        {"fact": "lost", "seat": "son", "colour": "red", "value": 1},
    )
    game.effect({"op": "if", "then": [ALERT], **condition})
    assert game.alert == int(holds)


def test_results_of_the_dice_are_counted(game):
    game.set("die", {"face": "PHYS", "spent": False}, die="red1")
    game.set("die", {"face": "PHYS", "spent": True}, die="red2")
    game.effect(when("PHYS", [ALERT], least=1, most=1))
    assert game.alert == 1


def test_a_question_to_the_table(game):
    game.effect({"op": "if", "ask": "Did anybody laugh?", "then": [ALERT], "else": [STORY]})
    assert (game.choice, game.ask.who, game.ask.rule) == ("condition", None, "R-NYC-37")
    assert game.legal() == [{"do": "holds", "holds": True}, {"do": "holds", "holds": False}]
    game.say("holds", holds=False)
    assert (game.alert, game.facts["story"]["at"]) == (0, 1)


def test_in_light_mode_only_people_know_where_figures_stand():
    game = NewYorkTable("father mother", {"nyc.follow": "light"}).playing("father")
    game.effect(when("player_here", [ALERT], least=2))
    assert game.choice == "condition"
    game.say("holds", holds=True)
    assert game.alert == 1
    game.effect(each("player_here", {"op": "wound", "who": "them"}))
    assert game.who("father")["wounds"] == 0


# For each.


def test_for_each_piece_on_its_square(game):
    game.correct({"fact": "mafia", "square": "k", "value": 1}, {"fact": "mafia", "square": "q", "value": 2})
    game.effect(each("mafia", {"op": "token", "token": "bomb", "n": 1, "at": "it"}))
    assert {square: game.on(square) for square in "kq"} == {
        "k": {"mafia": 1, "token:bomb": 1},
        "q": {"mafia": 2, "token:bomb": 2},
    }


@pytest.mark.parametrize(("cars", "every", "alert"), [("klm", 1, 3), ("klm", 2, 1), ("klm", 3, 1), ("", 1, 0)])
def test_for_every_so_many(game, cars, every, alert):
    game.correct({"fact": "alert", "value": 0}, *({"fact": "car", "at": f"square:{at}", "value": 1} for at in cars))
    game.effect(each("car", ALERT, every=every))
    assert game.alert == alert


def test_for_each_person_where_that_person_stands(game):
    game.effect(each("player", {"op": "place_mafia", "at": "it"}, {"op": "lose_skill", "who": "them"}))
    assert game.facts["mafia"]["squares"] == {"a": 2, "b": 1}
    assert [game.who(seat)["skill"] for seat in ("mother", "son", "father")] == [1, 1, 1]


def test_all_of_those_who_are_equal(game):
    game.set("hand", {"ready": 1, "used": 0}, seat="mother", item="bike")
    game.set("hand", {"ready": 0, "used": 1}, seat="son", item="mask")
    game.effect(each("most_items", {"op": "lose_skill", "who": "them"}))
    assert [game.who(seat)["skill"] for seat in ("mother", "son", "father")] == [1, 1, 2]


def test_each_inside_each_has_names_of_its_own(game):
    game.set("car", 1, at="square:k")
    inner = each("car", {"op": "token", "token": "bomb", "n": 1, "at": "it"}, {"op": "lose_skill", "who": "them"})
    game.effect(each("player", inner))
    assert game.on("k") == {"car": 1, "token:bomb": 3}
    assert [game.who(seat)["skill"] for seat in ("mother", "son", "father")] == [1, 1, 1]


def test_somebody_is_chosen_once_for_all_that_follows(game):
    game.effect(each("somebody", choose([{"op": "lose_skill", "who": "them"}], [{"op": "alert", "n": 2}], by="them")))
    assert (game.choice, game.ask.who) == ("person", "father")
    assert game.legal() == [{"do": "person", "seat": seat} for seat in ("mother", "son", "father")]
    game.say("person", seat="son")
    assert (game.choice, game.ask.who) == ("effect", "son")
    game.say("option", n=1)
    assert game.who("son")["skill"] == 1


# A die decides.


def test_a_die_decides(game):
    on = [{"faces": ["PHYS", "SOC"], "do": [ALERT]}, {"faces": ["MENT"], "do": [STORY]}]
    game.effect({"op": "die", "die": "grey", "on": on})
    assert (game.ask.dice, game.ask.who, game.ask.rule) == (["grey1"], "father", "R-NYC-37")
    assert game.facts["turn"]["rolling"] == ["grey1"]
    game.refuses("illegal", "R-NYC-37", "roll", faces={"grey1": "WILD"})
    game.refuses("illegal", "R-NYC-37", "roll", faces={"grey2": "SOC"})
    game.say("roll", faces={"grey1": "SOC"})
    assert (game.alert, game.facts["turn"]["pool"]) == (1, {})


def test_a_die_decides_in_the_police_phase():
    effects = [{"op": "die", "die": "red", "on": [{"faces": ["WILD"], "do": [ALERT]}]}]
    game = NewYorkTable("father", events={"k": {"effects": effects}}).set_up()
    game.draw("l", "k")
    assert (game.ask.dice, game.ask.who) == (["red1"], None)
    game.say("roll", faces={"red1": "PHYS"})
    assert (game.facts["phase"], game.alert) == ("players", 0)


# Later.


def test_the_end_of_the_turn(game):
    game.effect(later("turn_end", {"op": "wound", "who": "active"}, ALERT))
    card = game.facts["event"]["card"]
    shown = {"op": "later", "until": "once", "when": "turn_end", "rule": "R-NYC-37", "card": card}
    assert game.facts["effects"] == [shown | {"do": [{"op": "wound", "who": "active"}, ALERT]}]
    game.say("end")
    assert game.choice == "wound"
    game.say("lose", colour="red")
    assert (game.alert, game.facts["effects"]) == (1, [])


def test_every_turn_of_the_round():
    effects = [later("turn_start", ALERT, until="round"), later("turn_end", STORY, until="round")]
    game = NewYorkTable("father mother", events={"k": {"effects": effects}}).set_up()
    game.draw("l", "k")
    game.say("turn", seat="father")
    assert game.alert == 1
    game.rest()
    assert (game.alert, game.facts["story"]["at"]) == (2, 1)


@pytest.mark.parametrize(("moment", "alert"), [("round_end", 1), ("round_start", 1)])
def test_the_next_round(game, moment, alert):
    game.effect(later(moment, ALERT))
    game.set("played", True, seat="mother")
    game.set("played", True, seat="son")
    game.say("end")
    assert (game.facts["round"], game.alert, game.facts["effects"]) == (2, alert, [])


# Boxes: what is refused.


def nested(depth: int) -> list[Json]:
    return [ALERT] if depth <= 1 else [when("alert", nested(depth - 1), least=1)]


@pytest.mark.parametrize(
    ("effects", "problem"),
    [
        ([choose([ALERT])], "e[0].options: must have at least two to choose from"),
        ([each("car")], "e[0].do: must have at least one effect"),
        ([later("round_end")], "e[0].do: must have at least one effect"),
        ([when("car", [], least=1)], "e[0].then: must have at least one effect"),
        ([when("car", [ALERT])], "e[0].least: is missing; say how many it takes"),
        ([{"op": "if", "then": [ALERT]}], "e[0]: must ask a question, or count something"),
        ([when("cats", [ALERT], least=1)], "e[0].of: must be one of"),
        ([{"op": "die", "die": "grey", "on": []}], "e[0].on: must say what at least one face does"),
        ([{"op": "die", "die": "grey", "on": [{"faces": ["SOC", "SOC"], "do": []}]}], 'e[0].on[0].faces: names "SOC"'),
        ([{"op": "die", "die": "grey", "on": [{"faces": [], "do": []}]}], "e[0].on[0].faces: must name at least one"),
        ([{"op": "place_mafia", "at": "it"}], 'e[0].at: "it" means something only inside "for each"'),
        ([each("car", {"op": "wound", "who": "them"})], 'e[0].do[0].who: "them" means something only inside'),
        ([each("car", each("car", each("car", ALERT)))], 'e[0].do[0].do[0].op: at most 2 "for each"'),
        (nested(MOST_DEPTH + 1), "e[0].then[0].then[0].then[0].then[0].then: has too many effects inside one another"),
        ([{"op": "move_piece", "what": "token", "from": "a", "to": "b"}], "e[0].token: must be named for a token"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_field(effects, problem):
    with pytest.raises(BadPack) as refused:
        read_effects(effects, SQUARES, "e")
    assert any(str(fault).startswith(problem) for fault in refused.value.problems), refused.value.problems


def test_an_unknown_effect_is_a_note_at_any_depth():
    assert len(read_effects([choose([{"op": "dance"}], [{"op": "sing", "text": "La!"}])], [], "e")) == 1
    assert read_effects(nested(MOST_DEPTH), [], "e")


# What cards want when somebody does something, on some squares only, and results (the squares a, b, c lie in a row).

POOL = {"red1": "PHYS", "red2": "PHYS", "yellow1": "SOC", "blue1": "MENT"}


def forced(*effects: Json, **pool: str) -> NewYorkTable:
    """The father on a, with the mother, and these effects in force."""
    table = NewYorkTable().set_up().playing("father", pool or POOL)
    table.effect(*effects)
    return table


def test_a_step_is_paid_for_and_nobody_goes_who_cannot_pay() -> None:
    table = forced(later("move", {"op": "result", "what": "PHYS", "n": -2}, at="a", to="b", until="round"))
    table.say("step", to="b")
    assert [table.now["pool"][die]["spent"] for die in ("red1", "red2", "yellow1")] == [True, True, False]
    table.set("position", "a", seat="father")
    table.refuses("illegal", "R-NYC-37", "step", to="b")
    assert "b" not in [answer["to"] for answer in table.legal("step")]
    table.undo(2)
    assert (table.who("father")["square"], table.now["pool"]["red1"]["spent"]) == ("a", False)


def test_leaving_costs_one_thing_or_another() -> None:
    table = forced(later("move", choose([{"op": "lose_item", "who": "active"}], [ALERT]), at="a", until="round"))
    table.holds("father", "bike")
    table.say("step", to="b")
    assert [answer["n"] for answer in table.legal()] == [1, 2]
    table.say("option", n=1)
    table.say("step", to="c")
    assert (table.alert, "item:bike" in table.hand("father")) == (0, False)


def test_the_first_deed_only() -> None:
    first, every = later("info", ALERT, first=True, until="round"), later("red_info", ALERT, until="round")
    table = forced(first, every, red1="PHYS", red2="PHYS", red3="PHYS", blue1="PHYS")
    table.set("info", 2, at="square:a", token="red")
    table.say("collect", token="red", with_=["red1", "red2"])
    assert (table.alert, [one["when"] for one in table.facts["effects"]]) == (2, ["red_info"])
    table.say("collect", token="red", with_=["blue1", "red3"])
    assert table.alert == 3


@pytest.mark.parametrize(("deed", "say"), [
    ("item", {"do": "take", "with": ["red1", "red2"]}),
    ("fight", {"do": "fight", "square": "a", "with": ["red1", "red2"]}),
    ("use", {"do": "use", "item": "phone"}),
])  # fmt: skip
def test_other_deeds(deed: str, say: Json) -> None:
    table = forced(later(deed, ALERT, until="turn"))
    table.set("item", "cash", square="a")
    table.set("mafia", 1, square="a")
    table.holds("father", "phone")
    table.say(**say)
    assert table.alert == 1


def test_the_subway_costs_and_walking_does_not() -> None:
    table = forced(later("ride", {"op": "result", "what": "SOC", "n": -1}, until="round"))
    table.set("position", "c", seat="father")
    table.say("step", to="j")
    assert table.now["pool"]["yellow1"]["spent"]
    assert "c" not in [answer["to"] for answer in table.legal("step")]


def test_what_is_forbidden_or_costs_more_on_a_square() -> None:
    table = forced(
        {"op": "forbid", "what": "extra_step", "until": "scenario", "at": "b"},
        {"op": "forbid", "what": "subway", "until": "scenario", "at": "c"},
        {"op": "modify", "what": "info_cost", "n": 1, "until": "round", "at": "a"},
        {"op": "modify", "what": "mafia_wounds", "n": 1, "until": "round", "at": "most_mafia"},
    )
    table.set("info", 1, at="square:a", token="red")
    table.refuses("illegal", "R-NYC-70", "collect", token="red", with_=["red1", "red2"])
    table.refuses("illegal", "R-NYC-37", "extra", to="b")
    assert "b" not in [answer["to"] for answer in table.legal("extra")]
    table.set("position", "c", seat="father")
    assert "j" not in [answer["to"] for answer in table.legal("step")]
    table.set("position", "j", seat="father")
    assert "c" not in [answer["to"] for answer in table.legal("step")]


def test_mafia_that_counts_twice() -> None:
    table = NewYorkTable().set_up().playing("father")
    table.set("mafia", 1, square="a")
    table.effect({"op": "modify", "what": "mafia_wounds", "n": 1, "until": "round", "at": "most_mafia"})
    table.say("end")
    assert table.ask.left == 2


def test_a_fight_that_costs_more_where_the_card_says_so() -> None:
    table = forced({"op": "modify", "what": "mafia_cost", "n": 1, "until": "round", "at": "a"})
    table.set("mafia", 2, square="a")
    for die, face in (("red1", "PHYS"), ("red2", "PHYS"), ("red3", "PHYS"), ("yellow1", "PHYS"), ("blue1", "PHYS")):
        table.set("die", {"face": face, "spent": False}, die=die)
    table.refuses("illegal", "R-NYC-73", "fight", square="a", with_=["red1", "red2"])
    assert {len(answer["with"]) for answer in table.legal("fight")} == {3}
    table.say("fight", square="a", with_=["red1", "red2", "red3"])
    assert {len(answer["with"]) for answer in table.legal("fight")} == {2}, "the second costs one more, too"


def test_items_are_turned_face_down_and_up_again() -> None:
    table = NewYorkTable().set_up().playing("father")
    for item in ("bike", "mask"):
        table.set("hand", {"ready": 1, "used": 0}, seat="father", item=item)
    table.effect({"op": "turn_item", "who": "active", "n": 1})
    assert table.ask.choice == "turn_over"
    table.say("turn_over", item="mask")
    assert table.who("father")["items"] == {"ready": {"bike": 1}, "used": {"mask": 1}}
    table.effect({"op": "turn_item", "who": "active", "n": 3})
    assert table.who("father")["items"]["ready"] == {}, "no more than there are, and the last one unasked"
    table.effect({"op": "turn_item", "who": "all", "n": 2, "up": True})
    assert table.who("father")["items"] == {"ready": {"bike": 1, "mask": 1}, "used": {}}


def test_results_of_a_card_are_there_for_this_turn() -> None:
    table = forced({"op": "result", "what": "MENT", "n": 2}, blue1="MENT")
    assert [table.now["pool"][die]["face"] for die in ("card1", "card2")] == ["MENT", "MENT"]
    table.set("die", None, die="card2")
    table.set("die", {"face": "SOC", "spent": True}, die="card3")
    assert table.now["pool"].keys() == {"blue1", "card1", "card3"}


@pytest.mark.parametrize("wrong", [
    later("round_end", ALERT, at="a"), later("turn_start", ALERT, first=True), {"op": "result", "what": "PHYS", "n": 0},
    later("move", ALERT, to="random"),
])  # fmt: skip
def test_deeds_and_times_are_not_mixed(wrong: Json) -> None:
    with pytest.raises(BadPack):
        read_effects([wrong], SQUARES)


def test_what_waits_for_deeds_can_be_corrected_and_is_said() -> None:
    table = forced(later("move", ALERT, at="a", to="b", first=True, until="round"),
                   {"op": "forbid", "what": "items", "until": "scenario", "at": "b"})  # fmt: skip
    effects = table.facts["effects"]
    assert effects[0] | {"do": []} == {"op": "later", "when": "move", "square": "a", "to": "b", "first": True,
                                       "until": "round", "rule": "R-NYC-37", "do": []}  # fmt: skip
    table.set("effects", [])
    table.set("effects", effects)
    assert table.facts["effects"] == effects


# The story.


def test_the_story_goes_back_and_cards_that_lie_open_stay_open():
    game = NewYorkTable("father mother").set_up().playing("father")
    game.effect({"op": "story", "n": 3})
    assert (game.facts["story"]["at"], game.facts["story"]["revealed"]) == (3, 2)
    game.effect({"op": "story", "n": -2})
    assert game.facts["story"] == {"at": 1, "revealed": 2, "next": 4}
    game.effect({"op": "story", "n": -5})
    assert game.facts["story"]["at"] == 0
    game.effect({"op": "story", "n": 2})
    assert game.facts["story"] == {"at": 2, "revealed": 2, "next": 4}
    with pytest.raises(BadPack):
        read_effects([{"op": "story", "n": 0}], SQUARES)
