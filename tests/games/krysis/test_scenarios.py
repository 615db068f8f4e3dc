"""The acceptance scenarios A-KR-01 to A-KR-12, step by step."""

from __future__ import annotations

import pytest

from tests.games.krysis.box import COLOURS, RELICS, crystals, goods
from tests.games.krysis.helpers import ALL, KrysisTable


def slots(red: int = 0, blue: int = 0, white: int = 0) -> dict[str, object]:
    """A transporter with these slots, and no combat."""
    return {"slots": crystals(red, blue, white), "combat": 0}


def carrier(red: int, blue: int, white: int, **how: object) -> KrysisTable:
    """Ann is active; her team has just these slots. Ben and cat have some combat."""
    agents = {"f1": slots(red, blue, white) | {"speed": 9}, "f2": slots(), "f3": slots(), **how.pop("agents", {})}  # type: ignore[dict-item]
    evening = KrysisTable(agents=agents, **how).teams(ann="f1 f2 f3", ben="f4 f5 f6", cat="f4 f5 f6")
    assert (evening.ask.who, evening.facts["slots"]) == ("ann", crystals(red, blue, white))
    return evening


# Setup, bids and the mine.


@pytest.mark.rule("R-KR-11", "R-KR-12", "R-KR-14", "R-KR-15", "R-KR-17")
def test_a_kr_01_setup():
    evening = KrysisTable(3, ALL).miners("cat", "ann", "ben")
    facts = evening.facts
    assert facts["miners"] == {"cat": "I", "ann": "II", "ben": "III"}
    for seat, start in (("cat", (1, 0, 1, 1)), ("ann", (0, 1, 1, 1)), ("ben", (0, 1, 0, 1))):
        assert evening.home_of(seat) == (1, 2, 3, 0)
        assert evening.camp_of(seat) == start
        hand = evening.secret(seat)["hand"]
        assert [sum(f"_{kind}" in agent for agent in hand) for kind in "ft"] == [3, 3]
        assert (facts["agents"][seat]["fighters"], facts["agents"][seat]["transporters"]) == (6, 6)
        assert facts["vp"][seat] == 0
    assert facts["relics"]["deck"] == 21


@pytest.mark.rule("R-KR-16")
def test_a_kr_01_two_players_stand_on_i_and_iii():
    evening = KrysisTable(2).miners("ben")
    assert evening.facts["miners"] == {"ben": "I", "ann": "III"}
    assert evening.at == "bid"


@pytest.mark.rule("R-KR-20", "R-KR-21")
def test_a_kr_02_bids():
    evening = KrysisTable(3, "home").miners("ann", "cat", "ben")
    bank = evening.facts["bank"]
    evening.bid(red=1, white=1)
    evening.bid(blue=2)
    played = evening.bid(white=3)
    assert evening.facts["order"] == ["ben", "ann", "cat"]
    assert [evening.facts["bank"][colour] - bank[colour] for colour in COLOURS] == [1, 2, 4]
    assert [evening.home_of(seat) for seat in ("ann", "ben", "cat")] == [(0, 2, 2, 0), (1, 0, 3, 0), (1, 2, 0, 0)]
    assert not [todo for todo in played.instructions if todo.verb in ("place", "move")]


@pytest.mark.rule("R-KR-22")
def test_a_kr_02_all_bids_are_nothing():
    evening = KrysisTable(3).miners("ann", "cat", "ben")
    for _ in range(3):
        evening.bid()
    assert evening.facts["order"] == ["ben", "cat", "ann"]


@pytest.mark.rule("R-KR-26", "R-KR-27")
def test_a_kr_03_space():
    evening = KrysisTable(3, "home relics").until("mine")
    deck = [
        relic
        for relic in RELICS
        if not any(relic in evening.secret(seat)["camp_relics"] for seat in ("ann", "ben", "cat"))
    ]
    evening.correct(*({"fact": "relic", "relic": relic, "value": "home:ben"} for relic in deck[4:]))
    evening.correct(*({"fact": "relic", "relic": relic, "value": "discard"} for relic in deck[1:4]))
    seat, camp = evening.ask.who, evening.camp_of(evening.ask.who)
    evening.say("mine", space="1b", option=1)
    assert evening.ask.deck == "relics"
    evening.draw(deck[0])
    assert evening.facts["relics"] == {"deck": 3, "discard": 0, "discarded": []}
    assert evening.at == "relics"
    evening.draw(deck[2])
    evening.say("keep", relic=deck[2])
    assert evening.facts["relics"] == {"deck": 2, "discard": 1, "discarded": [deck[0]]}
    assert evening.camp_of(seat) == (*camp[:3], camp[3] + 1)
    assert deck[2] in evening.secret(seat)["camp_relics"]


