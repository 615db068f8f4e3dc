"""What is refused: the codes, their order, and every rule of the table of verbs (WIRE.md 3 and 4)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.refusals import Refused
from companion.games.krysis import answers as say
from tests.games.krysis.box import Json, crystals, goods
from tests.games.krysis.helpers import ALL, KrysisTable

NOTHING = crystals()
ADVANCED = {"advanced": "on"}


@pytest.fixture
def evening() -> KrysisTable:
    """Ann's turn, nothing known; ben and cat wait."""
    return KrysisTable(3, options=ADVANCED).teams(ann="f1 t1 thief").until("turn", "ann")


@pytest.fixture
def knowing() -> KrysisTable:
    """Ann's turn, everything known."""
    return KrysisTable(2, ALL, {"missions": "on"}).until("turn", "ann")


MALFORMED: list[Any] = [
    None, 3, "load", [], {}, {"do": 3}, {"do": "dance"}, {"do": "Load"}, {"agent": "a_f1"},
    {"do": "bid"}, {"do": "bid", "crystals": None}, {"do": "bid", "crystals": {}}, {"do": "bid", "crystals": 3},
    {"do": "bid", "crystals": {"red": 1, "blue": 1}}, {"do": "bid", "crystals": {**NOTHING, "relics": 0}},
    {"do": "bid", "crystals": {**NOTHING, "red": -1}}, {"do": "bid", "crystals": {**NOTHING, "red": True}},
    {"do": "bid", "crystals": {**NOTHING, "red": "1"}}, {"do": "bid", "crystals": {**NOTHING, "red": 1.5}},
    {"do": "bid", "crystals": NOTHING, "max": NOTHING},
    {"do": "mine", "space": "nowhere"}, {"do": "mine", "space": "1a", "option": -1},
    {"do": "mine", "space": "1a", "option": True}, {"do": "mine", "space": 1, "option": 0},
    {"do": "keep"}, {"do": "keep", "relic": 1}, {"do": "play", "agent": None}, {"do": "discard"},
    {"do": "take", "agent": "nobody", "n": 1}, {"do": "use"}, {"do": "use", "relic": ["r01"]},
    {"do": "ability"}, {"do": "ability", "agent": "nobody", "from": 3},
    {"do": "ability", "agent": "a_thief", "from": None},
    {"do": "ability", "agent": "a_thief", "give": 1}, {"do": "ability", "agent": "a_thief", "n": -1},
    {"do": "ability", "agent": "a_thief", "n": True}, {"do": "ability", "agent": "a_thief", "to": "ben"},
    {"do": "load", "to": "nowhere"}, {"do": "load", "to": "home", "goods": None},
    {"do": "load", "to": "home", "goods": NOTHING}, {"do": "load", "to": "nowhere", "goods": goods(relics=-1)},
    {"do": "load", "to": "home", "goods": goods(relics=[])},
    {"do": "load", "to": "home", "goods": goods(relics=["r01"])},
    {"do": "load", "to": "home", "goods": goods(), "max": goods()},
    {"do": "load", "to": "home", "goods": goods(), "slots": NOTHING},
    {"do": "raid", "camp": "nobody", "to": "home"}, {"do": "raid", "camp": "ben", "to": "home", "goods": None},
    {"do": "raid", "camp": "ben", "to": "home", "goods": goods(relics=["r01"])},
    {"do": "overtime"}, {"do": "overtime", "crystals": None}, {"do": "steal"}, {"do": "deck", "deck": 1},
    {"do": "draw", "deck": "relics"}, {"do": "draw", "deck": "nothing", "card": 1}, {"do": "pick", "what": "miner"},
    {"do": "pick", "what": "nothing", "one": 3}, {"do": "pick", "what": "miner", "one": True},
    {"do": "declare", "crystals": None}, {"do": "declare", "relics": None}, {"do": "declare", "mission": None},
    {"do": "declare", "relics": ["r02", "r01"]}, {"do": "declare", "relics": ["r01", "r01"]},
    {"do": "declare", "relics": "r01"}, {"do": "declare", "relics": [1]},
    {"do": "declare", "mission": "nothing", "exact": True},
    {"do": "roll", "faces": {}}, {"do": "pull", "bag": "relics", "token": "r01"},
]  # fmt: skip


@pytest.mark.parametrize("answer", MALFORMED, ids=str)
def test_malformed_comes_first(evening, answer):
    evening.refuses_raw("malformed", None, answer)


