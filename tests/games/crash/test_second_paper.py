"""A second twelve invented upgrades, written by somebody who had not seen what can be said; none is by hand altogether.

``IN_PART`` are those with a clause that hands do.
"""

from __future__ import annotations

import pytest

from companion.games.crash.content import SHEETS, Range
from companion.games.crash.rules.upgrades import passive
from tests.games.crash.helpers import CrashTable, told
from tests.games.sentences import assert_said_in_both

PAPER = {
    "butterfly_net": ("end_of_turn", "pick up crew 1 square away", "recoger tripulante a 1 casilla"),
    "squeaky_brakes": (
        "start_of_turn",
        "card 2 flies -1 squares; card 3 flies -1 squares",
        "carta 2 vuela -1 casillas; carta 3 vuela -1 casillas",
    ),
    "insurance": ("robbed", "gain 1 energy 1 booster", "ganar 1 energía 1 potenciador"),
    "billiard_hull": ("hit", "deflect push", "desviar empujón"),
    "second_thoughts": (
        "start_of_turn",
        'pay 1 energy; note "Fly in any direction."',
        'pagar 1 energía; nota "Fly in any direction."',
    ),
    "emergency_tank": (
        "end_of_turn",
        "if boosters at most 0 then (gain 1 booster)",
        "si potenciadores como mucho 0 entonces (ganar 1 potenciador)",
    ),
    "parking_assistant": (
        "placement",
        'note "Roll again, and say the result that you choose."; reroll',
        'nota "Roll again, and say the result that you choose."; volver a tirar',
    ),
    "sticky_fingers": (
        "rival_crash",
        'if "Do you steal crew?" then (gain 1 energy)',
        'si "Do you steal crew?" entonces (ganar 1 energía)',
    ),
    "lead_ballast": (
        "collision",
        'brake push to 2; note "Accelerators do not affect you."',
        'frenar empujón a 2; nota "Accelerators do not affect you."',
    ),
    "slow_and_steady": (
        "end_of_round",
        "if probe of me at least 1 then (choose (gain 1 energy) or (gain 1 booster))",
        "si platillos con la sonda de tú al menos 1 entonces (elegir (ganar 1 energía) o (ganar 1 potenciador))",
    ),
    "crew_exchange": (
        "end_of_turn",
        'note "Return an extra crew of yours to the lost crew."; place 1 lost crew',
        'nota "Return an extra crew of yours to the lost crew."; colocar 1 de la tripulación perdida',
    ),
    "turbo_valve": (
        "spend",
        "choose (boost flies +1 square) or (boost flies -1 squares)",
        "elegir (impulso vuela +1 casilla) o (impulso vuela -1 casillas)",
    ),
}
IN_PART = {"second_thoughts", "parking_assistant", "lead_ballast", "crew_exchange"}
UPGRADES = {name: (timing, SHEETS.phrases.read_list(english)) for name, (timing, english, _) in PAPER.items()}


@pytest.mark.parametrize("name", PAPER)
def test_each_card_is_one_sentence_in_both_languages(name: str) -> None:
    _, english, spanish = PAPER[name]
    assert_said_in_both(SHEETS, english, spanish)
    assert SHEETS.spoken("es").phrases.write_list(SHEETS.phrases.read_list(english)) == spanish
    assert ("note" in english) is (name in IN_PART)


def game(*owned: str, rows=None, light: bool = False, **there) -> CrashTable:
    """Red's first turn, with these cards on its mat, far from the others."""
    house = {"follow": "light"} if light else {}
    table = CrashTable(3, rows or ("........",) * 4, upgrades=UPGRADES, **house)
    if light:
        return table.until("card", "red").own("red", *owned)
    return table.turn(**{"red": "c4r2", "blue": "c1r1", "yellow": "c8r4"} | there).own("red", *owned)


def again(*owned: str, what: str = "start_of_turn") -> CrashTable:
    """Red's next turn, from its first window on."""
    table = game(*owned).tokens("red", energy=1)
    table.until("ready", round=2).put(red="c4r2", blue="c1r1", yellow="c8r4")
    return table.until(what, "red")


