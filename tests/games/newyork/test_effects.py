"""Every structured effect of a card, every target, and everybody that an effect can mean (wire section 6)."""

from __future__ import annotations

import pytest

from tests.games.newyork.box import SQUARES
from tests.games.newyork.helpers import Evening

STARTS = {"start.father": "a", "start.mother": "b", "start.son": "a"}


@pytest.fixture
def evening() -> Evening:
    """Mother on ``b``, son and father on ``a``; father, who sits last, plays; the event is at ``e``."""
    evening = Evening("mother son father", STARTS).playing("father")
    evening.set("event", {"card": "k", "square": "e"})
    return evening


# Targets.


@pytest.mark.parametrize(
    ("target", "squares"),
    [
        ("q", {"q": 1}),
        ("event", {"e": 1}),
        ("each_character", {"a": 2, "b": 1}),
        ("challenge", {}),
        ("here", {"a": 1}),
    ],
)
def test_a_target_is_the_squares_that_it_means_now(evening, target, squares):
    evening.effect({"op": "place_mafia", "at": target})
    assert evening.facts["mafia"]["squares"] == squares


def test_the_challenge_is_a_target_once_it_is_revealed(evening):
    evening.set("revealed", 3)
    evening.effect({"op": "place_mafia", "at": "challenge"})
    assert evening.facts["mafia"]["squares"] == {"f": 1}


def test_an_event_without_a_location_is_no_target(evening):
    evening.set("event", {"card": "k", "square": None})
    evening.effect({"op": "place_mafia", "at": "event"})
    assert evening.facts["mafia"]["squares"] == {}


def test_random_is_a_new_location_for_each_effect(evening):
    evening.effect({"op": "place_mafia", "at": "random"}, {"op": "place_mafia", "at": "random", "n": 2})
    for square in "qr":
        ask = evening.ask
        assert (ask.deck, ask.purpose, ask.left, ask.who, ask.rule) == ("police", "location", 1, "father", "R-NYC-38")
        evening.draw(square)
    assert evening.facts["mafia"]["squares"] == {"q": 1, "r": 2}
    assert evening.facts["decks"]["police"]["deck"] == 23


def test_no_card_for_a_random_location_skips_the_effect(evening):
    evening.set("deck", {"discard": [], "display": list(SQUARES[:23])}, deck="police")
    evening.effect({"op": "place_mafia", "at": "random"})
    assert evening.choice == "play"
    assert evening.facts["mafia"]["squares"] == {}


def test_a_random_location_out_of_the_discard_when_the_deck_is_empty(evening):
    evening.set("deck", {"discard": list(SQUARES[:22]), "display": ["w"]}, deck="police")
    evening.effect({"op": "place_mafia", "at": "random"})
    evening.draw("c")
    police = evening.facts["decks"]["police"]
    assert (police["deck"], police["discard"], police["display"]) == (22, [], ["w"])


def test_in_the_police_phase_nobody_is_here_or_active():
    effects = [
        {"op": "place_mafia", "at": "here"},
        {"op": "wound", "who": "active"},
        {"op": "wound", "who": "here"},
        {"op": "gain_action"},
    ]
    evening = Evening("father", events={"k": {"effects": effects}}).set_up()
    evening.draw("l", "k")
    assert evening.facts["phase"] == "players"
    assert (evening.facts["mafia"]["squares"], evening.who("father")["wounds"]) == ({}, 0)


def test_the_event_of_the_last_card_only_and_its_location_come_before_its_effects():
    events = {
        "k": {"effects": [{"op": "alert", "n": 5}]},
        "l": {"random_location": True, "effects": [{"op": "place_mafia", "at": "event"}]},
    }
    evening = Evening("father", events=events).set_up()
    evening.draw("k", "l", "q")
    assert evening.facts["mafia"]["squares"] == {"q": 1}
    assert evening.alert == 0


# People.


