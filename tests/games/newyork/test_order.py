"""The order of things: set-up, story cards, rounds, turns (WIRE.md 3)."""

from __future__ import annotations

import pytest

from tests.games.newyork.box import SQUARES
from tests.games.newyork.helpers import NewYorkTable


def tag(game: NewYorkTable) -> str:
    """The kind of the open ask."""
    return str(game.ask.__struct_config__.tag)


# Set-up.


@pytest.mark.rule("R-NYC-13")
def test_six_different_squares_and_their_items():
    game = NewYorkTable("father")
    for n, square in enumerate("abcdef"):
        assert (tag(game), game.ask.among) == ("pick", list(SQUARES[n:]))
        assert game.table.odds() == [1 / (26 - n)] * (26 - n)
        game.pick(square)
        assert (game.ask.bag, game.ask.at, game.ask.rule) == ("items", f"square:{square}", "R-NYC-13")
        game.pull("mask" if n < 2 else "bike" if n < 4 else "cash")
    assert game.facts["items"]["supply"].keys() & {"mask", "bike", "cash"} == set()


@pytest.mark.rule("R-NYC-15")
def test_card_0_asks_which_token_of_a_colour_where_both_costs_are_in_the_reserve():
    game = NewYorkTable("father", cards=[{"bag_add": {"blue": 2, "red": 0, "yellow": 1}}, {}], costly=True)
    for square in "abcdef":
        game.pick(square)
        game.pull("mask" if square < "c" else "bike" if square < "e" else "cash")
    for bag, token in (("reserve:blue", "blue3"), ("reserve:blue", "blue3"), ("reserve:yellow", "yellow")):
        ask = game.ask
        assert (ask.bag, ask.at, ask.who, ask.rule) == (bag, "bag:info", None, "R-NYC-15")
        game.pull(token)
    assert game.facts["info"]["bag"] == {"blue3": 2, "yellow": 1}


@pytest.mark.rule("R-NYC-14", "R-NYC-16", "R-NYC-19", "R-NYC-27")
def test_card_0_tells_its_text_lays_cars_and_does_its_effects_before_the_mafia_cards():
    card = {"alert_cars": [4, 8], "first_round_cars": 3, "effects": [{"op": "place_mafia", "at": "q", "n": 2}]}
    game = NewYorkTable("father", cards=[card, {}], mafia=["q.-.-"])
    for square, item in zip("abcdef", ("mask", "mask", "bike", "bike", "cash", "cash"), strict=True):
        game.pick(square)
        played = game.say("pull", bag="items", token=item)
    assert [todo.text for todo in played.instructions if todo.verb == "tell"] == ["Story card 0."]
    assert game.facts["cars"]["alert"] == {"4": 1, "8": 1}
    assert (game.ask.deck, game.ask.who, game.ask.rule, game.ask.left) == (
        "mafia", "father", "R-NYC-19", 1,
    )  # fmt: skip
    game.draw("q.-.-")
    assert (game.on("q"), game.alert) == ({"fbi": 1}, 2)
    assert game.facts["decks"]["mafia"]["discard"] == ["q.-.-"]
    assert (game.ask.left, game.facts["cars"]["beside"]) == (3, 3)


@pytest.mark.rule("R-NYC-28", "R-NYC-109", "R-NYC-111")
def test_alert_in_set_up_counts_as_police_phase_and_round_1_is_played():
    card = {"effects": [{"op": "alert", "n": 5}], "alert_cars": [2]}
    game = NewYorkTable("father", cards=[card, {}], alert_limit=3).set_up()
    assert game.facts["alert"] == {"at": 3, "limit": 3, "limit_hit": "police"}
    assert game.facts["cars"]["beside"] == 3  # the car of 2 was waiting and joins in round 1
    game.draw("k", "l", "m")
    game.rest()
    assert game.ask.result == {"outcome": "loss", "rule": "R-NYC-111", "round": 1}


