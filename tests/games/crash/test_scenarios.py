"""The acceptance scenarios A-CG-01 to A-CG-12, step by step."""

from __future__ import annotations

import pytest

from tests.games.crash.box import op
from tests.games.crash.helpers import SEATS, Evening, told


@pytest.mark.rule("R-CG-04", "R-CG-13", "R-CG-19", "R-CG-27", "R-CG-28")
@pytest.mark.parametrize(
    ("players", "saucers", "pilots", "boosters", "lost", "deck", "rotation", "overrides"),
    [
        (2, 4, 2, 1, 18, 22, False, 0),
        (3, 3, 2, 0, 14, 23, True, 0),
        (4, 4, 2, 1, 18, 23, True, 0),
        (5, 5, 3, 1, 21, 23, True, 1),
        (6, 6, 4, 1, 20, 23, True, 2),
    ],
)
def test_a_cg_01_setup_table(players, saucers, pilots, boosters, lost, deck, rotation, overrides):
    evening = Evening(players).until("ready")
    facts = evening.facts
    assert len(facts["saucers"]) == saucers
    assert all(saucer["at"] is not None for saucer in facts["saucers"].values())
    assert len(facts["crew_on_board"]) == facts["crew_target"] == pilots
    assert all(crew.endswith("-pilot") for crew in facts["crew_on_board"])
    assert sum(saucer["boosters"] for saucer in facts["saucers"].values()) == boosters
    assert sum(len(row) for row in facts["lost"].values()) == lost
    assert facts["deck"]["draw"] == deck
    evening.say("ready")
    assert (evening.at == "rotation") == rotation
    evening.until("card")
    given = [saucer["seat"] for saucer in evening.facts["saucers"].values() if saucer["override"]]
    assert sorted(given) == sorted(SEATS.split()[players - overrides : players])


@pytest.mark.rule("R-CG-60")
def test_a_cg_02_placement_plus_one():
    evening = Evening().turn(red="c1r1", yellow="c3r1")
    evening.set("saucer", evening.site(11), saucer="red")
    evening.crew(red_pilot=evening.site(12)).until("placement")
    played = evening.roll(11)
    assert evening.where("blue") == [evening.site(1)]
    assert told(played)[0] == "Site 11 is taken: site 1."


@pytest.mark.rule("R-CG-34", "R-CG-41", "R-CG-42")
def test_a_cg_03_collision():
    evening = Evening().turn(red="c1r1", blue="c3r1", yellow="c1r3").tokens("red")
    played = evening.card("3", "east")
    assert evening.where("red", "blue") == ["c3r1", "c6r1"]
    assert evening.stock("red") == (1, 0)
    assert "Blue is pushed: 3, East." in told(played)


@pytest.mark.rule("R-CG-45", "R-CG-46")
def test_a_cg_04_accelerator():
    evening = Evening(rows=["........"] * 4 + [".*......"]).turn(red="c1r5", blue="c8r1", yellow="c8r2")
    evening.card("3", "east")
    assert (evening.at, evening.ask.at, evening.ask.distance) == ("direction", "c2r5", 3)
    evening.say("direction", dir="north")
    assert evening.where("red") == ["c2r2"]


@pytest.mark.rule("R-CG-47")
def test_a_cg_05_pushed_into_an_accelerator():
    evening = Evening(rows=["..*.....", "........"]).turn(red="c1r1", blue="c2r1", yellow="c1r2")
    evening.card("3", "east")
    assert evening.where("red", "blue") == ["c2r1", "c6r1"]
    assert (evening.at, evening.facts["turn"]["who"]) != ("direction", "ben")


@pytest.mark.rule("R-CG-36", "R-CG-37")
def test_a_cg_06_boost():
    evening = Evening().turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", boosters=2)
    evening.card("0-5", "east", 4)
    assert (evening.at, evening.ask.distance) == ("boost", 4)
    evening.say("boost", dir="west")
    assert evening.where("red") == ["c1r1"]
    assert evening.stock("red") == (0, 1)
    assert evening.at != "boost"


@pytest.mark.rule("R-CG-36")
def test_a_cg_06_boost_of_a_named_0():
    evening = Evening().turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", boosters=1)
    evening.card("0-5", distance=0)
    assert evening.legal() == [{"do": "boost"}, {"do": "pass"}]
    evening.say("boost")
    assert (evening.where("red"), evening.stock("red")) == (["c1r1"], (0, 0))


@pytest.mark.rule("R-CG-33")
def test_a_cg_06_the_booster_just_taken_pays():
    evening = Evening().turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red")
    evening.card("2", "east")
    evening.say("boost", dir="east")
    assert (evening.where("red"), evening.stock("red")) == (["c5r1"], (0, 0))


