"""The geometry of a board: how tiles turn, which turns fit a slot, and the squares of the tiles that are laid.

Places count from 0, x to the right and y downward; a square is named ``c<column>r<row>``, both from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from companion.games.crash.content.pack_data import Cell, Pack, Slot, Tile

Rotation: TypeAlias = Literal[0, 90, 180, 270]
"""How far a tile is turned, clockwise."""
ROTATIONS: tuple[Rotation, ...] = get_args(Rotation)
Place: TypeAlias = tuple[int, int]


class Laid(Struct, frozen=True, cache_hash=True):
    """A tile in a slot: its id, and how far it is turned."""

    tile: str
    rotation: Rotation


class Square(Struct, frozen=True):
    """A square of the board: its place, the number of its slot (from 1), what is printed on it."""

    x: int
    y: int
    slot: int
    accelerator: bool
    crash_site: int | None

    @property
    def id(self) -> str:
        """``c<column>r<row>``."""
        return square_id(self.x, self.y)


def square_id(x: int, y: int) -> str:
    """The name of the square at a place: ``square_id(0, 0)`` is ``c1r1``."""
    return f"c{x + 1}r{y + 1}"


def turned(x: int, y: int, w: int, h: int, rotation: Rotation) -> Place:
    """Where the cell (x, y) of a tile of ``w`` by ``h`` squares lies when the tile is turned."""
    if rotation == 90:
        return h - 1 - y, x
    if rotation == 180:
        return w - 1 - x, h - 1 - y
    if rotation == 270:
        return y, w - 1 - x
    return x, y


def turned_size(w: int, h: int, rotation: Rotation) -> Place:
    """How wide and high a tile of ``w`` by ``h`` squares is when it is turned."""
    return (w, h) if rotation in (0, 180) else (h, w)


def fitting(tile: Tile, slot: Slot) -> list[Rotation]:
    """The rotations in which the tile fills the slot, rising; none if it has another shape."""
    return [rotation for rotation in ROTATIONS if turned_size(tile.w, tile.h, rotation) == (slot.w, slot.h)]


def turned_cells(tile: Tile, rotation: Rotation) -> dict[Place, Cell]:
    """The cells of a turned tile, by where they lie in it now."""
    return {turned(cell.x, cell.y, tile.w, tile.h, rotation): cell for cell in tile.cells}


def lay(pack: Pack, slots: Sequence[Slot], laid: Sequence[Laid | None]) -> dict[str, Square]:
    """The squares of a board by name: of the slots in order, in each from top left to bottom right.

    ``laid`` has an entry a slot; None is a slot without a tile, which has no squares.
    """
    tiles = {tile.id: tile for tile in pack.tiles}
    squares: dict[str, Square] = {}
    for number, (slot, there) in enumerate(zip(slots, laid, strict=True), start=1):
        if there is None:
            continue
        cells = turned_cells(tiles[there.tile], there.rotation)
        for (x, y), cell in sorted(cells.items(), key=lambda entry: (entry[0][1], entry[0][0])):
            square = Square(slot.x + x, slot.y + y, number, cell.accelerator, cell.crash_site)
            squares[square.id] = square
    return squares


def sites(squares: dict[str, Square]) -> dict[int, str]:
    """The crash sites of the squares by number, rising."""
    found = {square.crash_site: name for name, square in squares.items() if square.crash_site is not None}
    return dict(sorted(found.items()))


def accelerators(squares: dict[str, Square]) -> list[str]:
    """The accelerator squares by name, sorted."""
    return sorted(name for name, square in squares.items() if square.accelerator)
