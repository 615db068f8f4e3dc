"""Corrections: every fact, its limits, and games that go on from where they were (WIRE.md, "Corrections")."""

from __future__ import annotations

from random import Random

import pytest

from companion.chance.dealer import Dealer
from companion.core.refusals import Refused
from companion.table.table import Table
from tests.games.crash.chaos import random_box
from tests.games.crash.helpers import GAME, CrashTable, loaded, op

UPGRADES = {
    "anchor": ("collision", [op("brake", max=1)]),
    "jets": ("start_of_turn", [op("move", distance=1)]),
    "sip": ("start_of_turn", [op("gain", boosters=1)]),
}
ROWS = ["........", "...*....", "........", "........"]


def game(players=3, **house):
    """Red's card; red, blue and yellow at the left edge."""
    table = CrashTable(players, ROWS, UPGRADES, **house)
    return table.turn(red="c1r1", blue="c1r3", yellow="c1r4").tokens("red")


GOOD = [
    ({"fact": "saucer", "saucer": "blue", "value": "c5r1"}, lambda f: f["saucers"]["blue"]["at"], "c5r1"),
    ({"fact": "saucer", "saucer": "blue", "value": None}, lambda f: f["saucers"]["blue"]["at"], None),
    ({"fact": "crew", "crew": "red-pilot", "value": "mat:blue"}, lambda f: f["saucers"]["blue"]["crew"], ["red-pilot"]),
    ({"fact": "crew", "crew": "red-doctor", "value": "square:c5r1"},
     lambda f: f["crew_on_board"], {"red-doctor": "c5r1"}),
    ({"fact": "crew", "crew": "red-doctor", "value": "lost"}, lambda f: "red-doctor" in f["lost"]["doctor"], True),
    ({"fact": "energy", "saucer": "red", "value": 99}, lambda f: f["saucers"]["red"]["energy"], 99),
    ({"fact": "boosters", "saucer": "red", "value": 3}, lambda f: f["saucers"]["red"]["boosters"], 3),
    ({"fact": "upgrade", "upgrade": "u1", "value": "mat:red"}, lambda f: f["saucers"]["red"]["upgrades"], ["u1"]),
    ({"fact": "upgrade", "upgrade": "u1", "value": "discard"}, lambda f: f["discard"], ["u1"]),
    ({"fact": "upgrade", "upgrade": "u1", "value": "box"}, lambda f: f["box"], ["u1"]),
    ({"fact": "upgrade", "upgrade": "u1", "value": "deck"}, lambda f: f["deck"]["draw"], 23),
    ({"fact": "probe", "value": "cat"}, lambda f: f["probe"], "cat"),
    ({"fact": "crew_out", "value": 24}, lambda f: f["turn"]["crew_out"], 24),
    ({"fact": "crashed", "value": ["yellow", "blue"]}, lambda f: f["turn"]["crashed"], ["yellow", "blue"]),
    ({"fact": "tile", "slot": 1, "value": {"tile": "board", "rotation": 180}},
     lambda f: f["board"]["tiles"], [{"tile": "board", "rotation": 180}]),
    ({"fact": "markers", "value": ["east", "south", "west", "north"]},
     lambda f: list(f["board"]["markers"].values()), ["east", "south", "west", "north"]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "look", "found"), GOOD, ids=[str(change)[:70] for change, _, _ in GOOD])
def test_every_fact_can_be_set_and_hands_do_it(change, look, found):
    table = game()
    table.correct(change)
    assert look(table.facts) == found
    table.undo()
    table.redo()
    assert look(table.facts) == found


