"""Effects of cards that last, tasks and the final challenge (WIRE.md 6 and 7)."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import Evening


def modify(what: str, n: int, until: str = "round") -> dict[str, object]:
    return {"op": "modify", "what": what, "n": n, "until": until}


@pytest.mark.parametrize(("n", "left"), [(2, 3), (-1, None), (-5, None)])
def test_modify_mafia_per_turn(n, left):
    evening = Evening("father", cards=[{"mafia_per_turn": 1}, {}]).playing("father")
    evening.effect(modify("mafia_per_turn", n))
    evening.turn("father")
    assert getattr(evening.ask, "left", None) == left
    assert evening.facts["mafia_per_turn"] == 1


@pytest.mark.parametrize(("n", "dice"), [(1, ["blue1", "red1", "red2"]), (-1, ["blue1"]), (-5, ["blue1"])])
def test_modify_info_cost(evening, n, dice):
    for die in ("blue1", "red1", "red2"):
        evening.set("die", {"face": "MENT", "spent": False}, die=die)
    evening.set("info", 1, at="square:a", token="blue")
    evening.effect(modify("info_cost", n))
    assert evening.legal("collect") == [{"do": "collect", "token": "blue", "with": tuple(dice)}]
    evening.refuses("illegal", "R-NYC-70", "collect", token="blue", with_=["blue1", "red1"])
    evening.say("collect", token="blue", with_=dice)


@pytest.mark.parametrize(("n", "dice"), [(1, ["blue1", "red1", "red2"]), (-1, ["blue1"])])
def test_modify_item_cost(evening, n, dice):
    for die in ("blue1", "red1", "red2"):
        evening.set("die", {"face": "MENT", "spent": False}, die=die)
    evening.set("item", "bike", square="a")
    evening.effect(modify("item_cost", n))
    assert evening.legal("take") == [{"do": "take", "with": tuple(dice)}]


@pytest.mark.parametrize(("n", "actions"), [(1, 3), (-1, 1), (-9, 0)])
def test_modify_actions_from_the_next_turn_on(evening, n, actions):
    evening.effect(modify("actions", n))
    assert evening.now["actions"] == 2
    evening.say("end")
    evening.say("turn", seat="son")
    assert evening.now["actions"] == actions


@pytest.mark.parametrize(("n", "left"), [(1, 2), (-1, 0), (-5, 0)])
def test_modify_steps(evening, n, left):
    evening.effect(modify("steps", n))
    evening.say("step", to="b")
    assert evening.now["steps"] == left


@pytest.mark.parametrize(("n", "alert"), [(1, 2), (-1, 0), (-5, 0)])
def test_modify_extra_step_alert(evening, n, alert):
    evening.effect(modify("extra_step_alert", n))
    evening.say("extra", to="b")
    assert evening.alert == alert


@pytest.mark.parametrize(("n", "alert"), [(1, 4), (-1, 0), (-5, 0)])
def test_modify_wild_alert(evening, n, alert):
    for die in ("red1", "red2"):
        evening.set("die", {"face": "WILD", "spent": False}, die=die)
    evening.set("item", "bike", square="a")
    evening.effect(modify("wild_alert", n))
    evening.say("take", with_=["red1", "red2"])
    assert evening.alert == alert


@pytest.mark.rule("R-NYC-09", "R-NYC-10")
@pytest.mark.parametrize(
    ("what", "n", "count"),
    [("red", 1, 3), ("red", 5, 3), ("blue", -1, 0), ("yellow", -5, 0), ("grey", 1, 2), ("grey", -1, 0), ("grey", 9, 3)],
)
def test_modify_dice(evening, what, n, count):
    evening.effect(modify(what, n))
    evening.say("end")
    evening.correct({"fact": "position", "seat": "son", "value": "b"})
    evening.say("turn", seat="son")
    assert sum(die.startswith(what) for die in evening.ask.dice) == count


@pytest.mark.rule("R-NYC-37")
@pytest.mark.parametrize(
    ("what", "verb", "fields"),
    [
        ("subway", "step", {"to": "j"}),
        ("subway", "extra", {"to": "j"}),
        ("subway", "use", {"item": "newspaper", "to": "j"}),
        ("extra_step", "extra", {"to": "b"}),
        ("reroll", "reroll", {"dice": ["red1"]}),
        ("items", "use", {"item": "mask"}),
        ("skills", "skill", {"seat": "mother", "colour": "red"}),
    ],
)
def test_forbid(what, verb, fields):
    starts = dict.fromkeys(("start.father", "start.mother"), "c")
    evening = Evening("father mother", starts).playing("father", {"red1": "PHYS"}).holds("father", "mask", "newspaper")
    evening.set("lost", 1, seat="mother", colour="red")
    evening.effect({"op": "forbid", "what": what, "until": "round"})
    if "to" in fields and fields["to"] == "b":
        evening.refuses("illegal", "R-NYC-37", verb, to="d")
    else:
        evening.refuses("illegal", "R-NYC-37", verb, **fields)
    assert all({name: said[name] for name in fields if name in said} != fields for said in evening.legal(verb))
    if what == "subway":
        evening.say("step", to="d")


def test_forbidden_items_keep_the_raincoat_from_helping_a_held_character():
    evening = Evening("father").set_up().holds("father", "raincoat")
    evening.set("effects", [{"op": "forbid", "what": "items", "until": "scenario"}])
    evening.set("car", 1, at="square:a")
    evening.turn("father")
    assert [answer["do"] for answer in evening.legal()] == ["flee", "flee"]
    evening.refuses("illegal", "R-NYC-37", "use", item="raincoat", ignore="police", square="a")


def test_close_keeps_everybody_out_raincoat_or_not(evening):
    evening.holds("father", "raincoat")
    evening.effect({"op": "close", "at": "b", "until": "round"})
    evening.set("car", 1, at="square:b")
    evening.say("use", item="raincoat", ignore="police", square="b")
    evening.refuses("illegal", "R-NYC-37", "step", to="b")
    assert [step["to"] for step in evening.legal("step")] == ["z"]


def test_a_closed_square_is_no_way_out_of_a_forced_move(evening):
    evening.effect({"op": "close", "at": "b", "until": "round"})
    evening.set("car", 1, at="square:a")
    evening.turn("father")
    assert evening.legal() == [{"do": "flee", "to": "z"}]


@pytest.mark.rule("R-NYC-36")
def test_what_lasts_until_the_end_of_the_round_ends_with_it():
    evening = Evening("father").playing("father")
    kept = {"op": "forbid", "what": "skills", "until": "scenario"}
    evening.effect(modify("actions", 1), kept, {"op": "close", "at": "q", "until": "round"})
    assert [effect["op"] for effect in evening.facts["effects"]] == ["modify", "forbid", "close"]
    evening.say("end")
    assert (evening.facts["round"], evening.facts["effects"]) == (2, [kept])


# Tasks.


def task(need: dict[str, object], **more: object) -> dict[str, object]:
    return {"op": "task", "id": "one", "at": None, "need": need, "text": "A task.", "until": "scenario", **more}


@pytest.mark.rule("R-NYC-37")
@pytest.mark.parametrize(
    ("need", "hinder", "fields"),
    [
        ({"clear": True}, {"fact": "mafia", "square": "a", "value": 1}, {}),
        ({"together": 2}, {"fact": "position", "seat": "son", "value": "b"}, {}),
        ({"gone": "agent"}, {"fact": "token", "square": "q", "token": "agent", "value": 1}, {}),
        (
            {"pay": {"PHYS": 1, "SOC": 1}},
            {"fact": "die", "die": "blue1", "value": {"face": "SOC", "spent": True}},
            {"with_": ["blue1", "red1"]},
        ),
        (
            {"items": 1},
            {"fact": "hand", "seat": "father", "item": "mask", "value": {"ready": 1, "used": 0}},
            {"items": [{"item": "mask", "used": True}]},
        ),
        ({"table": True}, None, {}),
    ],
)
def test_a_task_asks_for_what_it_needs(evening, need, hinder, fields):
    for die, face in (("blue1", "SOC"), ("red1", "WILD")):
        evening.set("die", {"face": face, "spent": False}, die=die)
    evening.set("hand", {"ready": 0, "used": 1}, seat="father", item="mask")
    evening.effect(task(need, then=[{"op": "gain_action"}]))
    if hinder:
        evening.correct(hinder)
        assert [said for said in evening.legal("fulfil") if said.get("items") == fields.get("items")] == []
        rule = "R-NYC-67" if "pay" in need else "R-NYC-37"
        evening.refuses("illegal", rule, "fulfil", task="one", **fields)
        evening.undo()
    evening.say("fulfil", task="one", **fields)
    assert evening.facts["tasks"] == []
    assert evening.now["actions"] == 3
    assert evening.alert == (1 if "pay" in need else 0)


def test_a_task_is_done_on_its_square(evening):
    evening.effect(task({"table": True}, at="event"))
    assert evening.facts["tasks"][0]["square"] == "e"
    evening.refuses("illegal", "R-NYC-37", "fulfil", task="one")
    evening.set("position", "e", seat="father")
    evening.say("fulfil", task="one")


@pytest.mark.parametrize("fields", [{"with_": ["red1"]}, {"items": [{"item": "mask", "used": False}]}])
def test_a_task_takes_only_what_it_asks_for(evening, fields):
    evening.set("die", {"face": "PHYS", "spent": False}, die="red1")
    evening.holds("father", "mask")
    evening.effect(task({"table": True}))
    evening.refuses("malformed", None, "fulfil", task="one", **fields)


def test_a_task_whose_target_is_not_there_does_not_come(evening):
    evening.effect(task({"table": True}, at="challenge"))
    assert evening.facts["tasks"] == []


def test_a_task_with_the_same_id_takes_the_place_of_the_old_one_at_the_end(evening):
    evening.effect(task({"table": True}), task({"clear": True}, id="two"), task({"items": 1}))
    assert [(one["id"], one["need"]) for one in evening.facts["tasks"]] == [
        ("two", {"clear": True}),
        ("one", {"items": 1}),
    ]


@pytest.mark.rule("R-NYC-37")
def test_an_unfulfilled_task_of_the_round_does_its_else_as_police_phase():
    evening = Evening("father").playing("father")
    evening.set("alert", 19)
    missed = {"else": [{"op": "alert", "n": 2}], "until": "round"}
    evening.effect(task({"table": True}, **missed), task({"table": True}, id="two"))
    evening.say("end")
    assert evening.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "police"}
    assert [one["id"] for one in evening.facts["tasks"]] == ["two"]


def test_missed_tasks_do_their_else_in_the_order_of_the_tasks():
    evening = Evening("father").playing("father")
    missed = [
        task({"table": True}, id=name, until="round", **{"else": [{"op": "place_info", "at": name}]}) for name in "qr"
    ]
    evening.effect(*missed)
    evening.set("info", 2, at="bag:info", token="red")
    evening.say("end")
    assert (evening.ask.at, evening.ask.who, evening.ask.rule) == ("square:q", None, "R-NYC-37")
    evening.pull("red")
    assert evening.ask.at == "square:r"
    assert (evening.facts["round"], evening.facts["phase"], evening.facts["tasks"]) == (2, "police", [])


def test_a_fulfilled_task_does_no_else():
    evening = Evening("father").playing("father")
    evening.effect(task({"table": True}, **{"else": [{"op": "alert", "n": 2}], "until": "round"}))
    evening.say("fulfil", task="one")
    evening.say("end")
    assert evening.alert == 0


def test_handed_in_items_are_listed_face_down_first_then_by_kind(evening):
    evening.holds("father", "bike", "radio")
    evening.set("hand", {"ready": 0, "used": 1}, seat="father", item="phone")
    evening.effect(task({"items": 2}))
    assert evening.legal("fulfil") == [
        {"do": "fulfil", "task": "one", "items": ({"item": "phone", "used": True}, {"item": "bike", "used": False})}
    ]
    mine = [{"item": "radio", "used": False}, {"item": "bike", "used": False}]
    evening.say("fulfil", task="one", items=mine)
    assert evening.who("father")["items"] == {"ready": {}, "used": {"phone": 1}}
    assert evening.facts["items"]["supply"]["radio"] == 2


@pytest.mark.rule("R-NYC-113")
def test_the_final_challenge_wins_at_once_though_mafia_is_undealt(evening):
    evening.set("revealed", 3)
    evening.correct({"fact": "position", "seat": "father", "value": "f"}, {"fact": "mafia", "square": "f", "value": 2})
    for die in ("blue1", "red1"):
        evening.set("die", {"face": "MENT", "spent": False}, die=die)
    evening.say("fulfil", task="final", with_=["red1", "blue1"])
    assert evening.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}
    assert evening.facts["phase"] == "over"
