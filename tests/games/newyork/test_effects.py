"""The effects of cards, those done at once and those that last; tasks and the final challenge (WIRE.md 6, 7)."""

from __future__ import annotations

import json

import pytest

from tests.games.newyork.chaos import is_longer_form
from tests.games.newyork.helpers import SQUARES, NewYorkTable

# Effects of cards that are done at once, every target, and everybody that one can mean (WIRE.md 6).

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
def test_a_target_is_the_squares_that_it_means_now(game, target, squares):
    game.effect({"op": "place_mafia", "at": target})
    assert game.facts["mafia"]["squares"] == squares


@pytest.mark.rule("R-NYC-99")
def test_the_challenge_is_a_target_once_it_is_revealed(game):
    game.set("revealed", 3)
    game.effect({"op": "place_mafia", "at": "challenge"})
    assert game.facts["mafia"]["squares"] == {"f": 1}


def test_an_event_without_a_location_is_no_target(game):
    game.set("event", {"card": "k", "square": None})
    game.effect({"op": "place_mafia", "at": "event"})
    assert game.facts["mafia"]["squares"] == {}


@pytest.mark.rule("R-NYC-38")
def test_random_is_a_new_location_for_each_effect(game):
    game.effect({"op": "place_mafia", "at": "random"}, {"op": "place_mafia", "at": "random", "n": 2})
    for square in "qr":
        ask = game.ask
        assert (ask.deck, ask.purpose, ask.left, ask.who, ask.rule) == ("police", "location", 1, "father", "R-NYC-38")
        game.draw(square)
    assert game.facts["mafia"]["squares"] == {"q": 1, "r": 2}
    assert game.facts["decks"]["police"]["deck"] == 23


@pytest.mark.rule("R-NYC-38")
def test_no_card_for_a_random_location_skips_the_effect(game):
    game.set("deck", {"discard": [], "display": list(SQUARES[:23])}, deck="police")
    game.effect({"op": "place_mafia", "at": "random"})
    assert game.choice == "play"
    assert game.facts["mafia"]["squares"] == {}


@pytest.mark.rule("R-NYC-38")
def test_a_random_location_out_of_the_discard_when_the_deck_is_empty(game):
    game.set("deck", {"discard": list(SQUARES[:22]), "display": ["w"]}, deck="police")
    game.effect({"op": "place_mafia", "at": "random"})
    game.draw("c")
    police = game.facts["decks"]["police"]
    assert (police["deck"], police["discard"], police["display"]) == (22, [], ["w"])


def test_in_the_police_phase_nobody_is_here_or_active():
    effects = [
        {"op": "place_mafia", "at": "here"},
        {"op": "wound", "who": "active"},
        {"op": "wound", "who": "here"},
        {"op": "gain_action"},
    ]
    game = NewYorkTable("father", events={"k": {"effects": effects}}).set_up()
    game.draw("l", "k")
    assert game.facts["phase"] == "players"
    assert (game.facts["mafia"]["squares"], game.who("father")["wounds"]) == ({}, 0)


@pytest.mark.rule("R-NYC-29", "R-NYC-36", "R-NYC-38")
def test_the_event_of_the_last_card_only_and_its_location_come_before_its_effects():
    events = {
        "k": {"effects": [{"op": "alert", "n": 5}]},
        "l": {"random_location": True, "effects": [{"op": "place_mafia", "at": "event"}]},
    }
    game = NewYorkTable("father", events=events).set_up()
    game.draw("k", "l", "q")
    assert game.facts["mafia"]["squares"] == {"q": 1}
    assert game.alert == 0


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
def test_people_are_asked_in_seat_order(game, who, seats):
    game.effect({"op": "wound", "who": who})
    asked = []
    while game.choice == "wound":
        asked.append(game.ask.who)
        assert (game.ask.left, game.ask.rule) == (1, "R-NYC-37")
        game.say("lose", colour="red")
    assert asked == seats
    assert [seat for seat in ("mother", "son", "father") if game.who(seat)["wounds"]] == seats


# What each effect does.