UNKNOWN = [
    {"fact": "weather", "value": 1}, {"fact": "saucer", "saucer": "orange", "value": None},
    {"fact": "saucer", "saucer": "red", "value": "c99r1"}, {"fact": "saucer", "saucer": "red", "value": "table"},
    {"fact": "crew", "crew": "pink-pilot", "value": "lost"},
    {"fact": "crew", "crew": "red-pilot", "value": "mat:orange"},
    {"fact": "crew", "crew": "red-pilot", "value": "board:table"},
    {"fact": "crew", "crew": "red-pilot", "value": "c1r1"},
    {"fact": "energy", "saucer": "pink", "value": 1}, {"fact": "upgrade", "upgrade": "u99", "value": "deck"},
    {"fact": "upgrade", "upgrade": "u1", "value": "mat:orange"}, {"fact": "upgrade", "upgrade": "u1", "value": "hand"},
    {"fact": "probe", "value": "zoe"}, {"fact": "crashed", "value": ["orange"]},
    {"fact": "tile", "slot": 2, "value": {"tile": "board", "rotation": 0}},
    {"fact": "tile", "slot": 1, "value": {"tile": "nowhere", "rotation": 0}},
    {"fact": "tile", "slot": 1, "value": {"tile": "board", "rotation": 45}},
    {"fact": "markers", "value": ["north", "east", "south", "up"]},
]  # fmt: skip

MALFORMED = [
    None, {}, {"fact": 3, "value": 1}, {"fact": "energy", "value": 1}, {"fact": "energy", "saucer": "red"},
    {"fact": "energy", "saucer": "red", "value": True}, {"fact": "energy", "saucer": "red", "value": "1"},
    {"fact": "probe", "seat": "ann", "value": "ben"}, {"fact": "probe", "value": None},
    {"fact": "saucer", "saucer": "red", "value": 3}, {"fact": "crashed", "value": "red"},
    {"fact": "tile", "slot": "1", "value": {"tile": "board", "rotation": 0}},
    {"fact": "tile", "slot": 1, "value": {"tile": "board"}}, {"fact": "tile", "slot": 1, "value": "board@0"},
    {"fact": "markers", "value": "north"}, {"fact": "crew_out", "value": 1.5},
]  # fmt: skip

ILLEGAL = [
    {"fact": "energy", "saucer": "red", "value": 100}, {"fact": "energy", "saucer": "red", "value": -1},
    {"fact": "boosters", "saucer": "red", "value": 100}, {"fact": "boosters", "saucer": "red", "value": -1},
    {"fact": "crew", "crew": "orange-pilot", "value": "lost"}, {"fact": "crew_out", "value": 25},
    {"fact": "crew_out", "value": -1}, {"fact": "crashed", "value": ["red", "red"]},
    {"fact": "saucer", "saucer": "red", "value": "c1r3"}, {"fact": "crew", "crew": "red-pilot", "value": "square:c1r1"},
    {"fact": "tile", "slot": 1, "value": {"tile": "board", "rotation": 90}},
    {"fact": "tile", "slot": 1, "value": {"tile": "spare1", "rotation": 0}},
    {"fact": "markers", "value": ["north", "north", "south", "west"]},
    {"fact": "markers", "value": ["north"]},
]  # fmt: skip


@pytest.fixture(scope="module")
def shared() -> CrashTable:
    """A table that refuses everything and so stays as it is."""
    return game()


@pytest.mark.parametrize("change", UNKNOWN, ids=str)
def test_names_that_do_not_exist_are_unknown(shared, change):
    shared.refuses_correction("unknown", change)


@pytest.mark.parametrize("change", MALFORMED, ids=str)
def test_missing_and_wrong_fields_are_malformed(shared, change):
    shared.refuses_correction("malformed", change)


@pytest.mark.parametrize("change", ILLEGAL, ids=str)
def test_limits_are_illegal(shared, change):
    shared.refuses_correction("illegal", change)


@pytest.mark.parametrize("change", [{"fact": "crew_out", "value": 1}, {"fact": "crashed", "value": []}])
def test_only_in_a_turn(change):
    CrashTable().until("ready").refuses_correction("illegal", change)


