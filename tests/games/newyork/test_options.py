"""The house rules: what every value of every option does."""

from __future__ import annotations

import pytest

from companion.core.refusals import BadSetup
from companion.games.newyork.state import VALUES
from tests.games.newyork.helpers import NewYorkTable


def values(**expected):
    """The values of an option, each with what is expected of it; ``_2`` stands for ``2``."""
    return pytest.mark.parametrize(("value", "expected"), [(name.strip("_"), what) for name, what in expected.items()])


@values(full="play", light="report")
def test_follow(value, expected):
    game = NewYorkTable("father", {"nyc.follow": value}).turn("father")
    if value == "full":
        game.throw()
    assert game.choice == expected


@pytest.mark.rule("R-NYC-116")
@values(box={"cash": 1}, supply={})
def test_cash_discard(value, expected):
    """G-NYC-29: where discarded cash goes."""
    game = NewYorkTable("father", {"nyc.cash_discard": value}).playing("father").holds("father", "cash")
    game.set("mafia", 1, square="a")
    game.say("use", item="cash", square="a")
    assert game.facts["items"]["box"] == expected
    assert game.who("father")["items"] == {"ready": {}, "used": {}}
    assert game.facts["items"]["supply"]["cash"] == 2 - len(expected)


@pytest.mark.rule("R-NYC-116")
@values(self=["father"], same_square=["father", "mother"])
def test_cash_heal(value, expected):
    """C-NYC-08: whom cash heals."""
    game = NewYorkTable("father mother son", {"nyc.cash_heal": value, "start.son": "b"}).playing("father")
    for seat in ("father", "mother", "son"):
        game.set("lost", 1, seat=seat, colour="red")
    game.holds("father", "cash")
    assert [use["seat"] for use in game.legal("use")] == expected
    game.refuses("illegal", "R-NYC-116", "use", item="cash", seat="son", colour="red")
    if value == "self":
        game.refuses("illegal", "R-NYC-116", "use", item="cash", seat="mother", colour="red")
    game.say("use", item="cash", seat=expected[-1], colour="red")
    assert game.who(expected[-1])["lost"] == {}


@pytest.mark.rule("R-NYC-116")
@values(here=["a"], anywhere=["a", "k"])
def test_cash_range(value, expected):
    """C-NYC-09: where cash bribes."""
    game = NewYorkTable("father", {"nyc.cash_range": value}).playing("father").holds("father", "cash")
    game.set("mafia", 1, square="a")
    game.set("mafia", 1, square="k")
    assert [use["square"] for use in game.legal("use")] == expected
    if value == "here":
        game.refuses("illegal", "R-NYC-116", "use", item="cash", square="k")
    game.say("use", item="cash", square=expected[-1])
    assert game.on(expected[-1]).get("mafia", 0) == 0
    assert game.alert == 0


@values(stay=None, as_police="forced")
def test_fbi_on_character(value, expected):
    """G-NYC-16: FBI on the square of a character as the turn starts."""
    game = NewYorkTable("father", {"nyc.fbi_on_character": value}).set_up()
    game.set("fbi", 1, square="a")
    game.turn("father")
    assert game.choice == expected
    if expected:
        game.say("flee", to="b")
    game.throw()
    assert game.now["actions"] == (1 if expected else 2)


@pytest.mark.rule("R-NYC-74")
@values(false=["b"], true=["a", "b"])
def test_fight2_remote(value, expected):
    """G-NYC-18: the second mafia of a fight on a square that was left."""
    pool = {"red1": "PHYS", "red2": "PHYS", "red3": "PHYS"}
    game = NewYorkTable("father", {"nyc.fight2_remote": value}).playing("father", pool)
    game.say("step", to="b")
    for square, n in (("a", 1), ("b", 2), ("k", 1)):
        game.set("mafia", n, square=square)
    game.refuses("illegal", "R-NYC-74", "fight", square="a", with_=["red1", "red2"])
    game.say("fight", square="b", with_=["red1", "red2"])
    assert [fight["square"] for fight in game.legal("fight")] == expected
    game.refuses("illegal", "R-NYC-74", "fight", square="k", with_=["red3"])
    if value == "false":
        game.refuses("illegal", "R-NYC-74", "fight", square="a", with_=["red3"])
    game.say("fight", square=expected[0], with_=["red3"])
    assert not game.now["fight_open"]