@pytest.mark.parametrize(
    "relics", [0, 1, True, None, ["r02", "r01"], ["r01", "r01"], [1], "r01", ["nothing", "also nothing"]], ids=str
)
def test_known_relics_are_loaded_by_a_sorted_list_of_ids(knowing, relics):
    knowing.refuses("malformed", None, "load", to="nowhere", goods=goods(relics=relics))


UNKNOWN: list[Json] = [
    {"do": "mine", "space": "9a", "option": 0}, {"do": "keep", "relic": "r25"}, {"do": "play", "agent": "e_f1"},
    {"do": "discard", "agent": "r01"}, {"do": "take", "agent": "f1"}, {"do": "use", "relic": "?"},
    {"do": "ability", "agent": "nobody"}, {"do": "ability", "agent": "a_thief", "from": "dan"},
    {"do": "ability", "agent": "a_thief", "give": "relics", "n": 1}, {"do": "load", "to": "nowhere", "goods": goods()},
    {"do": "raid", "camp": "dan", "to": "home", "goods": goods()},
    {"do": "raid", "camp": "ben", "to": "ben", "goods": goods()},
    {"do": "steal", "relic": "?"}, {"do": "deck", "deck": "relics"}, {"do": "draw", "deck": "fighters", "card": "a_f1"},
    {"do": "draw", "deck": "fighters:dan", "card": "a_f1"}, {"do": "draw", "deck": "relics", "card": "a_f1"},
    {"do": "draw", "deck": "missions", "card": "r01"}, {"do": "draw", "deck": "fighters:ann", "card": "r01"},
    {"do": "pick", "what": "space", "one": "I"}, {"do": "pick", "what": "miner", "one": "dan"},
    {"do": "pick", "what": "relic", "one": "ann"}, {"do": "declare", "relics": ["r00"]},
    {"do": "declare", "mission": "green"},
]  # fmt: skip


@pytest.mark.parametrize("answer", UNKNOWN, ids=str)
def test_unknown_comes_before_the_rules(evening, answer):
    evening.refuses_raw("unknown", None, answer)


def test_unknown_relics_of_a_load(knowing):
    knowing.refuses("unknown", None, "load", to="home", goods=goods(red=99, relics=["r25"]))


NOT_NOW: list[Json] = [
    {"do": "bid", "crystals": crystals(99)}, {"do": "mine", "space": "1a", "option": 9}, {"do": "keep", "relic": "r01"},
    {"do": "play", "agent": "a_f2"}, {"do": "discard", "agent": "a_f2"}, {"do": "take", "agent": "b_f2"},
    {"do": "steal", "relic": "r01"}, {"do": "deck", "deck": "fighters"},
    {"do": "draw", "deck": "relics", "card": "r01"}, {"do": "draw", "deck": "fighters:ann", "card": "a_f1"},
    {"do": "pick", "what": "miner", "one": "ann"}, {"do": "declare"}, {"do": "declare", "crystals": NOTHING},
]  # fmt: skip


@pytest.mark.rule("R-KR-33", "R-KR-65")
@pytest.mark.parametrize("answer", NOT_NOW, ids=str)
def test_a_verb_that_is_no_answer_has_the_rule_of_the_ask(evening, answer):
    """One before the action, the other after it."""
    evening.refuses_raw("illegal", "R-KR-33", answer)
    evening.set("camp", 2, seat="ben", good="blue")
    evening.overtime()
    assert evening.ask.acted == "overtime"
    evening.refuses_raw("illegal", "R-KR-65", answer)


# Every ask with its rule, and what it refuses (WIRE.md 4).

