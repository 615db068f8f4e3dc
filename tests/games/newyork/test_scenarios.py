"""The acceptance scenarios A-NYC-01 to A-NYC-12, step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.asks import RollAsk
from tests.games.newyork.helpers import NewYorkTable

ONE_BLUE = {"bag_add": {"blue": 2, "red": 1, "yellow": 1}}


@pytest.mark.rule(
    "R-NYC-13", "R-NYC-15", "R-NYC-16", "R-NYC-17", "R-NYC-19", "R-NYC-20", "R-NYC-21", "R-NYC-22", "R-NYC-27"
)
def test_a_nyc_01_setup_three_players():
    card = {"bag_add": {"blue": 4, "red": 4, "yellow": 4}, "alert_cars": [5, 9, 13], "mafia_per_turn": 2}
    game = NewYorkTable("father mother daughter", mafia=["a.b.c", "a.-.d", "-.e.f"], cards=[card, {}, {}])
    for square, item in zip("cghijk", ("mask", "mask", "bike", "cash", "drone", "radio"), strict=True):
        game.pick(square)
        game.pull(item)
    game.draw("a.b.c")
    game.pull("blue")
    game.draw("a.-.d")
    game.pull("phone")
    game.draw("-.e.f")
    game.pull("red", "gloves")

    facts = game.facts
    assert facts["mafia"] == {"reserve": 23, "squares": {"a": 2}}
    assert sum(facts["info"]["bag"].values()) == 10
    assert facts["info"]["squares"] == {"b": {"blue": 1}, "e": {"red": 1}}
    assert facts["items"]["squares"]["c"] == "mask"
    assert (facts["items"]["squares"]["d"], facts["items"]["squares"]["f"]) == ("phone", "gloves")
    assert len(facts["items"]["squares"]) == 8
    assert sum(facts["items"]["supply"].values()) == 12
    assert facts["cars"]["beside"] == 2
    assert facts["cars"]["alert"] == {"5": 1, "9": 1, "13": 1}
    assert (facts["alert"]["at"], facts["story"]["at"]) == (0, 0)
    assert facts["mafia_per_turn"] == 2
    assert [who["skill"] for who in facts["characters"].values()] == [2, 2, 2]
    assert (facts["phase"], facts["round"]) == ("police", 1)


@pytest.mark.rule(
    "R-NYC-26", "R-NYC-28", "R-NYC-30", "R-NYC-31", "R-NYC-33", "R-NYC-39", "R-NYC-101", "R-NYC-108", "R-NYC-109"
)
def test_a_nyc_02_police_on_mafia_and_a_car_reached():
    game = NewYorkTable("father", cards=[{"alert_cars": [5, 9]}, {}, {}]).set_up()
    game.draw("b", "c")
    game.set("alert", 4)
    game.set("mafia", 2, square="k")
    assert game.facts["decks"]["police"] == {"deck": 21, "discard": [], "display": ["b", "c"]}
    game.rest()
    assert (game.facts["round"], game.facts["cars"]["beside"]) == (2, 2)
    game.draw("k", "l")

    facts = game.facts
    assert "k" not in facts["mafia"]["squares"]
    assert facts["alert"]["at"] == 6
    assert facts["cars"]["waiting"] == 1
    assert facts["cars"]["squares"] == {"k": 1, "l": 1}

    game.rest()
    facts = game.facts
    assert facts["round"] == 3
    assert facts["cars"]["beside"] == 3
    assert facts["decks"]["police"] == {"deck": 23, "discard": [], "display": []}
    game.draw("m", "n", "o")
    assert game.facts["decks"]["police"] == {"deck": 20, "discard": [], "display": ["m", "n", "o"]}


@pytest.mark.rule("R-NYC-47", "R-NYC-50", "R-NYC-102")
def test_a_nyc_03_third_mafia():
    game = NewYorkTable("father", mafia=["m.-.-", "m.-.-'"], cards=[{"mafia_per_turn": 2}, {}, {}]).set_up()
    game.set("fbi", 1, square="x")
    game.set("mafia", 2, square="m")
    game.set("alert", 7)
    game.turn("father")
    game.draw("m.-.-")
    assert game.on("m") == {"fbi": 1}
    assert game.alert == 9
    game.draw("m.-.-'")
    assert game.on("m") == {"fbi": 1}
    assert game.facts["fbi"] == {"supply": 3, "squares": ["m", "x"]}
    assert game.alert == 9


@pytest.mark.rule("R-NYC-112")
def test_a_nyc_04_fifth_fbi():
    game = NewYorkTable("father", mafia=["n.b.c"], cards=[{"mafia_per_turn": 3}, {}, {}]).set_up()
    for square in "stuv":
        game.set("fbi", 1, square=square)
    game.set("mafia", 2, square="n")
    game.set("info", 3, at="bag:info", token="red")
    game.turn("father")
    assert game.ask.left == 3
    game.draw("n.b.c")
    assert game.ask.result == {"outcome": "loss", "rule": "R-NYC-112", "round": 1}
    assert game.facts["decks"]["mafia"]["display"] == ["n.b.c"]
    assert game.facts["info"]["squares"] == {}
    assert game.facts["items"]["squares"] == {}


@pytest.mark.rule("R-NYC-73", "R-NYC-75", "R-NYC-76", "R-NYC-80", "R-NYC-82")
def test_a_nyc_05_jorge():
    game = NewYorkTable("father", {"start.father": "p"}, dice={"father": {"red": 3, "yellow": 1, "blue": 0}}).set_up()
    game.set("mafia", 1, square="p")
    game.set("mafia", 2, square="r")
    game.turn("father")
    game.roll("PHYS PHYS PHYS SOC")
    game.say("fight", square="p", with_=["red1", "red2"])
    game.say("step", to="q")
    game.say("step", to="r")
    game.say("fight", square="r", with_=["red3"])
    game.say("reroll", dice=["red1", "red2", "red3"])
    game.roll("MENT MENT PHYS")
    game.say("evade", with_=["yellow1"])

    assert game.on("p") == {}
    assert game.on("r") == {"figure:father": 1, "mafia": 1}
    assert game.facts["mafia"]["reserve"] == 24
    assert game.now["actions"] == 0
    unspent = [die["face"] for die in game.now["pool"].values() if not die["spent"]]
    assert Counter(unspent) == Counter(MENT=2, PHYS=1)
    assert game.alert == 0
    game.say("end")
    assert (game.facts["phase"], game.who("father")["wounds"]) == ("police", 0)

    game.undo(2)
    game.say("end")  # had he paid nothing
    assert (game.choice, game.ask.left) == ("wound", 1)
    game.say("lose", colour="red")
    assert game.who("father")["lost"] == {"red": 1}


@pytest.mark.rule("R-NYC-65", "R-NYC-66", "R-NYC-70", "R-NYC-82")
def test_a_nyc_06_juan():
    starts = {"start.father": "x", "start.mother": "y", "start.daughter": "y"}
    game = NewYorkTable("father mother daughter", starts).set_up()
    game.set("info", 1, at="square:y", token="blue")
    game.set("mafia", 1, square="z")
    game.turn("father")
    game.roll(blue1="MENT", red1="MENT", red2="SOC", yellow1="SOC")
    game.say("step", to="y")
    game.say("collect", token="blue", with_=["blue1", "red1"])
    game.say("reroll", dice=["blue1", "red1", "red2", "yellow1"])
    assert isinstance(game.ask, RollAsk)
    assert game.ask.dice == ["blue1", "grey1", "grey2", "red1", "red2", "yellow1"]
    game.roll("SOC PHYS MENT PHYS SOC SOC")
    game.say("step", to="z")
    game.say("fight", square="z", with_=["grey1", "red1"])

    assert game.facts["story"]["at"] == 1
    assert game.on("z") == {"figure:father": 1}
    assert (game.now["actions"], game.now["steps"]) == (0, 0)
    assert game.alert == 0


@pytest.mark.rule("R-NYC-53", "R-NYC-55", "R-NYC-103")
def test_a_nyc_07_empty_bag():
    game = NewYorkTable(mafia=["-.b.-"], cards=[{"mafia_per_turn": 2}, {}, {}]).set_up()
    game.set("alert", 10)
    assert game.facts["info"]["bag"] == {}
    game.set("phase", "players")
    game.say("turn", seat="father")
    game.draw("blank10", "-.b.-")
    assert game.alert == 11
    game.rest()
    game.draw("blank11", "blank12")
    assert game.alert == 11
    assert game.facts["info"]["squares"] == {}


@pytest.mark.rule("R-NYC-63", "R-NYC-110")
def test_a_nyc_08a_limit_reached_in_the_player_phase():
    game = NewYorkTable("father mother daughter").set_up()
    game.set("alert", 19)
    game.set("phase", "players")
    game.say("turn", seat="father")
    game.throw()
    game.say("extra", to="b")
    assert game.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "players"}
    game.say("end")
    assert game.legal("turn") == [{"do": "turn", "seat": "mother"}, {"do": "turn", "seat": "daughter"}]
    game.say("turn", seat="mother")
    game.rest()
    assert game.now["seat"] == "daughter"
    game.rest()
    assert game.ask.result == {"outcome": "loss", "rule": "R-NYC-110", "round": 1}


@pytest.mark.rule("R-NYC-111")
def test_a_nyc_08b_limit_reached_in_the_police_phase():
    game = NewYorkTable("father mother daughter").set_up()
    game.set("alert", 19)
    game.set("mafia", 1, square="k")
    game.draw("k", "l")
    assert game.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "police"}
    for seat in ("daughter", "father"):
        game.say("turn", seat=seat)
        game.rest()
    assert game.now["seat"] == "mother"
    game.rest()
    assert game.ask.result == {"outcome": "loss", "rule": "R-NYC-111", "round": 1}


@pytest.mark.rule("R-NYC-113")
def test_a_nyc_08c_challenge_fulfilled_after_the_limit():
    game = NewYorkTable("father mother daughter", {"start.daughter": "f"}).set_up()
    game.set("revealed", 3)
    game.set("alert", 19)
    game.set("phase", "players")
    game.say("turn", seat="father")
    game.throw()
    game.say("extra", to="b")
    game.say("end")
    game.say("turn", seat="mother")
    game.rest()
    game.roll(blue1="MENT", red1="MENT", red2="PHYS", yellow1="SOC")
    game.say("fulfil", task="final", with_=["blue1", "red1"])
    assert game.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}


@pytest.mark.rule("R-NYC-34", "R-NYC-35", "R-NYC-43")
def test_a_nyc_09_forced_move():
    starts = {"start.father": "w", "start.mother": "w"}
    game = NewYorkTable("father mother", starts, cards=[{"mafia_per_turn": 1}, {}, {}]).set_up()
    game.set("fbi", 1, square="u")
    game.draw("w", "l")
    game.say("turn", seat="mother")
    assert game.choice == "forced"
    assert game.legal() == [{"do": "flee", "to": "v"}]
    game.refuses("illegal", "R-NYC-34", "flee", to="u")
    game.say("flee", to="v")
    assert (game.ask.deck, game.ask.left) == ("mafia", 1)
    game.draw("blank10")
    assert game.ask.dice == ["blue1", "red1", "red2", "yellow1"]
    game.roll("MENT PHYS PHYS SOC")
    assert game.now["actions"] == 1
    game.refuses("illegal", "R-NYC-60", "extra", to="u")
    game.set("fbi", 0, square="u")
    game.say("extra", to="u")
    assert (game.now["actions"], game.now["extra_used"]) == (1, True)


@pytest.mark.rule("R-NYC-17", "R-NYC-94", "R-NYC-95", "R-NYC-96", "R-NYC-97", "R-NYC-98")
def test_a_nyc_10_story_card_in_mid_turn():
    cards = [{"mafia_per_turn": 2}, {"position": 4, "mafia_per_turn": 3, **ONE_BLUE}, {"position": 6}]
    game = NewYorkTable("father mother daughter", cards=cards).set_up()
    game.set("story", 3)
    game.set("info", 1, at="square:a", token="blue")
    for seat, skill in (("father", 2), ("mother", 1), ("daughter", 0)):
        game.set("skill", skill, seat=seat)
    game.set("phase", "players")
    game.say("turn", seat="mother")
    game.draw("blank10", "blank11")
    game.roll(blue1="MENT", grey1="MENT", grey2="PHYS", red1="PHYS", red2="PHYS", yellow1="SOC")
    game.set("actions", 1)
    game.say("collect", token="blue", with_=["blue1", "grey1"])

    facts = game.facts
    assert facts["story"] == {"at": 4, "revealed": 2, "next": 6}
    assert facts["info"]["bag"] == {"blue": 2, "red": 1, "yellow": 1}
    assert facts["decks"]["mafia"] == {"deck": 50, "discard": [], "display": []}
    assert [who["skill"] for who in facts["characters"].values()] == [2, 2, 1]
    assert facts["turn"]["actions"] == 1
    game.say("end")
    game.say("turn", seat="father")
    assert (game.ask.deck, game.ask.left) == ("mafia", 3)


@pytest.mark.rule("R-NYC-84", "R-NYC-85", "R-NYC-86")
def test_a_nyc_11_items_once_a_round():
    game = NewYorkTable().set_up()
    game.set("hand", {"ready": 1, "used": 0}, seat="father", item="gloves")
    game.draw("k", "l")
    game.say("turn", seat="father")
    game.roll("MENT PHYS PHYS PHYS SOC")
    game.say("use", item="gloves")
    assert game.now["pool"]["gloves1"] == {"face": "PHYS", "spent": False}
    game.say("give", item="gloves", used=True, seat="mother")
    game.say("end")
    game.roll("MENT PHYS PHYS PHYS SOC")
    assert game.who("mother")["items"] == {"ready": {}, "used": {"gloves": 1}}
    game.refuses("illegal", "R-NYC-85", "use", item="gloves")
    game.say("end")
    game.draw("m", "n")
    game.say("turn", seat="mother")
    game.roll("MENT PHYS PHYS PHYS SOC")
    game.say("use", item="gloves")


@pytest.mark.rule("R-NYC-38")
def test_a_nyc_12_random_location():
    game = NewYorkTable("father", events={"l": {"random_location": True}}).set_up()
    game.set("deck", {"discard": ["a", "b", "c", "d"], "display": []}, deck="police")
    game.draw("k", "l")
    assert game.facts["decks"]["police"]["deck"] == 17
    assert (game.ask.deck, game.ask.purpose, game.ask.rule) == ("police", "location", "R-NYC-38")
    played = game.say("draw", deck="police", card="q")
    assert ("shuffle", "deck:police") in [(todo.verb, todo.at) for todo in played.instructions]
    assert game.facts["event"] == {"card": "l", "square": "q"}
    police = game.facts["decks"]["police"]
    assert (police["deck"], police["discard"], police["display"]) == (17, ["a", "b", "c", "d"], ["k", "l"])