@pytest.mark.parametrize(("before", "n", "after"), [(3, 2, 5), (3, -2, 1), (1, -20, 0), (19, 20, 20)])
def test_alert(game, before, n, after):
    game.set("alert", before)
    game.effect({"op": "alert", "n": n})
    assert game.alert == after


@pytest.mark.rule("R-NYC-110")
def test_a_falling_alert_touches_no_cars_and_lifts_no_limit(game):
    game.correct({"fact": "car", "at": "alert:4", "value": 1}, {"fact": "alert", "value": 19})
    game.effect({"op": "alert", "n": 1}, {"op": "alert", "n": -17})
    assert game.facts["alert"] == {"at": 3, "limit": 20, "limit_hit": "players"}
    assert game.facts["cars"]["alert"] == {"4": 1}
    game.effect({"op": "alert", "n": 1})
    assert game.facts["cars"]["waiting"] == 1


@pytest.mark.rule("R-NYC-47")
@pytest.mark.parametrize(("n", "mafia", "fbi", "alert"), [(1, 1, 0, 0), (2, 2, 0, 0), (3, 0, 1, 2), (5, 0, 1, 2)])
def test_place_mafia_one_at_a_time(game, n, mafia, fbi, alert):
    game.effect({"op": "place_mafia", "at": "q", "n": n})
    assert (game.on("q").get("mafia", 0), game.on("q").get("fbi", 0), game.alert) == (mafia, fbi, alert)


@pytest.mark.rule("R-NYC-46")
def test_place_mafia_is_nothing_where_a_car_stands(game):
    game.set("car", 1, at="square:q")
    game.effect({"op": "place_mafia", "at": "q"})
    assert game.on("q") == {"car": 1}


@pytest.mark.parametrize(("n", "left"), [(1, 1), (2, 0), (5, 0), ("all", 0)])
def test_remove_mafia(game, n, left):
    game.set("mafia", 2, square="q")
    game.effect({"op": "remove_mafia", "at": "q", "n": n})
    assert (game.on("q").get("mafia", 0), game.alert) == (left, 0)


@pytest.mark.rule("R-NYC-53")
def test_place_info_out_of_the_bag_and_alert_where_it_is_empty(game):
    game.set("info", 1, at="bag:info", token="red")
    game.effect({"op": "place_info", "at": "q", "n": 2})
    assert (game.ask.bag, game.ask.at, game.ask.who) == ("info", "square:q", "father")
    game.pull("red")
    assert (game.on("q"), game.alert) == ({"info:red": 1}, 1)


def test_place_info_of_a_colour_out_of_the_reserve_as_far_as_it_goes(game):
    game.set("info", 9, at="bag:info", token="blue")
    game.effect({"op": "place_info", "at": "q", "colour": "blue", "n": 3})
    assert (game.on("q"), game.alert) == ({"info:blue": 1}, 0)


def test_place_info_of_a_colour_asks_which_where_both_costs_are_left():
    game = NewYorkTable("father", costly=True).playing("father")
    game.effect({"op": "place_info", "at": "q", "colour": "blue"})
    assert (game.ask.bag, game.ask.at) == ("reserve:blue", "square:q")
    assert game.table.odds() == [0.8, 0.2]
    game.pull("blue3")
    assert game.on("q") == {"info:blue3": 1}


def test_place_item_where_there_is_none(game):
    game.set("item", "bike", square="a")
    game.effect({"op": "place_item", "at": "each_character"})
    assert (game.ask.bag, game.ask.at, game.ask.who) == ("items", "square:b", "father")
    game.pull("mask")
    assert game.choice == "play"
    assert game.facts["items"]["squares"] == {"a": "bike", "b": "mask"}


def test_place_item_in_the_order_of_the_squares(game):
    game.effect({"op": "place_item", "at": "each_character"})
    assert game.ask.at == "square:b"
    game.pull("mask")
    assert game.ask.at == "square:a"