def test_what_card_0_sets_for_a_round_lasts_through_round_1():
    task = {"op": "task", "id": "one", "at": None, "need": {"table": True}, "text": "Now.", "until": "round",
            "else": [{"op": "alert", "n": 4}]}  # fmt: skip
    lasting = {"op": "modify", "what": "actions", "n": 1, "until": "round"}
    game = NewYorkTable("father", cards=[{"effects": [task, lasting]}, {}]).set_up()
    game.draw("k", "l")
    game.throw()
    assert game.now["actions"] == 3
    game.say("end")
    assert (game.alert, game.facts["effects"], game.facts["tasks"]) == (4, [], [])


# Story cards.


def test_a_step_reveals_one_card_at_most_though_the_marker_is_behind_several():
    game = NewYorkTable("father", cards=[{}, {"position": 1}, {"position": 2}, {"position": 3}]).playing("father")
    game.set("story", 5)
    game.effect({"op": "story"})
    assert game.facts["story"] == {"at": 6, "revealed": 2, "next": 2}
    game.effect({"op": "story"})
    assert game.facts["story"] == {"at": 7, "revealed": 3, "next": 3}


def test_at_its_last_position_the_marker_stays_and_cards_are_still_revealed():
    game = NewYorkTable("father").playing("father")
    game.set("story", 12)
    game.effect({"op": "story", "n": 2})
    assert game.facts["story"] == {"at": 12, "revealed": 3, "next": None}


@pytest.mark.rule("R-NYC-95", "R-NYC-98")
def test_a_reveal_is_done_completely_before_what_was_waiting_goes_on():
    cards = [{}, {"bag_add": {"blue": 1, "red": 0, "yellow": 0}, "effects": [{"op": "place_item", "at": "random"}]}, {}]
    game = NewYorkTable("father", cards=cards, costly=True).playing("father")
    game.set("story", 1)
    game.effect({"op": "story"}, {"op": "place_mafia", "at": "q"})
    assert (game.ask.bag, game.ask.who, game.ask.rule) == ("reserve:blue", "father", "R-NYC-95")
    game.pull("blue")
    game.draw("k")
    assert game.ask.at == "square:k"
    assert game.on("q") == {}
    game.pull("mask")
    assert game.on("q") == {"mafia": 1}


# The police phase.


@pytest.mark.rule("R-NYC-30", "R-NYC-31", "R-NYC-33")
def test_a_car_is_put_down_at_once_before_the_next_card_is_drawn():
    game = NewYorkTable("father").set_up()
    game.set("mafia", 1, square="k")
    assert (game.ask.purpose, game.ask.left, game.ask.rule) == ("car", 2, "R-NYC-30")
    game.draw("k")
    assert (game.on("k"), game.alert, game.ask.left) == ({"car": 1}, 1, 1)


@pytest.mark.rule("R-NYC-26", "R-NYC-28", "R-NYC-39")
def test_without_a_waiting_car_nothing_is_shuffled():
    game = NewYorkTable("father").set_up()
    game.draw("k", "l")
    game.rest()
    police = game.facts["decks"]["police"]
    assert (police["deck"], police["discard"], game.facts["cars"]["beside"]) == (21, ["k", "l"], 2)


@pytest.mark.rule("R-NYC-40")
def test_cars_left_over_wait_beside_an_empty_deck():
    game = NewYorkTable("father").set_up()
    game.set("deck", {"discard": [], "display": list(SQUARES[1:23])}, deck="police")
    game.draw("a")
    assert (game.facts["cars"]["beside"], game.facts["event"]) == (1, {"card": "a", "square": None})
    assert game.facts["phase"] == "players"


@pytest.mark.rule("R-NYC-27")
def test_no_cars_no_event():
    game = NewYorkTable("father", cards=[{"first_round_cars": 0}, {}]).set_up()
    assert (game.facts["event"], game.facts["phase"]) == (None, "players")


@pytest.mark.rule("R-NYC-29", "R-NYC-36")
def test_the_event_ends_and_the_text_of_the_next_is_told():
    game = NewYorkTable("father").set_up()
    game.draw("k", "l")
    assert game.table.view(None)["texts"] == {"story": ["Story card 0."], "event": "Event l."}
    game.rest()
    assert game.facts["event"] is None
    assert game.table.view("father")["texts"]["event"] is None