@pytest.mark.rule("R-CG-58", "R-CG-71")
def test_a_cg_07_crash_in_the_own_turn():
    evening = Evening(4).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4").tokens("red", boosters=3)
    evening.aboard("red", "red-pilot", "blue-doctor")
    evening.aboard("blue", "green-pilot").aboard("yellow", "yellow-pilot").aboard("green", "blue-pilot", "red-doctor")
    evening.card("3", "west")
    assert (evening.at, evening.ask.who, evening.ask_saucer) == ("give", "ann", "red")
    assert evening.legal() == [
        {"do": "give", "crew": "blue-doctor", "to": "ben"},
        {"do": "give", "crew": "blue-doctor", "to": "cat"},
    ]
    evening.say("give", crew="blue-doctor", to="cat")
    assert evening.saucer("red")["crew"] == ["red-pilot"]
    assert evening.saucer("yellow")["crew"] == ["blue-doctor", "yellow-pilot"]
    assert evening.stock("red") == (1, 3)
    evening.until("placement")
    assert (evening.facts["phase"], evening.ask.piece) == ("end_of_round", "saucer:red")


@pytest.mark.rule("R-CG-58")
def test_a_cg_07_without_off_colour_crew():
    evening = Evening(4).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4").aboard("red", "red-pilot")
    evening.tokens("red").card("3", "west")
    assert evening.saucer("red")["crew"] == ["red-pilot"]
    assert evening.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-52", "R-CG-61", "R-CG-63")
@pytest.mark.parametrize(
    ("theirs", "stolen"),
    [
        (["red-doctor", "blue-pilot"], ["red-doctor"]),
        (["red-doctor"], []),
        (["blue-doctor", "blue-pilot"], []),
    ],
)
def test_a_cg_08_crashing_others(theirs, stolen):
    evening = Evening().turn(red="c7r1", blue="c8r1", yellow="c1r3")
    evening.aboard("red", "red-pilot", "yellow-engineer").aboard("blue", *theirs)
    evening.card("2", "east")
    evening.until("reward")
    assert [answer["crew"] for answer in evening.legal("steal")] == stolen
    assert len(evening.legal("energy", "pass")) == 2


@pytest.mark.rule("R-CG-57", "R-CG-61")
def test_a_cg_08_two_saucers_two_rewards():
    evening = Evening().turn(red="c6r1", blue="c7r1", yellow="c8r1").tokens("red", boosters=1)
    evening.card("3", "east")
    evening.say("boost", dir="east")
    asked = []
    while evening.at == "reward":
        asked.append(evening.ask_saucer)
        evening.say("energy")
    assert asked == ["yellow", "blue"]
    assert evening.stock("red")[0] == 3


@pytest.mark.rule("R-CG-25", "R-CG-30", "R-CG-31", "R-CG-71", "R-CG-73")
def test_a_cg_09_off_the_board_and_probe():
    evening = Evening(4).until("rotation")
    evening.roll("ccw")
    assert evening.facts["order"] == ["ann", "dan", "cat", "ben"]
    evening.turn(red="c7r1", green="c8r1", yellow="c1r2", blue="c1r4")
    evening.card("2", "east")
    evening.until("placement")
    assert (evening.ask.piece, evening.ask.who, evening.ask.rule) == ("saucer:green", "dan", "R-CG-30")
    evening.roll(5)
    assert evening.where("green") == [evening.site(5)]
    energy = evening.stock("green")[0]
    assert {answer["dir"] for answer in evening.legal("move") if answer["card"] == "3"} == {
        "north", "east", "south", "west",
    }  # fmt: skip
    evening.card("3", "north")
    assert evening.stock("green")[0] == energy + 1

    evening.set("saucer", None, saucer="red")
    evening.until("card", "blue")
    evening.card("2", "west")
    evening.aboard("red", "red-pilot").aboard("blue", "blue-pilot", "blue-doctor").aboard("yellow", "yellow-pilot")
    evening.aboard("green", "green-pilot", "green-doctor", "green-scientist")
    placed = []
    for face in (3, 7):
        evening.until("placement")
        placed.append((evening.ask.piece, evening.ask.rule))
        evening.roll(face)
    assert placed == [("saucer:red", "R-CG-71"), ("saucer:blue", "R-CG-71")]
    assert (evening.facts["round"], evening.facts["probe"]) == (2, "cat")


