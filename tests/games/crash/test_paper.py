"""Twelve upgrades that somebody invented on paper: each is said in a sentence in both languages, and then done."""

from __future__ import annotations

import pytest

from companion.games.crash.content import SHEETS
from tests.games.crash.helpers import CrashTable
from tests.games.sentences import assert_said_in_both

PAPER = {
    "side_thruster": ("start_of_turn", "move 1 square", "mover 1 casilla"),
    "rubber_hull": ("collision", "deflect push, not back", "desviar empujón, no hacia atrás"),
    "recycler": (
        "spend",
        "roll placement: 9-12 (gain 1 energy), 1 (lose 1 booster)",
        "tirar dado de colocación: 9-12 (ganar 1 energía), 1 (perder 1 potenciador)",
    ),
    "tractor_beam": (
        "end_of_turn",
        "choose (pay 1 energy; pick up own crew 1 square away) or (pick up other crew 1 square away)",
        "elegir (pagar 1 energía; recoger tripulante de tu color a 1 casilla) o "
        "(recoger tripulante de otro color a 1 casilla)",
    ),
    "loaded_die": (
        "placement",
        "choose (die +1) or (die -1) or (pay 1 energy; reroll)",
        "elegir (dado +1) o (dado -1) o (pagar 1 energía; volver a tirar)",
    ),
    "safety_net": ("crash", "keep crew; turn card over", "conservar tripulación; dar la vuelta a la carta"),
    "pirate_antenna": (
        "end_of_round",
        "if fewest seated of me at least 1 at most 1 then (choose (gain 2 boosters) or "
        '(note "Look at the top 3 upgrades and put them back."))',
        "si platillos con menos posicionados de tú al menos 1 como mucho 1 entonces (elegir (ganar 2 potenciadores) o "
        '(nota "Look at the top 3 upgrades and put them back."))',
    ),
    "ghost_phase": (
        "passive",
        "fly through first saucer from 3 squares on",
        "atravesar el primer platillo desde 3 casillas",
    ),
    "toll_booth": (
        "rival_accelerator",
        "if in line of other at least 1 then (choose by other (give 1 energy, other) or (give 1 booster, other))",
        "si platillos de tu fila o columna de ese platillo al menos 1 entonces "
        "(elegir ese platillo (dar 1 energía, ese platillo) o (dar 1 potenciador, ese platillo))",
    ),
    "double_bunk": ("passive", "extra crew counts", "la tripulación adicional cuenta"),
    "change_of_plan": (
        "planning",
        "if last of me at least 1 then (pay 2 boosters) else (pay 1 booster); "
        'note "Play another card in the same direction."',
        "si últimos de la ronda de tú al menos 1 entonces (pagar 2 potenciadores) si no (pagar 1 potenciador); "
        'nota "Play another card in the same direction."',
    ),
    "crew_swap": (
        "start_of_turn",
        "for each one near or in line (swap crew, them; gain 1 energy, them); gain 1 energy",
        "por cada uno a elegir contiguo o de tu fila o columna (cambiar tripulantes, cada uno; "
        "ganar 1 energía, cada uno); ganar 1 energía",
    ),
}
UPGRADES = {name: (timing, SHEETS.phrases.read_list(english)) for name, (timing, english, _) in PAPER.items()}


@pytest.mark.parametrize("name", PAPER)
def test_each_card_is_one_sentence_in_both_languages(name: str) -> None:
    _, english, spanish = PAPER[name]
    assert_said_in_both(SHEETS, english, spanish)


def game(*owned: str, rows=None, **there) -> CrashTable:
    """Red's first turn, with these cards on its mat, far from the others."""
    table = CrashTable(3, rows or ("........",) * 4, upgrades=UPGRADES)
    places = {"red": "c4r2", "blue": "c1r1", "yellow": "c8r4"} | there
    return table.turn(**places).own("red", *owned)


def again(table: CrashTable, what: str, **there) -> CrashTable:
    """Red's next turn, at a window."""
    table.until("ready", round=2).put(**{"red": "c4r2", "blue": "c1r1", "yellow": "c8r4"} | there)
    return table.until(what, "red")