@pytest.mark.parametrize(
    ("who", "seats"),
    [
        ("mother", ["mother"]),
        ("daughter", []),
        ("all", ["mother", "son", "father"]),
        ("active", ["father"]),
        ("here", ["son", "father"]),
    ],
)
def test_people_are_asked_in_seat_order(evening, who, seats):
    evening.effect({"op": "wound", "who": who})
    asked = []
    while evening.choice == "wound":
        asked.append(evening.ask.who)
        assert (evening.ask.left, evening.ask.rule) == (1, "R-NYC-37")
        evening.say("lose", colour="red")
    assert asked == seats
    assert [seat for seat in ("mother", "son", "father") if evening.who(seat)["wounds"]] == seats


# What each effect does.


@pytest.mark.parametrize(("before", "n", "after"), [(3, 2, 5), (3, -2, 1), (1, -20, 0), (19, 20, 20)])
def test_alert(evening, before, n, after):
    evening.set("alert", before)
    evening.effect({"op": "alert", "n": n})
    assert evening.alert == after


def test_a_falling_alert_touches_no_cars_and_lifts_no_limit(evening):
    evening.correct({"fact": "car", "at": "alert:4", "value": 1}, {"fact": "alert", "value": 19})
    evening.effect({"op": "alert", "n": 1}, {"op": "alert", "n": -17})
    assert evening.facts["alert"] == {"at": 3, "limit": 20, "limit_hit": "players"}
    assert evening.facts["cars"]["alert"] == {"4": 1}
    evening.effect({"op": "alert", "n": 1})
    assert evening.facts["cars"]["waiting"] == 1


@pytest.mark.parametrize(("n", "mafia", "fbi", "alert"), [(1, 1, 0, 0), (2, 2, 0, 0), (3, 0, 1, 2), (5, 0, 1, 2)])
def test_place_mafia_one_at_a_time(evening, n, mafia, fbi, alert):
    evening.effect({"op": "place_mafia", "at": "q", "n": n})
    assert (evening.on("q").get("mafia", 0), evening.on("q").get("fbi", 0), evening.alert) == (mafia, fbi, alert)


def test_place_mafia_is_nothing_where_a_car_stands(evening):
    evening.set("car", 1, at="square:q")
    evening.effect({"op": "place_mafia", "at": "q"})
    assert evening.on("q") == {"car": 1}


@pytest.mark.parametrize(("n", "left"), [(1, 1), (2, 0), (5, 0), ("all", 0)])
def test_remove_mafia(evening, n, left):
    evening.set("mafia", 2, square="q")
    evening.effect({"op": "remove_mafia", "at": "q", "n": n})
    assert (evening.on("q").get("mafia", 0), evening.alert) == (left, 0)


def test_place_info_out_of_the_bag_and_alert_where_it_is_empty(evening):
    evening.set("info", 1, at="bag:info", token="red")
    evening.effect({"op": "place_info", "at": "q", "n": 2})
    assert (evening.ask.bag, evening.ask.at, evening.ask.who) == ("info", "square:q", "father")
    evening.pull("red")
    assert (evening.on("q"), evening.alert) == ({"info:red": 1}, 1)


def test_place_info_of_a_colour_out_of_the_reserve_as_far_as_it_goes(evening):
    evening.set("info", 9, at="bag:info", token="blue")
    evening.effect({"op": "place_info", "at": "q", "colour": "blue", "n": 3})
    assert (evening.on("q"), evening.alert) == ({"info:blue": 1}, 0)


def test_place_info_of_a_colour_asks_which_where_both_costs_are_left():
    evening = Evening("father", costly=True).playing("father")
    evening.effect({"op": "place_info", "at": "q", "colour": "blue"})
    assert (evening.ask.bag, evening.ask.at) == ("reserve:blue", "square:q")
    assert evening.table.odds() == [0.8, 0.2]
    evening.pull("blue3")
    assert evening.on("q") == {"info:blue3": 1}


def test_place_item_where_there_is_none(evening):
    evening.set("item", "bike", square="a")
    evening.effect({"op": "place_item", "at": "each_character"})
    assert (evening.ask.bag, evening.ask.at, evening.ask.who) == ("items", "square:b", "father")
    evening.pull("mask")
    assert evening.choice == "play"
    assert evening.facts["items"]["squares"] == {"a": "bike", "b": "mask"}