@pytest.mark.rule("R-NYC-100")
def test_bag_add_as_far_as_the_reserve_goes(game):
    game.set("info", 9, at="kept:info", token="yellow")
    game.effect({"op": "bag_add", "blue": 2, "yellow": 3})
    assert game.facts["info"]["bag"] == {"blue": 2, "yellow": 1}


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
def test_move_car(game, to, cars):
    game.set("car", 1, at="square:k")
    game.effect({"op": "move_car", "from": "k", "to": to})
    assert game.facts["cars"]["squares"] == cars


@pytest.mark.rule("R-NYC-33", "R-NYC-101")
def test_move_car_catches_mafia(game):
    game.correct({"fact": "car", "at": "square:k", "value": 1}, {"fact": "mafia", "square": "q", "value": 2})
    game.effect({"op": "move_car", "from": "k", "to": "q"})
    assert (game.on("q"), game.alert) == ({"car": 1}, 2)


def test_a_car_that_moves_to_its_own_square_catches_nothing(game):
    game.correct({"fact": "car", "at": "square:k", "value": 1}, {"fact": "mafia", "square": "k", "value": 1})
    game.effect({"op": "move_car", "from": "choose", "to": "k"})
    assert (game.on("k"), game.alert) == ({"car": 1, "mafia": 1}, 0)


def test_move_car_asks_which_of_several_and_draws_its_location_then(game):
    for square in "kl":
        game.set("car", 1, at=f"square:{square}")
    game.effect({"op": "move_car", "from": "choose", "to": "random"})
    assert (game.choice, game.ask.who, game.ask.rule) == ("car", "father", "R-NYC-37")
    assert game.legal() == [{"do": "car", "from": "k"}, {"do": "car", "from": "l"}]
    game.refuses("illegal", "R-NYC-37", "car", from_="m")
    game.say("car", from_="l")
    game.draw("q")
    assert game.facts["cars"]["squares"] == {"k": 1, "q": 1}


@pytest.mark.parametrize(
    ("to", "change"),
    [
        ("challenge", {"fact": "tasks", "value": []}),
        ("challenge", {"fact": "revealed", "value": 1}),
        ("event", {"fact": "event", "value": None}),
        ("beside", {"fact": "car", "at": "square:l", "value": 0}),
    ],
    ids=str,
)
def test_which_car_is_not_asked_any_more_once_the_answer_would_do_nothing(game, to, change):
    game.set("revealed", 3)
    for square in "kl":
        game.set("car", 1, at=f"square:{square}")
    game.effect({"op": "move_car", "from": "choose", "to": to})
    assert game.choice == "car"
    game.correct(change)
    assert game.choice == "play"
    assert game.facts["cars"]["squares"] == ({"k": 1, "l": 1} if to != "beside" else {})


@pytest.mark.rule("R-NYC-38")
def test_the_location_of_a_car_is_not_drawn_any_more_once_the_car_is_gone(game):
    game.set("car", 1, at="square:k")
    game.effect({"op": "move_car", "from": "k", "to": "random"})
    assert game.ask.purpose == "location"
    game.correct(
        {"fact": "car", "at": "square:k", "value": 0},
        {"fact": "deck", "deck": "police", "value": {"discard": list(SQUARES[:23]), "display": []}},
    )
    assert game.choice == "play"
    assert game.facts["decks"]["police"]["deck"] == 0


@pytest.mark.parametrize(("cars", "squares"), [("k", {"q": 1}), ("", {})])
def test_move_car_asks_nothing_where_there_is_one_or_none(game, cars, squares):
    for square in cars:
        game.set("car", 1, at=f"square:{square}")
    game.effect({"op": "move_car", "from": "choose", "to": "q"})
    assert game.facts["cars"]["squares"] == squares


@pytest.mark.parametrize(("n", "waiting"), [(1, 1), (2, 2), (9, 3)])
def test_add_car_from_the_supply(game, n, waiting):
    game.effect({"op": "add_car", "n": n})  # two cars are beside the deck already
    assert game.facts["cars"]["waiting"] == waiting


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
def test_heal(game, lost, n, asked, left):
    for colour, dice in lost.items():
        game.set("lost", dice, seat="mother", colour=colour)
    game.effect({"op": "heal", "who": "mother", "n": n})
    assert (game.choice == "heal") == asked
    if asked:
        assert (game.ask.who, game.ask.left) == ("mother", 1)
        game.refuses("illegal", "R-NYC-37", "heal", colour="yellow")
        game.say("heal", colour="blue")
    assert game.who("mother")["wounds"] == left


