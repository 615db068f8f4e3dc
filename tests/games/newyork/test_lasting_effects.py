"""Effects of cards that last, tasks and the final challenge (WIRE.md 6 and 7)."""

from __future__ import annotations

import pytest

from tests.games.newyork.helpers import NewYorkTable


def modify(what: str, n: int, until: str = "round") -> dict[str, object]:
    return {"op": "modify", "what": what, "n": n, "until": until}


@pytest.mark.parametrize(("n", "left"), [(2, 3), (-1, None), (-5, None)])
def test_modify_mafia_per_turn(n, left):
    game = NewYorkTable("father", cards=[{"mafia_per_turn": 1}, {}]).playing("father")
    game.effect(modify("mafia_per_turn", n))
    game.turn("father")
    assert getattr(game.ask, "left", None) == left
    assert game.facts["mafia_per_turn"] == 1


@pytest.mark.parametrize(("n", "dice"), [(1, ["blue1", "red1", "red2"]), (-1, ["blue1"]), (-5, ["blue1"])])
def test_modify_info_cost(game, n, dice):
    for die in ("blue1", "red1", "red2"):
        game.set("die", {"face": "MENT", "spent": False}, die=die)
    game.set("info", 1, at="square:a", token="blue")
    game.effect(modify("info_cost", n))
    assert game.legal("collect") == [{"do": "collect", "token": "blue", "with": tuple(dice)}]
    game.refuses("illegal", "R-NYC-70", "collect", token="blue", with_=["blue1", "red1"])
    game.say("collect", token="blue", with_=dice)


@pytest.mark.parametrize(("n", "dice"), [(1, ["blue1", "red1", "red2"]), (-1, ["blue1"])])
def test_modify_item_cost(game, n, dice):
    for die in ("blue1", "red1", "red2"):
        game.set("die", {"face": "MENT", "spent": False}, die=die)
    game.set("item", "bike", square="a")
    game.effect(modify("item_cost", n))
    assert game.legal("take") == [{"do": "take", "with": tuple(dice)}]


@pytest.mark.parametrize(("n", "actions"), [(1, 3), (-1, 1), (-9, 0)])
def test_modify_actions_from_the_next_turn_on(game, n, actions):
    game.effect(modify("actions", n))
    assert game.now["actions"] == 2
    game.say("end")
    game.say("turn", seat="son")
    assert game.now["actions"] == actions


@pytest.mark.parametrize(("n", "left"), [(1, 2), (-1, 0), (-5, 0)])
def test_modify_steps(game, n, left):
    game.effect(modify("steps", n))
    game.say("step", to="b")
    assert game.now["steps"] == left


@pytest.mark.parametrize(("n", "alert"), [(1, 2), (-1, 0), (-5, 0)])
def test_modify_extra_step_alert(game, n, alert):
    game.effect(modify("extra_step_alert", n))
    game.say("extra", to="b")
    assert game.alert == alert


@pytest.mark.parametrize(("n", "alert"), [(1, 4), (-1, 0), (-5, 0)])
def test_modify_wild_alert(game, n, alert):
    for die in ("red1", "red2"):
        game.set("die", {"face": "WILD", "spent": False}, die=die)
    game.set("item", "bike", square="a")
    game.effect(modify("wild_alert", n))
    game.say("take", with_=["red1", "red2"])
    assert game.alert == alert


@pytest.mark.rule("R-NYC-09", "R-NYC-10")
@pytest.mark.parametrize(
    ("what", "n", "count"),
    [("red", 1, 3), ("red", 5, 3), ("blue", -1, 0), ("yellow", -5, 0), ("grey", 1, 2), ("grey", -1, 0), ("grey", 9, 3)],
)
def test_modify_dice(game, what, n, count):
    game.effect(modify(what, n))
    game.say("end")
    game.correct({"fact": "position", "seat": "son", "value": "b"})
    game.say("turn", seat="son")
    assert sum(die.startswith(what) for die in game.ask.dice) == count


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
    game = (
        NewYorkTable("father mother", starts).playing("father", {"red1": "PHYS"}).holds("father", "mask", "newspaper")
    )
    game.set("lost", 1, seat="mother", colour="red")
    game.effect({"op": "forbid", "what": what, "until": "round"})
    if "to" in fields and fields["to"] == "b":
        game.refuses("illegal", "R-NYC-37", verb, to="d")
    else:
        game.refuses("illegal", "R-NYC-37", verb, **fields)
    assert all({name: said[name] for name in fields if name in said} != fields for said in game.legal(verb))
    if what == "subway":
        game.say("step", to="d")


def test_forbidden_items_keep_the_raincoat_from_helping_a_held_character():
    game = NewYorkTable("father").set_up().holds("father", "raincoat")
    game.set("effects", [{"op": "forbid", "what": "items", "until": "scenario"}])
    game.set("car", 1, at="square:a")
    game.turn("father")
    assert [answer["do"] for answer in game.legal()] == ["flee", "flee"]
    game.refuses("illegal", "R-NYC-37", "use", item="raincoat", ignore="police", square="a")


def test_close_keeps_everybody_out_raincoat_or_not(game):
    game.holds("father", "raincoat")
    game.effect({"op": "close", "at": "b", "until": "round"})
    game.set("car", 1, at="square:b")
    game.say("use", item="raincoat", ignore="police", square="b")
    game.refuses("illegal", "R-NYC-37", "step", to="b")
    assert [step["to"] for step in game.legal("step")] == ["z"]


