"""Set-up (R-CG-01 to R-CG-20), what may be set, and the house rules."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import get_args

import pytest

from companion.core.asks import PickAsk
from companion.core.refusals import BadSetup
from companion.games.crash.checks import OP_TIMINGS, read_pack
from companion.games.crash.content import CrashPack, LaidTile, Timing, fitting, lay, sites
from companion.games.crash.state import CHOICES
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.games.crash.chaos import random_box
from tests.games.crash.helpers import GAME, STABILIZER, CrashTable, box, loaded, types_of

# Set-up (R-CG-01 to R-CG-20), and what may be set.


def lost(game):
    return sorted(crew for row in game.facts["lost"].values() for crew in row)


@pytest.mark.rule("R-CG-01", "R-CG-02", "R-CG-04", "R-CG-10", "R-CG-11")
@pytest.mark.parametrize(("players", "saucers"), [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_saucers_with_their_mats_crew_and_cards(players, saucers):
    """Each saucer lies on its mat with its three movement cards."""
    game = CrashTable(players)
    names = list(game.facts["saucers"])
    assert len(names) == saucers
    for name in names:
        assert game.lies(f"mat:{name}").items() >= {f"saucer:{name}": 1, f"movement:{name}": 3}.items()
    assert [saucer["seat"] for saucer in game.facts["saucers"].values()] == (
        ["ann", "ann", "ben", "ben"] if players == 2 else game.facts["seats"]
    )


@pytest.mark.rule("R-CG-04")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players):
    with pytest.raises(BadSetup):
        GAME.rules.begin(loaded(box()).pack, [f"seat{n}" for n in range(players)], {})


@pytest.mark.parametrize("seats", [["ann", "ann"], ["Ann", "ben"], ["", "ben"]])
def test_seats_have_names_of_their_own(seats):
    with pytest.raises(BadSetup):
        GAME.rules.begin(loaded(box()).pack, seats, {})


@pytest.mark.rule("R-CG-05")
def test_tiles_and_their_turns_are_left_to_chance_slot_by_slot():
    """Only what is open is asked; nothing is laid twice or turned so that it does not fit."""
    for seed in range(12):
        table = Table(
            GAME, loaded(random_box(Random(seed))), ["ann", "ben", "cat"], {}, clock=lambda: 0.0,
            chance=dict.fromkeys(GAME.rules.chance_items, "asked"),
        )  # fmt: skip
        slots = table.state.world.slots
        while isinstance(table.ask, PickAsk):
            ask, answers = table.ask, table.legal()
            assert len(answers) > 1
            assert [answer.one for answer in answers] == list(ask.among)
            assert ask.what in ("tile", "rotation")
            assert slots[ask.slot - 1].tile_pool
            table.answer(answers[-1])
        laid = table.facts()["board"]["tiles"]
        assert None not in laid
        assert len({there["tile"] for there in laid}) == len(laid)


@pytest.mark.rule("R-CG-06")
def test_the_markers_lie_around_the_board():
    game = CrashTable(settings={"markers": "west,north,east,south"})
    assert game.facts["board"]["markers"] == {"above": "west", "right": "north", "below": "east", "left": "south"}
    assert [game.lies(f"side:{side}") for side in ("above", "left")] == [{"marker:west": 1}, {"marker:south": 1}]
    game.turn(red="c1r1").card("2", "north")
    assert game.where("red") == ["c3r1"]


@pytest.mark.rule("R-CG-07")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_everybody_begins_with_an_energy(players):
    assert {saucer["energy"] for saucer in CrashTable(players).facts["saucers"].values()} == {1}


@pytest.mark.rule("R-CG-07")
def test_with_two_players_each_gives_it_to_one_saucer():
    """G-CG-01."""
    game = CrashTable(2)
    assert (game.at, game.ask.who, game.ask.rule) == ("start_energy", "ann", "R-CG-07")
    assert game.legal() == [{"do": "saucer", "saucer": "red"}, {"do": "saucer", "saucer": "blue"}]
    game.say("saucer", saucer="blue")
    assert game.ask.who == "ben"
    game.say("saucer", saucer="yellow")
    assert {name: game.stock(name)[0] for name in game.facts["saucers"]} == {
        "red": 0, "blue": 1, "yellow": 1, "green": 0,
    }  # fmt: skip


@pytest.mark.rule("R-CG-08", "R-CG-09")
@pytest.mark.parametrize(("players", "boxed"), [(2, [STABILIZER]), (3, []), (6, [])])
def test_the_stabilizer_is_in_the_box_with_two_players(players, boxed):
    """All others are in the deck."""
    facts = CrashTable(players).facts
    assert facts["box"] == boxed
    assert facts["deck"] == {"draw": 23 - len(boxed), "discard": 0}


@pytest.mark.rule("R-CG-12", "R-CG-13")
@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (2, ["red", "blue", "yellow", "green", "purple"]),
        (3, ["red", "blue", "yellow", "green"]),
        (4, ["red", "blue", "yellow", "green", "purple"]),
        (5, ["red", "blue", "yellow", "green", "purple", "orange"]),
        (6, ["red", "blue", "yellow", "green", "purple", "orange"]),
    ],
)
def test_lost_crew_is_that_of_all_saucers_and_of_one_more_colour(players, colours):
    """Pilots are in front."""
    game = CrashTable(players)
    assert lost(game) == types_of(*colours)
    assert next(iter(game.facts["lost"])) == game.facts["front"] == "pilot"


@pytest.mark.rule("R-CG-13")
def test_the_extra_colour_can_be_chosen():
    assert lost(CrashTable(3, settings={"extra": "orange"})) == types_of("red", "blue", "yellow", "orange")


@pytest.mark.rule("R-CG-14")
def test_the_first_seat_has_the_probe():
    game = CrashTable()
    assert game.facts["probe"] == "ann"
    assert game.lies("seat:ann") == {"token:probe": 1}


def placements(game):
    """Every placement roll of the set-up: what is placed, who rolls, under which rule."""
    seen = []
    while game.at != "ready":
        if game.at == "placement":
            seen.append((game.ask.piece, game.ask.who, game.ask.rule))
        game.dull()
    return seen


@pytest.mark.rule("R-CG-15", "R-CG-17", "R-CG-18")
def test_saucers_are_placed_clockwise_then_pilots():
    """The last of four has a booster instead."""
    game = CrashTable(4)
    assert placements(game) == [
        ("saucer:red", "ann", "R-CG-15"), ("saucer:blue", "ben", "R-CG-15"), ("saucer:yellow", "cat", "R-CG-15"),
        ("saucer:green", "dan", "R-CG-15"), ("crew:blue-pilot", "ben", "R-CG-18"),
        ("crew:yellow-pilot", "cat", "R-CG-18"),
    ]  # fmt: skip
    assert [game.stock(name)[1] for name in ("red", "blue", "yellow", "green")] == [0, 0, 0, 1]


@pytest.mark.rule("R-CG-17", "R-CG-18")
def test_three_players_have_no_booster():
    game = CrashTable(3)
    assert [piece for piece, _, _ in placements(game)[3:]] == ["crew:blue-pilot", "crew:yellow-pilot"]
    assert {saucer["boosters"] for saucer in game.facts["saucers"].values()} == {0}


@pytest.mark.rule("R-CG-16")
def test_two_players_place_a_pilot_each_and_one_has_a_booster():
    game = CrashTable(2).until("pilot")
    assert (game.ask.who, game.ask.rule) == ("ann", "R-CG-16")
    game.say("saucer", saucer="blue")
    assert (game.ask.piece, game.ask.who, game.ask.rule) == ("crew:blue-pilot", "ann", "R-CG-16")
    game.roll(12)
    assert (game.at, game.ask.who) == ("booster", "ben")
    game.say("saucer", saucer="yellow")
    assert game.stock("yellow")[1] == 1
    assert (game.ask.piece, game.ask.who) == ("crew:green-pilot", "ben")
    game.roll(12)
    assert sorted(game.facts["crew_on_board"]) == ["blue-pilot", "green-pilot"]
    assert (game.at, game.facts["round"]) == ("ready", 1)


@pytest.mark.rule("R-CG-19", "R-CG-20")
@pytest.mark.parametrize(("players", "pilots", "boosters"), [(2, 2, 1), (3, 2, 0), (4, 2, 1), (5, 3, 1), (6, 4, 1)])
def test_pilots_and_boosters_in_all(players, pilots, boosters):
    """Then the first round is planned."""
    game = CrashTable(players).until("ready")
    assert len(game.facts["crew_on_board"]) == game.facts["crew_target"] == pilots
    assert sum(saucer["boosters"] for saucer in game.facts["saucers"].values()) == boosters
    assert (game.facts["phase"], game.facts["round"]) == ("planning", 1)


@pytest.mark.parametrize(
    ("players", "setting"),
    [
        (3, {"colours": "red,blue"}), (3, {"colours": "red,red,blue"}), (3, {"colours": "red,blue,pink"}),
        (2, {"colours": "red,blue"}), (3, {"extra": "red"}), (3, {"extra": "pink"}), (6, {"extra": "red"}),
        (3, {"markers": "north,south"}), (3, {"markers": "north,north,east,west"}),
        (3, {"markers": "up,down,left,right"}),
        (3, {"board": "board"}), (3, {"board": "board@90"}), (3, {"board": "board@45"}), (3, {"board": "spare1@0"}),
        (3, {"board": "nowhere@0"}), (3, {"board": "board@0,board@0"}), (3, {"board": ""}), (3, {"cg.follow": "some"}),
        (3, {"cg.boosts_per_turn": "2"}), (3, {"cg.weather": "rain"}), (3, {"story": "tutorial"}),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_set_is_refused_in_one_sentence(players, setting):
    """WIRE.md, "Setup keys"."""
    with pytest.raises(BadSetup) as refused:
        CrashTable(players, settings=setting)
    assert "\n" not in str(refused.value)


def test_colours_go_in_seat_order():
    """WIRE.md, "Setup keys": with two players the first two are the first seat's."""
    game = CrashTable(2, settings={"colours": "orange,green,red,blue"})
    assert {name: saucer["seat"] for name, saucer in game.facts["saucers"].items()} == {
        "orange": "ann", "green": "ann", "red": "ben", "blue": "ben",
    }  # fmt: skip


