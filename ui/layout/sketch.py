"""Grid positions of tiles on the sketch of a city: columns rightwards, rows downwards, any origin. No kivy in here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ui.layout.geometry import Area

Cell = tuple[int, int]
Place = tuple[int, int, int]
"""Column, row, and quarter turns clockwise."""
Edge = TypeVar("Edge")
LARGEST = 34.0
"""Maximum size of a tile (mm)."""
LEAST = 10.0
"""Minimum size of a tile, enough for a finger (mm)."""


@dataclass(frozen=True)
class Frame:
    """The visible part of the sketch: first column and row, number of columns and rows."""

    column: int
    row: int
    columns: int
    rows: int

    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [(self.column + x, self.row + y) for y in range(self.rows) for x in range(self.columns)]

    def place(self, cell: Cell, room: Area, largest: float) -> Area:
        """Area of a cell in ``room``: squares as large as fit, at most ``largest`` pixels, centred."""
        side = min(room.w / self.columns, room.h / self.rows, largest)
        left = room.cx - side * self.columns / 2 + (cell[0] - self.column) * side
        top = room.cy + side * self.rows / 2 - (cell[1] - self.row) * side
        return Area(left, top - side, side, side)

    def parts(self, columns: int, rows: int) -> list[Frame]:
        """Split it, row by row, into frames of at most ``columns`` by ``rows``. They overlap rather than show what is
        outside."""
        across, down = _starts(self.columns, columns), _starts(self.rows, rows)
        wide, high = min(columns, self.columns), min(rows, self.rows)
        return [Frame(self.column + x, self.row + y, wide, high) for y in down for x in across]

    def holds(self, cell: Cell) -> bool:
        """True if the cell is visible."""
        return 0 <= cell[0] - self.column < self.columns and 0 <= cell[1] - self.row < self.rows


class Met(NamedTuple):
    """Number of adjacent tiles, and of their edges that match; None if edges are unknown."""

    touched: int
    joined: int | None


def _starts(length: int, most: int) -> list[int]:
    """Starts of stretches of ``most`` that cover ``length``; the last one ends at its end."""
    count = -(-length // most)
    return [min(n * most, max(0, length - most)) for n in range(count)]


def frame(cells: Collection[Cell], margin: int = 0) -> Frame:
    """The frame of all ``cells`` plus ``margin`` on each side; around the origin if there are none."""
    cells = cells or [(0, 0)]
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return Frame(min(columns) - margin, min(rows) - margin, wide + 2 * margin, high + 2 * margin)


def beside(cells: Collection[Cell]) -> frozenset[Cell]:
    """The free cells next to ``cells``."""
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return frozenset(around - set(cells))


def met(edges: Sequence[Edge | None], place: Place, others: Collection[tuple[Sequence[Edge | None], Place]]) -> Met:
    """What a tile with ``edges`` meets at ``place``, among all ``others``."""
    touched = joined = 0
    known = True
    for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        for theirs, (column, row, turns) in others:
            if (column, row) == (place[0] + dx, place[1] + dy):
                touched += 1
                known = known and bool(edges) and bool(theirs)
                if edges and theirs:
                    # Both run clockwise, so one of them is reversed.
                    facing = zip(sides(edges, place[2])[side], sides(theirs, turns)[(side + 2) % 4][::-1], strict=False)
                    joined += sum(mine is not None and mine == other for mine, other in facing)
    return Met(touched, joined if known else None)


def sides(edges: Sequence[Edge], turns: int) -> list[list[Edge]]:
    """The edges on each side (top, right, bottom, left) after ``turns`` quarter turns clockwise.

    Edges run clockwise from the left end of the top, spread evenly over the sides.
    """
    found: list[list[Edge]] = [[], [], [], []]
    for index, edge in enumerate(edges):
        found[(index * 4 // len(edges) + turns) % 4].append(edge)
    return found