LEDGER = "home relics agents missions"
ASKS: list[tuple[str, int, str, Json, str]] = [
    ("squad", 0, "R-KR-64", {"do": "take", "agent": "a_f1"}, "R-KR-64"),
    ("squad", 0, "R-KR-64", {"do": "discard", "agent": "b_f1"}, "R-KR-06"),
    ("fighters:ann", 0, "R-KR-11", {"do": "draw", "deck": "transporters:ann", "card": "a_t1"}, "R-KR-11"),
    ("fighters:ann", 0, "R-KR-11", {"do": "draw", "deck": "fighters:ann", "card": "a_t1"}, "R-KR-11"),
    ("relics", 0, "R-KR-12", {"do": "draw", "deck": "missions", "card": "red"}, "R-KR-12"),
    ("missions", 0, "R-KR-72", {"do": "draw", "deck": "relics", "card": "r01"}, "R-KR-72"),
    ("miner", 0, "R-KR-15", {"do": "pick", "what": "relic", "one": "r01"}, "R-KR-15"),
    ("bid", 1, "R-KR-18", {"do": "bid", "crystals": crystals(2)}, "R-KR-18"),
    ("bid", 1, "R-KR-18", {"do": "overtime", "crystals": crystals(2)}, "R-KR-18"),
    ("mine", 1, "R-KR-21", {"do": "mine", "space": "2a", "option": 0}, "R-KR-21"),
    ("mine", 1, "R-KR-21", {"do": "mine", "space": "I", "option": 9}, "R-KR-21"),
    ("mine", 1, "R-KR-21", {"do": "mine", "space": "1a", "option": 1}, "R-KR-25"),
    ("mine", 1, "R-KR-21", {"do": "bid", "crystals": crystals()}, "R-KR-21"),
    ("agent", 1, "R-KR-28", {"do": "play", "agent": "b_f1"}, "R-KR-06"),
    ("agent", 1, "R-KR-28", {"do": "discard", "agent": "b_f1"}, "R-KR-28"),
    ("turn", 1, "R-KR-33", {"do": "play", "agent": "a_f1"}, "R-KR-33"),
    ("deck", 1, "R-KR-77", {"do": "draw", "deck": "fighters:ann", "card": "a_f1"}, "R-KR-77"),
]


@pytest.mark.parametrize(
    ("what", "round", "rule", "answer", "refused"), ASKS, ids=[f"{row[0]} {row[4]}" for row in ASKS]
)
def test_every_ask_refuses_other_answers_with_its_rule(what, round, rule, answer, refused):
    evening = KrysisTable(2, LEDGER, {"advanced": "on", "missions": "on"}).until(what, round=round)
    assert evening.ask.rule == rule
    evening.refuses_raw("illegal", refused, answer)


@pytest.mark.rule("R-KR-28", "R-KR-64", "R-KR-85")
def test_an_agent_of_the_own_company_that_is_not_in_the_hand():
    """The rule of the ask."""
    evening = KrysisTable(2, ALL, {"tactical": "on"})
    evening.refuses("illegal", "R-KR-06", "take", agent="d_f1")
    evening.say("take", agent="a_f1")
    evening.refuses("illegal", "R-KR-85", "take", agent="a_f1")
    evening.refuses("illegal", "R-KR-85", "take", agent="a_thief")
    evening.until("agent", "ann")
    gone = next(agent for agent in ("a_t1", "a_t9") if agent not in evening.secret("ann")["hand"])
    evening.refuses("illegal", "R-KR-28", "play", agent=gone)
    squad = KrysisTable(2, ALL, ADVANCED)
    for agent in ("a_f1", "a_f4"):
        squad.say("discard", agent=agent)
    squad.refuses("illegal", "R-KR-64", "discard", agent="a_f7")
    squad.refuses("illegal", "R-KR-64", "discard", agent="a_f1")


@pytest.mark.rule("R-KR-23")
def test_a_space_with_a_miner_on_it():
    """Whatever the option."""
    evening = KrysisTable(2).until("mine", round=1)
    evening.say("mine", space="1a", option=0)
    evening.refuses("illegal", "R-KR-23", "mine", space="1a", option=9)


@pytest.mark.rule("R-KR-26", "R-KR-55", "R-KR-68")
def test_what_is_kept_stolen_and_drawn_is_named_rightly():
    evening = KrysisTable(2, ALL).until("mine")
    evening.say("mine", space="1b", option=1)
    out = evening.secret("ann")["camp_relics"][0]
    evening.refuses("illegal", "R-KR-26", "draw", deck="relics", card=out)
    evening.draw(*[answer["card"] for answer in evening.legal()[:2]])
    evening.refuses("illegal", "R-KR-26", "keep", relic=out)
    evening.refuses("illegal", "R-KR-26", "draw", deck="relics", card="r20")

    evening = KrysisTable(2, "home relics", ADVANCED).teams(ann="spy t1 t2", ben="t4 t5 t6").until("turn", "ann")
    evening.set("order", ["ann", "ben"])
    evening.camp("ben", ["r05", "r06", "r07"])
    evening.ability("a_spy", from_="ben")
    evening.refuses("illegal", "R-KR-68", "steal", relic="r08")
    evening.refuses("illegal", "R-KR-68", "pick", what="relic", one="r05")
    evening.say("steal", relic="r06")
    evening.raid("ben", "camp", relics=1)
    evening.refuses("illegal", "R-KR-55", "pick", what="relic", one="r06")
    evening.refuses("illegal", "R-KR-55", "steal", relic="r05")


# The turn.