def test_butterfly_net_after_the_move():
    table = game("butterfly_net").crew(red_doctor="c6r3", blue_doctor="c7r4")
    table.card("2", "east")
    table.until("end_of_turn").say("use", upgrade="butterfly_net")
    assert table.saucer("red")["crew"] == ["red-doctor"]


@pytest.mark.parametrize(("card", "square", "tokens"), [("2", "c5r2", (0, 1)), ("3", "c6r2", (1, 0))])
def test_squeaky_brakes_shorten_one_turn_with_the_bonus(card: str, square: str, tokens: tuple[int, int]):
    table = again("squeaky_brakes").tokens("red")
    table.say("use", upgrade="squeaky_brakes")
    table.card(card, "east")
    assert (table.where("red"), table.stock("red")) == ([square], tokens)


def test_squeaky_brakes_are_not_used_unasked():
    table = again("squeaky_brakes")
    table.say("pass")
    table.card("2", "east")
    assert table.where("red") == ["c6r2"]


def test_squeaky_brakes_work_for_one_turn():
    table = again("squeaky_brakes")
    table.say("use", upgrade="squeaky_brakes")
    table.until("ready", round=3).put(red="c4r2", blue="c1r1", yellow="c8r4")
    table.until("start_of_turn", "red", 3).say("pass")
    table.card("2", "east")
    assert table.where("red") == ["c6r2"]


def test_squeaky_brakes_are_told_where_the_board_is_not_followed():
    table = game(light=True).own("red", "squeaky_brakes")
    table.until("start_of_turn", "red").say("use", upgrade="squeaky_brakes")
    assert any("card 3 flies 2 squares" in text for text in told(table.say("move", card="3")))


def test_insurance_pays_when_crew_is_stolen():
    table = game(blue="c8r2").own("blue", "insurance").crew(yellow_pilot="mat:blue").tokens("blue")
    table.put(red="c7r2", blue="c8r2", yellow="c8r4").card("3", "east")
    table.until("reward").say("steal", crew="yellow-pilot")
    assert (table.at, table.ask.who, table.ask.other) == ("robbed", "ben", "red")
    table.say("use", upgrade="insurance")
    assert table.stock("blue") == (1, 1)


def test_insurance_does_not_pay_for_energy():
    table = game(blue="c8r2").own("blue", "insurance").crew(yellow_pilot="mat:blue")
    table.put(red="c7r2", blue="c8r2", yellow="c8r4").card("3", "east")
    table.until("reward").say("energy")
    assert table.at != "robbed"


def test_billiard_hull_chooses_where_the_other_goes():
    table = game("billiard_hull", blue="c6r2")
    table.card("2", "east")
    table.say("use", upgrade="billiard_hull")
    assert (table.at, table.ask.who) == ("way", "ann")
    table.say("use", upgrade="billiard_hull", dir="south")
    assert (table.where("red"), table.where("blue")) == (["c6r2"], ["c6r4"])


def test_second_thoughts_cost_energy():
    table = again("second_thoughts")
    played = table.say("use", upgrade="second_thoughts")
    assert "Fly in any direction." in told(played)
    assert (table.stock("red")[0], table.at) == (0, "card")


@pytest.mark.parametrize(("boosters", "left"), [(0, 1), (1, None)])
def test_emergency_tank_fills_an_empty_one(boosters: int, left: int | None):
    table = game("emergency_tank").tokens("red", boosters=boosters)
    table.card("0-5", distance=0)
    if table.at == "boost":
        table.say("pass")
    assert (table.at == "end_of_turn") is (left is not None)
    if left is not None:
        table.say("use", upgrade="emergency_tank")
        assert table.stock("red")[1] == left


def test_parking_assistant_rolls_again():
    table = game("parking_assistant")
    table.until("ready").put(red=None, blue="c1r1", yellow="c8r4")
    table.until("placement", "red").roll(12)
    table.say("use", upgrade="parking_assistant")
    table.roll(3)
    assert table.where("red") == [table.site(3)]