@pytest.mark.rule("R-NYC-43")
@values(true=["choose", "draw", "roll"], false=["draw", "choose", "roll"])
def test_forced_move_first(value, expected):
    """C-NYC-13: the forced move before or after the mafia cards; the dice are rolled after both."""
    game = NewYorkTable("father", {"nyc.forced_move_first": value}, cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.set("car", 1, at="square:a")
    game.turn("father")
    order = []
    for _ in expected:
        order.append(game.ask.__struct_config__.tag)
        if order[-1] == "draw":
            game.draw("blank10")
        elif order[-1] == "choose":
            game.say("flee", to="b")
        else:
            game.throw()
    assert order == expected
    assert game.now["actions"] == 1


@pytest.mark.rule("R-NYC-65")
@values(cap_total=[2, 2], add_each_reroll=[2, 3])
def test_grey_mode(value, expected):
    """G-NYC-17: how many grey dice a re-roll brings when there are two already, and never more than three."""
    game = NewYorkTable("father mother son", {"nyc.grey_mode": value}).turn("father")
    game.throw()
    counts = [sum(die.startswith("grey") for die in game.now["pool"])]
    game.say("reroll", dice=["red1"])
    game.throw()
    counts.append(sum(die.startswith("grey") for die in game.now["pool"]))
    assert counts == expected
    game.say("reroll", dice=["red1"])
    assert game.now["rolling"] == ["red1"]


@pytest.mark.rule("R-NYC-100")
@values(reserve={}, keep={"blue": 1})
def test_info_return(value, expected):
    """Where collected info goes."""
    game = NewYorkTable("father", {"nyc.info_return": value}).playing("father", {"blue1": "MENT", "red1": "MENT"})
    game.set("info", 1, at="square:a", token="blue")
    game.say("collect", token="blue", with_=["blue1", "red1"])
    assert game.facts["info"]["kept"] == expected
    assert game.facts["info"]["reserve"]["blue"] == 10 - len(expected)


@pytest.mark.rule("R-NYC-56")
@values(reshuffle="draw", stop="roll")
def test_mafia_deck_empty(value, expected):
    """G-NYC-20: no card in the mafia deck."""
    game = NewYorkTable("father", {"nyc.mafia_deck_empty": value}, cards=[{"mafia_per_turn": 1}, {}]).set_up()
    everything = [f"blank{n:02}" for n in range(1, 51)]
    game.set("deck", {"discard": everything, "display": []}, deck="mafia")
    game.turn("father")
    assert game.ask.__struct_config__.tag == expected
    assert game.facts["decks"]["mafia"]["deck"] == (50 if value == "reshuffle" else 0)


@pytest.mark.rule("R-NYC-62")
@values(no_leave=None, no_interact="R-NYC-62")
def test_mafia_gate(value, expected):
    """C-NYC-02: what undealt mafia here stop besides leaving."""
    pool = {"blue1": "MENT", "red1": "MENT", "red2": "PHYS", "red3": "PHYS", "yellow1": "SOC"}
    game = NewYorkTable("father mother", {"nyc.mafia_gate": value}).playing("father", pool).holds("father", "mask")
    game.correct(
        {"fact": "mafia", "square": "a", "value": 1},
        {"fact": "info", "at": "square:a", "token": "blue", "value": 1},
        {"fact": "item", "square": "a", "value": "bike"},
    )
    wanted = [
        ("collect", {"token": "blue", "with_": ["blue1", "red1"]}),
        ("take", {"with_": ["red2", "red3"]}),
        ("give", {"item": "mask", "used": False, "seat": "mother"}),
    ]
    for verb, fields in wanted:
        if expected:
            assert game.legal(verb) == []
            game.refuses("illegal", expected, verb, **fields)
        else:
            game.say(verb, **fields)
            game.undo()
    game.say("evade", with_=["yellow1"])
    for verb, fields in wanted:
        game.say(verb, **fields)


@pytest.mark.rule("R-NYC-120")
@values(one=[], all=["c", "t"])
def test_newspaper_trips(value, expected):
    """G-NYC-24: a newspaper pays for one trip, or for all trips of the turn."""
    settings = {"nyc.newspaper_trips": value, "start.father": "c"}
    game = NewYorkTable("father", settings).playing("father", actions=0).holds("father", "newspaper")
    game.say("use", item="newspaper", to="j")
    assert [ride["to"] for ride in game.legal("ride")] == expected
    if expected:
        game.say("ride", to="t")
        assert (game.who("father")["square"], game.alert, game.now["steps"]) == ("t", 0, 0)
        game.refuses("illegal", "R-NYC-120", "ride", to="u")
    else:
        game.refuses("illegal", "R-NYC-120", "ride", to="t")


@pytest.mark.rule("R-NYC-40")
@values(reshuffle=22, stop=0)
def test_police_deck_empty(value, expected):
    """G-NYC-19: the police deck is empty with cars still beside it."""
    game = NewYorkTable("father", {"nyc.police_deck_empty": value}).set_up()
    rest = [chr(ord("a") + n) for n in range(1, 23)]
    game.set("deck", {"discard": rest, "display": []}, deck="police")
    game.draw("a")
    assert game.facts["decks"]["police"]["deck"] == expected
    assert game.facts["cars"]["beside"] == 1
    assert game.facts["phase"] == ("police" if expected else "players")


@pytest.mark.rule("R-NYC-121")
@values(true=(0, 3), false=(2, 1))
def test_radio_as_placement(value, expected):
    """G-NYC-22: whether a car that the radio moves catches mafia; it never joins another car or FBI."""
    game = NewYorkTable("father", {"nyc.radio_as_placement": value}).playing("father").holds("father", "radio")
    game.set("car", 1, at="square:k")
    game.set("fbi", 1, square="j")
    game.set("mafia", 2, square="l")
    game.refuses("illegal", "R-NYC-121", "use", item="radio", from_="k", to="j")
    game.say("use", item="radio", from_="k", to="l")
    assert (game.on("l").get("mafia", 0), game.alert) == expected


@pytest.mark.rule("R-NYC-125")
@values(true=["flee", "flee", "use"], false=["flee", "flee"])
def test_raincoat_vs_forced(value, expected):
    """G-NYC-23: a raincoat instead of the forced move."""
    game = NewYorkTable("father", {"nyc.raincoat_vs_forced": value}).set_up().holds("father", "raincoat")
    game.set("car", 1, at="square:a")
    game.turn("father")
    assert [answer["do"] for answer in game.legal()] == expected
    if value == "false":
        game.refuses("illegal", "R-NYC-34", "use", item="raincoat", ignore="police", square="a")
        return
    game.say("use", item="raincoat", ignore="police", square="a")
    assert (game.now["actions"], game.now["ignored"], game.alert) == (2, ["a"], 1)
    assert game.who("father")["square"] == "a"


@values(_1=1, _2=1, _3=1, _4=1)
def test_solo_characters(value, expected):
    """G-NYC-27: the seats say who plays, whatever the option says."""
    game = NewYorkTable("father", {"nyc.solo_characters": value})
    assert len(game.facts["characters"]) == expected


@pytest.mark.rule("R-NYC-57")
@values(nothing=0, alert=1)
def test_supply_empty(value, expected):
    """G-NYC-21: no mafia left for a card, or no item."""
    settings = {"nyc.supply_empty": value}
    game = NewYorkTable("father", settings, mafia=["a.-.-", "-.-.a"], cards=[{"mafia_per_turn": 1}, {}]).set_up()
    game.correct(*({"fact": "mafia", "square": square, "value": 2} for square in "bcdefghijklm"))
    game.set("mafia", 1, square="n")
    game.turn("father")
    game.draw("a.-.-")
    assert (game.on("a").get("mafia", 0), game.alert) == (0, expected)

    items = {"ready": 2, "used": 0}
    kinds = list(game.facts["items"]["supply"])
    game.correct(*({"fact": "hand", "seat": "father", "item": kind, "value": items} for kind in kinds))
    game.turn("father")
    game.draw("-.-.a")
    assert (game.facts["items"]["squares"], game.alert) == ({}, expected * 2)


def test_every_option_has_a_test_for_every_value():
    for key, allowed in VALUES.items():
        test = globals()["test_" + key.removeprefix("nyc.")]
        assert [value for value, _ in test.pytestmark[0].args[1]] == list(allowed), key


@pytest.mark.parametrize("key", VALUES)
def test_a_value_that_an_option_does_not_have_is_refused_with_those_it_has(key):
    with pytest.raises(BadSetup) as refused:
        NewYorkTable("father", {key: "perhaps"})
    assert all(value in str(refused.value) for value in VALUES[key])


@pytest.mark.parametrize(
    ("settings", "allowed"),
    [
        ({"nyc.nothing": "1"}, "nyc.mafia_gate"),
        ({"story": "nowhere"}, "tale"),
        ({"start.son": "a"}, "father"),
        ({"start.father": "nowhere"}, "a, b, c"),
    ],
)
def test_a_setting_that_does_not_exist_is_refused_with_those_that_do(settings, allowed):
    with pytest.raises(BadSetup, match=allowed):
        NewYorkTable("father", settings)


@pytest.mark.rule("R-NYC-01")
@pytest.mark.parametrize("seats", ["", "uncle", "father father"])
def test_one_to_four_different_seats_play(seats):
    with pytest.raises(BadSetup, match="father, mother, daughter, son"):
        NewYorkTable(seats)
