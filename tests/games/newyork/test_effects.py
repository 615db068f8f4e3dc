"""Effects of cards that are done at once, every target, and everybody that one can mean (WIRE.md 6)."""

from __future__ import annotations

import pytest

from tests.games.newyork.box import SQUARES
from tests.games.newyork.helpers import Evening

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


@pytest.mark.rule("R-NYC-99")
def test_the_challenge_is_a_target_once_it_is_revealed(evening):
    evening.set("revealed", 3)
    evening.effect({"op": "place_mafia", "at": "challenge"})
    assert evening.facts["mafia"]["squares"] == {"f": 1}


def test_an_event_without_a_location_is_no_target(evening):
    evening.set("event", {"card": "k", "square": None})
    evening.effect({"op": "place_mafia", "at": "event"})
    assert evening.facts["mafia"]["squares"] == {}


@pytest.mark.rule("R-NYC-38")
def test_random_is_a_new_location_for_each_effect(evening):
    evening.effect({"op": "place_mafia", "at": "random"}, {"op": "place_mafia", "at": "random", "n": 2})
    for square in "qr":
        ask = evening.ask
        assert (ask.deck, ask.purpose, ask.left, ask.who, ask.rule) == ("police", "location", 1, "father", "R-NYC-38")
        evening.draw(square)
    assert evening.facts["mafia"]["squares"] == {"q": 1, "r": 2}
    assert evening.facts["decks"]["police"]["deck"] == 23


@pytest.mark.rule("R-NYC-38")
def test_no_card_for_a_random_location_skips_the_effect(evening):
    evening.set("deck", {"discard": [], "display": list(SQUARES[:23])}, deck="police")
    evening.effect({"op": "place_mafia", "at": "random"})
    assert evening.choice == "play"
    assert evening.facts["mafia"]["squares"] == {}


@pytest.mark.rule("R-NYC-38")
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


@pytest.mark.rule("R-NYC-29", "R-NYC-36", "R-NYC-38")
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


@pytest.mark.rule("R-NYC-110")
def test_a_falling_alert_touches_no_cars_and_lifts_no_limit(evening):
    evening.correct({"fact": "car", "at": "alert:4", "value": 1}, {"fact": "alert", "value": 19})
    evening.effect({"op": "alert", "n": 1}, {"op": "alert", "n": -17})
    assert evening.facts["alert"] == {"at": 3, "limit": 20, "limit_hit": "players"}
    assert evening.facts["cars"]["alert"] == {"4": 1}
    evening.effect({"op": "alert", "n": 1})
    assert evening.facts["cars"]["waiting"] == 1


@pytest.mark.rule("R-NYC-47")
@pytest.mark.parametrize(("n", "mafia", "fbi", "alert"), [(1, 1, 0, 0), (2, 2, 0, 0), (3, 0, 1, 2), (5, 0, 1, 2)])
def test_place_mafia_one_at_a_time(evening, n, mafia, fbi, alert):
    evening.effect({"op": "place_mafia", "at": "q", "n": n})
    assert (evening.on("q").get("mafia", 0), evening.on("q").get("fbi", 0), evening.alert) == (mafia, fbi, alert)


@pytest.mark.rule("R-NYC-46")
def test_place_mafia_is_nothing_where_a_car_stands(evening):
    evening.set("car", 1, at="square:q")
    evening.effect({"op": "place_mafia", "at": "q"})
    assert evening.on("q") == {"car": 1}


@pytest.mark.parametrize(("n", "left"), [(1, 1), (2, 0), (5, 0), ("all", 0)])
def test_remove_mafia(evening, n, left):
    evening.set("mafia", 2, square="q")
    evening.effect({"op": "remove_mafia", "at": "q", "n": n})
    assert (evening.on("q").get("mafia", 0), evening.alert) == (left, 0)


@pytest.mark.rule("R-NYC-53")
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


def test_place_item_in_the_order_of_the_squares(evening):
    evening.effect({"op": "place_item", "at": "each_character"})
    assert evening.ask.at == "square:b"
    evening.pull("mask")
    assert evening.ask.at == "square:a"


@pytest.mark.rule("R-NYC-100")
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


@pytest.mark.rule("R-NYC-33", "R-NYC-101")
def test_move_car_catches_mafia(evening):
    evening.correct({"fact": "car", "at": "square:k", "value": 1}, {"fact": "mafia", "square": "q", "value": 2})
    evening.effect({"op": "move_car", "from": "k", "to": "q"})
    assert (evening.on("q"), evening.alert) == ({"car": 1}, 2)


def test_a_car_that_moves_to_its_own_square_catches_nothing(evening):
    evening.correct({"fact": "car", "at": "square:k", "value": 1}, {"fact": "mafia", "square": "k", "value": 1})
    evening.effect({"op": "move_car", "from": "choose", "to": "k"})
    assert (evening.on("k"), evening.alert) == ({"car": 1, "mafia": 1}, 0)


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
def test_which_car_is_not_asked_any_more_once_the_answer_would_do_nothing(evening, to, change):
    evening.set("revealed", 3)
    for square in "kl":
        evening.set("car", 1, at=f"square:{square}")
    evening.effect({"op": "move_car", "from": "choose", "to": to})
    assert evening.choice == "car"
    evening.correct(change)
    assert evening.choice == "play"
    assert evening.facts["cars"]["squares"] == ({"k": 1, "l": 1} if to != "beside" else {})


@pytest.mark.rule("R-NYC-38")
def test_the_location_of_a_car_is_not_drawn_any_more_once_the_car_is_gone(evening):
    evening.set("car", 1, at="square:k")
    evening.effect({"op": "move_car", "from": "k", "to": "random"})
    assert evening.ask.purpose == "location"
    evening.correct(
        {"fact": "car", "at": "square:k", "value": 0},
        {"fact": "deck", "deck": "police", "value": {"discard": list(SQUARES[:23]), "display": []}},
    )
    assert evening.choice == "play"
    assert evening.facts["decks"]["police"]["deck"] == 0


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


@pytest.mark.rule("R-NYC-81")
def test_wounds_beyond_the_dice_are_not_kept(evening):
    evening.set("lost", 2, seat="son", colour="red")
    evening.effect({"op": "wound", "who": "son", "n": 20})
    evening.say("lose", colour="blue")
    assert evening.choice == "play"
    assert evening.who("son")["lost"] == {"blue": 1, "red": 2, "yellow": 1}


@pytest.mark.rule("R-NYC-11")
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


@pytest.mark.rule("R-NYC-94", "R-NYC-99")
def test_story_steps_reveal_one_card_each_and_stop_at_the_end(evening):
    evening.effect({"op": "story", "n": 2})
    assert evening.facts["story"] == {"at": 2, "revealed": 2, "next": 4}
    evening.effect({"op": "story", "n": 20})
    assert evening.facts["story"] == {"at": 12, "revealed": 3, "next": None}
    assert [task["id"] for task in evening.facts["tasks"]] == ["final"]


@pytest.mark.rule("R-NYC-07")
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
