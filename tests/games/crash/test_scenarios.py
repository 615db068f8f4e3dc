"""The acceptance scenarios A-CG-01 to A-CG-12, step by step."""

from __future__ import annotations

import pytest

from tests.games.crash.helpers import SEATS, CrashTable, op, told


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
    game = CrashTable(players).until("ready")
    facts = game.facts
    assert len(facts["saucers"]) == saucers
    assert all(saucer["at"] is not None for saucer in facts["saucers"].values())
    assert len(facts["crew_on_board"]) == facts["crew_target"] == pilots
    assert all(crew.endswith("-pilot") for crew in facts["crew_on_board"])
    assert sum(saucer["boosters"] for saucer in facts["saucers"].values()) == boosters
    assert sum(len(row) for row in facts["lost"].values()) == lost
    assert facts["deck"]["draw"] == deck
    game.say("ready")
    assert (game.at == "rotation") == rotation
    game.until("card")
    given = [saucer["seat"] for saucer in game.facts["saucers"].values() if saucer["override"]]
    assert sorted(given) == sorted(SEATS.split()[players - overrides : players])


@pytest.mark.rule("R-CG-60")
def test_a_cg_02_placement_plus_one():
    game = CrashTable().turn(red="c1r1", yellow="c3r1")
    game.set("saucer", game.site(11), saucer="red")
    game.crew(red_pilot=game.site(12)).until("placement")
    played = game.roll(11)
    assert game.where("blue") == [game.site(1)]
    assert told(played)[0] == "Site 11 is taken: site 1."


@pytest.mark.rule("R-CG-34", "R-CG-41", "R-CG-42")
def test_a_cg_03_collision():
    game = CrashTable().turn(red="c1r1", blue="c3r1", yellow="c1r3").tokens("red")
    played = game.card("3", "east")
    assert game.where("red", "blue") == ["c3r1", "c6r1"]
    assert game.stock("red") == (1, 0)
    assert "Blue is pushed: 3, East." in told(played)


@pytest.mark.rule("R-CG-45", "R-CG-46")
def test_a_cg_04_accelerator():
    game = CrashTable(rows=["........"] * 4 + [".*......"]).turn(red="c1r5", blue="c8r1", yellow="c8r2")
    game.card("3", "east")
    assert (game.at, game.ask.at, game.ask.distance) == ("direction", "c2r5", 3)
    game.say("direction", dir="north")
    assert game.where("red") == ["c2r2"]


@pytest.mark.rule("R-CG-47")
def test_a_cg_05_pushed_into_an_accelerator():
    game = CrashTable(rows=["..*.....", "........"]).turn(red="c1r1", blue="c2r1", yellow="c1r2")
    game.card("3", "east")
    assert game.where("red", "blue") == ["c2r1", "c6r1"]
    assert (game.at, game.facts["turn"]["who"]) != ("direction", "ben")


@pytest.mark.rule("R-CG-36", "R-CG-37")
def test_a_cg_06_boost():
    game = CrashTable().turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", boosters=2)
    game.card("0-5", "east", 4)
    assert (game.at, game.ask.distance) == ("boost", 4)
    game.say("boost", dir="west")
    assert game.where("red") == ["c1r1"]
    assert game.stock("red") == (0, 1)
    assert game.at != "boost"


@pytest.mark.rule("R-CG-36")
def test_a_cg_06_boost_of_a_named_0():
    game = CrashTable().turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", boosters=1)
    game.card("0-5", distance=0)
    assert game.legal() == [{"do": "boost"}, {"do": "pass"}]
    game.say("boost")
    assert (game.where("red"), game.stock("red")) == (["c1r1"], (0, 0))


@pytest.mark.rule("R-CG-33")
def test_a_cg_06_the_booster_just_taken_pays():
    game = CrashTable().turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red")
    game.card("2", "east")
    game.say("boost", dir="east")
    assert (game.where("red"), game.stock("red")) == (["c5r1"], (0, 0))