# Teams.


@pytest.mark.rule("R-KR-30", "R-KR-31", "R-KR-32")
def test_a_kr_04_initiative():
    fast = {
        "f1": {"speed": 3}, "f2": {"speed": 2}, "f3": {"speed": {"per": "blue", "times": 2}},
        "f4": {"speed": 11, "combat": 9}, "f5": {"speed": 7}, "t1": {"speed": 1, "slots": crystals(blue=2)},
    }  # fmt: skip
    evening = KrysisTable(agents=fast).miners("ann", "cat", "ben").until("mine", "ben")
    for space in ("1d", "1b", "1a"):
        evening.say("mine", space=space, option=0)
    evening.camp("ann", blue=4)
    evening.teams(ann="f1 f2 f3", ben="f4 t1 t2", cat="f5 t1 t2")
    assert evening.facts["initiative"] == {"ann": 13, "ben": 13, "cat": 9}
    assert evening.facts["order"] == ["ben", "ann", "cat"]
    evening.raid("ann", "home", blue=2)
    assert evening.camp_of("ann")[1] == 2
    assert (evening.facts["order"], evening.facts["initiative"]["ann"]) == (["ben", "ann", "cat"], 13)
    assert evening.ask.who == "ann"


# Capacity and carrying.

RATES = [
    ((2, 1, 1), [(1, 0, 4, 1)], [(1, 0, 5, 1)]),
    ((1, 0, 0), [(0, 0, 3, 0)], [(0, 0, 4, 0), (0, 1, 0, 0), (0, 0, 1, 1)]),
    ((0, 1, 0), [(0, 0, 2, 0)], [(0, 0, 3, 0), (1, 0, 0, 0)]),
    ((1, 1, 0), [(0, 0, 0, 2)], [(0, 0, 1, 2)]),
]


@pytest.mark.rule("R-KR-38", "R-KR-39", "R-KR-40", "R-KR-41", "R-KR-42")
@pytest.mark.parametrize(("there", "fit", "too_much"), RATES, ids=[str(row[0]) for row in RATES])
def test_a_kr_05_exchange_rates(there, fit, too_much):
    evening = carrier(*there).camp("ann", red=3, blue=3, white=9, relics=3)
    for red, blue, white, relics in too_much:
        evening.refuses("illegal", "R-KR-38", "load", to="home", goods=goods(red, blue, white, relics))
    for red, blue, white, relics in fit:
        evening.load("home", red=red, blue=blue, white=white, relics=relics)
        evening.undo()


@pytest.mark.rule("R-KR-46", "R-KR-47", "R-KR-48", "R-KR-49", "R-KR-50")
@pytest.mark.parametrize(("to", "vp"), [("home", 0), ("bank", 8)])
def test_a_kr_06_load(to, vp):
    evening = carrier(1, 2, 0).camp("ann", red=1, blue=1, white=2, relics=1)
    homes = evening.facts["homes"]
    evening.load(to, red=1, blue=1, white=2)
    assert evening.camp_of("ann") == (0, 0, 0, 1)
    assert evening.facts["vp"]["ann"] == vp
    gained = [evening.facts["homes"][colour] - homes[colour] for colour in COLOURS]
    assert gained == ([1, 1, 2] if to == "home" else [0, 0, 0])
    assert evening.facts["agents"]["ann"]["discard"] == ["a_f1", "a_f2", "a_f3"]
    assert (evening.facts["teams"]["ann"]["agents"], evening.facts["deserted"]) == ([], ["ann"])


def attack(strength: int, others: dict[str, object] | None = None, ben: str = "f2 t1 t2", **how: object) -> KrysisTable:
    """Ann, active, with this combat; ben defends with 5."""
    agents = {"f1": {"combat": strength, "speed": 9}, "f2": {"combat": 5}, "guard": {"combat": 0}, **(others or {})}
    return KrysisTable(2, agents=agents, **how).teams(ann="f1 t1 t2", ben=ben)


@pytest.mark.rule("R-KR-51")
def test_a_kr_07_raid_test():
    evening = attack(5)
    assert (evening.facts["teams"]["ann"]["combat"], evening.facts["teams"]["ben"]["defence"]) == (5, 5)
    assert evening.raids == []
    evening.refuses("illegal", "R-KR-51", "raid", camp="ben", to="home", goods=goods())
    assert attack(6).raids == ["ben"]