def test_side_thruster():
    table = again(game("side_thruster"), "start_of_turn")
    table.say("use", upgrade="side_thruster", dir="north")
    assert (table.where("red"), table.at) == (["c4r1"], "card")


def test_rubber_hull_never_goes_back():
    table = game(blue="c6r2").own("blue", "rubber_hull")
    table.card("2", "east")
    assert table.uses == [("rubber_hull", "north"), ("rubber_hull", "south")]
    table.say("use", upgrade="rubber_hull", dir="south")
    assert table.where("blue") == ["c6r4"]


@pytest.mark.parametrize(("face", "left"), [(9, (1, 1)), (12, (1, 1)), (5, (0, 1)), (1, (0, 0))])
def test_recycler_rolls_whenever_a_booster_is_spent(face: int, left: tuple[int, int]):
    table = game("recycler").tokens("red", boosters=2)
    table.card("0-5", "east", 1)
    table.say("boost", dir="west")
    table.say("use", upgrade="recycler")
    assert (table.at, table.ask.who, table.ask.rule) == ("placement", "ann", "R-CG-68")
    table.roll(face)
    assert table.stock("red") == left


def test_tractor_beam_costs_energy_for_the_own_colour():
    table = game("tractor_beam").tokens("red", energy=0).crew(red_pilot="c4r1", blue_doctor="c5r2", red_doctor="c6r2")
    table.card("0-5", distance=0)
    table.say("use", upgrade="tractor_beam")
    assert "blue-doctor" in table.saucer("red")["crew"]


def test_tractor_beam_needs_crew_near():
    table = game("tractor_beam").crew(red_doctor="c6r2")
    table.card("0-5", distance=0)
    assert table.facts["turn"]["who"] == "ben"


def test_loaded_die_counts_one_more_or_rolls_again():
    table = game("loaded_die").tokens("red", energy=1)
    table.until("ready").put(red=None, blue="c1r1", yellow="c8r4")
    table.until("placement", "red")
    table.roll(12)
    table.say("use", upgrade="loaded_die")
    assert [answer["n"] for answer in table.legal("option")] == [1, 2, 3]
    table.say("option", n=1)
    assert table.where("red") == [table.site(1)]


def test_loaded_die_rolls_again_for_energy():
    table = game("loaded_die").tokens("red", energy=1)
    table.until("ready").put(red=None, blue="c1r1", yellow="c8r4")
    table.until("placement", "red")
    table.roll(12)
    table.say("use", upgrade="loaded_die")
    table.say("option", n=3)
    assert (table.at, table.stock("red")[0]) == ("placement", 0)
    table.roll(3)
    assert table.where("red") == [table.site(3)]


def test_safety_net_sleeps_until_the_next_round():
    table = game("safety_net").crew(blue_doctor="mat:red", blue_pilot="mat:red")
    table.put(red="c1r1", blue="c5r4", yellow="c8r4").card("2", "west")
    played = table.say("use", upgrade="safety_net")
    assert [todo.piece for todo in played.instructions if todo.verb == "flip"] == ["upgrade:safety_net"]
    assert table.facts["asleep"] == ["safety_net"]
    assert len(table.saucer("red")["crew"]) == 2
    table.until("ready", round=2)
    assert "asleep" not in table.facts


@pytest.mark.parametrize(("crew", "offered"), [("red_pilot", False), ("blue_pilot", True)])
def test_pirate_antenna_is_for_the_poorest_alone(crew: str, offered: bool):
    table = game("pirate_antenna").crew(**{crew: "mat:blue", "yellow_pilot": "mat:yellow", "yellow_doctor": "mat:red"})
    if offered:
        table.crew(yellow_doctor="lost")
    else:
        table.crew(yellow_doctor="mat:red")
    while table.facts["round"] == 1 and table.at != "end_of_round":
        table.dull()
    assert (table.at == "end_of_round") is offered
    if offered:
        table.say("use", upgrade="pirate_antenna")
        table.say("option", n=1)
        assert table.stock("red")[1] == 2


def test_ghost_phase_flies_through_one_saucer_and_stops_before_it():
    table = game("ghost_phase", blue="c5r2")
    table.card("3", "east")
    assert (table.where("red"), table.where("blue")) == (["c7r2"], ["c5r2"])