@pytest.mark.rule("R-CG-05")
def test_a_turned_board_has_its_sites_elsewhere():
    """180 degrees on."""
    upright, turned = CrashTable(), CrashTable(settings={"board": "board@180"})
    assert (upright.site(1), turned.site(1)) == ("c1r5", "c8r2")


def test_a_tile_that_does_not_fit_is_named_with_its_place():
    """R-CG-05: places count from 1, as everywhere else."""
    seats, tiles = ["ann", "ben", "cat"], "dodgem_ring@0,tow_zone@0,hubcap_reef@0,wobble_dock@0,fast_lane@0"
    with pytest.raises(BadSetup, match=r"^fast_lane@0 does not fit place 5\.$"):
        GAME.rules.begin(load_pack(GAME).pack, seats, {"board": tiles})


# The seven house rules of Crash & Grab: what every value of each does (WIRE.md, "Setup keys").

RING = ["........", "...*...."]


def two(**house):
    return CrashTable(2, RING, **house).turn(red="c2r2", blue="c3r2", yellow="c1r3", green="c8r3").tokens("red")


def test_every_house_rule_is_in_the_facts_the_default_first():
    assert CrashTable().facts["house"] == {key: values[0] for key, values in CHOICES.items()}
    assert len(CHOICES) == 7


