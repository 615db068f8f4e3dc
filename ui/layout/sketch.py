"""Where tiles lie on the sketch of a city: columns to the right, rows downwards, from any origin. No kivy in here."""

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
"""Millimetres: tiles are not drawn larger than this."""
LEAST = 10.0
"""Millimetres: nor smaller than a finger needs."""


@dataclass(frozen=True)
class Frame:
    """The part of the sketch that is shown: its first column and row, and how many there are."""

    column: int
    row: int
    columns: int
    rows: int

    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [(self.column + x, self.row + y) for y in range(self.rows) for x in range(self.columns)]

    def place(self, cell: Cell, room: Area, largest: float) -> Area:
        """Where a cell stands in ``room``: squares as large as fit, at most ``largest`` pixels, in the middle."""
        side = min(room.w / self.columns, room.h / self.rows, largest)
        left = room.cx - side * self.columns / 2 + (cell[0] - self.column) * side
        top = room.cy + side * self.rows / 2 - (cell[1] - self.row) * side
        return Area(left, top - side, side, side)

    def parts(self, columns: int, rows: int) -> list[Frame]:
        """Frames of at most so many columns and rows that show all of it, row by row; they overlap rather than show
        what lies outside."""
        across, down = _starts(self.columns, columns), _starts(self.rows, rows)
        wide, high = min(columns, self.columns), min(rows, self.rows)
        return [Frame(self.column + x, self.row + y, wide, high) for y in down for x in across]

    def holds(self, cell: Cell) -> bool:
        """True when the cell is one of those shown."""
        return 0 <= cell[0] - self.column < self.columns and 0 <= cell[1] - self.row < self.rows


class Met(NamedTuple):
    """So many tiles are touched, and so many edges go on there; None where edges are not known."""

    touched: int
    joined: int | None


def _starts(length: int, most: int) -> list[int]:
    """Where stretches of ``most`` begin that cover ``length``, the last one flush with its end."""
    count = -(-length // most)
    return [min(n * most, max(0, length - most)) for n in range(count)]


def frame(cells: Collection[Cell], margin: int = 0) -> Frame:
    """What shows all ``cells`` and ``margin`` more on each side; around the origin where there are none."""
    cells = cells or [(0, 0)]
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    return Frame(min(columns) - margin, min(rows) - margin, wide + 2 * margin, high + 2 * margin)


def beside(cells: Collection[Cell]) -> frozenset[Cell]:
    """The free cells that share an edge with one of ``cells``."""
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return frozenset(around - set(cells))


def met(edges: Sequence[Edge | None], place: Place, others: Collection[tuple[Sequence[Edge | None], Place]]) -> Met:
    """What a tile with these ``edges`` touches at its ``place`` (column, row, quarter turns), of all ``others``."""
    touched = joined = 0
    known = True
    for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        for theirs, (column, row, turns) in others:
            if (column, row) == (place[0] + dx, place[1] + dy):
                touched += 1
                known = known and bool(edges) and bool(theirs)
                if edges and theirs:
                    # Both run clockwise, so the one against the other.
                    facing = zip(sides(edges, place[2])[side], sides(theirs, turns)[(side + 2) % 4][::-1], strict=False)
                    joined += sum(mine is not None and mine == other for mine, other in facing)
    return Met(touched, joined if known else None)


def sides(edges: Sequence[Edge], turns: int) -> list[list[Edge]]:
    """The edges on each of the four sides (top, right, bottom, left), after so many quarter turns clockwise.

    Edges run clockwise from the left end of the top; they are spread evenly over the sides.
    """
    found: list[list[Edge]] = [[], [], [], []]
    for index, edge in enumerate(edges):
        found[(index * 4 // len(edges) + turns) % 4].append(edge)
    return found
