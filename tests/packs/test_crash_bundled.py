"""Fenderbend Junction, the pack that comes with the companion, is complete and good to play with."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import get_args

import msgspec
import pytest

from companion.core.texts import plain, translated
from companion.games.crash.content import (
    ROTATIONS,
    AnyEffect,
    BoardSquare,
    BoardTile,
    CardBonus,
    CrashPack,
    LaidTile,
    LayoutKey,
    Rotation,
    TileCell,
    TileSlot,
    Timing,
    Upgrade,
    accelerators,
    fitting,
    lay,
    sites,
    square_id,
    turned,
    turned_cells,
    turned_size,
)
from companion.packs import load_pack
from tests.packs.changes import Crash

LANGUAGES = ("en", "es")
LAYOUTS: tuple[LayoutKey, ...] = get_args(LayoutKey)
LONGEST_NAME, LONGEST_TEXT = 24, 120
BOARDS = range(60)
LARGE = {"dodgem_ring", "tow_zone", "hubcap_reef", "wobble_dock"}

Squares = dict[str, BoardSquare]


@cache
def bundled() -> CrashPack:
    loaded = load_pack(Crash())
    assert isinstance(loaded.pack, CrashPack)
    return loaded.pack


@pytest.fixture
def pack() -> CrashPack:
    return bundled()


def words_for_ids(pack: CrashPack) -> set[str]:
    """Every id that has no name of its own in the pack."""
    return {*pack.colours, *pack.types, *pack.directions, *(tile.id for tile in pack.tiles)}


def written(pack: CrashPack) -> Iterator[str]:
    """Everything that the pack says in its own language."""
    yield pack.name
    for upgrade in pack.upgrades:
        yield from (upgrade.name, upgrade.text)


def shown(pack: CrashPack, text: str, language: str) -> str:
    return plain(translated(pack.texts, text, pack.language), language)


def test_every_text_is_there_in_english_and_in_spanish_and_nothing_else_is(pack: CrashPack) -> None:
    assert pack.texts["en"].keys() == words_for_ids(pack)
    assert pack.texts["es"].keys() == words_for_ids(pack) | set(written(pack))
    for words in pack.texts.values():
        assert all(text.strip() == text != "" for text in words.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_texts_fit_a_card(pack: CrashPack, language: str) -> None:
    for upgrade in pack.upgrades:
        assert 4 <= len(shown(pack, upgrade.name, language)) <= LONGEST_NAME, upgrade.id
        assert 20 <= len(shown(pack, upgrade.text, language)) <= LONGEST_TEXT, upgrade.id
    for name in words_for_ids(pack):
        assert 3 <= len(pack.texts[language][name]) <= LONGEST_NAME, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_called_the_same_twice(pack: CrashPack, language: str) -> None:
    names = [shown(pack, upgrade.name, language) for upgrade in pack.upgrades]
    texts = [shown(pack, upgrade.text, language) for upgrade in pack.upgrades]
    ids = [pack.texts[language][name] for name in words_for_ids(pack)]
    for found in (names, texts, ids):
        assert [word for word, count in Counter(found).items() if count > 1] == []


def numbers_of(upgrade: Upgrade) -> set[str]:
    """The amounts that the effects of an upgrade name, and the movement cards that they are about."""
    found: set[str] = set()
    for effect in upgrade.effects or []:
        fields: dict[str, object] = msgspec.to_builtins(effect)
        found |= {str(value) for name, value in fields.items() if name != "op"}
        if fields["op"] == "range":
            found.add("0-5")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("upgrade", bundled().upgrades, ids=lambda upgrade: upgrade.id)
def test_a_text_names_the_numbers_of_its_effects_and_no_others(
    pack: CrashPack, upgrade: Upgrade, language: str
) -> None:
    assert set(re.findall(r"0-5|\d+", shown(pack, upgrade.text, language))) == numbers_of(upgrade)


TOKENS = {"en": {"energy": "energy", "boosters": "booster"}, "es": {"energy": "energía", "boosters": "potenciador"}}
VERBS = {"en": {"pay": "pay", "gain": "take"}, "es": {"pay": "paga", "gain": "toma"}}
TIMES = {
    "en": {"start_of_turn": "At the start of your turn, ", "end_of_turn": "At the end of your turn, ",
           "end_of_round": "At the end of the round, "},
    "es": {"start_of_turn": "Al empezar tu turno, ", "end_of_turn": "Al acabar tu turno, ",
           "end_of_round": "Al acabar la ronda, "},
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("upgrade", bundled().upgrades, ids=lambda upgrade: upgrade.id)
def test_a_text_names_its_time_its_price_and_its_gain(pack: CrashPack, upgrade: Upgrade, language: str) -> None:
    text = shown(pack, upgrade.text, language)
    for timing, words in TIMES[language].items():
        assert text.startswith(words) is (upgrade.timing == timing), text
    for effect in upgrade.effects or []:
        fields: dict[str, object] = msgspec.to_builtins(effect)
        verb = VERBS[language].get(str(fields["op"]), "")
        for token, word in TOKENS[language].items():
            if fields.get(token):
                assert re.search(rf"{verb}.* {fields[token]} {word}", text), text


OPERATIONS = frozenset({
    "pay", "gain", "move", "push", "relocate", "reverse", "glide", "deflect", "brake", "shield", "reroll", "range",
    "card_bonus", "loot", "raider", "upgrade_cost", "upgrade_draw",
})  # fmt: skip
SELDOM = frozenset({"pick_up", "hit", "spend", "rival_accelerator", "rival_crash", "robbed"})
"""Timings for which this box has no upgrade."""


def test_every_operation_and_every_timing_is_used(pack: CrashPack) -> None:
    effects: list[AnyEffect] = [effect for upgrade in pack.upgrades for effect in upgrade.effects or []]
    assert {effect.__struct_config__.tag for effect in effects} == OPERATIONS
    assert {upgrade.timing for upgrade in pack.upgrades} == set(get_args(Timing)) - SELDOM
    assert {effect.card for effect in effects if isinstance(effect, CardBonus)} == {"2", "3"}


def test_few_upgrades_are_left_to_the_table(pack: CrashPack) -> None:
    assert [upgrade.id for upgrade in pack.upgrades if upgrade.effects is None] == ["swap_beam", "crew_whistle"]


def test_the_rotational_stabilizer_stays_in_the_box_with_two_players(pack: CrashPack) -> None:
    [out] = [upgrade for upgrade in pack.upgrades if upgrade.not_in_2p]
    assert (out.id, out.timing) == ("rotational_stabilizer", "planning")


def test_the_large_tiles_with_all_crash_sites_are_on_every_board(pack: CrashPack) -> None:
    holding = {tile.id for tile in pack.tiles if any(cell.crash_site for cell in tile.cells)}
    assert holding == {tile.id for tile in pack.tiles if (tile.w, tile.h) == (4, 4)} == LARGE
    for slots in pack.layouts.values():
        assert Counter(tile for slot in slots for tile in slot.tile_pool if tile in LARGE) == dict.fromkeys(LARGE, 4)


def test_numbers_that_follow_each_other_are_on_different_tiles(pack: CrashPack) -> None:
    on = {cell.crash_site: tile.id for tile in pack.tiles for cell in tile.cells if cell.crash_site}
    assert all(on[face] != on[face % 12 + 1] for face in on)


def test_every_tile_lies_on_some_board_and_no_two_are_alike(pack: CrashPack) -> None:
    assert {tile for slots in pack.layouts.values() for slot in slots for tile in slot.tile_pool} == {
        tile.id for tile in pack.tiles
    }
    looks = set()
    for tile in pack.tiles:
        slot = TileSlot(0, 0, tile.w, tile.h, [tile.id])
        for rotation in fitting(tile, slot):
            squares = lay(pack, [slot], [LaidTile(tile.id, rotation)]).values()
            looks.add((tile.id, tile.w, tuple((s.accelerator, bool(s.crash_site)) for s in squares)))
    assert len({(wide, marks) for _, wide, marks in looks}) == len(looks)


def random_board(key: LayoutKey, seed: int) -> Squares:
    """Tiles in a random place, turned at random (R-CG-05)."""
    luck = random.Random(seed)
    pack = bundled()
    tiles = {tile.id: tile for tile in pack.tiles}
    laid: list[LaidTile | None] = []
    for slot in pack.layouts[key]:
        used = {there.tile for there in laid if there is not None}
        tile = tiles[luck.choice([name for name in slot.tile_pool if name not in used])]
        laid.append(LaidTile(tile.id, luck.choice(fitting(tile, slot))))
    return lay(pack, pack.layouts[key], laid)


def near(squares: Squares, name: str) -> list[str]:
    square = squares[name]
    beside = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    found = [f"c{square.x + 1 + right}r{square.y + 1 + down}" for right, down in beside]
    return [name for name in found if name in squares]


def steps_from(squares: Squares, start: str) -> dict[str, int]:
    """How many steps each square of the board is away."""
    steps, ahead = {start: 0}, [start]
    for name in ahead:
        for other in near(squares, name):
            if other not in steps:
                steps[other] = steps[name] + 1
                ahead.append(other)
    return steps


@pytest.mark.parametrize("key", LAYOUTS)
def test_however_tiles_fall_a_crash_site_is_three_steps_from_the_next_one(key: LayoutKey) -> None:
    for seed in BOARDS:
        squares = random_board(key, seed)
        found = sites(squares).values()
        steps = {name: steps_from(squares, name) for name in found}
        assert {min(steps[name][other] for other in found if other != name) for name in found} == {3}
        assert max(steps[name][other] for name, other in combinations(found, 2)) <= 12


@pytest.mark.parametrize(("key", "most"), [("3-4", 3), ("5", 4), ("6", 5)])
def test_no_corner_is_far_from_every_crash_site(key: LayoutKey, most: int) -> None:
    for seed in BOARDS:
        squares = random_board(key, seed)
        steps = [steps_from(squares, name) for name in sites(squares).values()]
        assert max(min(away[name] for away in steps) for name in squares) <= most


@pytest.mark.parametrize(("key", "least", "most"), [("3-4", 9, 11), ("5", 9, 14), ("6", 12, 17)])
def test_there_are_some_accelerators_and_not_too_many(key: LayoutKey, least: int, most: int) -> None:
    for seed in BOARDS:
        assert least <= sum(square.accelerator for square in random_board(key, seed).values()) <= most


def ahead(squares: Squares, start: str, right: int, down: int, distance: int) -> tuple[bool, bool]:
    """Whether a saucer pushed from there crashes, and whether an accelerator moves it on (R-CG-44, R-CG-47)."""
    x, y, left, fast = squares[start].x, squares[start].y, distance, False
    while left:
        x, y = x + right, y + down
        square = squares.get(f"c{x + 1}r{y + 1}")
        if square is None:
            return True, fast
        fast, left = fast or square.accelerator, distance if square.accelerator else left - 1
    return False, fast


@pytest.mark.parametrize(
    ("key", "distance", "least", "most"),
    [("3-4", 2, 30, 45), ("3-4", 3, 50, 70), ("5", 2, 20, 35), ("5", 3, 40, 60), ("6", 2, 20, 35), ("6", 3, 40, 60)],
)
def test_pushes_from_crash_sites_end_off_the_board_often_but_not_always(
    key: LayoutKey, distance: int, least: int, most: int
) -> None:
    pushes = [
        ahead(squares, name, right, down, distance)
        for squares in (random_board(key, seed) for seed in BOARDS)
        for name in sites(squares).values()
        for right, down in ((0, -1), (1, 0), (0, 1), (-1, 0))
    ]
    assert least <= 100 * sum(crashed for crashed, _ in pushes) / len(pushes) <= most
    assert 20 <= 100 * sum(fast for _, fast in pushes) / len(pushes) <= 50


# Geometry of a board: turning tiles, what fits a slot, the squares of what is laid.


def tile(name: str, *rows: str) -> BoardTile:
    """A tile as a picture: ``*`` is an accelerator, a digit a crash site, ``.`` an empty square."""
    cells = [
        TileCell(x, y, accelerator=mark == "*", crash_site=int(mark) if mark.isdigit() else None)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
    ]
    return BoardTile(name, len(rows[0]), len(rows), cells)


def picture(there: BoardTile, rotation: Rotation) -> list[str]:
    wide, high = turned_size(there.w, there.h, rotation)
    cells = turned_cells(there, rotation)
    return ["".join(mark(cells[x, y]) for x in range(wide)) for y in range(high)]


def mark(cell: TileCell) -> str:
    return "*" if cell.accelerator else str(cell.crash_site or ".")


FLAG = tile("flag", "1*.", "..2")
STEP = tile("step", "*3")
PACK = load_pack(Crash()).pack


def pack_of(*tiles: BoardTile) -> CrashPack:
    return CrashPack("crash", "p", "P", "en", "tests", [], [], [], list(tiles), {}, [])


@pytest.mark.parametrize(
    ("rotation", "rows"),
    [(0, ["1*.", "..2"]), (90, [".1", ".*", "2."]), (180, ["2..", ".*1"]), (270, [".2", "*.", "1."])],
)
def test_a_tile_is_turned_clockwise(rotation: Rotation, rows: list[str]) -> None:
    assert picture(FLAG, rotation) == rows


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_turned_tile_covers_its_rectangle(rotation: Rotation) -> None:
    wide, high = turned_size(5, 2, rotation)
    there = {turned(x, y, 5, 2, rotation) for x in range(5) for y in range(2)}
    assert there == {(x, y) for x in range(wide) for y in range(high)}


def test_four_quarter_turns_lead_back() -> None:
    for x, y in [(0, 0), (2, 1), (1, 0)]:
        place, size = (x, y), (3, 2)
        for _ in range(4):
            place, size = turned(*place, *size, 90), turned_size(*size, 90)
        assert (place, size) == ((x, y), (3, 2))


def test_two_quarter_turns_are_a_half_one() -> None:
    assert turned(*turned(2, 0, 3, 2, 90), 2, 3, 90) == turned(2, 0, 3, 2, 180)


@pytest.mark.parametrize(
    ("wide", "high", "rotations"),
    [(3, 2, [0, 180]), (2, 3, [90, 270]), (3, 3, []), (2, 2, [])],
)
def test_a_tile_that_is_not_square_fits_in_two_rotations(wide: int, high: int, rotations: list[Rotation]) -> None:
    assert fitting(FLAG, TileSlot(0, 0, wide, high, ["flag"])) == rotations


def test_a_square_tile_fits_in_all_four() -> None:
    assert fitting(tile("square", "..", ".."), TileSlot(4, 7, 2, 2, [])) == [0, 90, 180, 270]


def test_columns_and_rows_are_counted_from_one() -> None:
    assert (square_id(0, 0), square_id(11, 4)) == ("c1r1", "c12r5")


def test_the_board_is_what_is_laid_slot_by_slot_from_the_top_left() -> None:
    slots = [TileSlot(1, 0, 2, 3, ["flag"]), TileSlot(0, 3, 2, 1, ["step"])]
    squares = lay(pack_of(FLAG, STEP), slots, [LaidTile("flag", 90), LaidTile("step", 180)])
    assert list(squares) == ["c2r1", "c3r1", "c2r2", "c3r2", "c2r3", "c3r3", "c1r4", "c2r4"]
    assert sites(squares) == {1: "c3r1", 2: "c2r3", 3: "c1r4"}
    assert accelerators(squares) == ["c2r4", "c3r2"]
    assert {square.slot for name, square in squares.items() if name.endswith("r4")} == {2}
    assert all(square.id == name == square_id(square.x, square.y) for name, square in squares.items())


def test_a_slot_without_a_tile_has_no_squares_yet() -> None:
    slots = [TileSlot(0, 0, 3, 2, ["flag"]), TileSlot(3, 0, 2, 1, ["step"])]
    assert list(lay(pack_of(FLAG, STEP), slots, [None, LaidTile("step", 0)])) == ["c4r1", "c5r1"]
    assert lay(pack_of(FLAG, STEP), slots, [None, None]) == {}


def test_crash_sites_are_listed_by_their_numbers() -> None:
    squares = lay(pack_of(tile("row", "9*15")), [TileSlot(0, 0, 4, 1, ["row"])], [LaidTile("row", 0)])
    assert list(sites(squares)) == [1, 5, 9]


@pytest.mark.parametrize(("key", "count"), [("3-4", 68), ("5", 84), ("6", 97)])
def test_the_layouts_of_the_bundled_pack_are_as_large_as_their_slots(key: str, count: int) -> None:
    laid: list[LaidTile | None] = []
    tiles = {each.id: each for each in PACK.tiles}
    for slot in PACK.layouts[key]:
        name = next(name for name in slot.tile_pool if name not in {there.tile for there in laid if there})
        laid.append(LaidTile(name, fitting(tiles[name], slot)[0]))
    squares = lay(PACK, PACK.layouts[key], laid)
    assert len(squares) == count
    assert list(sites(squares)) == list(range(1, 13))