@pytest.mark.parametrize(
    "change", [{"fact": "tile", "slot": 1, "value": {"tile": "board", "rotation": 0}}, {"fact": "markers", "value": []}]
)
def test_there_is_no_board_in_light(change):
    CrashTable(follow="light").refuses_correction("illegal", change)


def test_in_light_everything_on_the_board_is_at_one_place():
    table = CrashTable(follow="light").until("card")
    table.set("saucer", None, saucer="red")
    table.set("crew", "board:table", crew="red-doctor")
    table.set("saucer", "table", saucer="red")
    table.refuses_correction("unknown", {"fact": "saucer", "saucer": "red", "value": "c1r1"})
    table.refuses_correction("unknown", {"fact": "crew", "crew": "red-pilot", "value": "square:c1r1"})
    assert table.facts["crew_on_board"]["red-doctor"] == "table"


def test_tiles_may_change_places_and_lie_once():
    """After the last change every tile lies once, in its pool and fitting; not before all are laid."""
    data = next(data for data in (random_box(Random(n)) for n in range(99)) if len(_same_pool(data)) == 2)
    table = Table(GAME, loaded(data), ["ann", "ben", "cat"], {}, dealer=Dealer("x"), clock=lambda: 0.0)
    tiles, (first, second) = table.facts()["board"]["tiles"], _same_pool(data)
    swap = [
        {"fact": "tile", "slot": first + 1, "value": tiles[second]},
        {"fact": "tile", "slot": second + 1, "value": tiles[first]},
    ]
    with pytest.raises(Refused):
        table.correct(swap[:1], "once")
    table.correct(swap, "swapped")
    assert table.facts()["board"]["tiles"][first] == tiles[second]
    asked = dict.fromkeys(GAME.rules.chance_items, "asked")
    early = Table(GAME, loaded(data), ["ann", "ben", "cat"], {}, chance=asked, clock=lambda: 0.0)
    with pytest.raises(Refused):
        early.correct(swap, "too early")


def _same_pool(data):
    """Two slots of the same shape and pool on the board for three, if there are any."""
    slots = data["layouts"]["3-4"]
    pairs = [
        (one, other)
        for other in range(len(slots))
        for one in range(other)
        if sorted(slots[one]["tile_pool"]) == sorted(slots[other]["tile_pool"])
        and (slots[one]["w"], slots[one]["h"]) == (slots[other]["w"], slots[other]["h"])
    ]
    return pairs[0] if pairs else ()


def test_a_drawn_upgrade_must_be_kept_or_discarded_first():
    table = game().tokens("red", energy=2).until("upgrade")
    table.say("upgrade")
    table.draw("u1", "u2")
    table.refuses_correction("illegal", {"fact": "upgrade", "upgrade": "u1", "value": "deck"})
    table.set("upgrade", "mat:red", upgrade="u3")
    assert table.at == "keep"


def test_a_corrected_upgrade_is_ready_at_once():
    """Wire: it leaves ``fresh``."""
    table = game(upgrades_per_turn="unlimited").tokens("red", energy=4).until("upgrade")
    table.say("upgrade")
    table.draw("u1", "u2")
    table.say("keep", upgrade="u1")
    assert table.facts["fresh"] == ["u1"]
    table.set("upgrade", "mat:red", upgrade="u1")
    assert table.facts["fresh"] == []


# In the middle of things.


@pytest.mark.rule("R-CG-39")
def test_a_pending_move_goes_on_from_where_the_saucer_is_now():
    """At a collision of the chain."""
    table = game().turn(red="c1r1", blue="c3r1", yellow="c1r4").own("blue", "anchor")
    table.card("3", "east")
    assert table.at == "collision"
    table.set("saucer", "c5r3", saucer="blue")
    table.say("pass")
    assert table.where("red", "blue") == ["c3r1", "c8r3"]