def test_a_closed_square_is_no_way_out_of_a_forced_move(game):
    game.effect({"op": "close", "at": "b", "until": "round"})
    game.set("car", 1, at="square:a")
    game.turn("father")
    assert game.legal() == [{"do": "flee", "to": "z"}]


@pytest.mark.rule("R-NYC-36")
def test_what_lasts_until_the_end_of_the_round_ends_with_it():
    game = NewYorkTable("father").playing("father")
    kept = {"op": "forbid", "what": "skills", "until": "scenario"}
    game.effect(modify("actions", 1), kept, {"op": "close", "at": "q", "until": "round"})
    assert [effect["op"] for effect in game.facts["effects"]] == ["modify", "forbid", "close"]
    game.say("end")
    assert (game.facts["round"], game.facts["effects"]) == (2, [kept])


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
def test_a_task_asks_for_what_it_needs(game, need, hinder, fields):
    for die, face in (("blue1", "SOC"), ("red1", "WILD")):
        game.set("die", {"face": face, "spent": False}, die=die)
    game.set("hand", {"ready": 0, "used": 1}, seat="father", item="mask")
    game.effect(task(need, then=[{"op": "gain_action"}]))
    if hinder:
        game.correct(hinder)
        assert [said for said in game.legal("fulfil") if said.get("items") == fields.get("items")] == []
        rule = "R-NYC-67" if "pay" in need else "R-NYC-37"
        game.refuses("illegal", rule, "fulfil", task="one", **fields)
        game.undo()
    game.say("fulfil", task="one", **fields)
    assert game.facts["tasks"] == []
    assert game.now["actions"] == 3
    assert game.alert == (1 if "pay" in need else 0)


def test_a_task_is_done_on_its_square(game):
    game.effect(task({"table": True}, at="event"))
    assert game.facts["tasks"][0]["square"] == "e"
    game.refuses("illegal", "R-NYC-37", "fulfil", task="one")
    game.set("position", "e", seat="father")
    game.say("fulfil", task="one")


@pytest.mark.parametrize("fields", [{"with_": ["red1"]}, {"items": [{"item": "mask", "used": False}]}])
def test_a_task_takes_only_what_it_asks_for(game, fields):
    game.set("die", {"face": "PHYS", "spent": False}, die="red1")
    game.holds("father", "mask")
    game.effect(task({"table": True}))
    game.refuses("malformed", None, "fulfil", task="one", **fields)


def test_a_task_whose_target_is_not_there_does_not_come(game):
    game.effect(task({"table": True}, at="challenge"))
    assert game.facts["tasks"] == []


def test_a_task_with_the_same_id_takes_the_place_of_the_old_one_at_the_end(game):
    game.effect(task({"table": True}), task({"clear": True}, id="two"), task({"items": 1}))
    assert [(one["id"], one["need"]) for one in game.facts["tasks"]] == [
        ("two", {"clear": True}),
        ("one", {"items": 1}),
    ]


@pytest.mark.rule("R-NYC-37")
def test_an_unfulfilled_task_of_the_round_does_its_else_as_police_phase():
    game = NewYorkTable("father").playing("father")
    game.set("alert", 19)
    missed = {"else": [{"op": "alert", "n": 2}], "until": "round"}
    game.effect(task({"table": True}, **missed), task({"table": True}, id="two"))
    game.say("end")
    assert game.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "police"}
    assert [one["id"] for one in game.facts["tasks"]] == ["two"]


def test_missed_tasks_do_their_else_in_the_order_of_the_tasks():
    game = NewYorkTable("father").playing("father")
    missed = [
        task({"table": True}, id=name, until="round", **{"else": [{"op": "place_info", "at": name}]}) for name in "qr"
    ]
    game.effect(*missed)
    game.set("info", 2, at="bag:info", token="red")
    game.say("end")
    assert (game.ask.at, game.ask.who, game.ask.rule) == ("square:q", None, "R-NYC-37")
    game.pull("red")
    assert game.ask.at == "square:r"
    assert (game.facts["round"], game.facts["phase"], game.facts["tasks"]) == (2, "police", [])


def test_a_fulfilled_task_does_no_else():
    game = NewYorkTable("father").playing("father")
    game.effect(task({"table": True}, **{"else": [{"op": "alert", "n": 2}], "until": "round"}))
    game.say("fulfil", task="one")
    game.say("end")
    assert game.alert == 0


def test_handed_in_items_are_listed_face_down_first_then_by_kind(game):
    game.holds("father", "bike", "radio")
    game.set("hand", {"ready": 0, "used": 1}, seat="father", item="phone")
    game.effect(task({"items": 2}))
    assert game.legal("fulfil") == [
        {"do": "fulfil", "task": "one", "items": ({"item": "phone", "used": True}, {"item": "bike", "used": False})}
    ]
    mine = [{"item": "radio", "used": False}, {"item": "bike", "used": False}]
    game.say("fulfil", task="one", items=mine)
    assert game.who("father")["items"] == {"ready": {}, "used": {"phone": 1}}
    assert game.facts["items"]["supply"]["radio"] == 2


@pytest.mark.rule("R-NYC-113")
def test_the_final_challenge_wins_at_once_though_mafia_is_undealt(game):
    game.set("revealed", 3)
    game.correct({"fact": "position", "seat": "father", "value": "f"}, {"fact": "mafia", "square": "f", "value": 2})
    for die in ("blue1", "red1"):
        game.set("die", {"face": "MENT", "spent": False}, die=die)
    game.say("fulfil", task="final", with_=["red1", "blue1"])
    assert game.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}
    assert game.facts["phase"] == "over"