@pytest.mark.rule("R-CG-58", "R-CG-71")
def test_a_cg_07_crash_in_the_own_turn():
    game = CrashTable(4).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4").tokens("red", boosters=3)
    game.aboard("red", "red-pilot", "blue-doctor")
    game.aboard("blue", "green-pilot").aboard("yellow", "yellow-pilot").aboard("green", "blue-pilot", "red-doctor")
    game.card("3", "west")
    assert (game.at, game.ask.who, game.ask_saucer) == ("give", "ann", "red")
    assert game.legal() == [
        {"do": "give", "crew": "blue-doctor", "to": "ben"},
        {"do": "give", "crew": "blue-doctor", "to": "cat"},
    ]
    game.say("give", crew="blue-doctor", to="cat")
    assert game.saucer("red")["crew"] == ["red-pilot"]
    assert game.saucer("yellow")["crew"] == ["blue-doctor", "yellow-pilot"]
    assert game.stock("red") == (1, 3)
    game.until("placement")
    assert (game.facts["phase"], game.ask.piece) == ("end_of_round", "saucer:red")


@pytest.mark.rule("R-CG-58")
def test_a_cg_07_without_off_colour_crew():
    game = CrashTable(4).turn(red="c1r1", blue="c1r2", yellow="c1r3", green="c1r4").aboard("red", "red-pilot")
    game.tokens("red").card("3", "west")
    assert game.saucer("red")["crew"] == ["red-pilot"]
    assert game.facts["turn"]["who"] == "ben"


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
    game = CrashTable().turn(red="c7r1", blue="c8r1", yellow="c1r3")
    game.aboard("red", "red-pilot", "yellow-engineer").aboard("blue", *theirs)
    game.card("2", "east")
    game.until("reward")
    assert [answer["crew"] for answer in game.legal("steal")] == stolen
    assert len(game.legal("energy", "pass")) == 2


@pytest.mark.rule("R-CG-57", "R-CG-61")
def test_a_cg_08_two_saucers_two_rewards():
    game = CrashTable().turn(red="c6r1", blue="c7r1", yellow="c8r1").tokens("red", boosters=1)
    game.card("3", "east")
    game.say("boost", dir="east")
    asked = []
    while game.at == "reward":
        asked.append(game.ask_saucer)
        game.say("energy")
    assert asked == ["yellow", "blue"]
    assert game.stock("red")[0] == 3


@pytest.mark.rule("R-CG-25", "R-CG-30", "R-CG-31", "R-CG-71", "R-CG-73")
def test_a_cg_09_off_the_board_and_probe():
    game = CrashTable(4).until("rotation")
    game.roll("ccw")
    assert game.facts["order"] == ["ann", "dan", "cat", "ben"]
    game.turn(red="c7r1", green="c8r1", yellow="c1r2", blue="c1r4")
    game.card("2", "east")
    game.until("placement")
    assert (game.ask.piece, game.ask.who, game.ask.rule) == ("saucer:green", "dan", "R-CG-30")
    game.roll(5)
    assert game.where("green") == [game.site(5)]
    energy = game.stock("green")[0]
    assert {answer["dir"] for answer in game.legal("move") if answer["card"] == "3"} == {
        "north", "east", "south", "west",
    }  # fmt: skip
    game.card("3", "north")
    assert game.stock("green")[0] == energy + 1

    game.set("saucer", None, saucer="red")
    game.until("card", "blue")
    game.card("2", "west")
    game.aboard("red", "red-pilot").aboard("blue", "blue-pilot", "blue-doctor").aboard("yellow", "yellow-pilot")
    game.aboard("green", "green-pilot", "green-doctor", "green-scientist")
    placed = []
    for face in (3, 7):
        game.until("placement")
        placed.append((game.ask.piece, game.ask.rule))
        game.roll(face)
    assert placed == [("saucer:red", "R-CG-71"), ("saucer:blue", "R-CG-71")]
    assert (game.facts["round"], game.facts["probe"]) == (2, "cat")


@pytest.mark.rule("R-CG-64", "R-CG-65")
def test_a_cg_10_crew_replacement():
    game = CrashTable().turn(red="c1r1", blue="c4r1", yellow="c1r3")
    game.crew(red_pilot="c2r1", blue_pilot="c5r1")
    game.card("3", "east")
    assert game.facts["turn"]["crew_out"] == 2
    assert (game.at, game.ask.rule) == ("crew", "R-CG-64")
    assert game.legal("crew") == [{"do": "crew", "crew": crew} for crew in ("green-pilot", "yellow-pilot")]
    game.say("crew", crew="yellow-pilot")
    game.roll(3)
    game.until("placement").roll(9)
    assert game.facts["crew_on_board"] == {"yellow-pilot": game.site(3), "green-pilot": game.site(9)}
    assert len(game.facts["crew_on_board"]) == game.facts["crew_target"] == 2