def test_bag_add_as_far_as_the_reserve_goes(evening):
    evening.set("info", 9, at="kept:info", token="yellow")
    evening.effect({"op": "bag_add", "blue": 2, "yellow": 3})
    assert evening.facts["info"]["bag"] == {"blue": 2, "yellow": 1}


@pytest.mark.parametrize(
    ("to", "cars"),
    [
        ("q", {"q": 1}),
        ("event", {"e": 1}),
        ("here", {"a": 1}),
        ("k", {"k": 1}),
        ("challenge", {"k": 1}),
        ("beside", {}),
    ],
)
def test_move_car(evening, to, cars):
    evening.set("car", 1, at="square:k")
    evening.effect({"op": "move_car", "from": "k", "to": to})
    assert evening.facts["cars"]["squares"] == cars


def test_move_car_catches_mafia(evening):
    evening.correct({"fact": "car", "at": "square:k", "value": 1}, {"fact": "mafia", "square": "q", "value": 2})
    evening.effect({"op": "move_car", "from": "k", "to": "q"})
    assert (evening.on("q"), evening.alert) == ({"car": 1}, 2)


def test_move_car_asks_which_of_several_and_draws_its_location_then(evening):
    for square in "kl":
        evening.set("car", 1, at=f"square:{square}")
    evening.effect({"op": "move_car", "from": "choose", "to": "random"})
    assert (evening.choice, evening.ask.who, evening.ask.rule) == ("car", "father", "R-NYC-37")
    assert evening.legal() == [{"do": "car", "from": "k"}, {"do": "car", "from": "l"}]
    evening.refuses("illegal", "R-NYC-37", "car", from_="m")
    evening.say("car", from_="l")
    evening.draw("q")
    assert evening.facts["cars"]["squares"] == {"k": 1, "q": 1}


@pytest.mark.parametrize(("cars", "squares"), [("k", {"q": 1}), ("", {})])
def test_move_car_asks_nothing_where_there_is_one_or_none(evening, cars, squares):
    for square in cars:
        evening.set("car", 1, at=f"square:{square}")
    evening.effect({"op": "move_car", "from": "choose", "to": "q"})
    assert evening.facts["cars"]["squares"] == squares


@pytest.mark.parametrize(("n", "waiting"), [(1, 1), (2, 2), (9, 3)])
def test_add_car_from_the_supply(evening, n, waiting):
    evening.effect({"op": "add_car", "n": n})  # two cars are beside the deck already
    assert evening.facts["cars"]["waiting"] == waiting


@pytest.mark.parametrize(
    ("lost", "n", "asked", "left"),
    [
        ({"red": 2}, 1, False, 1),
        ({"red": 1, "blue": 1}, 2, False, 0),
        ({"red": 1, "blue": 1}, "all", False, 0),
        ({"red": 1, "blue": 1}, 1, True, 1),
        ({}, 3, False, 0),
    ],
)
def test_heal(evening, lost, n, asked, left):
    for colour, dice in lost.items():
        evening.set("lost", dice, seat="mother", colour=colour)
    evening.effect({"op": "heal", "who": "mother", "n": n})
    assert (evening.choice == "heal") == asked
    if asked:
        assert (evening.ask.who, evening.ask.left) == ("mother", 1)
        evening.refuses("illegal", "R-NYC-37", "heal", colour="yellow")
        evening.say("heal", colour="blue")
    assert evening.who("mother")["wounds"] == left


def test_wounds_beyond_the_dice_are_not_kept(evening):
    evening.set("lost", 2, seat="son", colour="red")
    evening.effect({"op": "wound", "who": "son", "n": 20})
    evening.say("lose", colour="blue")
    assert evening.choice == "play"
    assert evening.who("son")["lost"] == {"blue": 1, "red": 2, "yellow": 1}