# The player phase.


@pytest.mark.rule("R-NYC-41", "R-NYC-42")
def test_the_last_seat_plays_without_a_question(two):
    two.draw("k", "l")
    assert two.legal() == [{"do": "turn", "seat": "father"}, {"do": "turn", "seat": "mother"}]
    two.say("turn", seat="mother")
    two.rest()
    assert two.now["seat"] == "father"


@pytest.mark.rule("R-NYC-34")
def test_nobody_open_next_door_then_to_the_nearest_open_square():
    game = NewYorkTable("father", {"start.father": "f"}).set_up()
    for square, fact in (("f", "car"), ("e", "car"), ("g", "fbi")):
        game.set(fact, 1, **({"at": f"square:{square}"} if fact == "car" else {"square": square}))
    game.turn("father")
    assert game.legal() == [{"do": "flee", "to": "d"}, {"do": "flee", "to": "h"}]
    game.refuses("illegal", "R-NYC-34", "flee", to="c")


@pytest.mark.rule("R-NYC-35")
def test_nowhere_to_go_stays_with_one_action_and_no_raincoat():
    game = NewYorkTable("father").set_up().holds("father", "raincoat")
    closed = [{"op": "close", "square": square, "until": "scenario"} for square in SQUARES if square != "a"]
    game.set("effects", closed)
    game.set("car", 1, at="square:a")
    game.turn("father")
    assert game.ask.rule == "R-NYC-58"
    game.throw()
    assert (game.now["actions"], game.who("father")["square"]) == (1, "a")


@pytest.mark.rule("R-NYC-34")
def test_the_forced_move_ignores_mafia_and_goes_by_neighbours_only():
    game = NewYorkTable("father", {"start.father": "c"}).set_up()
    game.correct({"fact": "car", "at": "square:c", "value": 1}, {"fact": "mafia", "square": "c", "value": 1})
    game.turn("father")
    assert [flee["to"] for flee in game.legal()] == ["b", "d"]
    game.say("flee", to="d")
    assert game.now["visited"] == ["c", "d"]


@pytest.mark.rule("R-NYC-34")
def test_a_car_that_goes_before_the_turn_holds_nobody_and_one_that_comes_later_neither(two):
    two.set("car", 1, at="square:a")
    two.set("phase", "players")
    two.set("car", 0, at="square:a")
    two.say("turn", seat="father")
    assert two.ask.rule == "R-NYC-58"
    two.throw()
    two.set("car", 1, at="square:a")
    assert (two.now["actions"], two.choice) == (2, "play")
    two.say("step", to="b")


@pytest.mark.rule("R-NYC-45", "R-NYC-51", "R-NYC-54")
def test_info_and_item_of_the_last_card_only():
    game = NewYorkTable("father", mafia=["a.b.c", "d.e.f"], cards=[{"mafia_per_turn": 2}, {}]).set_up()
    game.set("info", 3, at="bag:info", token="red")
    game.turn("father")
    game.draw("a.b.c", "d.e.f")
    assert (game.ask.bag, game.ask.at, game.ask.who, game.ask.rule) == (
        "info", "square:e", "father", "R-NYC-51",
    )  # fmt: skip
    game.pull("red")
    assert (game.ask.bag, game.ask.at, game.ask.rule) == ("items", "square:f", "R-NYC-54")
    game.pull("mask")
    assert game.facts["mafia"]["squares"] == {"a": 1, "d": 1}
    assert (game.on("b"), game.on("c")) == ({}, {})
    assert game.facts["decks"]["mafia"]["display"] == ["a.b.c", "d.e.f"]


@pytest.mark.rule("R-NYC-44", "R-NYC-51")
def test_without_cards_there_is_neither_info_nor_item_nor_alert():
    game = NewYorkTable("father", cards=[{"mafia_per_turn": 0}, {}]).turn("father")
    assert (game.ask.rule, game.alert) == ("R-NYC-58", 0)