@pytest.mark.rule("R-KR-33")
def test_one_action_a_turn(evening):
    """And no relic after it, but abilities."""
    evening.camp("ann", red=1, relics=2).camp("ben", blue=1)
    evening.load("home")
    for verb, fields in (
        ("load", {"to": "camp", "goods": goods(99)}), ("raid", {"camp": "ann", "to": "home", "goods": goods(99)}),
        ("overtime", {"crystals": crystals(99)}), ("use", {"relic": "r01"}),
    ):  # fmt: skip
        evening.refuses("illegal", "R-KR-33", verb, **fields)


@pytest.mark.rule("R-KR-34", "R-KR-35")
def test_relics_that_cannot_be_turned_up(evening):
    evening.camp("ann", relics=2)
    evening.say("use", relic="r01")
    evening.refuses("illegal", "R-KR-35", "use", relic="r02")
    evening.refuses("illegal", "R-KR-35", "use", relic="r01")
    evening.camp("ann").refuses("illegal", "R-KR-34", "use", relic="r13")


@pytest.mark.rule("R-KR-34")
def test_a_relic_that_lies_elsewhere(knowing):
    theirs = knowing.secret("ben")["camp_relics"][0]
    knowing.refuses("illegal", "R-KR-34", "use", relic=theirs)
    knowing.refuses("illegal", "R-KR-46", "load", to="home", goods=goods(relics=[theirs]))


@pytest.mark.rule("R-KR-65", "R-KR-67", "R-KR-68", "R-KR-69", "R-KR-70")
def test_abilities_that_cannot_be_used():
    """Not in the team, no ability, nothing but defence; and what does not fit the ability."""
    team = "alchemist guard thief"
    evening = KrysisTable(3, options=ADVANCED).teams(ann=team, ben="t1 t2 t3", cat="t1 t2 t3").until("turn", "ann")
    evening.camp("ann", white=2, blue=1).camp("ben", blue=1, relics=1).camp("cat")
    for agent in ("a_spy", "a_guard", "a_f1", "b_thief"):
        evening.refuses("illegal", "R-KR-65", "ability", agent=agent)
    for fields in ({}, {"from": "ann"}, {"from": "cat"}, {"from": "ben", "n": 0}, {"give": "white", "n": 1}, {"n": 0}):
        evening.refuses("illegal", "R-KR-67", "ability", agent="a_thief", **fields)
    for fields in (
        {}, {"from": "ben"}, {"give": "white"}, {"n": 1}, {"give": "white", "n": 0}, {"give": "white", "n": 3},
        {"give": "blue", "n": 2}, {"give": "red", "n": 1}, {"give": "white", "n": 1, "from": "ben"},
    ):  # fmt: skip
        evening.refuses("illegal", "R-KR-70", "ability", agent="a_alchemist", **fields)
    evening.ability("a_thief", from_="ben")
    evening.refuses("illegal", "R-KR-65", "ability", agent="a_thief", from_="ben")
    evening = (
        KrysisTable(3, options=ADVANCED).teams(ann="spy miner f1", ben="t1 t2 t3").until("turn", "ann").camp("ben")
    )
    for fields in ({}, {"from": "ann"}, {"from": "ben"}, {"n": 0}):
        evening.refuses("illegal", "R-KR-68", "ability", agent="a_spy", **fields)
    for fields in ({"from": "ben"}, {"n": 0}, {"give": "white", "n": 1}):
        evening.refuses("illegal", "R-KR-69", "ability", agent="a_miner", **fields)


@pytest.mark.rule("R-KR-46", "R-KR-38")
def test_loads_that_cannot_be():
    """In this order."""
    evening = KrysisTable(2).teams(ann="t1 f1 f2").until("turn", "ann").camp("ann", red=2, white=9)
    evening.refuses("illegal", "R-KR-46", "load", to="camp", goods=goods(99))
    evening.refuses("illegal", "R-KR-46", "load", to="home", goods=goods(3))
    evening.refuses("illegal", "R-KR-46", "load", to="home", goods=goods(relics=1))
    evening.refuses("illegal", "R-KR-38", "load", to="home", goods=goods(2))
    evening.refuses("illegal", "R-KR-38", "load", to="bank", goods=goods(white=7))