@pytest.mark.parametrize(("value", "board"), [("full", True), ("light", False)])
def test_follow(value, board):
    assert (CrashTable(follow=value).facts["board"] is not None) == board


@pytest.mark.rule("R-CG-37")
@pytest.mark.parametrize(("value", "boosts"), [("1", 1), ("unlimited", 3)])
def test_boosts_per_turn(value, boosts):
    """G-CG-02."""
    table = CrashTable(boosts_per_turn=value).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", boosters=3)
    table.card("0-5", "east", 1)
    done = 0
    while table.at == "boost":
        table.say("boost", dir="east")
        done += 1
    assert (done, table.where("red"), table.stock("red")[1]) == (boosts, [f"c{2 + boosts}r1"], 3 - boosts)


@pytest.mark.rule("R-CG-46", "R-CG-47")
@pytest.mark.parametrize(("value", "asked"), [("pushed", False), ("choose", True)])
def test_own_push_direction(value, asked):
    """G-CG-07: red pushes its twin onto an accelerator."""
    table = two(own_push_direction=value)
    table.card("0-5", "east", 2)
    assert (table.at == "direction") == asked
    if asked:
        assert (table.ask_saucer, table.ask.who) == ("blue", "ann")
        table.say("direction", dir="north")
        assert table.where("blue") == [None]
    else:
        assert table.where("blue") == ["c6r2"]


@pytest.mark.rule("R-CG-47")
def test_the_others_saucer_is_not_steered():
    table = two(own_push_direction="choose").put(red="c2r2", blue="c1r1", yellow="c3r2", green="c8r3")
    table.card("0-5", "east", 2)
    assert table.where("yellow") == ["c6r2"]


@pytest.mark.rule("R-CG-56")
@pytest.mark.parametrize(("value", "square"), [("any_step", "c3r1"), ("end_only", "c4r1")])
def test_pass_crew(value, square):
    """G-CG-09: red comes past its twin and stops beside it."""
    table = CrashTable(2, pass_crew=value).turn(red="c1r1", blue="c3r2", yellow="c1r4", green="c8r4")
    table.put(red="c1r1", blue="c3r2", yellow="c1r4", green="c8r4").aboard("red", "blue-pilot")
    table.card("0-5", "east", 3)
    asked = table.at == "pass_crew"
    assert asked == (value == "any_step")
    assert table.where("red") == [square]