@pytest.mark.rule("R-CG-64", "R-CG-65")
def test_a_cg_10_crew_replacement():
    evening = Evening().turn(red="c1r1", blue="c4r1", yellow="c1r3")
    evening.crew(red_pilot="c2r1", blue_pilot="c5r1")
    evening.card("3", "east")
    assert evening.facts["turn"]["crew_out"] == 2
    assert (evening.at, evening.ask.rule) == ("crew", "R-CG-64")
    assert evening.legal("crew") == [{"do": "crew", "crew": crew} for crew in ("green-pilot", "yellow-pilot")]
    evening.say("crew", crew="yellow-pilot")
    evening.roll(3)
    evening.until("placement").roll(9)
    assert evening.facts["crew_on_board"] == {"yellow-pilot": evening.site(3), "green-pilot": evening.site(9)}
    assert len(evening.facts["crew_on_board"]) == evening.facts["crew_target"] == 2


@pytest.mark.rule("R-CG-65")
def test_a_cg_10_only_one_lost_crew_left():
    evening = Evening().turn(red="c1r1", blue="c4r1", yellow="c1r3")
    evening.crew(red_pilot="c2r1", blue_pilot="c5r1")
    rest = [crew for row in evening.facts["lost"].values() for crew in row if crew != "green-doctor"]
    evening.correct(*[
        {"fact": "crew", "crew": crew, "value": "mat:blue" if crew.endswith("engineer") else "mat:red"} for crew in rest
    ])  # fmt: skip
    evening.card("3", "east")
    assert evening.facts["turn"]["crew_out"] == 2
    evening.until("placement")
    assert evening.ask.piece == "crew:green-doctor"
    evening.roll(3)
    assert evening.facts["crew_on_board"] == {"green-doctor": evening.site(3)}
    assert evening.facts["turn"]["crew_out"] == 0


@pytest.mark.rule("R-CG-69", "R-CG-70")
def test_a_cg_11_upgrade_and_reshuffle():
    gain = [op("gain", boosters=1)]
    upgrades = {"moonlight": ("end_of_round", gain), "flash": ("end_of_turn", gain)}
    evening = Evening(upgrades=upgrades).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", energy=3)
    _only_in_play(evening, deck=["moonlight"], discard=["flash", "u1", "u2", "u3", "u4"])
    evening.until("upgrade").say("upgrade")
    assert evening.stock("red")[0] == 1
    evening.draw("moonlight")
    assert evening.facts["deck"] == {"draw": 5, "discard": 0}
    evening.draw("flash")
    evening.say("keep", upgrade="moonlight")
    assert evening.facts["deck"] == {"draw": 4, "discard": 1}
    evening.until("end_of_round")
    assert evening.uses == [("moonlight", None)]
    assert evening.facts["round"] == 1


@pytest.mark.rule("R-CG-70")
def test_a_cg_11_the_kept_card_is_not_usable_this_turn():
    upgrades = {"flash": ("end_of_turn", [op("gain", boosters=1)])}
    evening = Evening(upgrades=upgrades, upgrades_per_turn="unlimited").turn(red="c1r1", blue="c1r2", yellow="c1r3")
    evening.tokens("red", energy=2)
    evening.until("upgrade").say("upgrade")
    evening.draw("flash", "u1")
    evening.say("keep", upgrade="flash")
    assert evening.facts["turn"]["who"] == "ben"
    evening.until("end_of_turn", round=2)
    assert evening.ask.who == "ann"


def _only_in_play(evening, deck, discard):
    """Only these cards in deck and discard, the rest in the box."""
    cards = [card["id"] for card in evening.printed["upgrades"]]
    place = dict.fromkeys(deck, "deck") | dict.fromkeys(discard, "discard")
    evening.correct(*[{"fact": "upgrade", "upgrade": card, "value": place.get(card, "box")} for card in cards])


@pytest.mark.rule("R-CG-74", "R-CG-75")
def test_a_cg_12_win_while_crashing():
    evening = Evening().turn(red="c6r1", blue="c1r2", yellow="c1r3")
    evening.aboard("red", "blue-pilot", "blue-doctor", "blue-scientist").crew(green_engineer="c8r1")
    evening.card("3", "east")
    assert evening.ask.result == {"winner": "ann", "round": 1, "rule": "R-CG-74"}
    assert len(evening.saucer("red")["crew"]) == 4
    assert evening.where("red") == ["c8r1"]


@pytest.mark.rule("R-CG-74")
def test_a_cg_12_two_players_need_both_saucers():
    evening = Evening(2).turn(red="c6r1", blue="c1r2", yellow="c1r3", green="c1r4")
    evening.aboard("red", "red-pilot", "red-doctor", "red-scientist").crew(red_engineer="c7r1", blue_engineer="c8r4")
    evening.card("2", "east")
    assert evening.saucer("red")["seated"] == 4
    assert evening.at != "over"
    evening.aboard("blue", "blue-pilot", "blue-doctor", "blue-scientist")
    evening.until("card", "blue").set("saucer", "c7r4", saucer="blue")
    evening.card("2", "east")
    assert evening.ask.result["winner"] == "ann"
