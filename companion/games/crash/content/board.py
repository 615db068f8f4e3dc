"""The geometry of a board: rotations of tiles, the rotations that fit a slot, and the squares of laid tiles.

Coordinates start at 0, x to the right and y downwards. A square is named ``c<column>r<row>``, both from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from companion.games.crash.content.pack_data import Cell, Pack, Slot, Tile

Rotation: TypeAlias = Literal[0, 90, 180, 270]
"""Clockwise rotation of a tile."""
ROTATIONS: tuple[Rotation, ...] = get_args(Rotation)
Place: TypeAlias = tuple[int, int]


class Laid(Struct, frozen=True, cache_hash=True):
    """A tile in a slot: its id and rotation."""

    tile: str
    rotation: Rotation


class Square(Struct, frozen=True):
    """A square of the board: its coordinates, its slot number (from 1), and what is printed on it."""

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
    """The id of the square at coordinates: ``square_id(0, 0)`` is ``c1r1``."""
    return f"c{x + 1}r{y + 1}"


def turned(x: int, y: int, w: int, h: int, rotation: Rotation) -> Place:
    """The coordinates of the cell (x, y) of a ``w`` by ``h`` tile after rotation."""
    if rotation == 90:
        return h - 1 - y, x
    if rotation == 180:
        return w - 1 - x, h - 1 - y
    if rotation == 270:
        return y, w - 1 - x
    return x, y


def turned_size(w: int, h: int, rotation: Rotation) -> Place:
    """The size of a ``w`` by ``h`` tile after rotation."""
    return (w, h) if rotation in (0, 180) else (h, w)


def fitting(tile: Tile, slot: Slot) -> list[Rotation]:
    """The rotations in which the tile fills the slot, ascending; empty if it has another shape."""
    return [rotation for rotation in ROTATIONS if turned_size(tile.w, tile.h, rotation) == (slot.w, slot.h)]


def turned_cells(tile: Tile, rotation: Rotation) -> dict[Place, Cell]:
    """The cells of a rotated tile by their new coordinates."""
    return {turned(cell.x, cell.y, tile.w, tile.h, rotation): cell for cell in tile.cells}


def lay(pack: Pack, slots: Sequence[Slot], laid: Sequence[Laid | None]) -> dict[str, Square]:
    """The squares of a board by id: slot by slot, each from top left to bottom right.

    ``laid`` has one entry per slot; None is an empty slot, which has no squares.
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
    """The crash sites by number, ascending."""
    found = {square.crash_site: name for name, square in squares.items() if square.crash_site is not None}
    return dict(sorted(found.items()))


def accelerators(squares: dict[str, Square]) -> list[str]:
    """The ids of accelerator squares, sorted."""
    return sorted(name for name, square in squares.items() if square.accelerator)
