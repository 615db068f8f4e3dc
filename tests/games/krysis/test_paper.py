"""Six agents, four relics and two missions that somebody invented on paper: each is said in a sentence in both
languages, and then done."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.krysis.content import PHRASES, SHEETS
from tests.games.krysis.box import crystals
from tests.games.krysis.helpers import KrysisTable
from tests.games.sentences import assert_said_in_both

PAPER = {
    "ferrywoman": (
        "for each white slots (slots 1 white to home); when carried to the bank (VP -1)",
        "por cada espacio blanco (espacios 1 blanco hacia casa); cuando se lleve al banco (PV -1)",
    ),
    "gatekeeper": (
        "combat +2 raided; for each relics (combat +1 raided); crystals are safe",
        "combate +2 si te asaltan; por cada reliquia boca abajo (combate +1 si te asaltan); cristales a salvo",
    ),
    "twins": (
        "choose (give 1 white, others) or (for each most blue (give 1 blue, them; gain 1 white, them))",
        "elegir (dar 1 blanco, los demás) o "
        "(por cada jugador con más azules (dar 1 azul, cada uno; ganar 1 blanco, cada uno))",
    ),
    "foreman": (
        "if round at least 5 then (gain 1 red 2 white) else "
        "(if ahead of me at least 1 then (gain 1 red) else (gain 2 white))",
        "si ronda al menos 5 entonces (ganar 1 rojo 2 blancos) si no "
        "(si minero por delante de todos de tú al menos 1 entonces (ganar 1 rojo) si no (ganar 2 blancos))",
    ),
    "dealer": (
        "draw 3 relics, keep 2; for each somebody (choose by them (give 1 blue, them) or "
        '"No crystal" (note "The relic stays with its owner."))',
        "robar 3 reliquias, quedarse 2; por cada jugador a elegir (elegir cada uno (dar 1 azul, cada uno) o "
        '"No crystal" (nota "The relic stays with its owner."))',
    ),
    "provocateur": (
        "if acted self at least 1 then (for each one to act (choose by them (pay 3 white, them) or "
        "(no raid on you this round, them)))",
        "si acción hecha al menos 1 entonces (por cada jugador a elegir que aún no haya actuado "
        "(elegir cada uno (pagar 3 blancos, cada uno) o (no te asalta esta ronda, cada uno)))",
    ),
    "hammer": (
        "if most vp of target at least 1 then (combat +2 raiding)",
        "si jugador con más PV de el otro campamento al menos 1 entonces (combate +2 al asaltar)",
    ),
    "sack": (
        'when carried home (if "you rolled a 1" then (lose 1 white from home))',
        'cuando se lleve a casa (si "you rolled a 1" entonces (perder 1 blanco de casa))',
    ),
    "shield": (
        'when you are raided (note "Show an agent of your hand first.")',
        'cuando te asalten (nota "Show an agent of your hand first.")',
    ),
    "ledger": (
        "stands for any relic; when in the camp at the end (VP -2)",
        "vale por cualquier reliquia; cuando esté en el campamento al final (PV -2)",
    ),
    "balanced": (
        "if home red at least 3 then (if home blue at least 3 then (if home white at least 3 then (VP +10)))",
        "si rojos en casa al menos 3 entonces (si azules en casa al menos 3 entonces "
        "(si blancos en casa al menos 3 entonces (PV +10)))",
    ),
    "debt": (
        'if "your rival has fewer relics at home, and never raided you" then (VP +10)',
        'si "your rival has fewer relics at home, and never raided you" entonces (PV +10)',
    ),
}


def does(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = SHEETS.phrases.read_list(PAPER[name][0])
    return found


@pytest.mark.parametrize("name", PAPER)
def test_each_card_is_one_sentence_in_both_languages(name: str) -> None:
    english, spanish = PAPER[name]
    assert_said_in_both(SHEETS, english, spanish)


def acting(card: str, players: int = 3, known: str = "", team: str = "idle t1 t2", **fields: Any) -> KrysisTable:
    """Ann acts first, with the agent of the paper in place of the idle one."""
    made = {"idle": {"ability": None, "effects": does(card), "speed": 9, **fields}}
    evening = KrysisTable(players, known, {"advanced": "on"}, agents=made)
    evening.teams(ann=team, ben="t1 t2 t3", cat="t1 t2 t3").until("turn", "ann")
    for seat in ("ann", "ben", "cat")[:players]:
        evening.camp(seat)
    return evening


def slots(evening: KrysisTable, to: str) -> int:
    return int(next(one for one in evening.legal("load") if one["to"] == to)["slots"]["white"])


def test_ferrywoman_carries_more_white_home_and_pays_at_the_bank():
    evening = acting("ferrywoman", slots=crystals(0, 1, 2)).camp("ann", white=3)
    assert (slots(evening, "home"), slots(evening, "bank")) == (8, 4)
    evening.load("bank", white=3)
    assert evening.facts["vp"]["ann"] == 5


def test_gatekeeper_defends_by_relics_and_keeps_thieves_off():
    evening = KrysisTable(2, "", {"advanced": "on"}, agents={"idle": {"effects": does("gatekeeper"), "speed": 0}})
    evening.teams(ann="thief t1 t2", ben="idle t2 t3").until("turn", "ann").camp("ben", relics=2, blue=2)
    team = evening.facts["teams"]["ben"]
    assert (team["combat"], team["defence"]) == (1, 5)
    assert evening.uses == []


def test_twins_take_white_from_all_or_blue_from_the_richest():
    evening = acting("twins").camp("ben", white=1, blue=2).camp("cat", white=1)
    evening.ability("a_idle")
    evening.say("option", n=2)
    assert (evening.camp_of("ann"), evening.camp_of("ben")) == ((0, 1, 0, 0), (0, 1, 2, 0))


def test_twins_take_one_white_from_each():
    evening = acting("twins").camp("ben", white=1, blue=2).camp("cat", white=1)
    evening.ability("a_idle")
    evening.say("option", n=1)
    assert evening.camp_of("ann") == (0, 0, 2, 0)


@pytest.mark.parametrize(("space", "gained"), [("1d", (1, 0, 0, 0)), ("1a", (0, 0, 2, 0))])
def test_foreman_looks_who_is_ahead(space: str, gained: tuple[int, int, int, int]):
    evening = acting("foreman")
    seats = {name: seat for seat, name in evening.facts["miners"].items()}
    evening.until("turn", "ann")
    if seats.get(space) not in (None, "ann"):
        free = next(name for name in ("1a", "1b", "1c", "1d") if name not in seats)
        evening.correct({"fact": "miner", "seat": seats[space], "value": free})
    evening.correct({"fact": "miner", "seat": "ann", "value": space})
    evening.ability("a_idle")
    assert evening.camp_of("ann") == gained


def test_dealer_keeps_relics_and_gets_a_crystal():
    evening = acting("dealer").camp("ben", blue=1)
    evening.ability("a_idle")
    evening.say("person", seat="ben")
    assert (evening.at, evening.ask.who) == ("effect", "ben")
    evening.say("option", n=1)
    assert (evening.camp_of("ann"), evening.camp_of("ben")[1]) == ((0, 1, 0, 2), 0)


def test_dealer_looks_at_the_relics_where_they_are_known():
    evening = acting("dealer", known="home relics")
    evening.ability("a_idle")
    before = set(evening.secret("ann")["camp_relics"])
    while evening.at == "relics":
        evening.say(**evening.legal()[0])
    for _ in range(2):
        evening.say(**evening.legal("keep")[0])
    assert len(set(evening.secret("ann")["camp_relics"]) - before) == 2


def test_provocateur_keeps_somebody_off_after_the_action():
    evening = acting("provocateur", team="idle t1 t2").camp("ben", white=3)
    assert evening.uses == []
    evening.load("bank")
    if evening.at == "turn":
        evening.ability("a_idle")
    evening.say("person", seat="ben")
    assert len(evening.legal("option")) == 2
    evening.say("option", n=2)
    evening.until("turn", "ben")
    assert "ann" in evening.facts["deserted"]
    assert "ann" not in evening.raids


def test_hammer_is_stronger_against_the_leader():
    relics = {"r01": {"effects": does("hammer")}}
    evening = KrysisTable(2, "home relics", relics=relics)
    evening.teams(ann="f1 f2 t1", ben="f1 f2 f3").until("turn", "ann").camp("ann", relics=["r01"])
    evening.say("use", relic="r01")
    evening.correct({"fact": "vp", "seat": "ann", "value": 1})
    assert evening.raids == []
    evening.correct({"fact": "vp", "seat": "ben", "value": 5})
    assert evening.raids == ["ben"]


@pytest.mark.parametrize(("torn", "left"), [(True, 1), (False, 2)])
def test_sack_tears_if_the_table_says_so(torn: bool, left: int):
    evening = KrysisTable(2, "home relics", relics={"r13": {"effects": does("sack")}})
    evening.teams(ann="t1 t2 t3", ben="f1 f2 f3").until("turn", "ann").camp("ann", relics=["r13"], white=2)
    white = evening.home_of("ann")[2]
    evening.say("use", relic="r13")
    evening.load("home", white=2)
    evening.say("holds", holds=torn)
    assert evening.home_of("ann")[2] == white + left


def test_shield_is_told_when_its_owner_is_raided():
    evening = KrysisTable(2, "home relics", relics={"r01": {"effects": does("shield")}})
    evening.teams(ann="t1 t2 t3", ben="f1 f2 f3").until("turn", "ann").camp("ann", relics=["r01"])
    evening.say("use", relic="r01")
    evening.overtime()
    played = evening.raid("ann", "camp")
    assert "Show an agent of your hand first." in [todo.text for todo in played.instructions]


def final(relics: dict[str, Any] | None = None, options: dict[str, str] | None = None, **made: Any) -> KrysisTable:
    """The end of the fifth round, with known homes."""
    chosen = {"missions": "on", **(options or {})}
    evening = KrysisTable(2, "home relics missions", chosen, relics=relics or {}, **made)
    while evening.at == "missions":
        evening.say(**evening.legal()[0])
    return evening.until("turn", round=5)


def test_ledger_stands_for_another_relic():
    ledger = {"kind": "other", "id": "r24", "set_type": "F", "effects": does("ledger")}
    made = {"r24": ledger}
    evening = KrysisTable(2, "home relics", relics=made).until("turn", round=5)
    places = {"r01": "home:ann", "r07": "home:ann", "r24": "home:ann"}
    evening.correct(*[{"fact": "relic", "relic": relic, "value": at} for relic, at in places.items()])
    while evening.at != "over":
        evening.dull()
    assert evening.facts["result"]["scores"]["ann"]["relics"] >= 6


def test_ledger_in_the_camp_costs_points():
    ledger = {"kind": "other", "id": "r24", "set_type": "F", "effects": does("ledger")}
    evening = KrysisTable(2, "home relics", relics={"r24": ledger}).until("turn", round=5)
    evening.correct({"fact": "relic", "relic": "r24", "value": "camp:ann"})
    assert "r24" not in [answer.get("relic") for answer in evening.legal("use")]
    while evening.at != "over":
        evening.dull()
    assert evening.facts["result"]["scores"]["ann"]["relics"] == -2


MISSIONS = [{"id": name, "name": name.title(), "effects": does(name)} for name in ("balanced", "debt")]


@pytest.mark.parametrize(("red", "worth"), [(3, 10), (2, 0)])
def test_a_balanced_house(red: int, worth: int):
    evening = KrysisTable(2, "home missions", {"missions": "on"}, mission_cards=MISSIONS)
    evening.until("missions")
    evening.draw("balanced", "red")
    evening.until("turn", round=5)
    values = {"red": red, "blue": 3, "white": 3}
    evening.correct(*[{"fact": "home", "seat": "ann", "good": good, "value": n} for good, n in values.items()])
    while evening.at != "over":
        evening.dull()
    assert evening.facts["result"]["scores"]["ann"]["mission"] == worth


def test_a_debt_of_honour_is_asked_at_the_end():
    evening = KrysisTable(2, "home missions", {"missions": "on"}, mission_cards=MISSIONS)
    evening.until("missions")
    evening.draw("debt", "red")
    while evening.at != "condition":
        evening.dull()
    evening.say("holds", holds=True)
    assert evening.at == "over"
    assert evening.facts["result"]["scores"]["ann"]["mission"] == 10


@pytest.mark.parametrize(
    ("card", "ann", "ben"),
    [
        ("combat -2, others", 2, 0),
        ("combat -1, everybody", 1, 1),
        ("if red at least 1 then (combat +1 raiding, others)", 2, 3),
        ("speed -2, others; combat +1", 3, 2),
    ],
)
def test_a_card_of_one_team_counts_for_the_teams_of_others(card: str, ann: int, ben: int) -> None:
    idle = {"effects": PHRASES.read_list(card), "combat": 2, "speed": 0}
    evening = KrysisTable(2, "", {"advanced": "on"}, agents={"idle": idle, "thief": {"combat": 2}})
    evening.teams(ann="idle t1 t2", ben="thief t2 t3").until("turn", "ann")
    teams = evening.facts["teams"]
    assert (teams["ann"]["combat"], teams["ben"]["combat"]) == (ann, ben)
