"""The acceptance scenarios A-NYC-01 to A-NYC-12, step by step."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.asks import RollAsk
from tests.games.newyork.helpers import Evening

ONE_BLUE = {"bag_add": {"blue": 2, "red": 1, "yellow": 1}}


@pytest.mark.rule(
    "R-NYC-13", "R-NYC-15", "R-NYC-16", "R-NYC-17", "R-NYC-19", "R-NYC-20", "R-NYC-21", "R-NYC-22", "R-NYC-27"
)
def test_a_nyc_01_setup_three_players():
    card = {"bag_add": {"blue": 4, "red": 4, "yellow": 4}, "alert_cars": [5, 9, 13], "mafia_per_turn": 2}
    evening = Evening("father mother daughter", mafia=["a.b.c", "a.-.d", "-.e.f"], cards=[card, {}, {}])
    for square, item in zip("cghijk", ("mask", "mask", "bike", "cash", "drone", "radio"), strict=True):
        evening.pick(square)
        evening.pull(item)
    evening.draw("a.b.c")
    evening.pull("blue")
    evening.draw("a.-.d")
    evening.pull("phone")
    evening.draw("-.e.f")
    evening.pull("red", "gloves")

    facts = evening.facts
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
    evening = Evening("father", cards=[{"alert_cars": [5, 9]}, {}, {}]).set_up()
    evening.draw("b", "c")
    evening.set("alert", 4)
    evening.set("mafia", 2, square="k")
    assert evening.facts["decks"]["police"] == {"deck": 21, "discard": [], "display": ["b", "c"]}
    evening.rest()
    assert (evening.facts["round"], evening.facts["cars"]["beside"]) == (2, 2)
    evening.draw("k", "l")

    facts = evening.facts
    assert "k" not in facts["mafia"]["squares"]
    assert facts["alert"]["at"] == 6
    assert facts["cars"]["waiting"] == 1
    assert facts["cars"]["squares"] == {"k": 1, "l": 1}

    evening.rest()
    facts = evening.facts
    assert facts["round"] == 3
    assert facts["cars"]["beside"] == 3
    assert facts["decks"]["police"] == {"deck": 23, "discard": [], "display": []}
    evening.draw("m", "n", "o")
    assert evening.facts["decks"]["police"] == {"deck": 20, "discard": [], "display": ["m", "n", "o"]}


@pytest.mark.rule("R-NYC-47", "R-NYC-50", "R-NYC-102")
def test_a_nyc_03_third_mafia():
    evening = Evening("father", mafia=["m.-.-", "m.-.-'"], cards=[{"mafia_per_turn": 2}, {}, {}]).set_up()
    evening.set("fbi", 1, square="x")
    evening.set("mafia", 2, square="m")
    evening.set("alert", 7)
    evening.turn("father")
    evening.draw("m.-.-")
    assert evening.on("m") == {"fbi": 1}
    assert evening.alert == 9
    evening.draw("m.-.-'")
    assert evening.on("m") == {"fbi": 1}
    assert evening.facts["fbi"] == {"supply": 3, "squares": ["m", "x"]}
    assert evening.alert == 9


@pytest.mark.rule("R-NYC-112")
def test_a_nyc_04_fifth_fbi():
    evening = Evening("father", mafia=["n.b.c"], cards=[{"mafia_per_turn": 3}, {}, {}]).set_up()
    for square in "stuv":
        evening.set("fbi", 1, square=square)
    evening.set("mafia", 2, square="n")
    evening.set("info", 3, at="bag:info", token="red")
    evening.turn("father")
    assert evening.ask.left == 3
    evening.draw("n.b.c")
    assert evening.ask.result == {"outcome": "loss", "rule": "R-NYC-112", "round": 1}
    assert evening.facts["decks"]["mafia"]["display"] == ["n.b.c"]
    assert evening.facts["info"]["squares"] == {}
    assert evening.facts["items"]["squares"] == {}


@pytest.mark.rule("R-NYC-73", "R-NYC-75", "R-NYC-76", "R-NYC-80", "R-NYC-82")
def test_a_nyc_05_jorge():
    evening = Evening("father", {"start.father": "p"}, dice={"father": {"red": 3, "yellow": 1, "blue": 0}}).set_up()
    evening.set("mafia", 1, square="p")
    evening.set("mafia", 2, square="r")
    evening.turn("father")
    evening.roll("PHYS PHYS PHYS SOC")
    evening.say("fight", square="p", with_=["red1", "red2"])
    evening.say("step", to="q")
    evening.say("step", to="r")
    evening.say("fight", square="r", with_=["red3"])
    evening.say("reroll", dice=["red1", "red2", "red3"])
    evening.roll("MENT MENT PHYS")
    evening.say("evade", with_=["yellow1"])

    assert evening.on("p") == {}
    assert evening.on("r") == {"figure:father": 1, "mafia": 1}
    assert evening.facts["mafia"]["reserve"] == 24
    assert evening.now["actions"] == 0
    unspent = [die["face"] for die in evening.now["pool"].values() if not die["spent"]]
    assert Counter(unspent) == Counter(MENT=2, PHYS=1)
    assert evening.alert == 0
    evening.say("end")
    assert (evening.facts["phase"], evening.who("father")["wounds"]) == ("police", 0)

    evening.undo(2)
    evening.say("end")  # had he paid nothing
    assert (evening.choice, evening.ask.left) == ("wound", 1)
    evening.say("lose", colour="red")
    assert evening.who("father")["lost"] == {"red": 1}


@pytest.mark.rule("R-NYC-65", "R-NYC-66", "R-NYC-70", "R-NYC-82")
def test_a_nyc_06_juan():
    starts = {"start.father": "x", "start.mother": "y", "start.daughter": "y"}
    evening = Evening("father mother daughter", starts).set_up()
    evening.set("info", 1, at="square:y", token="blue")
    evening.set("mafia", 1, square="z")
    evening.turn("father")
    evening.roll(blue1="MENT", red1="MENT", red2="SOC", yellow1="SOC")
    evening.say("step", to="y")
    evening.say("collect", token="blue", with_=["blue1", "red1"])
    evening.say("reroll", dice=["blue1", "red1", "red2", "yellow1"])
    assert isinstance(evening.ask, RollAsk)
    assert evening.ask.dice == ["blue1", "grey1", "grey2", "red1", "red2", "yellow1"]
    evening.roll("SOC PHYS MENT PHYS SOC SOC")
    evening.say("step", to="z")
    evening.say("fight", square="z", with_=["grey1", "red1"])

    assert evening.facts["story"]["at"] == 1
    assert evening.on("z") == {"figure:father": 1}
    assert (evening.now["actions"], evening.now["steps"]) == (0, 0)
    assert evening.alert == 0


@pytest.mark.rule("R-NYC-53", "R-NYC-55", "R-NYC-103")
def test_a_nyc_07_empty_bag():
    evening = Evening(mafia=["-.b.-"], cards=[{"mafia_per_turn": 2}, {}, {}]).set_up()
    evening.set("alert", 10)
    assert evening.facts["info"]["bag"] == {}
    evening.set("phase", "players")
    evening.say("turn", seat="father")
    evening.draw("blank10", "-.b.-")
    assert evening.alert == 11
    evening.rest()
    evening.draw("blank11", "blank12")
    assert evening.alert == 11
    assert evening.facts["info"]["squares"] == {}


@pytest.mark.rule("R-NYC-63", "R-NYC-110")
def test_a_nyc_08a_limit_reached_in_the_player_phase():
    evening = Evening("father mother daughter").set_up()
    evening.set("alert", 19)
    evening.set("phase", "players")
    evening.say("turn", seat="father")
    evening.throw()
    evening.say("extra", to="b")
    assert evening.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "players"}
    evening.say("end")
    assert evening.legal("turn") == [{"do": "turn", "seat": "mother"}, {"do": "turn", "seat": "daughter"}]
    evening.say("turn", seat="mother")
    evening.rest()
    assert evening.now["seat"] == "daughter"
    evening.rest()
    assert evening.ask.result == {"outcome": "loss", "rule": "R-NYC-110", "round": 1}


@pytest.mark.rule("R-NYC-111")
def test_a_nyc_08b_limit_reached_in_the_police_phase():
    evening = Evening("father mother daughter").set_up()
    evening.set("alert", 19)
    evening.set("mafia", 1, square="k")
    evening.draw("k", "l")
    assert evening.facts["alert"] == {"at": 20, "limit": 20, "limit_hit": "police"}
    for seat in ("daughter", "father"):
        evening.say("turn", seat=seat)
        evening.rest()
    assert evening.now["seat"] == "mother"
    evening.rest()
    assert evening.ask.result == {"outcome": "loss", "rule": "R-NYC-111", "round": 1}


@pytest.mark.rule("R-NYC-113")
def test_a_nyc_08c_challenge_fulfilled_after_the_limit():
    evening = Evening("father mother daughter", {"start.daughter": "f"}).set_up()
    evening.set("revealed", 3)
    evening.set("alert", 19)
    evening.set("phase", "players")
    evening.say("turn", seat="father")
    evening.throw()
    evening.say("extra", to="b")
    evening.say("end")
    evening.say("turn", seat="mother")
    evening.rest()
    evening.roll(blue1="MENT", red1="MENT", red2="PHYS", yellow1="SOC")
    evening.say("fulfil", task="final", with_=["blue1", "red1"])
    assert evening.ask.result == {"outcome": "win", "rule": "R-NYC-113", "round": 1}


@pytest.mark.rule("R-NYC-34", "R-NYC-35", "R-NYC-43")
def test_a_nyc_09_forced_move():
    starts = {"start.father": "w", "start.mother": "w"}
    evening = Evening("father mother", starts, cards=[{"mafia_per_turn": 1}, {}, {}]).set_up()
    evening.set("fbi", 1, square="u")
    evening.draw("w", "l")
    evening.say("turn", seat="mother")
    assert evening.choice == "forced"
    assert evening.legal() == [{"do": "flee", "to": "v"}]
    evening.refuses("illegal", "R-NYC-34", "flee", to="u")
    evening.say("flee", to="v")
    assert (evening.ask.deck, evening.ask.left) == ("mafia", 1)
    evening.draw("blank10")
    assert evening.ask.dice == ["blue1", "red1", "red2", "yellow1"]
    evening.roll("MENT PHYS PHYS SOC")
    assert evening.now["actions"] == 1
    evening.refuses("illegal", "R-NYC-60", "extra", to="u")
    evening.set("fbi", 0, square="u")
    evening.say("extra", to="u")
    assert (evening.now["actions"], evening.now["extra_used"]) == (1, True)


@pytest.mark.rule("R-NYC-17", "R-NYC-94", "R-NYC-95", "R-NYC-96", "R-NYC-97", "R-NYC-98")
def test_a_nyc_10_story_card_in_mid_turn():
    cards = [{"mafia_per_turn": 2}, {"position": 4, "mafia_per_turn": 3, **ONE_BLUE}, {"position": 6}]
    evening = Evening("father mother daughter", cards=cards).set_up()
    evening.set("story", 3)
    evening.set("info", 1, at="square:a", token="blue")
    for seat, skill in (("father", 2), ("mother", 1), ("daughter", 0)):
        evening.set("skill", skill, seat=seat)
    evening.set("phase", "players")
    evening.say("turn", seat="mother")
    evening.draw("blank10", "blank11")
    evening.roll(blue1="MENT", grey1="MENT", grey2="PHYS", red1="PHYS", red2="PHYS", yellow1="SOC")
    evening.set("actions", 1)
    evening.say("collect", token="blue", with_=["blue1", "grey1"])

    facts = evening.facts
    assert facts["story"] == {"at": 4, "revealed": 2, "next": 6}
    assert facts["info"]["bag"] == {"blue": 2, "red": 1, "yellow": 1}
    assert facts["decks"]["mafia"] == {"deck": 50, "discard": [], "display": []}
    assert [who["skill"] for who in facts["characters"].values()] == [2, 2, 1]
    assert facts["turn"]["actions"] == 1
    evening.say("end")
    evening.say("turn", seat="father")
    assert (evening.ask.deck, evening.ask.left) == ("mafia", 3)


@pytest.mark.rule("R-NYC-84", "R-NYC-85", "R-NYC-86")
def test_a_nyc_11_items_once_a_round():
    evening = Evening().set_up()
    evening.set("hand", {"ready": 1, "used": 0}, seat="father", item="gloves")
    evening.draw("k", "l")
    evening.say("turn", seat="father")
    evening.roll("MENT PHYS PHYS PHYS SOC")
    evening.say("use", item="gloves")
    assert evening.now["pool"]["gloves1"] == {"face": "PHYS", "spent": False}
    evening.say("give", item="gloves", used=True, seat="mother")
    evening.say("end")
    evening.roll("MENT PHYS PHYS PHYS SOC")
    assert evening.who("mother")["items"] == {"ready": {}, "used": {"gloves": 1}}
    evening.refuses("illegal", "R-NYC-85", "use", item="gloves")
    evening.say("end")
    evening.draw("m", "n")
    evening.say("turn", seat="mother")
    evening.roll("MENT PHYS PHYS PHYS SOC")
    evening.say("use", item="gloves")


@pytest.mark.rule("R-NYC-38")
def test_a_nyc_12_random_location():
    evening = Evening("father", events={"l": {"random_location": True}}).set_up()
    evening.set("deck", {"discard": ["a", "b", "c", "d"], "display": []}, deck="police")
    evening.draw("k", "l")
    assert evening.facts["decks"]["police"]["deck"] == 17
    assert (evening.ask.deck, evening.ask.purpose, evening.ask.rule) == ("police", "location", "R-NYC-38")
    played = evening.say("draw", deck="police", card="q")
    assert ("shuffle", "deck:police") in [(todo.verb, todo.at) for todo in played.instructions]
    assert evening.facts["event"] == {"card": "l", "square": "q"}
    police = evening.facts["decks"]["police"]
    assert (police["deck"], police["discard"], police["display"]) == (17, ["a", "b", "c", "d"], ["k", "l"])