def test_a_pending_move_ends_if_its_saucer_is_off_the_board():
    table = game().turn(red="c1r1", blue="c3r1", yellow="c1r4").own("blue", "anchor")
    table.card("3", "east")
    table.set("saucer", None, saucer="blue")
    assert table.where("red", "blue") == ["c3r1", None]
    assert (table.at, table.facts["turn"]["who"]) == ("placement", "ben")


def test_where_nothing_is_left_to_decide_the_game_goes_on():
    """At an accelerator: the saucer stands elsewhere now, and has its remaining steps."""
    table = game().turn(red="c2r2", blue="c1r3", yellow="c1r4")
    table.card("3", "east")
    assert table.at == "direction"
    table.set("saucer", "c4r1", saucer="red")
    assert (table.where("red"), table.facts["turn"]["who"]) == (["c5r1"], "ben")


def test_the_tile_under_a_saucer_is_turned_and_it_is_no_accelerator_any_more():
    table = game().turn(red="c2r2", blue="c1r3", yellow="c1r4")
    table.card("3", "east")
    table.set("tile", {"tile": "board", "rotation": 180}, slot=1)
    assert table.at != "direction"
    assert table.where("red") == ["c5r2"]


def test_an_upgrade_more_or_less_in_an_open_window():
    table = game().own("red", "jets", "sip").until("start_of_turn", round=2)
    table.set("upgrade", "discard", upgrade="sip")
    assert {upgrade for upgrade, _ in table.uses} == {"jets"}
    table.set("upgrade", "box", upgrade="jets")
    assert table.at == "card"


@pytest.mark.rule("R-CG-30")
def test_what_is_to_be_placed_is_there_already():
    """The roll is skipped."""
    table = game().put(red="c1r1", yellow="c1r4").until("placement")
    assert table.ask.piece == "saucer:blue"
    table.set("saucer", "c5r1", saucer="blue")
    assert table.at == "card"


@pytest.mark.rule("R-CG-64")
def test_crew_to_be_placed_is_not_lost_any_more_and_counts():
    table = game().crew(red_pilot="c2r1")
    table.card("0-5", "east", 1)
    table.say("crew", crew="blue-pilot")
    table.set("crew", "square:c8r1", crew="blue-pilot")
    assert table.facts["turn"]["who"] == "ben"
    assert table.facts["crew_on_board"] == {"blue-pilot": "c8r1"}


@pytest.mark.rule("R-CG-64")
def test_no_crew_to_be_placed_any_more():
    """``crew_out`` is corrected while it is asked for."""
    table = game().crew(red_pilot="c2r1")
    table.card("0-5", "east", 1)
    assert table.at == "crew"
    table.set("crew_out", 0)
    assert table.facts["turn"]["who"] == "ben"


@pytest.mark.rule("R-CG-57", "R-CG-61")
def test_a_crash_that_was_none_and_one_that_was_missed():
    table = game().own("red", "sip").tokens("red", boosters=1)
    table.card("0-5", "east", 1)
    assert table.at == "boost"
    table.set("crashed", ["blue"])
    table.say("pass")
    assert (table.at, table.ask_saucer) == ("reward", "blue")


@pytest.mark.rule("R-CG-74", "R-CG-76")
def test_a_win_by_correction():
    """All seats in order."""
    table = game()
    three = [{"fact": "crew", "crew": f"{c}-{t}", "value": f"mat:{s}"} for s, c in (("blue", "red"), ("yellow", "blue"))
             for t in ("pilot", "scientist", "doctor", "engineer")]  # fmt: skip
    table.correct(*three)
    assert table.ask.result == {"winner": "ben", "round": 1, "rule": "R-CG-74"}


def test_two_pieces_may_change_places_but_not_share_one():
    table = game()
    swap = [{"fact": "saucer", "saucer": "red", "value": "c1r3"}, {"fact": "saucer", "saucer": "blue", "value": "c1r1"}]
    table.refuses_correction("illegal", swap[0])
    table.correct(*swap)
    assert table.where("red", "blue") == ["c1r3", "c1r1"]
