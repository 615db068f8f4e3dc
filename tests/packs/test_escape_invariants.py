"""A pack of Escape Plan that is wrong is refused with everything that is wrong, each with its field (R-GEN-07)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.escape.checks import read_pack
from tests.packs.changes import Escape, Put, but_last, first_again, plus, problems_of, without

TILE = "city_tiles[3]"
"""A tile of stack A without an exit."""


@pytest.fixture
def game() -> Escape:
    return Escape()


HEAD = [
    ("id", "", "id: must be a text that is not empty"),
    ("id", 7, "id: must be a text that is not empty, not 7"),
    ("name", {"en": "Box"}, "name: must be a text, not"),
    ("language", None, "language: is missing; it must be a text"),
    ("players_min", 0, "players_min: must be a whole number from 1 to 5, not 0"),
    ("players_max", 6, "players_max: must be a whole number from 1 to 5, not 6"),
    ("players_min", True, "players_min: must be a whole number from 1 to 5, not true"),
    ("players_max", 2.0, "players_max: must be a whole number from 1 to 5, not 2.0"),
]
TILES = [
    ("city_tiles", but_last, "city_tiles: there must be 14, there are 13"),
    ("city_tiles", but_last, 'city_tiles: 3 must be of the group "D", not 2'),
    ("city_tiles", but_last, "city_tiles: exit 3 must be on exactly one tile, not on 0"),
    ("city_tiles", first_again, 'city_tiles[13].id: "mercy_hill" is already that of city_tiles[0]'),
    (f"{TILE}.id", "Old Mint", f"{TILE}.id: must be a word of small letters, digits and _"),
    (f"{TILE}.id", "old-mint", f"{TILE}.id: must be a word of small letters, digits and _"),
    (f"{TILE}.group", "E", f'{TILE}.group: must be one of A, B, C, D, start, not "E"'),
    (f"{TILE}.group", "start", 'city_tiles: 2 must be of the group "start", not 3'),
    (f"{TILE}.exit", 1, "city_tiles: exit 1 must be on exactly one tile, not on 2 (city_tiles[3], city_tiles[7])"),
    (f"{TILE}.exit", 4, f"{TILE}.exit: must be one of 1, 2, 3 or nothing, not 4"),
    (f"{TILE}.exit", "1", f'{TILE}.exit: must be one of 1, 2, 3 or nothing, not "1"'),
    (f"{TILE}.exit", True, f"{TILE}.exit: must be one of 1, 2, 3 or nothing, not true"),
    (TILE, without("exit"), f"{TILE}.exit: is missing"),
    (TILE, without("edges"), f"{TILE}.edges: is missing"),
    (f"{TILE}.business", 1, f"{TILE}.business: must be true or false, not 1"),
    (f"{TILE}.hospital", None, f"{TILE}.hospital: is missing; it must be true or false"),
    (f"{TILE}.edges", ["forest"], f"{TILE}.edges[0]: must be one of commercial, industrial, residential, water"),
    (f"{TILE}.edges", "water", f"{TILE}.edges: must be a list or nothing"),
    ("city_tiles[0].hospital", False, "city_tiles: exactly one tile must have the hospital, not 0"),
    ("city_tiles[1].hospital", True, "city_tiles: exactly one tile must have the hospital, not 2 (city_tiles[0], "),
    ("city_tiles[1].hospital", True, "city_tiles[1].gang_hq: must be on the other start tile"),
    ("city_tiles[1].gang_hq", False, "city_tiles: exactly one tile must have the gang headquarters, not 0"),
    (f"{TILE}.hospital", True, f"{TILE}.hospital: only a start tile has it"),
    (f"{TILE}.gang_hq", True, f"{TILE}.gang_hq: only a start tile has it"),
    ("city_tiles[4].business", True, "city_tiles: at most 6 can have a space for a business, not 7"),
    ("city_tiles[3].safe_house", True, "city_tiles: at most 3 can have a space for a safe house, not 4"),
    ("city_tiles[3].gang", True, "city_tiles: at most 3 can have a space for the gang, not 4"),
]
COUNTS = [
    ("patrol_cards", but_last, "patrol_cards: there must be 6, there are 5"),
    ("patrol_cards[0].exit", 2, "patrol_cards: 2 must be of exit 1, not 1"),
    ("patrol_cards[0].exit", 2, "patrol_cards: 2 must be of exit 2, not 3"),
    ("patrol_cards[0].exit", None, "patrol_cards[0].exit: is missing; it must be one of 1, 2, 3"),
    ("officers[1].count", 9, "officers: the counts must add up to 30, not 29"),
    ("officers[1].count", -10, "officers[1].count: must be a whole number, 0 or more, not -10"),
    ("officers[1].type", "red", 'officers[1].type: "red" is already that of officers[0]'),
    ("officers[1].type", "Blue", "officers[1].type: must be a word of small letters, digits and _"),
    ("officers", [], "officers: the counts must add up to 30, not 0"),
    ("contacts", but_last, "contacts: there must be 32, there are 31"),
    ("contacts", first_again, 'contacts[31].id: "mags" is already that of contacts[0]'),
    ("contacts[5]", without("text"), "contacts[5].text: is missing; it must be a text or nothing"),
    ("contacts[5].name", {"en": "Mags"}, "contacts[5].name: must be a text or nothing"),
    ("escape_plans", plus({"id": "tenth", "text": None}), "escape_plans: there must be 9, there are 10"),
    ("escape_plans[1].id", "vineyard", 'escape_plans[1].id: "vineyard" is already that of escape_plans[0]'),
    ("lockers", but_last, "lockers: there must be 15, there are 14"),
    ("lockers[0].type", "gold", "lockers: there must be 3 different ones below type, there are 4"),
    ("lockers[1].id", "tin_1", 'lockers[1].id: "tin_1" is already that of lockers[0]'),
    ("equipment", but_last, "equipment: there must be 16, there are 15"),
    ("equipment[0].type", "radio", "equipment: there must be 4 different ones below type, there are 5"),
    ("equipment[0]", without("type"), "equipment[0].type: is missing"),
    ("keys", but_last, "keys: there must be 9, there are 8"),
    ("keys[0].colour", "green", "keys: there must be 3 different ones below colour, there are 4"),
    ("keys[0].colour", "", "keys[0].colour: must be a word of small letters, digits and _"),
    ("exit_tiles", but_last, "exit_tiles: there must be 10, there are 9"),
    ("exit_tiles[0].back", "star", "exit_tiles: there must be 2 different ones below back, there are 3"),
    ("business", but_last, "business: there must be 6, there are 5"),
    ("business[2].id", "tavern", 'business[2].id: "tavern" is already that of business[0]'),
    ("safe_houses", but_last, "safe_houses: there must be 3, there are 2"),
    ("safe_houses[2].name", 3, "safe_houses[2].name: must be a text or nothing, not 3"),
    ("fixers", but_last, "fixers: there must be 8, there are 7"),
    ("fixers", first_again, 'fixers[7].id: "fixer_1" is already that of fixers[0]'),
]
TRACKS = [
    ("notoriety.start", 10, "notoriety.start: 10 is beyond the end of the track, 9"),
    ("notoriety.start", -1, "notoriety.start: must be a whole number from 0 to 99, not -1"),
    ("notoriety.max", 100, "notoriety.max: must be a whole number from 0 to 99, not 100"),
    ("notoriety", without("max"), "notoriety.max: is missing"),
    ("income_track", but_last, "income_track: must be 0 1 2 3 4 5 6 7 8 9"),
    ("income_track[9]", 10, "income_track: must be 0 1 2 3 4 5 6 7 8 9"),
    ("income_track[1]", True, "income_track[1]: must be a whole number, not true"),
    ("exit_cost", {"3": [0, 3]}, "exit_cost.3: there must be 3, one for each place in the escape, not 2"),
    ("exit_cost", {"6": [0, 1, 2, 3, 4, 5]}, "exit_cost.6: is not known; known are 1, 2, 3, 4, 5"),
    ("exit_cost", {"two": [0, 4]}, "exit_cost.two: is not known"),
    ("exit_cost", {"2": [0, -4]}, "exit_cost.2[1]: must be a whole number, 0 or more, not -4"),
    ("exit_cost", {"2": [0, "4"]}, 'exit_cost.2[1]: must be a whole number, 0 or more, not "4"'),
    ("exit_cost", [0], "exit_cost: must be a group of fields or nothing"),
]
SCORING = [
    ("scoring", [], "scoring: must have a line"),
    ("scoring[2].line", "cash", 'scoring[2].line: "cash" is already that of scoring[0]'),
    ("scoring[2].from", "luck", "scoring[2].from: must be one of assets, cash, contacts"),
    ("scoring[2].sign", 0, "scoring[2].sign: must be one of -1, 1, not 0"),
    ("scoring[2]", without("sign"), "scoring[2].sign: is missing"),
    ("scoring[2]", without("from"), "scoring[2].from: is missing"),
    ("scoring[2]", without("per_unit"), "scoring[2]: must have either table or per_unit, it has neither"),
    ("scoring[2].table", [0, 1], "scoring[2]: must have either table or per_unit, it has both"),
    ("scoring[4].table", [], "scoring[4].table: must have at least one value"),
    ("scoring[4].table[2]", 1.5, "scoring[4].table[2]: must be a whole number, not 1.5"),
    ("scoring[1].per_unit", 1, "scoring[1].per_unit: must be left out: what is free is entered by hand"),
    ("scoring[1].table", [0], "scoring[1].table: must be left out: what is free is entered by hand"),
    ("day_change", "Follow the rulebook.", "day_change: must be a list or nothing"),
    ("day_change[1]", {"en": "Compare."}, "day_change[1]: must be a text, not"),
]


@pytest.mark.parametrize(("path", "value", "problem"), HEAD + TILES + COUNTS + TRACKS + SCORING)
def test_each_broken_invariant_is_named_with_its_field(
    raw: dict[str, Any], put: Put, path: str, value: Any, problem: str
) -> None:
    put(path, value)
    assert any(line.startswith(problem) for line in problems_of(read_pack, raw)), problems_of(read_pack, raw)


def test_fewer_seats_at_most_than_at_least_are_refused(raw: dict[str, Any]) -> None:
    assert problems_of(read_pack, raw | {"players_min": 4, "players_max": 2}) == [
        "players_min: 4 is more than the most players, 2"
    ]


def test_one_fault_is_one_problem(raw: dict[str, Any], put: Put) -> None:
    put("officers[1].count", 9)
    assert problems_of(read_pack, raw) == ["officers: the counts must add up to 30, not 29"]


def test_everything_that_is_wrong_is_said_at_once(raw: dict[str, Any], put: Put) -> None:
    wrong = {
        "players_max": 9,
        "city_tiles[3].exit": 2,
        "city_tiles[5].edges": [7],
        "patrol_cards[5].exit": 1,
        "officers[0].count": 11,
        "contacts[31].id": "pepper",
        "keys[8].colour": "green",
        "notoriety.start": 20,
        "scoring[1].per_unit": 2,
        "day_change": 1,
    }
    for path, value in wrong.items():
        put(path, value)
    problems = problems_of(read_pack, raw)
    for start in (
        "players_max: ",
        "city_tiles: exit 2 ",
        "city_tiles[5].edges[0]: ",
        "patrol_cards: 2 must be of exit 1",
        "patrol_cards: 2 must be of exit 3",
        "officers: the counts",
        "contacts[31].id: ",
        "keys: there must be 3",
        "notoriety.start: ",
        "scoring[1].per_unit: ",
        "day_change: ",
    ):
        assert [line for line in problems if line.startswith(start)], start


def test_what_may_be_null_is_null(raw: dict[str, Any], put: Put) -> None:
    for path in ("contacts[0].name", "contacts[0].text", "escape_plans[0].text", "business[0].name", "notoriety.max"):
        put(path, None)
    pack = read_pack(raw | {"exit_cost": None, "scoring": None, "day_change": None})
    assert (pack.contacts[0].name, pack.notoriety.max, pack.scoring) == (None, None, None)


def test_seats_without_a_price_may_be_left_out_of_the_prices(raw: dict[str, Any], put: Put) -> None:
    put("exit_cost", without("5"))
    costs = read_pack(raw).exit_cost
    assert costs is not None
    assert "5" not in costs


def test_edges_may_be_any_number_and_partly_unknown(raw: dict[str, Any], put: Put) -> None:
    put(f"{TILE}.edges", ["water", None, "water", "industrial", "industrial", None])
    put("city_tiles[4].edges", None)
    assert read_pack(raw).city_tiles[3].edges == ["water", None, "water", "industrial", "industrial", None]


def test_a_start_tile_may_have_an_exit(raw: dict[str, Any], put: Put) -> None:
    put("city_tiles[7].exit", None)
    put("city_tiles[0].exit", 1)
    assert read_pack(raw).city_tiles[0].exit == 1


def test_officers_may_be_of_any_number_of_types(raw: dict[str, Any]) -> None:
    officers = [{"type": f"t{number}", "count": 5} for number in range(6)]
    assert len(read_pack(raw | {"officers": officers}).officers) == 6


def test_lines_that_are_not_free_keep_their_value_or_their_table(raw: dict[str, Any], put: Put) -> None:
    put("scoring[2].table", None)
    lines = {line.line: line for line in read_pack(raw).scoring or []}
    free, contacts, assets = lines["stashes"], lines["contacts"], lines["assets"]
    assert (free.from_, free.table, free.per_unit) == ("free", None, None)
    assert (contacts.table, contacts.per_unit) == (None, 1)
    assert assets.table is not None
    assert assets.per_unit is None