@pytest.mark.rule("R-NYC-81")
def test_wounds_beyond_the_dice_are_not_kept(game):
    game.set("lost", 2, seat="son", colour="red")
    game.effect({"op": "wound", "who": "son", "n": 20})
    game.say("lose", colour="blue")
    assert game.choice == "play"
    assert game.who("son")["lost"] == {"blue": 1, "red": 2, "yellow": 1}


@pytest.mark.rule("R-NYC-11")
@pytest.mark.parametrize(("before", "n", "after"), [(0, 1, 1), (0, 5, 2), (2, 1, 2)])
def test_gain_skill(game, before, n, after):
    game.set("skill", before, seat="son")
    game.effect({"op": "gain_skill", "who": "son", "n": n})
    assert game.hand("son").get("skill", 0) == after


def test_gain_item(game):
    game.effect({"op": "gain_item", "who": "here"})
    for seat in ("son", "father"):
        assert (game.ask.bag, game.ask.at, game.ask.who) == ("items", f"hand:{seat}", seat)
        game.pull("mask")
    assert game.hand("son")["item:mask"] == game.hand("father")["item:mask"] == 1


def test_gain_item_out_of_an_empty_supply_is_none(game):
    everything = {"ready": 2, "used": 0}
    kinds = list(game.facts["items"]["supply"])
    game.correct(*({"fact": "hand", "seat": "son", "item": kind, "value": everything} for kind in kinds))
    game.effect({"op": "gain_item", "who": "all"})
    assert (game.choice, game.alert) == ("play", 0)


def test_gain_action(game):
    game.effect({"op": "gain_action", "n": 2})
    assert game.now["actions"] == 4


@pytest.mark.rule("R-NYC-94", "R-NYC-99")
def test_story_steps_reveal_one_card_each_and_stop_at_the_end(game):
    game.effect({"op": "story", "n": 2})
    assert game.facts["story"] == {"at": 2, "revealed": 2, "next": 4}
    game.effect({"op": "story", "n": 20})
    assert game.facts["story"] == {"at": 12, "revealed": 3, "next": None}
    assert [task["id"] for task in game.facts["tasks"]] == ["final"]


@pytest.mark.rule("R-NYC-07")
@pytest.mark.parametrize(("before", "n", "after"), [(0, 3, 3), (3, -2, 1), (3, -20, 0), (8, 5, 10)])
def test_token(game, before, n, after):
    game.set("token", before, square="q", token="agent")
    game.effect({"op": "token", "at": "q", "token": "agent", "n": n})
    assert game.on("q").get("token:agent", 0) == after


def test_note_and_unknown_ops_are_read_aloud():
    noted = [{"op": "note", "text": "Sing."}, {"op": "quake", "text": "Shake.", "n": 3}, {"op": "silence"}]
    game = NewYorkTable("father", events={"k": {"effects": noted}}).set_up()
    game.draw("l")
    played = game.say("draw", deck="police", card="k")
    assert [todo.text for todo in played.instructions if todo.verb == "tell"] == ["Event k.", "Sing.", "Shake."]


# Effects of cards that last, tasks and the final challenge (WIRE.md 6 and 7).


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


# Needs with several ways, and what the family pays together (WIRE.md 7).


def in_force(need, **more):
    """A task in force on ``a``, where father and son stand."""
    task = {"id": "van", "square": "a", "need": need, "text": "Do it.", "then": [{"op": "alert", "n": 1}], "else": [],
            "until": "round", "rule": "R-NYC-37"}  # fmt: skip
    return task | more


def fulfilling(game):
    """The listed ways to fulfil a task, as JSON."""
    return [answer for answer in json.loads(json.dumps(game.legal())) if answer["do"] == "fulfil"]