@pytest.mark.rule("R-KR-36", "R-KR-53", "R-KR-66")
def test_a_kr_07_defence_points_and_a_weapon():
    evening = attack(6, ben="f2 guard t1", options={"advanced": "on"}).camp("ann", relics=1)
    assert evening.facts["teams"]["ben"] == {"agents": ["b_f2", "b_guard", "b_t1"], "combat": 5, "defence": 7}
    assert evening.raids == []
    evening.say("use", relic="r01")
    assert (evening.facts["teams"]["ann"]["combat"], evening.raids) == (8, ["ben"])


@pytest.mark.rule("R-KR-50", "R-KR-52")
def test_a_kr_07_a_deserted_camp():
    evening = attack(0, {"f2": {"combat": 5, "speed": 20}})
    evening.load("home")
    assert (evening.ask.who, evening.facts["teams"]["ann"]["combat"], evening.raids) == ("ann", 0, ["ben"])


@pytest.mark.rule("R-KR-56", "R-KR-57", "R-KR-58", "R-KR-59")
@pytest.mark.parametrize("to", ["home", "bank", "camp"])
def test_a_kr_08_raid_destinations(to):
    strong = {"f1": slots(2, 1, 0) | {"speed": 9, "combat": 7}, "t1": slots()}
    evening = KrysisTable(agents=strong).teams(ann="f1 t1 f9", ben="f4 f5 t1", cat="f4 f5 t1")
    evening.camp("ann", white=2, relics=1).camp("ben", red=2, white=5, relics=2)
    evening.say("use", relic="r01")
    homes, combat = evening.facts["homes"], evening.facts["teams"]["ann"]["combat"]
    evening.refuses("illegal", "R-KR-38", "raid", camp="ben", to=to, goods=goods(red=1, white=4, relics=1))
    evening.raid("ben", to, red=1, white=2, relics=1)
    assert evening.camp_of("ben") == (1, 0, 3, 1)
    assert evening.camp_of("ann") == ((1, 0, 4, 1) if to == "camp" else (0, 0, 2, 0))
    assert evening.facts["vp"]["ann"] == (8 if to == "bank" else 0)
    came_home = [evening.facts["homes"][good] - homes[good] for good in ("red", "blue", "white", "relics")]
    assert came_home == ([1, 0, 2, 1] if to == "home" else [0, 0, 0, 0])
    stays = to == "camp"
    assert evening.facts["deserted"] == ([] if stays else ["ann"])
    assert evening.facts["camps"]["ann"]["up"] == (["r01"] if stays else [])
    assert evening.facts["teams"]["ann"]["defence"] == (combat if stays else 0)
    assert ("ann" in evening.raids) == (not stays)


@pytest.mark.rule("R-KR-60", "R-KR-62")
def test_a_kr_09_overtime():
    evening = KrysisTable(2).until("turn")
    assert {tuple(answer["crystals"].values()) for answer in evening.legal("overtime")} == {
        (0, 0, 6), (0, 1, 4), (0, 2, 2), (0, 3, 0), (1, 0, 3), (1, 1, 1), (2, 0, 0),
    }  # fmt: skip
    evening.set("camp", evening.facts["bank"]["red"] + evening.camp_of("ben")[0], seat="ben", good="red")
    assert evening.facts["bank"]["red"] == 0
    assert len(evening.legal("overtime")) == 4


# Special agents.

ADVANCED = {"advanced": "on"}


@pytest.mark.rule("R-KR-70", "R-KR-71")
def test_a_kr_10_alchemist():
    evening = KrysisTable(2, options=ADVANCED).teams(ann="alchemist f1 f2", ben="t1 t2 t3").until("turn", "ann")
    for give, n, left in (("white", 4, (0, 7, 0, 0)), ("blue", 3, (3, 0, 4, 0))):
        evening.camp("ann", white=4, blue=3)
        evening.ability("a_alchemist", give=give, n=n)
        assert evening.camp_of("ann") == left
        evening.refuses("illegal", "R-KR-65", "ability", agent="a_alchemist", give="blue", n=1)
        evening.undo(2)


@pytest.mark.rule("R-KR-67")
def test_a_kr_10_thief():
    evening = KrysisTable(2, options=ADVANCED).teams(ann="thief t1 t2", ben="f1 f2 f3").until("turn", "ann")
    evening.camp("ann").camp("ben", blue=1, white=3)
    assert evening.raids == []
    evening.ability("a_thief", from_="ben")
    assert (evening.camp_of("ann"), evening.camp_of("ben")) == ((0, 1, 0, 0), (0, 0, 3, 0))


@pytest.mark.rule("R-KR-66")
def test_a_kr_10_defence():
    agents = {"guard": {"ability": {"op": "defence", "n": 3}, "combat": 0}}
    evening = KrysisTable(2, options=ADVANCED, agents=agents).teams(ann="guard f1 f2", ben="t1 t2 t3")
    team = evening.facts["teams"]["ann"]
    assert (team["combat"], team["defence"]) == (4, 7)


