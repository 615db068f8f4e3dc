"""A pack of Crash & Grab that is wrong is refused with everything that is wrong, each with its field (R-GEN-07)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.crash.checks import LATER, OP_TIMINGS, read_pack
from companion.games.crash.content import PHRASES, Brake, CardBonus, GainTokens, Pay
from tests.packs.changes import Crash, Put, but_last, first_again, plus, problems_of, without

PLAIN, SITE, FAST = "tiles[0].cells[0]", "tiles[0].cells[7]", "tiles[0].cells[3]"
"""Squares of the first tile: with nothing on it, with crash site 1, with an accelerator."""
SPUR = "tiles[13]"
"""A tile of 3 by 1."""
SMALL, FIVE, SIX = "layouts.3-4", "layouts.5", "layouts.6"
HUB = f"{SMALL}[4]"
"""The slot of 2 by 2 between the four large ones; three tiles may lie there."""
ONE = "upgrades[1]"
"""An upgrade for the start of a turn, with one effect."""


@pytest.fixture
def game() -> Crash:
    return Crash()


def at(x: int, y: int) -> Any:
    return lambda old: old | {"x": x, "y": y}


def effects(timing: str, *listed: dict[str, Any]) -> Any:
    """The same upgrade with another timing and other effects."""
    return lambda old: old | {"timing": timing, "effects": list(listed)}


def op(name: str, **fields: Any) -> dict[str, Any]:
    return {"op": name, **fields}


HEAD = [
    ("id", "", "id: must be a word of small letters, digits, _ and - that begins with a letter"),
    ("id", "Fender", "id: must be a word of small letters, digits, _ and - that begins with a letter"),
    ("id", "9lives", "id: must be a word of small letters, digits, _ and - that begins with a letter"),
    ("id", "fender\n", "id: must be a word of small letters, digits, _ and - that begins with a letter"),
    ("name", {"en": "Box"}, "name: must be a text, not"),
    ("language", None, "language: is missing; it must be a text"),
    ("origin", 3, "origin: must be a text, not 3"),
    ("colours", but_last, "colours: there must be 6, there are 5"),
    ("colours", plus("pink"), "colours: there must be 6, there are 7"),
    ("colours[5]", "red", 'colours[5]: "red" is already that of colours[0]'),
    ("colours[5]", "light-blue", "colours[5]: must be a word of small letters, digits and _ that begins with a letter"),
    (
        "colours[5]",
        None,
        "colours[5]: is missing; it must be a word of small letters, digits and _ that begins with a letter",
    ),
    ("types", but_last, "types: there must be 4, there are 3"),
    ("types", ["doctor", "pilot", "scientist", "engineer"], "types[0]: must be pilot, the front row"),
    ("types[3]", "doctor", 'types[3]: "doctor" is already that of types[2]'),
    ("types[3]", "cook", "types[3]: must be one of doctor, engineer, pilot, scientist"),
    ("directions", but_last, "directions: there must be 4, there are 3"),
    ("directions[3]", "sun", 'directions[3]: "sun" is already that of directions[0]'),
    ("directions[3]", "2nd", "directions[3]: must be a word of small letters, digits and _ that begins with a letter"),
]
TILES = [
    pytest.param("tiles", but_last, "tiles: there must be 14, there are 13", marks=pytest.mark.rule("R-CG-01")),
    ("tiles", but_last, 'layouts.6[4].tile_pool: there is no tile "hard_shoulder"'),
    ("tiles", first_again, 'tiles[13].id: "dodgem_ring" is already that of tiles[0]'),
    (f"{SPUR}.id", "Hard Shoulder", f"{SPUR}.id: must be a word of small letters, digits and _"),
    (f"{SPUR}.w", 0, f"{SPUR}.w: must be a whole number, 1 or more, not 0"),
    (f"{SPUR}.h", True, f"{SPUR}.h: must be a whole number, 1 or more, not true"),
    (f"{SPUR}.h", 1.0, f"{SPUR}.h: must be a whole number, 1 or more, not 1.0"),
    (
        f"{SPUR}.cells",
        but_last,
        f"{SPUR}.cells: there must be 3 squares; the square 2 to the right and 0 down is missing",
    ),
    (f"{SPUR}.cells", [], f"{SPUR}.cells: there must be 3 squares; the square 0 to the right and 0 down is missing"),
    (f"{SPUR}.w", 4, f"{SPUR}.cells: there must be 4 squares; the square 3 to the right and 0 down is missing"),
    (
        f"{SPUR}.h",
        10**12,
        f"{SPUR}.cells: there must be {3 * 10**12} squares; the square 0 to the right and 1 down is missing",
    ),
    (f"{SPUR}.w", 2, f"{SPUR}.cells[2]: the square 2 to the right and 0 down is not on a tile of 2 by 1"),
    (f"{SPUR}.cells[1]", at(1, 1), f"{SPUR}.cells[1]: the square 1 to the right and 1 down is not on a tile of 3 by 1"),
    (f"{SPUR}.cells[1]", at(-1, 0), f"{SPUR}.cells[1].x: must be a whole number, 0 or more, not -1"),
    (f"{SPUR}.cells[1]", at(2, 0), f"{SPUR}.cells[2]: the square 2 to the right and 0 down is there already"),
    (PLAIN, without("x"), f"{PLAIN}.x: is missing"),
    (
        PLAIN,
        without("crash_site"),
        f"{PLAIN}.crash_site: is missing; it must be a whole number from 1 to 12 or nothing",
    ),
    (f"{PLAIN}.accelerator", 1, f"{PLAIN}.accelerator: must be true or false, not 1"),
    (f"{PLAIN}.accelerator", None, f"{PLAIN}.accelerator: is missing; it must be true or false"),
    (f"{PLAIN}.crash_site", 13, f"{PLAIN}.crash_site: must be a whole number from 1 to 12, not 13"),
    (f"{PLAIN}.crash_site", 0, f"{PLAIN}.crash_site: must be a whole number from 1 to 12, not 0"),
    (f"{PLAIN}.crash_site", False, f"{PLAIN}.crash_site: must be a whole number from 1 to 12 or nothing, not false"),
    (f"{PLAIN}.crash_site", "1", f"{PLAIN}.crash_site: must be a whole number from 1 to 12 or nothing"),
    (f"{PLAIN}.crash_site", 1, f"tiles: crash site 1 must be on exactly one square, not on 2 ({PLAIN}, {SITE})"),
    (f"{SITE}.crash_site", None, "tiles: crash site 1 must be on exactly one square, not on 0"),
    (f"{SITE}.crash_site", 12, "tiles: crash site 1 must be on exactly one square, not on 0"),
    (f"{SITE}.accelerator", True, f"{SITE}.accelerator: a crash site is no accelerator"),
]
LAYOUTS = [
    ("layouts", without("5"), "layouts.5: is missing; there must be a layout for 5 saucers"),
    ("layouts.7", [], "layouts.7: is not known; known are 3-4, 5, 6"),
    ("layouts", [], "layouts: must be a group of fields, not []"),
    (SMALL, [], f"{SMALL}: must have a place for at least one tile"),
    (SMALL, None, f"{SMALL}: is missing; it must be a list"),
    (HUB, without("tile_pool"), f"{HUB}.tile_pool: is missing"),
    (f"{HUB}.x", -1, f"{HUB}.x: must be a whole number, 0 or more, not -1"),
    (f"{HUB}.w", 0, f"{HUB}.w: must be a whole number, 1 or more, not 0"),
    (f"{HUB}.x", 5, f"{HUB}: overlaps {SMALL}[1]"),
    (HUB, at(2, 3), f"{HUB}: overlaps {SMALL}[0]"),
    (
        HUB,
        at(11, 2),
        f"{SMALL}: must be in one piece; the square 11 to the right and 2 down cannot be reached from the",
    ),
    (HUB, at(10, 6), f"{SMALL}: must be in one piece; the square 10 to the right and 6 down cannot be reached from"),
    (HUB, at(10**9, 0), f"{SMALL}: must be in one piece; the square {10**9} to the right and 0 down cannot be reached"),
    (HUB, at(10, 2), f"{SMALL}: must have no hole; the square 4 to the right and 4 down is missing"),
    (
        SMALL,
        lambda old: [slot | {"x": slot["x"] + 1} for slot in old],
        f"{SMALL}: must begin at the left edge: the smallest column must be 0, it is 1",
    ),
    (
        SMALL,
        lambda old: [slot | {"y": slot["y"] + 2} for slot in old],
        f"{SMALL}: must begin at the top: the smallest row must be 0, it is 2",
    ),
    (f"{HUB}.w", 3, f'{HUB}.tile_pool: "pothole" of 2 by 2 does not fit, however it is turned'),
    (f"{HUB}.w", 10**9, f'{HUB}.tile_pool: "pothole" of 2 by 2 does not fit, however it is turned'),
    (f"{HUB}.tile_pool", plus("fast_lane"), f'{HUB}.tile_pool: "fast_lane" of 3 by 1 does not fit'),
    (f"{HUB}.tile_pool", plus("car_park"), f'{HUB}.tile_pool: there is no tile "car_park"'),
    (f"{HUB}.tile_pool", plus("Car Park"), f"{HUB}.tile_pool[3]: must be a word of small letters, digits and _"),
    (f"{HUB}.tile_pool", plus("pothole"), f'{HUB}.tile_pool: "pothole" is listed twice'),
    (
        f"{HUB}.tile_pool",
        [],
        f"{HUB}.tile_pool: must name at least as many tiles as there are places for them, 1, not 0",
    ),
    (f"{SIX}[9].tile_pool", ["pothole"], f'{SIX}[10].tile_pool: names "pothole" like {SIX}[9].tile_pool; two'),
    (f"{FIVE}[6].tile_pool", but_last, f'{FIVE}[6].tile_pool: names "jump_ramp" like {FIVE}[5].tile_pool; two'),
    (f"{SMALL}[3].tile_pool", but_last, f'{SMALL}[3].tile_pool: names "dodgem_ring" like {SMALL}[0].tile_pool; two'),
    (SMALL, lambda old: old[1:], f'{SMALL}: "dodgem_ring" has a crash site and is always laid, so there must be'),
    (SMALL, lambda old: old[4:], f'{SMALL}: has no place for "dodgem_ring"; a tile with a crash site is always laid'),
    (
        f"{SPUR}.cells[0].crash_site",
        1,
        f'{SMALL}: has no place for "hard_shoulder"; a tile with a crash site is always laid',
    ),
    ("tiles[4].cells[0].crash_site", 1, f'{SMALL}: "pothole" has a crash site and is always laid, so there must be'),
]
UPGRADES = [
    pytest.param("upgrades", but_last, "upgrades: there must be 23, there are 22", marks=pytest.mark.rule("R-CG-02")),
    ("upgrades", first_again, 'upgrades[22].id: "rotational_stabilizer" is already that of upgrades[0]'),
    (
        "upgrades",
        first_again,
        "upgrades: exactly one must be taken out with two players, not 2 (upgrades[0], upgrades[22])",
    ),
    ("upgrades[0].not_in_2p", False, "upgrades: exactly one must be taken out with two players, not 0"),
    ("upgrades[0].not_in_2p", "yes", 'upgrades[0].not_in_2p: must be true or false, not "yes"'),
    (f"{ONE}.id", "nudge-jets", f"{ONE}.id: must be a word of small letters, digits and _"),
    (f"{ONE}.text", None, f"{ONE}.text: is missing; it must be a text"),
    (f"{ONE}.timing", "later", f"{ONE}.timing: must be one of collision, crash, end_of_round"),
    (
        f"{ONE}.effects",
        [],
        f"{ONE}.effects: must have an effect; say nothing here where you do what the text says yourselves",
    ),
    (f"{ONE}.effects", {}, f"{ONE}.effects: must be a list or nothing"),
    (ONE, without("effects"), f"{ONE}.effects: is missing; it must be a list or nothing"),
    (f"{ONE}.effects[0]", op("fly"), f"{ONE}.effects[0].op: must be one of pay, gain, move"),
    (f"{ONE}.effects[0]", {"distance": 1}, f"{ONE}.effects[0].op: is missing; it must be one of pay, gain, move"),
    (f"{ONE}.effects[0]", op("move"), f"{ONE}.effects[0].distance: is missing; it must be a whole number from 1 to 5"),
    (f"{ONE}.effects[0]", op("move", distance=6), f"{ONE}.effects[0].distance: must be a whole number from 1 to 5"),
    (f"{ONE}.effects[0]", op("push", distance=0), f"{ONE}.effects[0].distance: must be a whole number from 1 to 5"),
    (
        f"{ONE}.effects[0]",
        op("pay", energi=1),
        f'{ONE}.effects[0].energi: there is nothing of this name here; did you mean "energy"?',
    ),
    (f"{ONE}.effects[0]", op("relocate", to=3), f"{ONE}.effects[0].to: there is nothing of this name here"),
    (
        f"{ONE}.effects[0]",
        op("gain", energy=10),
        f"{ONE}.effects[0].energy: must be a whole number from 0 to 9, not 10",
    ),
    (f"{ONE}.effects[0]", op("gain", boosters=-1), f"{ONE}.effects[0].boosters: must be a whole number from 0 to 9"),
    (
        f"{ONE}.effects[0]",
        op("gain", boosters=None),
        f"{ONE}.effects[0].boosters: is missing; it must be a whole number",
    ),
    (ONE, effects("collision", op("brake", max=5)), f"{ONE}.effects[0].max: must be a whole number from 0 to 4, not 5"),
    (ONE, effects("passive", op("range", max=5)), f"{ONE}.effects[0].max: must be a whole number from 6 to 9, not 5"),
    (ONE, effects("passive", op("upgrade_cost", energy=2)), f"{ONE}.effects[0].energy: must be a whole number from 0 "),
    (ONE, effects("passive", op("upgrade_cost")), f"{ONE}.effects[0].energy: is missing"),
    (ONE, effects("passive", op("upgrade_draw", cards=2)), f"{ONE}.effects[0].cards: must be a whole number from 3 to"),
    (ONE, effects("passive", op("card_bonus", energy=1)), f"{ONE}.effects[0].card: is missing; it must be one of"),
    (ONE, effects("passive", op("card_bonus", card="4", energy=1)), f"{ONE}.effects[0].card: must be one of 0-5, 2, 3"),
    (ONE, effects("passive", op("card_bonus", card=2, energy=1)), f"{ONE}.effects[0].card: must be one of 0-5, 2, 3"),
]
ORDER = [
    (
        effects("start_of_turn", op("gain", energy=1), op("pay", boosters=1)),
        "effects[1].op: what is paid must come before everything else",
    ),
    (
        effects("end_of_turn", op("relocate"), op("pay", energy=1)),
        "effects[1].op: what is paid must come before everything else",
    ),
    (
        effects("collision", op("choose", options=[{"do": [op("deflect")]}])),
        "effects[0].options: must have at least two to choose from",
    ),
    (
        effects("collision", op("if", of="energy", then=[op("deflect")])),
        "effects[0].least: is missing; say how many it takes",
    ),
    (
        effects("collision", op("if", ask="Why?", of="crew", then=[op("deflect")])),
        "effects[0]: must ask a question, or",
    ),
    (
        effects("end_of_turn", op("gain", energy=1, who="them")),
        'effects[0].who: "them" means something only inside "for each"',
    ),
    (
        effects("end_of_turn", op("each", of="others", do=[op("lose", who="them")])),
        "effects[0].do[0]: there must be at least 1 energy or 1 booster",
    ),
    (effects("end_of_turn", op("pay"), op("relocate")), "effects[0]: there must be at least 1 energy or 1 booster"),
    (effects("end_of_turn", op("gain", energy=0)), "effects[0]: there must be at least 1 energy or 1 booster"),
    (effects("passive", op("loot", boosters=0)), "effects[0]: there must be at least 1 energy or 1 booster"),
    (effects("passive", op("card_bonus", card="2")), "effects[0]: there must be at least 1 energy or 1 booster"),
]


@pytest.mark.parametrize(("path", "value", "problem"), HEAD + TILES + LAYOUTS + UPGRADES)
def test_each_broken_invariant_is_named_with_its_field(
    raw: dict[str, Any], put: Put, path: str, value: Any, problem: str
) -> None:
    put(path, value)
    assert any(line.startswith(problem) for line in problems_of(read_pack, raw)), problems_of(read_pack, raw)


@pytest.mark.parametrize(("value", "problem"), ORDER)
def test_effects_that_cannot_go_together_are_the_only_problem(
    raw: dict[str, Any], put: Put, value: Any, problem: str
) -> None:
    put(ONE, value)
    [line] = problems_of(read_pack, raw)
    assert line.startswith(f"{ONE}.{problem}")


BEFORE = ("planning", "start_of_turn", "movement", "collision", "crash", "placement", "end_of_turn", "end_of_round")
WHENEVER = ("pick_up", "hit", "spend", "rival_accelerator", "rival_crash", "robbed")
USED = (*BEFORE, *WHENEVER)
EXAMPLES = {
    "pay": (op("pay", energy=1), USED),
    "gain": (op("gain", boosters=2), USED),
    "move": (op("move", distance=5), ("start_of_turn", "end_of_turn")),
    "push": (op("push", distance=1), ("start_of_turn", "end_of_turn")),
    "relocate": (op("relocate"), ("start_of_turn", "end_of_turn")),
    "reverse": (op("reverse"), ("planning",)),
    "glide": (op("glide"), ("movement",)),
    "deflect": (op("deflect"), ("collision", "hit")),
    "brake": (op("brake", max=4), ("collision",)),
    "shield": (op("shield"), ("crash",)),
    "reroll": (op("reroll"), ("placement",)),
    "range": (op("range", max=9), ("passive",)),
    "card_bonus": (op("card_bonus", card="0-5", energy=9), ("passive",)),
    "loot": (op("loot", energy=1, boosters=1), ("passive",)),
    "raider": (op("raider"), ("passive",)),
    "upgrade_cost": (op("upgrade_cost", energy=0), ("passive",)),
    "upgrade_draw": (op("upgrade_draw", cards=5), ("passive",)),
    "farther": (op("farther", n=1), ("collision", "hit")),
    "land": (op("land", where="site"), ("start_of_turn", "end_of_turn")),
    "place_crew": (op("place_crew", n=1), (*BEFORE[1:7], *WHENEVER)),
    "card_distance": (op("card_distance", card="2", n=-1), ("start_of_turn", "passive")),
    "boost_distance": (op("boost_distance", n=1), ("passive", "spend")),
    "ghost": (op("ghost", distance=3), ("passive",)),
}


@pytest.mark.parametrize("timing", [*USED, "passive"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_operation_comes_with_its_timings_and_with_no_others(
    raw: dict[str, Any], put: Put, name: str, timing: str
) -> None:
    effect, timings = EXAMPLES[name]
    put(ONE, effects(timing, effect))
    if timing in timings:
        assert read_pack(raw).upgrades[1].timing == timing
    else:
        [problem] = problems_of(read_pack, raw)
        said = f'"{PHRASES.write(effect)}" does not go with "{timing}"; it goes with: {", ".join(timings)}'
        assert problem == f"{ONE}.effects[0].op: {said.replace('_', ' ')}"


@pytest.mark.parametrize(("when", "timing"), LATER.items())
@pytest.mark.parametrize("name", ["place_crew", "land", "lose"])
def test_what_is_put_off_has_the_timing_of_its_own_time(
    raw: dict[str, Any], put: Put, name: str, when: str, timing: str
) -> None:
    effect = EXAMPLES[name][0] if name in EXAMPLES else op(name, energy=1)
    put(ONE, effects("planning", op("later", when=when, do=[effect])))
    if timing in OP_TIMINGS[name]:
        assert read_pack(raw).upgrades[1].timing == "planning"
    else:
        [problem] = problems_of(read_pack, raw)
        assert problem.startswith(f"{ONE}.effects[0].do[0].op: ")


@pytest.mark.parametrize("timing", [*USED, "passive"])
def test_an_upgrade_without_effects_may_have_any_timing(raw: dict[str, Any], put: Put, timing: str) -> None:
    put(ONE, lambda old: old | {"timing": timing, "effects": None})
    assert read_pack(raw).upgrades[1].effects is None


def test_several_prices_and_gains_may_stand_around_one_operation(raw: dict[str, Any], put: Put) -> None:
    listed = [op("pay", energy=1), op("pay", boosters=2), op("gain", energy=3), op("deflect"), op("gain", boosters=4)]
    put(ONE, effects("collision", *listed))
    found = read_pack(raw).upgrades[1].effects or []
    assert found[:3] == [Pay(energy=1), Pay(boosters=2), GainTokens(energy=3)]


def test_a_passive_upgrade_may_have_several_operations(raw: dict[str, Any], put: Put) -> None:
    put(ONE, effects("passive", op("raider"), op("range", max=6), op("card_bonus", card="3", energy=1)))
    assert (read_pack(raw).upgrades[1].effects or [])[2] == CardBonus("3", energy=1, boosters=0)


def test_what_costs_and_brings_neither_energy_nor_boosters_has_its_own_fields_only(
    raw: dict[str, Any], put: Put
) -> None:
    put(ONE, effects("collision", op("brake", max=2)))
    assert read_pack(raw).upgrades[1].effects == [Brake(2)]


def test_one_fault_is_one_problem(raw: dict[str, Any], put: Put) -> None:
    put(f"{SITE}.accelerator", True)
    assert problems_of(read_pack, raw) == [f"{SITE}.accelerator: a crash site is no accelerator"]


@pytest.mark.parametrize("path", [f"{SPUR}.w", f"{HUB}.h"])
def test_a_size_that_is_no_number_is_one_problem(raw: dict[str, Any], put: Put, path: str) -> None:
    put(path, "wide")
    assert problems_of(read_pack, raw) == [f'{path}: must be a whole number, 1 or more, not "wide"']


def test_a_hole_is_one_problem(raw: dict[str, Any], put: Put) -> None:
    put(HUB, at(10, 2))
    assert problems_of(read_pack, raw) == [
        f"{SMALL}: must have no hole; the square 4 to the right and 4 down is missing"
    ]


def test_squares_that_touch_in_a_corner_only_are_two_pieces(raw: dict[str, Any], put: Put) -> None:
    put(HUB, at(10, 0))
    [problem] = problems_of(read_pack, raw)
    assert problem.startswith(f"{SMALL}: must be in one piece; the square 10 to the right and 0 down")


def test_a_bay_is_no_hole(raw: dict[str, Any], put: Put) -> None:
    put(f"{FIVE}[5]", at(7, 0))
    assert read_pack(raw).layouts["5"][5].x == 7


def test_more_slots_than_tiles_in_their_pool_are_refused(raw: dict[str, Any], put: Put) -> None:
    for slot in (5, 6):
        put(f"{FIVE}[{slot}].tile_pool", ["chicane"])
    assert problems_of(read_pack, raw) == [
        f"{FIVE}[5].tile_pool: must name at least as many tiles as there are places for them, 2, not 1"
    ]


def test_a_pool_may_be_listed_in_any_order(raw: dict[str, Any], put: Put) -> None:
    put(f"{SMALL}[2].tile_pool", lambda old: old[::-1])
    assert read_pack(raw).layouts["3-4"][2].tile_pool[-1] == "dodgem_ring"


def test_a_slot_of_its_own_for_each_tile_with_crash_sites_is_in_order(raw: dict[str, Any], put: Put) -> None:
    for slot, tile in enumerate(("dodgem_ring", "tow_zone", "hubcap_reef", "wobble_dock")):
        put(f"{SMALL}[{slot}].tile_pool", [tile])
    assert [len(slot.tile_pool) for slot in read_pack(raw).layouts["3-4"]] == [1, 1, 1, 1, 3]


def test_a_tile_that_is_laid_turned_fits(raw: dict[str, Any], put: Put) -> None:
    put(f"{FIVE}[5]", lambda old: old | {"x": 0, "y": 0, "w": 2, "h": 4})
    assert read_pack(raw).layouts["5"][5].h == 4


def test_everything_that_is_wrong_is_said_at_once(raw: dict[str, Any], put: Put) -> None:
    wrong = {
        "id": "Big Box",
        "colours[1]": "red",
        "types[0]": "engineer",
        "directions[0]": 4,
        f"{PLAIN}.crash_site": 2,
        f"{SPUR}.cells[2]": "square",
        f"{FIVE}[6].x": 1,
        f"{HUB}.tile_pool[0]": "chicane",
        "upgrades[0].not_in_2p": False,
        f"{ONE}.effects[0].distance": "far",
        "upgrades[2].effects[1]": op("glide"),
        "upgrades[22].timing": "now",
    }
    for path, value in wrong.items():
        put(path, value)
    problems = problems_of(read_pack, raw)
    for start in (
        "id: ",
        'colours[1]: "red"',
        "types[0]: must be pilot",
        'types[3]: "engineer"',
        "directions[0]: ",
        "tiles: crash site 2 ",
        f"{SPUR}.cells[2]: must be a group of fields",
        f"{SPUR}.cells: ",
        f"{FIVE}[6]: overlaps {FIVE}[2]",
        f'{HUB}.tile_pool: "chicane" of 4 by 2',
        "upgrades: exactly one",
        f"{ONE}.effects[0].distance: ",
        'upgrades[2].effects[1].op: "ignore accelerator" does not go',
        "upgrades[22].timing: ",
    ):
        assert [line for line in problems if line.startswith(start)], (start, problems)


def test_an_id_of_a_pack_may_have_hyphens(raw: dict[str, Any]) -> None:
    assert read_pack(raw | {"id": "my-box_2"}).id == "my-box_2"
