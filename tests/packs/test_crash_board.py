"""The geometry of a board of Crash & Grab: turning tiles, what fits a slot, the squares of what is laid."""

from __future__ import annotations

import pytest

from companion.games.crash.content import (
    ROTATIONS,
    BoardTile,
    CrashPack,
    LaidTile,
    Rotation,
    TileCell,
    TileSlot,
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
from tests.packs.readers import Crash


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