@pytest.mark.parametrize(("steals", "energy"), [(True, 2), (False, 1)])
def test_sticky_fingers_take_energy_besides_crew(steals: bool, energy: int):
    """The third one is of card 3 itself."""
    table = game("sticky_fingers").crew(yellow_pilot="mat:blue").tokens("red")
    table.put(red="c7r2", blue="c8r2", yellow="c8r4").card("3", "east")
    table.until("rival_crash").say("use", upgrade="sticky_fingers")
    table.say("holds", holds=steals)
    assert (table.at, table.stock("red")[0]) == ("reward", energy)


def test_lead_ballast_stops_after_two():
    table = game(blue="c5r2").own("blue", "lead_ballast")
    table.card("3", "east")
    table.say("use", upgrade="lead_ballast")
    assert table.where("blue") == ["c7r2"]


@pytest.mark.parametrize(("holder", "offered"), [("ann", True), ("ben", False)])
def test_slow_and_steady_is_for_the_probe(holder: str, offered: bool):
    table = game("slow_and_steady").tokens("red")
    table.correct({"fact": "probe", "value": holder})
    while table.facts["round"] == 1 and table.at != "end_of_round":
        table.dull()
    assert (table.at == "end_of_round") is offered
    if offered:
        table.say("use", upgrade="slow_and_steady")
        table.say("option", n=2)
        assert table.stock("red")[1] == 1


def test_crew_exchange_places_another_one():
    table = game("crew_exchange")
    table.card("0-5", distance=0)
    before = len(table.facts["crew_on_board"])
    table.until("end_of_turn").say("use", upgrade="crew_exchange")
    if table.at == "crew":
        table.say(**table.legal()[0])
    table.roll(5)
    assert len(table.facts["crew_on_board"]) == before + 1


@pytest.mark.parametrize(("n", "square"), [(1, "c7r2"), (2, "c5r2"), (None, "c6r2")])
def test_turbo_valve_changes_a_boost(n: int | None, square: str):
    table = game("turbo_valve").tokens("red", boosters=1)
    table.card("0-5", "west", 2)
    table.say("boost", dir="east")
    table.put(red="c4r2", blue="c1r1", yellow="c8r4")
    if n is None:
        table.say("pass")
    else:
        table.say("use", upgrade="turbo_valve")
        table.say("option", n=n)
    assert (table.where("red"), table.stock("red")[1]) == ([square], 0)


def test_turbo_valve_is_told_where_the_board_is_not_followed():
    table = game("turbo_valve", light=True).tokens("red", boosters=1)
    table.say("move", card="2")
    table.until("boost").say("boost")
    table.say("use", upgrade="turbo_valve")
    assert any("boost flies +1 square" in text for text in told(table.say("option", n=1)))


def with_upgrade(said: str, timing: str = "start_of_turn") -> CrashTable:
    """Red's turn, with an upgrade that does this; blue and yellow are on the board."""
    table = CrashTable(upgrades={"does": (timing, SHEETS.phrases.read_list(said))})
    return table.turn(red="c4r2", blue="c1r1", yellow="c8r4").own("red", "does")


@pytest.mark.parametrize(
    "said", ["give 1 energy, somebody", "lose 1 energy, somebody", "for each somebody (lose 1 energy, them)"]
)
def test_only_those_who_have_it_are_asked_for_something(said: str):
    table = with_upgrade(said, "end_of_turn").tokens("blue").tokens("yellow", energy=1)
    table.card("2", "east")
    table.until("end_of_turn").say("use", upgrade="does")
    assert table.stock("yellow") == (0, 0), "a single one is not asked for"


@pytest.mark.parametrize(
    ("said", "most"),
    [
        ("if energy of somebody at least 2 then (range up to 7)", 0),
        ("if energy of somebody at least 1 then (range up to 7)", 7),
        ("if energy of most energy at least 2 then (range up to 7)", 0),
        ("for each others (if energy of them at least 1 then (range up to 7))", 7),
    ],
)
def test_what_always_counts_does_not_add_several_people(said: str, most: int):
    table = with_upgrade(said, "passive").tokens("red").tokens("blue", energy=1).tokens("yellow", energy=1)
    assert max((one.max for one in passive(table.table.state, "red", Range)), default=0) == most
