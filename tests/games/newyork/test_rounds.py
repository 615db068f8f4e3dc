"""The order of things: set-up, story cards, rounds, turns (WIRE.md 3), and what holds through a whole game."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.newyork.helpers import ITEMS, SKILLS, SQUARES, NewYorkTable

# What lies on the table before anybody has done anything, and where.

FAMILY = "father mother daughter son"


@pytest.mark.rule("R-NYC-02", "R-NYC-22")
def test_each_track_has_one_marker_and_it_stands_on_0():
    game = NewYorkTable().set_up()
    pieces = game.facts["pieces"]
    assert (pieces["alert:0"], pieces["story:0"]) == ({"marker:alert": 1}, {"marker:story": 1})
    markers = Counter(piece for here in pieces.values() for piece in here if piece.startswith("marker:"))
    assert markers == {"marker:alert": 1, "marker:story": 1}
    assert (game.facts["phase"], game.facts["round"]) == ("police", 1)


@pytest.mark.rule("R-NYC-03", "R-NYC-11", "R-NYC-12")
def test_each_of_the_family_has_a_figure_and_two_skill_tokens():
    game = NewYorkTable(FAMILY).set_up()
    assert list(game.facts["characters"]) == FAMILY.split() == list(SKILLS)
    assert game.on("a") == {f"figure:{seat}": 1 for seat in FAMILY.split()}
    assert [game.hand(seat) for seat in FAMILY.split()] == [{"skill": 2}] * 4


@pytest.mark.rule("R-NYC-04", "R-NYC-06", "R-NYC-08", "R-NYC-11")
def test_decks_and_supplies_hold_what_was_printed():
    facts = NewYorkTable().facts
    assert {name: deck["deck"] for name, deck in facts["decks"].items()} == {"mafia": 50, "police": 23}
    assert (facts["mafia"]["reserve"], facts["cars"]["supply"], facts["fbi"]["supply"]) == (25, 5, 5)
    assert facts["info"]["reserve"] == {"blue": 10, "red": 10, "yellow": 10}
    assert facts["items"]["supply"].keys() == set(ITEMS)
    assert sum(facts["items"]["supply"].values()) == 20


@pytest.mark.rule("R-NYC-27")
def test_two_cars_are_beside_the_deck_in_round_1_and_none_on_the_track():
    cars = NewYorkTable().set_up().facts["cars"]
    assert (cars["beside"], cars["supply"], cars["alert"], cars["squares"]) == (2, 3, {}, {})


@pytest.mark.rule("R-NYC-05", "R-NYC-18")
def test_the_story_lies_face_down_on_its_positions_but_for_card_0():
    cards = [{}, {"position": 3}, {"position": 4}, {"position": 9}]
    game = NewYorkTable(cards=cards).set_up()
    lying = {at: here["card:story"] for at, here in game.facts["pieces"].items() if "card:story" in here}
    assert lying == {"display:story": 1, "story:3": 1, "story:4": 1, "story:9": 1}
    assert game.table.view(None)["texts"]["story"] == ["Story card 0."]


# The order of things: set-up, story cards, rounds, turns (WIRE.md 3).


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


# What holds through a whole game: its goal, the order of its rounds, and what stays on the board.

TYPES = {"red": "PHYS", "blue": "MENT", "yellow": "SOC"}


@pytest.mark.rule("R-NYC-23", "R-NYC-70", "R-NYC-94", "R-NYC-99", "R-NYC-113")
def test_enough_info_reveals_every_story_card_and_the_final_challenge_wins():
    pool = {"red1": "PHYS", "red2": "PHYS", "blue1": "MENT", "yellow1": "WILD", "blue2": "MENT", "blue3": "MENT"}
    challenge = {"square": "a", "text": "Now.", "need": {"pay": {"MENT": 2}}}
    cards = [{}, {"position": 1}, {"position": 2, "final_challenge": challenge}]
    game = NewYorkTable("father", cards=cards).playing("father", pool)
    game.correct(
        {"fact": "info", "at": "square:a", "token": "red", "value": 1},
        {"fact": "info", "at": "square:a", "token": "blue", "value": 1},
    )
    game.refuses("unknown", None, "fulfil", task="final", with_=["blue2", "blue3"])
    game.say("collect", token="red", with_=["red1", "red2"])
    assert (game.facts["story"]["revealed"], game.facts["tasks"]) == (2, [])
    game.say("collect", token="blue", with_=["blue1", "yellow1"])
    [final] = game.facts["tasks"]
    assert (final["id"], final["square"], final["need"]) == ("final", "a", {"pay": {"MENT": 2}})
    game.say("fulfil", task="final", with_=["blue2", "blue3"])
    assert game.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}


@pytest.mark.rule("R-NYC-24", "R-NYC-25", "R-NYC-41", "R-NYC-42")
def test_a_round_is_the_police_and_then_one_turn_each_in_any_order():
    game = NewYorkTable("father mother son").set_up()
    seen = []
    for seats, cars in (("mother son father", "kl"), ("son mother father", "mn")):
        for card in cars:
            seen.append((game.facts["round"], game.facts["phase"]))
            game.draw(card)
        left = sorted(seats.split())
        for seat in seats.split():
            if len(left) > 1:
                assert sorted(answer["seat"] for answer in game.legal("turn")) == left
                game.say("turn", seat=seat)
            left.remove(seat)
            seen.append((game.facts["round"], game.facts["phase"], game.now["seat"]))
            game.rest()
    first, second = ((n, "police") for n in (1, 2))
    assert seen == [
        first, first, *((1, "players", seat) for seat in ("mother", "son", "father")),
        second, second, *((2, "players", seat) for seat in ("son", "mother", "father")),
    ]  # fmt: skip
    assert (game.facts["round"], game.facts["phase"]) == (3, "police")


@pytest.mark.rule("R-NYC-49")
def test_fbi_stays_whatever_comes():
    game = NewYorkTable("father", mafia=["q.-.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.set("fbi", 1, square="q")
    game.draw("k", "q")
    assert game.on("q") == {"fbi": 1, "car": 1}
    game.draw("q.-.-")
    game.throw()
    game.effect({"op": "remove_mafia", "at": "q", "n": "all"}, {"op": "alert", "n": -3}, {"op": "story", "n": 2})
    game.say("end")
    assert (game.facts["round"], game.on("q")) == (2, {"fbi": 1})


@pytest.mark.rule("R-NYC-52")
def test_any_number_of_info_tokens_lies_on_a_square():
    game = NewYorkTable("father", mafia=["-.q.-"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    tokens = {"red": 5, "blue": 9, "yellow": 10}
    game.correct(
        *({"fact": "info", "at": "square:q", "token": colour, "value": n} for colour, n in tokens.items()),
        {"fact": "info", "at": "bag:info", "token": "red", "value": 1},
    )
    game.turn("father")
    game.draw("-.q.-")
    game.pull("red")
    assert game.on("q") == {"info:red": 6, "info:blue": 9, "info:yellow": 10}
    assert game.alert == 0


@pytest.mark.rule("R-NYC-68")
@pytest.mark.parametrize("colour", TYPES)
def test_each_colour_of_info_is_paid_with_its_own_type(colour):
    pool = {f"{die}{n}": face for die, face in TYPES.items() for n in (1, 2)}
    game = NewYorkTable("father").playing("father", pool)
    game.set("info", 1, at="square:a", token=colour)
    assert [answer["with"] for answer in game.legal("collect")] == [(f"{colour}1", f"{colour}2")]
    for other in TYPES.keys() - {colour}:
        game.refuses("illegal", "R-NYC-70", "collect", token=colour, with_=[f"{other}1", f"{other}2"])
    game.say("collect", token=colour, with_=[f"{colour}1", f"{colour}2"])


@pytest.mark.rule("R-NYC-68")
@pytest.mark.parametrize(("verb", "face"), [("fight", "PHYS"), ("face", "PHYS"), ("evade", "SOC")])
def test_each_way_to_meet_mafia_is_paid_with_its_own_type(verb, face):
    pool = {f"{die}{n}": face for die, face in TYPES.items() for n in (1, 2)}
    game = NewYorkTable("father").playing("father", pool)
    game.set("mafia", 1, square="a")
    assert {pool[die] for answer in game.legal(verb) for die in answer["with"]} == {face}


@pytest.mark.rule("R-NYC-67", "R-NYC-69")
def test_a_wild_that_nobody_spends_costs_nothing_and_is_gone_with_the_turn():
    game = NewYorkTable("father mother").playing("father", {"red1": "WILD", "red2": "WILD"})
    game.say("reroll", dice=["red1"])
    game.throw()
    game.say("end")
    assert (game.alert, game.now["seat"], game.now["pool"]) == (0, "mother", {})