@pytest.mark.parametrize(
    ("piece", "at"),
    [
        pytest.param("car", {"at": "square:m"}, marks=pytest.mark.rule("R-NYC-46")),
        pytest.param("fbi", {"square": "m"}, marks=pytest.mark.rule("R-NYC-50")),
    ],
)
def test_no_mafia_where_police_or_fbi_stands(piece, at):
    game = NewYorkTable("father", mafia=["m.-.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.set(piece, 1, **at)
    game.turn("father")
    game.draw("m.-.-")
    assert (game.on("m"), game.alert) == ({piece: 1}, 0)


@pytest.mark.rule("R-NYC-58")
def test_no_die_no_roll():
    game = NewYorkTable("father").set_up()
    for colour, n in (("red", 2), ("blue", 1), ("yellow", 1)):
        game.set("lost", n, seat="father", colour=colour)
    game.turn("father")
    assert game.choice == "play"


@pytest.mark.rule("R-NYC-58")
def test_relatives_bring_two_grey_dice_at_most():
    game = NewYorkTable("father mother daughter son").turn("father")
    assert [die for die in game.ask.dice if die.startswith("grey")] == ["grey1", "grey2"]


@pytest.mark.rule("R-NYC-76", "R-NYC-80")
def test_wounds_are_for_undealt_mafia_only():
    for dealt, wounds in ((None, 2), ("faced", 0), ("evaded", 0)):
        game = NewYorkTable("father", dice={"father": {"red": 3, "yellow": 0, "blue": 0}}).playing("father")
        game.set("mafia", 2, square="a")
        game.set("dealt", dealt, square="a")
        game.say("end")
        assert game.who("father")["wounds"] == wounds  # one colour: taken without a question


@pytest.mark.rule("R-NYC-58", "R-NYC-81")
def test_a_healed_die_comes_back_with_the_roll_of_the_next_turn():
    game = NewYorkTable("father").set_up().holds("father", "cash")
    game.set("lost", 1, seat="father", colour="red")
    game.turn("father")
    assert game.ask.dice == ["blue1", "red1", "yellow1"]
    game.throw()
    game.say("use", item="cash", seat="father", colour="red")
    assert "red2" not in game.now["pool"]
    game.turn("father")
    assert game.ask.dice == ["blue1", "red1", "red2", "yellow1"]


@pytest.mark.rule("R-NYC-107")
def test_at_the_limit_further_raises_do_nothing():
    game = NewYorkTable("father").playing("father")
    game.set("alert", 19)
    game.effect({"op": "alert", "n": 3})
    assert game.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "players"}


@pytest.mark.rule("R-NYC-107", "R-NYC-108")
def test_every_position_on_the_way_is_checked_for_cars():
    game = NewYorkTable("father", cards=[{"alert_cars": [2, 3, 5]}, {}]).playing("father")
    game.effect({"op": "alert", "n": 4})
    assert (game.facts["cars"]["waiting"], game.facts["cars"]["alert"]) == (2, {"5": 1})


@pytest.mark.parametrize("event", [None, {"card": "m", "square": None}])
def test_a_location_is_not_drawn_for_an_event_that_a_correction_has_put_out_of_force(event):
    game = NewYorkTable("father", events={"l": {"random_location": True}}).set_up()
    game.draw("k", "l")
    assert game.ask.purpose == "location"
    game.set("event", event)
    assert getattr(game.ask, "purpose", None) is None
    assert game.facts["event"] == event


def test_a_newspaper_leaves_a_corrected_free_trip_alone():
    game = NewYorkTable("father", {"start.father": "c"}).playing("father").holds("father", "newspaper")
    game.set("free_subway", True)
    game.say("use", item="newspaper", to="j")
    assert game.now["free_subway"] is True


def test_a_story_card_adds_nothing_of_a_colour_that_it_does_not_name():
    """R-NYC-95."""
    game = NewYorkTable("father", cards=[{"bag_add": {"blue": 2}}, {}]).set_up()
    assert game.facts["info"]["bag"] == {"blue": 2}