@pytest.mark.rule("R-KR-51", "R-KR-54", "R-KR-38")
def test_raids_that_cannot_be():
    """In this order."""
    evening = (
        KrysisTable(3).teams(ann="t1 f1 f2", ben="t1 t2 t3", cat="f1 f2 f3").until("turn", "ann").camp("ben", red=2)
    )
    for camp in ("cat", "ann"):
        evening.refuses("illegal", "R-KR-51", "raid", camp=camp, to="home", goods=goods(99))
    evening.refuses("illegal", "R-KR-54", "raid", camp="ben", to="camp", goods=goods(3))
    evening.refuses("illegal", "R-KR-54", "raid", camp="ben", to="camp", goods=goods(relics=1))
    evening.refuses("illegal", "R-KR-38", "raid", camp="ben", to="camp", goods=goods(2))


@pytest.mark.rule("R-KR-60")
def test_overtime_is_worth_six(evening):
    for row in ((1, 1, 0), (2, 1, 0), (0, 0, 0), (0, 0, 7)):
        evening.refuses("illegal", "R-KR-60", "overtime", crystals=crystals(*row))


# Homes.


def test_homes_are_declared_as_they_are_asked_for():
    """WIRE.md 4: others or fewer fields at the ask are malformed."""
    evening = KrysisTable(2, options={"missions": "on"}).until("home")
    full = {"crystals": NOTHING, "relics": [], "mission": "red"}
    for name in full:
        fewer = {key: value for key, value in full.items() if key != name}
        evening.refuses("malformed", None, "declare", **fewer)
    evening.refuses("illegal", "R-KR-80", "bid", crystals=NOTHING)
    ledger = KrysisTable(2, "home").until("turn")
    ledger.set("relics", 1, at="home:ann")
    ledger.until("home", "ann").refuses("malformed", None, "declare", crystals=NOTHING, relics=["r01"])


def test_homes_that_cannot_be():
    """R-GEN-04: more than was carried home, less for the last one, a relic or a mission twice."""
    evening = KrysisTable(2, options={"missions": "on"}).until("turn", round=5)
    evening.set("relics", 3, at="homes")
    most = evening.until("home", "ann").legal()[0]["max"]
    assert evening.legal()[0]["exact"] is False

    def refused(red: int, relics: list[str], mission: str) -> None:
        evening.refuses("illegal", "R-GEN-04", "declare", crystals=crystals(red), relics=relics, mission=mission)

    refused(most["red"] + 1, [], "red")
    refused(0, ["r01", "r02", "r03", "r04"], "red")
    evening.declare(["r01", "r02"], red=1, mission="red")
    rest = evening.legal()[0]
    assert (rest["exact"], rest["max"]["red"], rest["max"]["relics"]) == (True, most["red"] - 1, 1)
    assert rest["missions"] == ["blue", "relics", "white"]
    full = {colour: rest["max"][colour] for colour in NOTHING}
    for crystals_, relics, mission in (
        ({**full, "red": full["red"] - 1}, ["r03"], "blue"), (full, [], "blue"), (full, ["r03", "r04"], "blue"),
        (full, ["r01"], "blue"), (full, ["r03"], "red"),
    ):  # fmt: skip
        evening.refuses("illegal", "R-GEN-04", "declare", crystals=crystals_, relics=relics, mission=mission)
    evening.declare(mission="blue")
    assert evening.at == "over"


def test_over_comes_first():
    evening = KrysisTable(2).until("over")
    for answer in ({"do": "load"}, {"do": "dance"}, {"do": "play", "agent": "nobody"}, "nonsense", None):
        evening.refuses_raw("over", evening.ask.rule, answer)
    evening.refuses_correction("over", {"fact": "vp", "seat": "ann", "value": 1})


# Templates.


@pytest.mark.parametrize(
    ("what", "known"), [("bid", ""), ("turn", ""), ("turn", "home relics"), ("home", ""), ("home", "home")]
)
def test_a_template_sent_back_as_it_is_listed_is_malformed(what, known):
    """WIRE.md 3: from outside, and as the typed answer that a screen holds."""
    evening = KrysisTable(2, known, {"missions": "on"}).teams(ann="f1 f2 f3", ben="t1 t2 t3").until(what, "ann")
    templates = [answer for answer in evening.legal() if None in answer.values()]
    assert len(templates) == {"bid": 1, "turn": 5, "home": 1}[what]
    for template in templates:
        evening.refuses_raw("malformed", None, template)
        bare = {name: value for name, value in template.items() if name not in ("max", "slots", "exact", "missions")}
        evening.refuses_raw("malformed", None, bare)
    for answer in evening.table.legal() or ():
        if not isinstance(answer, say.Overtime | say.Use):
            evening.refuses_raw("malformed", None, answer)


def test_a_seat_that_is_not_there_sees_nothing(evening):
    with pytest.raises(Refused) as refused:
        evening.table.view("dan")
    assert refused.value.code == "unknown"