def test_ghost_phase_stops_before_a_saucer():
    table = game("ghost_phase", blue="c7r2")
    table.card("3", "east")
    assert (table.where("red"), table.where("blue")) == (["c6r2"], ["c7r2"])


@pytest.mark.parametrize(("energy", "asked"), [(0, False), (1, True)])
def test_toll_booth_takes_what_the_other_one_chooses(energy: int, asked: bool):
    table = CrashTable(3, ("........", ".....*..", "........", "........"), upgrades=UPGRADES)
    table.turn(red="c4r2", blue="c1r2", yellow="c8r4").own("blue", "toll_booth").tokens("red", energy=energy)
    table.card("2", "east")
    assert (table.at, table.ask.who, table.ask.other) == ("rival_accelerator", "ben", "red")
    table.say("use", upgrade="toll_booth")
    assert (table.at == "effect") is asked
    if asked:
        assert table.ask.who == "ann"
        table.say("option", n=2)
    assert (table.stock("red"), table.stock("blue")[1], table.at) == ((energy, 0), 1, "direction")


def test_toll_booth_out_of_line_takes_nothing():
    table = CrashTable(3, ("........", ".....*..", "........", "........"), upgrades=UPGRADES)
    table.turn(red="c4r2", blue="c1r1", yellow="c8r4").own("blue", "toll_booth")
    table.card("2", "east")
    assert table.at == "direction"


@pytest.mark.parametrize(("owned", "may"), [((), False), (("double_bunk",), True)])
def test_double_bunk_counts_when_crew_is_stolen(owned: tuple[str, ...], may: bool):
    """Blue, with two of a type, is as good as red with two types."""
    table = game(red="c4r2", blue="c8r2").own("blue", *owned)
    table.crew(red_pilot="mat:red", red_doctor="mat:red", yellow_pilot="mat:blue", blue_pilot="mat:blue")
    table.put(red="c7r2", blue="c8r2", yellow="c8r4").card("3", "east")
    table.until("reward")
    assert bool(table.legal("steal")) is may


def test_change_of_plan_costs_the_last_one_two():
    table = game("change_of_plan").tokens("red", boosters=1)
    table.until("rotation").roll("cw")
    assert table.at == "planning"
    table.say("use", upgrade="change_of_plan")
    assert table.stock("red")[1] == 0


def test_change_of_plan_is_too_dear_for_the_last_one():
    table = game("change_of_plan").tokens("red", boosters=1)
    table.until("rotation")
    table.correct({"fact": "probe", "value": "ben"})
    table.roll("cw")
    assert table.at != "planning"


def test_crew_swap_asks_both_and_brings_energy_to_both():
    table = game("crew_swap")
    table.crew(blue_pilot="mat:red", red_pilot="mat:blue", yellow_doctor="mat:blue", red_doctor="mat:yellow")
    again(table, "start_of_turn", blue="c4r4", yellow="c5r2")
    table.say("use", upgrade="crew_swap")
    assert [answer["saucer"] for answer in table.legal("saucer")] == ["blue", "yellow"]
    table.say("saucer", saucer="blue")
    assert (table.at, table.ask.who) == ("swap", "ben")
    table.say("crew", crew="yellow-doctor")
    assert set(table.saucer("red")["crew"]) == {"yellow-doctor"}
    assert set(table.saucer("blue")["crew"]) == {"blue-pilot", "red-pilot"}
    assert (table.stock("red")[0], table.stock("blue")[0]) == (2, 2)


def test_where_the_board_is_not_followed_people_say_what_is_near():
    table = CrashTable(3, upgrades=UPGRADES, follow="light").until("card", "red").own("red", "tractor_beam")
    table.say("move", card="2")
    there = list(table.facts["crew_on_board"])
    table.until("end_of_turn").say("use", upgrade="tractor_beam")
    if table.at == "effect":
        table.say("option", n=2)
    if table.at == "pick_one":
        assert {answer["crew"] for answer in table.legal("picked")} <= set(there)
        table.say(**table.legal("picked")[0])
    assert set(table.saucer("red")["crew"]) & set(there)