@pytest.mark.rule("R-CG-56")
def test_pass_crew_at_the_end_only():
    """G-CG-09."""
    table = CrashTable(2, pass_crew="end_only").turn(red="c1r1", blue="c3r2", yellow="c1r4", green="c8r4")
    table.aboard("red", "blue-pilot").card("2", "east")
    assert (table.at, table.where("red")) == ("pass_crew", ["c3r1"])


@pytest.mark.rule("R-CG-63")
@pytest.mark.parametrize(("value", "stealing"), [("saucer", True), ("player", False)])
def test_two_player_seated(value, stealing):
    """G-CG-06: saucer against saucer, or the sums of both."""
    table = two(two_player_seated=value).put(red="c7r1", blue="c1r1", yellow="c8r1", green="c8r3")
    table.aboard("red", "red-pilot").aboard("blue", "blue-pilot", "blue-doctor").aboard("yellow", "red-doctor")
    table.card("2", "east")
    table.until("reward")
    assert bool(table.legal("steal")) == stealing


@pytest.mark.rule("R-CG-07")
@pytest.mark.parametrize(("value", "asked", "energy"), [("one_per_player", True, 2), ("one_per_saucer", False, 4)])
def test_two_player_start_energy(value, asked, energy):
    """G-CG-01."""
    table = CrashTable(2, two_player_start_energy=value)
    assert (table.at == "start_energy") == asked
    table.until("ready")
    assert sum(saucer["energy"] for saucer in table.facts["saucers"].values()) == energy


@pytest.mark.rule("R-CG-67")
@pytest.mark.parametrize(("value", "bought"), [("1", 1), ("unlimited", 2)])
def test_upgrades_per_turn(value, bought):
    """G-CG-03."""
    table = CrashTable(upgrades_per_turn=value).turn(red="c1r1", blue="c1r2", yellow="c1r3").tokens("red", energy=5)
    table.card("0-5", distance=0)
    while table.at == "upgrade":
        table.say("upgrade")
        table.draw(
            "u1" if "u1" not in table.saucer("red")["upgrades"] else "u3", "u2" if table.stock("red")[0] > 1 else "u4"
        )
        table.say(**table.legal()[0])
    assert len(table.saucer("red")["upgrades"]) == bought


# The boxes that random games are played with are all in order, and everything that may be in a box comes up.

SEEDS = range(60)


@cache
def pack(seed: int) -> CrashPack:
    return read_pack(random_box(Random(seed)))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_box_is_in_order_and_each_of_its_boards_has_twelve_crash_sites(seed: int) -> None:
    tiles = {tile.id: tile for tile in pack(seed).tiles}
    for slots in pack(seed).layouts.values():
        laid: list[LaidTile | None] = []
        for slot in slots:
            used = {there.tile for there in laid if there is not None}
            tile = tiles[next(name for name in slot.tile_pool if name not in used)]
            laid.append(LaidTile(tile.id, fitting(tile, slot)[-1]))
        squares = lay(pack(seed), slots, laid)
        assert len(squares) == sum(slot.w * slot.h for slot in slots)
        assert list(sites(squares)) == list(range(1, 13))


def test_the_same_seed_makes_the_same_box() -> None:
    assert random_box(Random(7)) == random_box(Random(7))


def test_every_operation_and_timing_comes_up_and_upgrades_that_are_left_to_the_table_too() -> None:
    upgrades = [upgrade for seed in SEEDS for upgrade in pack(seed).upgrades]
    ops = {effect.__struct_config__.tag for upgrade in upgrades for effect in upgrade.effects or []}
    assert ops == OP_TIMINGS.keys()
    assert {upgrade.timing for upgrade in upgrades if upgrade.effects is not None} == set(get_args(Timing))
    assert {upgrade.timing for upgrade in upgrades if upgrade.effects is None} == set(get_args(Timing))


def test_boards_are_small_and_large_with_no_accelerator_and_with_many_side_by_side() -> None:
    boards = []
    for seed in SEEDS:
        tiles = {tile.id: tile for tile in pack(seed).tiles}
        fast = {(tile.id, cell.x, cell.y) for tile in tiles.values() for cell in tile.cells if cell.accelerator}
        boards.append((sum(slot.w * slot.h for slot in pack(seed).layouts["3-4"]), fast))
    assert min(size for size, _ in boards) <= 18
    assert max(size for size, _ in boards) >= 40
    assert any(len(fast) <= 3 for _, fast in boards)
    assert any((tile, x + 1, y) in fast for _, fast in boards for tile, x, y in fast)
