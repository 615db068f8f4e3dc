"""Effects of cards that are done at once, every target, and everybody that one can mean (WIRE.md 6)."""

from __future__ import annotations

import pytest

from tests.games.newyork.box import SQUARES
from tests.games.newyork.helpers import NewYorkTable

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