# Cards and scoring.


@pytest.mark.rule("R-KR-77", "R-KR-78")
def test_a_kr_11_cards_of_the_basic_game():
    evening = KrysisTable(2, "agents")
    fighters, asked = [], []
    while evening.at != "over":
        if evening.ask.rule == "R-KR-77":
            asked.append(evening.facts["round"])
            if evening.at == "deck":
                assert {answer["deck"] for answer in evening.legal()} == {"fighters", "transporters"}
                evening.say("deck", deck="fighters")
            evening.draw(evening.legal()[0]["card"])
            continue
        if evening.at == "bid" and evening.ask.who == "ann":
            fighters.append(evening.facts["agents"]["ann"]["fighters"])
            assert len(evening.secret("ann")["hand"]) == 6
        evening.dull()
    assert fighters == [6, 3, 0, 0, 0]
    assert set(asked) == {1, 2, 3, 4}
    agents = evening.facts["agents"]["ann"]
    assert (agents["fighters"], agents["transporters"], agents["hand"]) == (0, 0, 3)


@pytest.mark.rule("R-KR-86", "R-KR-87")
def test_a_kr_11_cards_of_the_tactical_game():
    evening = KrysisTable(2, "agents", {"tactical": "on"})
    hands = {}
    while evening.at != "over":
        if evening.at == "bid":
            hands[evening.facts["round"]] = evening.facts["agents"]["ann"]["hand"]
        evening.dull()
    assert list(hands.values()) == [9, 9, 9, 9, 6]


def end(options: dict[str, str] | None = None) -> KrysisTable:
    """Homes are declared; ann has 10 VP and a camp with 2 red."""
    evening = KrysisTable(2, "missions", options).until("turn", round=5)
    evening.set("vp", 10, seat="ann")
    evening.until("turn", evening.facts["order"][1])
    evening.camp("ann", red=2)
    evening.correct(*({"fact": "home", "good": good, "value": 9} for good in COLOURS))
    return evening.until("home", "ann")


def score_of(evening: KrysisTable, seat: str) -> dict[str, int]:
    found: dict[str, int] = evening.facts["result"]["scores"][seat]
    return found


@pytest.mark.rule("R-KR-80", "R-KR-82")
def test_a_kr_12_final_scoring():
    evening = end()
    evening.declare(red=4, blue=3, white=5)
    evening.declare()
    assert score_of(evening, "ann") == {"bank": 10, "crystals": 23, "relics": 0, "mission": 0, "total": 33}


@pytest.mark.rule("R-KR-73", "R-KR-74")
@pytest.mark.parametrize(("white", "total"), [(9, 43), (10, 33)])
def test_a_kr_12_missions(white, total):
    evening = KrysisTable(2, "missions", {"missions": "on"})
    evening.until("missions", "ann").draw("white", "red")
    evening.until("turn", round=5).set("vp", 10, seat="ann")
    evening.until("home", "ann")
    evening.correct(
        {"fact": "home", "good": "red", "value": 4},
        {"fact": "home", "good": "blue", "value": 3},
        {"fact": "home", "good": "white", "value": white},
    )
    evening.declare(red=4, blue=3, white=5)
    evening.declare()
    assert score_of(evening, "ann")["total"] == (total if white == 9 else 33)
    assert score_of(evening, "ann")["mission"] == (10 if white == 9 else 0)


@pytest.mark.rule("R-KR-84")
def test_a_kr_12_the_miner_ahead_wins_a_tie():
    evening = KrysisTable(2).until("mine", round=5)
    first = evening.ask.who
    evening.say("mine", space="5a", option=0)
    evening.say("mine", space="5d", option=0)
    evening.until("home", "ann")
    evening.correct(*({"fact": "vp", "seat": seat, "value": 7} for seat in ("ann", "ben")))
    evening.correct(*({"fact": "home", "good": good, "value": 2} for good in COLOURS))
    evening.declare(red=1, blue=1, white=1)
    evening.declare()
    result = evening.facts["result"]
    assert {score["total"] for score in result["scores"].values()} == {13}
    assert (result["winner"], result["rule"]) == (({"ann": "ben", "ben": "ann"}[first]), "R-KR-84")


@pytest.mark.rule("R-KR-81")
def test_a_kr_12_the_best_sets():
    """Three of type A and one of B: 6 + 1, not 3 + 3."""
    evening = KrysisTable(2, "home relics").until("turn", round=5)
    evening.correct(*({"fact": "relic", "relic": r, "value": "home:ann"} for r in ("r01", "r07", "r13", "r02")))
    evening.until("over")
    assert score_of(evening, "ann")["relics"] == 7
