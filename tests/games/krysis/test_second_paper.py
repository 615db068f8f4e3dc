"""A second twelve invented cards, written by somebody who had not seen what can be said.

``BY_HAND`` is the spy that swaps relics; ``IN_PART`` has a clause that hands do: a raider takes less. Crystals worth 8
are what overtime brings anyway, worth 6, and any that are worth 2.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.effects import ChooseOption
from companion.core.refusals import BadPack
from companion.games.krysis.content import SHEETS
from companion.games.krysis.state import always
from companion.games.krysis.words import against_words
from tests.games.krysis.box import crystals
from tests.games.krysis.helpers import KrysisTable
from tests.games.sentences import assert_said_in_both

ONE_HOME = "choose (carry home 1 red) or (carry home 1 blue) or (carry home 1 white) or ()"
UNO_A_CASA = "elegir (llevar a casa 1 rojo) o (llevar a casa 1 azul) o (llevar a casa 1 blanco) o ()"
PAPER = {
    "toll_collector": (
        'for each somebody (if "Is that camp deserted?" then (give 1 red, them) else (give 1 blue, them))',
        'por cada jugador a elegir (si "Is that camp deserted?" entonces (dar 1 rojo, cada uno) '
        "si no (dar 1 azul, cada uno))",
    ),
    "gatekeeper": (
        'combat +3 raided; when you are raided (note "The raider takes 1 good less.")',
        'combate +3 si te asaltan; cuando te asalten (nota "The raider takes 1 good less.")',
    ),
    "surveyor": ("for each round (gain 1 white)", "por cada ronda (ganar 1 blanco)"),
    "gem_cutter": (
        "for each red (choose (pay 1 red; gain 2 blue) or ())",
        "por cada cristal rojo (elegir (pagar 1 rojo; ganar 2 azules) o ())",
    ),
    "double_agent": (
        'note "Look at the relics of a camp; you may swap one for yours."',
        'nota "Look at the relics of a camp; you may swap one for yours."',
    ),
    "night_porter": (f"{ONE_HOME}; {ONE_HOME}", f"{UNO_A_CASA}; {UNO_A_CASA}"),
    "drill_lance": (
        "if weapons of target at least 1 then (combat +2)",
        "si arma boca arriba de el otro campamento al menos 1 entonces (combate +2)",
    ),
    "cargo_sled": ("when carried to the bank (VP +1)", "cuando se lleve al banco (PV +1)"),
    "singing_stone": (
        "; ".join(f"if red at least {n} then (combat +1)" for n in range(1, 5)),
        "; ".join(f"si cristal rojo al menos {n} entonces (combate +1)" for n in range(1, 5)),
    ),
    "sealed_urn": (
        "stands for any relic; when you work overtime (choose (gain 1 blue) or (gain 2 white))",
        "vale por cualquier reliquia; cuando hagas horas extra (elegir (ganar 1 azul) o (ganar 2 blancos))",
    ),
    "balanced_books": (
        'if "Have you most groups of three colours at home?" then (VP +10)',
        'si "Have you most groups of three colours at home?" entonces (PV +10)',
    ),
    "preferred_customer": (
        "if most vp of me at least 1 at most 1 then (VP +8)",
        "si jugador con más PV de tú al menos 1 como mucho 1 entonces (PV +8)",
    ),
}
BY_HAND, IN_PART = {"double_agent"}, {"gatekeeper"}
SET = {"kind": "other", "id": "r24", "set_type": "F"}


def does(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = SHEETS.phrases.read_list(PAPER[name][0])
    return found


@pytest.mark.parametrize("name", PAPER)
def test_each_card_is_one_sentence_in_both_languages(name: str) -> None:
    english, spanish = PAPER[name]
    assert_said_in_both(SHEETS, english, spanish)
    assert SHEETS.spoken("es").phrases.write_list(SHEETS.phrases.read_list(english)) == spanish
    assert "note" not in english or name in BY_HAND | IN_PART


def acting(card: str, round: int = 1, **fields: Any) -> KrysisTable:
    """Ann acts, with the agent of the paper in place of the idle one; all camps are empty."""
    made = {"idle": {"ability": None, "effects": does(card), "speed": 9, **fields}}
    evening = KrysisTable(3, "", {"advanced": "on"}, agents=made)
    if round > 1:
        evening.until("agent", round=round)
    evening.teams(ann="idle t1 t2", ben="t3 t4 t5", cat="t3 t4 t5").until("turn", "ann")
    for seat in ("ann", "ben", "cat"):
        evening.camp(seat)
    return evening


@pytest.mark.parametrize(("deserted", "left"), [(True, (0, 1, 0, 0)), (False, (1, 0, 0, 0))])
def test_the_toll_collector_takes_blue_or_red(deserted: bool, left: tuple[int, ...]):
    evening = acting("toll_collector").camp("ben", red=1, blue=1)
    evening.ability("a_idle")
    evening.say("person", seat="ben")
    evening.say("holds", holds=deserted)
    assert evening.camp_of("ben") == left


def test_the_gatekeeper_defends_and_tells():
    evening = KrysisTable(2, "", {"advanced": "on"}, agents={"idle": {"effects": does("gatekeeper"), "speed": 0}})
    evening.teams(ann="f1 f2 f3", ben="idle t2 t3").until("turn", "ann").camp("ben", white=1)
    assert (evening.facts["teams"]["ben"]["combat"], evening.facts["teams"]["ben"]["defence"]) == (1, 4)
    played = evening.raid("ben", "camp")
    assert "The raider takes 1 good less." in [todo.text for todo in played.instructions]


def test_the_surveyor_finds_one_for_each_level():
    """Miners go one level down each round."""
    evening = acting("surveyor", round=2)
    evening.ability("a_idle")
    assert evening.camp_of("ann") == (0, 0, evening.facts["round"], 0)


def test_the_gem_cutter_cuts_as_many_as_wanted():
    evening = acting("gem_cutter").camp("ann", red=3)
    evening.ability("a_idle")
    for n in (1, 2, 1):
        evening.say("option", n=n)
    assert (evening.camp_of("ann"), evening.at) == ((1, 4, 0, 0), "turn")


def test_the_double_agent_is_as_fast_as_the_camp_is_white():
    evening = acting("double_agent", speed={"per": "white", "times": 2}).camp("ann", white=3)
    assert "Look at the relics of a camp; you may swap one for yours." in [
        todo.text for todo in evening.ability("a_idle").instructions
    ]


def test_the_night_porter_carries_two_home_and_the_team_stays():
    evening = acting("night_porter", slots=crystals(white=2)).camp("ann", red=1, white=1)
    evening.ability("a_idle")
    evening.say("option", n=1)
    assert {answer["n"] for answer in evening.legal("option")} == {3, 4}
    evening.say("option", n=4)
    assert (evening.camp_of("ann"), evening.at) == ((0, 0, 1, 0), "turn")
    assert "ann" not in evening.facts["deserted"]


@pytest.mark.parametrize(("vp", "offered", "red"), [(1, True, 0), (5, True, 1)])
def test_a_condition_that_does_not_hold_takes_nothing_from_the_rest(vp: int, offered: bool, red: int):
    effects = SHEETS.phrases.read_list("gain 1 white; if vp at least 5 then (gain 1 red)")
    evening = KrysisTable(3, "", {"advanced": "on"}, agents={"idle": {"effects": effects, "speed": 9}})
    evening.teams(ann="idle t1 t2").until("turn", "ann").camp("ann")
    evening.correct({"fact": "vp", "seat": "ann", "value": vp})
    assert bool(evening.uses) is offered
    evening.ability("a_idle")
    assert evening.camp_of("ann") == (red, 0, 1, 0)


def able(effects: str) -> KrysisTable:
    """Ann acts, with an agent that does this; all camps are empty."""
    made = {"idle": {"ability": None, "effects": SHEETS.phrases.read_list(effects), "speed": 9}}
    evening = KrysisTable(3, "", {"advanced": "on"}, agents=made)
    evening.teams(ann="idle t1 t2", ben="t3 t4 t5", cat="t3 t4 t5").until("turn", "ann")
    for seat in ("ann", "ben", "cat"):
        evening.camp(seat)
    return evening


@pytest.mark.parametrize(("ben", "offered"), [(1, False), (2, True)])
def test_a_condition_on_one_of_several_does_not_add_them(ben: int, offered: bool):
    evening = able("if red of somebody at least 2 then (gain 1 white)").camp("ben", red=ben).camp("cat", red=1)
    assert bool(evening.uses) is offered
    if offered:
        evening.ability("a_idle")
        evening.say("person", seat="ben")
        assert evening.camp_of("ann") == (0, 0, 1, 0)


@pytest.mark.parametrize(
    "effects", ["give 1 red, somebody", "lose 1 red, somebody", "for each somebody (give 1 red, them)",
                "for each somebody (lose 1 red, them)"],
)  # fmt: skip
def test_only_those_who_have_it_are_asked_for_something(effects: str):
    evening = able(effects).camp("cat", red=1)
    evening.ability("a_idle")
    assert evening.camp_of("cat")[0] == 0, "a single one is not asked for"
    assert evening.at == "turn"


@pytest.mark.parametrize(
    ("effects", "combat"),
    [
        ("if red of somebody at least 2 then (combat +1)", 0),
        ("if red of somebody at least 1 then (combat +1)", 1),
        ("for each red of somebody (combat +1)", 1),
        ("for each others (if red of them at least 1 then (combat +1))", 2),
        ("for each somebody (combat +1)", 1),
    ],
)
def test_what_always_counts_does_not_add_several_people(effects: str, combat: int):
    evening = able(effects).camp("ben", red=1).camp("cat", red=1)
    state = evening.table.state
    assert sum(one.n for one in always(state, "ann")) == combat


@pytest.mark.parametrize(("red", "offered"), [(1, False), (2, True)])
def test_for_every_second_one_there_must_be_two(red: int, offered: bool):
    assert bool(able("for each 2 red (VP +1)").camp("ann", red=red).uses) is offered


@pytest.mark.parametrize(
    ("effects", "red", "offered"),
    [
        ("pay 1 red; pay 1 red; VP +1", 1, False),
        ("pay 1 red; pay 1 red; VP +1", 2, True),
        ("carry home 1 red; carry home 1 red", 1, False),
        ("pay 1 red; choose (pay 1 red) or (pay 1 white)", 1, False),
        ("pay 1 red; choose (pay 1 red) or ()", 1, True),
        ("pay 1 red; if red at least 1 then (pay 1 red)", 1, True),
    ],
)
def test_prices_add_up(effects: str, red: int, offered: bool):
    assert bool(able(effects).camp("ann", red=red).uses) is offered


def test_what_is_paid_comes_before_everything_else_but_what_always_counts():
    assert able("speed +2; pay 1 red; gain 1 white").camp("ann", red=1).uses
    with pytest.raises(BadPack, match="what is paid must come before everything else"):
        able("gain 1 red; pay 1 red")


def test_what_only_counts_is_no_ability():
    effects = SHEETS.phrases.read_list(
        "if white at least 1 then (combat +1) else (combat -1); for each white (speed +1)"
    )
    evening = KrysisTable(3, "", {"advanced": "on"}, agents={"idle": {"effects": effects, "speed": 9}})
    evening.teams(ann="idle t1 t2").until("turn", "ann").camp("ann", white=1)
    assert evening.uses == []


@pytest.mark.parametrize(("relic", "combat"), [("r01", 6), ("r13", 4)])
def test_the_drill_lance_looks_at_the_other_weapon(relic: str, combat: int):
    """Without its clause it would be 4 against 4."""
    made = {"relics": {"r02": {"combat": 2, "effects": does("drill_lance")}}, "agents": {"t9": {"speed": 9}}}
    evening = KrysisTable(2, "home relics", **made)
    evening.teams(ann="f1 t1 t2", ben="f1 t9 t3").until("turn", "ben").camp("ben", relics=[relic])
    evening.say("use", relic=relic)
    evening.overtime()
    evening.until("turn", "ann").camp("ann", relics=["r02"])
    evening.say("use", relic="r02")
    defence = evening.facts["teams"]["ben"]["defence"]
    assert against_words(evening.table.state, "ben") == f"{combat} > {defence}"
    assert evening.raids == ["ben"]


@pytest.mark.parametrize(("effects", "vp"), [(does("cargo_sled"), 7), ([], 6)])
def test_the_cargo_sled_carries_and_is_paid_at_the_bank(effects: list[Any], vp: int):
    """The bank pays 2 for each of three crystals (R-KR-48)."""
    sled = {"slots": crystals(1, 0, 2), "effects": effects}
    evening = KrysisTable(2, "home relics", relics={"r13": sled})
    evening.teams(ann="f1 f2 f3").until("turn", "ann").camp("ann", relics=["r13"], red=1, white=2)
    evening.say("use", relic="r13")
    evening.load("bank", red=1, white=2)
    assert evening.facts["vp"]["ann"] == vp


@pytest.mark.parametrize(("red", "combat"), [(0, 2), (3, 5), (4, 6), (6, 6)])
def test_the_singing_stone_sings_up_to_four(red: int, combat: int):
    evening = KrysisTable(2, "home relics", relics={"r01": {"combat": 0, "effects": does("singing_stone")}})
    evening.teams(ann="f1 t2 t3").until("turn", "ann").camp("ann", relics=["r01"], red=red)
    evening.say("use", relic="r01")
    assert evening.facts["teams"]["ann"]["combat"] == combat


# At the end.


def scores(evening: KrysisTable, *holds: bool) -> dict[str, Any]:
    """The rest of the game without events; conditions are answered in turn."""
    answers = list(holds)
    while evening.at != "over":
        if evening.at == "condition":
            evening.say("holds", holds=answers.pop(0))
        else:
            evening.dull()
    assert not answers
    found: dict[str, Any] = evening.facts["result"]["scores"]["ann"]
    return found


@pytest.mark.parametrize(("n", "more"), [(1, (1, 0)), (2, (0, 2))])
def test_the_sealed_urn_is_turned_over_for_overtime(n: int, more: tuple[int, int]):
    evening = KrysisTable(2, "home relics", relics={"r24": SET | {"effects": does("sealed_urn")}})
    evening.teams(ann="f1 t1 t2").until("turn", "ann").camp("ann", relics=["r24"])
    evening.say("use", relic="r24")
    assert evening.table.scene().order is not None
    evening.say("overtime", crystals=crystals(red=2))
    evening.say("option", n=n)
    assert evening.camp_of("ann") == (2, *more, 0)


def test_a_relic_for_the_end_is_not_turned_over():
    effects = SHEETS.phrases.read_list("stands for any relic; when in the camp at the end (VP -2)")
    evening = KrysisTable(2, "home relics", relics={"r24": SET | {"effects": effects}})
    evening.teams(ann="f1 t1 t2").until("turn", "ann").camp("ann", relics=["r24"])
    assert evening.legal("use") == []


def test_the_sealed_urn_is_any_relic_at_home():
    evening = KrysisTable(2, "home relics", relics={"r24": SET | {"effects": does("sealed_urn")}})
    evening.until("turn", round=5)
    places = {"r01": "home:ann", "r07": "home:ann", "r24": "home:ann"}
    evening.correct(*[{"fact": "relic", "relic": relic, "value": at} for relic, at in places.items()])
    assert scores(evening)["relics"] >= 6


MISSIONS = [
    {"id": name, "name": name.title(), "effects": does(name)} for name in ("balanced_books", "preferred_customer")
]


def last_round(mission: str) -> KrysisTable:
    """The fifth round; Ann has this mission."""
    evening = KrysisTable(2, "home missions", {"missions": "on"}, mission_cards=MISSIONS).until("missions")
    evening.draw(mission, "red")
    return evening.until("turn", round=5)


@pytest.mark.parametrize(("holds", "worth"), [(True, 10), (False, 0)])
def test_balanced_books_are_asked_about_at_the_end(holds: bool, worth: int):
    assert scores(last_round("balanced_books"), holds)["mission"] == worth


@pytest.mark.parametrize(("ben", "worth"), [(4, 8), (5, 0), (6, 0)])
def test_the_preferred_customer_is_ahead_before_homes_are_counted(ben: int, worth: int):
    evening = last_round("preferred_customer")
    evening.correct({"fact": "vp", "seat": "ann", "value": 5}, {"fact": "vp", "seat": "ben", "value": ben})
    evening.correct({"fact": "home", "seat": "ben", "good": "red", "value": 9})
    assert scores(evening)["mission"] == worth


def test_a_computer_player_answers_what_a_card_asks():
    evening = acting("gem_cutter").camp("ann", red=1)
    evening.ability("a_idle")
    advised = evening.table.game.player.advise(evening.table.state, list(evening.table.legal() or []), lambda: 0.0)
    assert advised == ChooseOption(1)