@pytest.mark.rule("R-CG-65")
def test_a_cg_10_only_one_lost_crew_left():
    game = CrashTable().turn(red="c1r1", blue="c4r1", yellow="c1r3")
    game.crew(red_pilot="c2r1", blue_pilot="c5r1")
    rest = [crew for row in game.facts["lost"].values() for crew in row if crew != "green-doctor"]
    game.correct(*[
        {"fact": "crew", "crew": crew, "value": "mat:blue" if crew.endswith("engineer") else "mat:red"} for crew in rest
    ])  # fmt: skip
    game.card("3", "east")
    assert game.facts["turn"]["crew_out"] == 2
    game.until("placement")
    assert game.ask.piece == "crew:green-doctor"
    game.roll(3)
    assert game.facts["crew_on_board"] == {"green-doctor": game.site(3)}
    assert game.facts["turn"]["crew_out"] == 0


@pytest.mark.rule("R-CG-69", "R-CG-70")
def test_a_cg_11_upgrade_and_reshuffle():
    gain = [op("gain", boosters=1)]
    upgrades = {"moonlight": ("end_of_round", gain), "flash": ("end_of_turn", gain)}
    game = CrashTable(upgrades=upgrades).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", energy=3)
    _only_in_play(game, deck=["moonlight"], discard=["flash", "u1", "u2", "u3", "u4"])
    game.until("upgrade").say("upgrade")
    assert game.stock("red")[0] == 1
    game.draw("moonlight")
    assert game.facts["deck"] == {"draw": 5, "discard": 0}
    game.draw("flash")
    game.say("keep", upgrade="moonlight")
    assert game.facts["deck"] == {"draw": 4, "discard": 1}
    game.until("end_of_round")
    assert game.uses == [("moonlight", None)]
    assert game.facts["round"] == 1


@pytest.mark.rule("R-CG-70")
def test_a_cg_11_the_kept_card_is_not_usable_this_turn():
    upgrades = {"flash": ("end_of_turn", [op("gain", boosters=1)])}
    game = CrashTable(upgrades=upgrades, upgrades_per_turn="unlimited").turn(red="c1r1", blue="c1r2", yellow="c1r3")
    game.tokens("red", energy=2)
    game.until("upgrade").say("upgrade")
    game.draw("flash", "u1")
    game.say("keep", upgrade="flash")
    assert game.facts["turn"]["who"] == "ben"
    game.until("end_of_turn", round=2)
    assert game.ask.who == "ann"


def _only_in_play(game, deck, discard):
    """Only these cards in deck and discard, the rest in the box."""
    cards = [card["id"] for card in game.printed["upgrades"]]
    place = dict.fromkeys(deck, "deck") | dict.fromkeys(discard, "discard")
    game.correct(*[{"fact": "upgrade", "upgrade": card, "value": place.get(card, "box")} for card in cards])


@pytest.mark.rule("R-CG-74", "R-CG-75")
def test_a_cg_12_win_while_crashing():
    game = CrashTable().turn(red="c6r1", blue="c1r2", yellow="c1r3")
    game.aboard("red", "blue-pilot", "blue-doctor", "blue-scientist").crew(green_engineer="c8r1")
    game.card("3", "east")
    assert game.ask.result == {"winner": "ann", "round": 1, "rule": "R-CG-74"}
    assert len(game.saucer("red")["crew"]) == 4
    assert game.where("red") == ["c8r1"]


@pytest.mark.rule("R-CG-74")
def test_a_cg_12_two_players_need_both_saucers():
    game = CrashTable(2).turn(red="c6r1", blue="c1r2", yellow="c1r3", green="c1r4")
    game.aboard("red", "red-pilot", "red-doctor", "red-scientist").crew(red_engineer="c7r1", blue_engineer="c8r4")
    game.card("2", "east")
    assert game.saucer("red")["seated"] == 4
    assert game.at != "over"
    game.aboard("blue", "blue-pilot", "blue-doctor", "blue-scientist")
    game.until("card", "blue").set("saucer", "c7r4", saucer="blue")
    game.card("2", "east")
    assert game.ask.result["winner"] == "ann"