def test_one_of_several_ways_is_enough(game):
    game.set("die", {"face": "MENT", "spent": False}, die="blue1")
    game.set("hand", {"ready": 1, "used": 0}, seat="father", item="bike")
    game.set("tasks", [in_force({"any": [{"pay": {"MENT": 1}}, {"items": 1}, {"together": 3}]})])
    assert fulfilling(game) == [
        {"do": "fulfil", "task": "van", "with": ["blue1"]},
        {"do": "fulfil", "task": "van", "items": [{"item": "bike", "used": False}]},
    ]
    game.refuses("illegal", "R-NYC-37", "fulfil", task="van")
    game.say("fulfil", task="van", items=[{"item": "bike", "used": False}])
    assert (game.alert, game.facts["tasks"], game.hand("father")) == (1, [], {"skill": 2})


def test_every_way_has_what_is_always_needed(game):
    game.correct({"fact": "mafia", "square": "a", "value": 1}, {"fact": "dealt", "square": "a", "value": "evaded"})
    game.set("tasks", [in_force({"clear": True, "any": [{"together": 2}, {"together": 1}]})])
    game.refuses("illegal", "R-NYC-37", "fulfil", task="van")
    game.set("mafia", 0, square="a")
    game.say("fulfil", task="van")
    assert game.alert == 1


def test_the_family_pays_together_in_one_round(game):
    for die in ("yellow1", "yellow2"):
        game.set("die", {"face": "SOC", "spent": False}, die=die)
    game.set("die", {"face": "WILD", "spent": False}, die="blue1")
    game.set("tasks", [in_force({"pay": {"MENT": 1, "SOC": 4}, "shared": True}, until="scenario")])
    assert [answer["with"] for answer in fulfilling(game)] == [
        ["yellow1", "yellow2"],
        ["blue1", "yellow1", "yellow2"],
    ]
    part = {"do": "fulfil", "task": "van", "with": ["yellow1"]}
    assert is_longer_form(part, fulfilling(game), game.facts)
    assert not is_longer_form({**part, "with": ["blue1", "yellow1"]}, fulfilling(game)[:1], game.facts)
    game.say("fulfil", task="van", **{"with": ["yellow1"]})
    assert game.facts["tasks"][0]["paid"] == {"SOC": 1}
    game.say("fulfil", task="van", **{"with": ["blue1", "yellow2"]})
    assert (game.facts["tasks"][0]["paid"], game.alert) == ({"MENT": 1, "SOC": 2}, 1)
    game.undo()
    assert game.facts["tasks"][0]["paid"] == {"SOC": 1}
    game.redo()
    for die in ("red1", "red2"):
        game.set("die", {"face": "SOC", "spent": False}, die=die)
    game.say("fulfil", task="van", **{"with": ["red1", "red2"]})
    assert (game.facts["tasks"], game.alert) == ([], 2)


def test_the_last_part_that_the_family_pays_together_may_be_a_wildcard_too(game):
    """WIRE.md 7: listed are all own results that fit; WILD in place of one of them is taken."""
    game.set("die", {"face": "SOC", "spent": False}, die="yellow1")
    game.set("die", {"face": "WILD", "spent": False}, die="blue1")
    game.set("tasks", [in_force({"pay": {"SOC": 4}, "shared": True}, until="scenario", paid={"SOC": 3})])
    assert [answer["with"] for answer in fulfilling(game)] == [["yellow1"]]
    wild = {"do": "fulfil", "task": "van", "with": ["blue1"]}
    assert is_longer_form(wild, fulfilling(game), game.facts)
    game.say("fulfil", task="van", **{"with": ["blue1"]})
    assert (game.facts["tasks"], game.alert) == ([], 2)


def test_what_was_paid_together_is_lost_with_the_round(game):
    game.set("tasks", [in_force({"pay": {"SOC": 4}, "shared": True}, until="scenario", paid={"SOC": 3})])
    game.correct({"fact": "played", "seat": "mother", "value": True}, {"fact": "played", "seat": "son", "value": True})
    game.say("end")
    assert (game.facts["round"], "paid" in game.facts["tasks"][0]) == (2, False)