@pytest.mark.parametrize(("before", "n", "after"), [(0, 1, 1), (0, 5, 2), (2, 1, 2)])
def test_gain_skill(evening, before, n, after):
    evening.set("skill", before, seat="son")
    evening.effect({"op": "gain_skill", "who": "son", "n": n})
    assert evening.hand("son").get("skill", 0) == after


def test_gain_item(evening):
    evening.effect({"op": "gain_item", "who": "here"})
    for seat in ("son", "father"):
        assert (evening.ask.bag, evening.ask.at, evening.ask.who) == ("items", f"hand:{seat}", seat)
        evening.pull("mask")
    assert evening.hand("son")["item:mask"] == evening.hand("father")["item:mask"] == 1


def test_gain_item_out_of_an_empty_supply_is_none(evening):
    everything = {"ready": 2, "used": 0}
    kinds = list(evening.facts["items"]["supply"])
    evening.correct(*({"fact": "hand", "seat": "son", "item": kind, "value": everything} for kind in kinds))
    evening.effect({"op": "gain_item", "who": "all"})
    assert (evening.choice, evening.alert) == ("play", 0)


def test_gain_action(evening):
    evening.effect({"op": "gain_action", "n": 2})
    assert evening.now["actions"] == 4


def test_story_steps_reveal_one_card_each_and_stop_at_the_end(evening):
    evening.effect({"op": "story", "n": 2})
    assert evening.facts["story"] == {"at": 2, "revealed": 2, "next": 4}
    evening.effect({"op": "story", "n": 20})
    assert evening.facts["story"] == {"at": 12, "revealed": 3, "next": None}
    assert [task["id"] for task in evening.facts["tasks"]] == ["final"]


@pytest.mark.parametrize(("before", "n", "after"), [(0, 3, 3), (3, -2, 1), (3, -20, 0), (8, 5, 10)])
def test_token(evening, before, n, after):
    evening.set("token", before, square="q", token="agent")
    evening.effect({"op": "token", "at": "q", "token": "agent", "n": n})
    assert evening.on("q").get("token:agent", 0) == after


def test_note_and_unknown_ops_are_read_aloud():
    noted = [{"op": "note", "text": "Sing."}, {"op": "quake", "text": "Shake.", "n": 3}, {"op": "silence"}]
    evening = Evening("father", events={"k": {"effects": noted}}).set_up()
    evening.draw("l")
    played = evening.say("draw", deck="police", card="k")
    assert [todo.text for todo in played.instructions if todo.verb == "tell"] == ["Event k.", "Sing.", "Shake."]


# Effects that last.


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
    evening.refuses("illegal", "R-NYC-37", "fulfil", task="one", **fields)


def test_a_task_whose_target_is_not_there_does_not_come(evening):
    evening.effect(task({"table": True}, at="challenge"))
    assert evening.facts["tasks"] == []


def test_a_task_with_the_same_id_takes_the_place_of_the_old_one_at_the_end(evening):
    evening.effect(task({"table": True}), task({"clear": True}, id="two"), task({"items": 1}))
    assert [(one["id"], one["need"]) for one in evening.facts["tasks"]] == [
        ("two", {"clear": True}),
        ("one", {"items": 1}),
    ]


def test_an_unfulfilled_task_of_the_round_does_its_else_as_police_phase():
    evening = Evening("father").playing("father")
    evening.set("alert", 19)
    missed = {"else": [{"op": "alert", "n": 2}], "until": "round"}
    evening.effect(task({"table": True}, **missed), task({"table": True}, id="two"))
    evening.say("end")
    assert evening.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "police"}
    assert [one["id"] for one in evening.facts["tasks"]] == ["two"]


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


def test_the_final_challenge_wins_at_once_though_mafia_is_undealt(evening):
    evening.set("revealed", 3)
    evening.correct({"fact": "position", "seat": "father", "value": "f"}, {"fact": "mafia", "square": "f", "value": 2})
    for die in ("blue1", "red1"):
        evening.set("die", {"face": "MENT", "spent": False}, die=die)
    evening.say("fulfil", task="final", with_=["red1", "blue1"])
    assert evening.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}
    assert evening.facts["phase"] == "over"
