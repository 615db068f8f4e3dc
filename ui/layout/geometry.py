"""Rectangles: cutting them into parts, their reading order, packing things into them. Coordinates are kivy's: pixels,
origin bottom left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar


@dataclass
class Area:
    """A rectangle. The ``cut_`` methods cut a strip off an edge and shrink this area to the rest."""

    x: float
    y: float
    w: float
    h: float

    def cut_top(self, h: float, gap: float = 0) -> Area:
        part = Area(self.x, self.y + self.h - h, self.w, h)
        self.h -= h + gap
        return part

    def cut_bottom(self, h: float, gap: float = 0) -> Area:
        part = Area(self.x, self.y, self.w, h)
        self.y += h + gap
        self.h -= h + gap
        return part

    def cut_left(self, w: float, gap: float = 0) -> Area:
        part = Area(self.x, self.y, w, self.h)
        self.x += w + gap
        self.w -= w + gap
        return part

    def cut_right(self, w: float, gap: float = 0) -> Area:
        part = Area(self.x + self.w - w, self.y, w, self.h)
        self.w -= w + gap
        return part

    def inset(self, dx: float, dy: float | None = None) -> Area:
        dy = dx if dy is None else dy
        return Area(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def copy(self) -> Area:
        return Area(self.x, self.y, self.w, self.h)

    def columns(self, n: int, gap: float = 0) -> list[Area]:
        """``n`` equal columns from left to right."""
        w = (self.w - gap * (n - 1)) / n
        return [Area(self.x + i * (w + gap), self.y, w, self.h) for i in range(n)]

    def rows(self, n: int, gap: float = 0) -> list[Area]:
        """``n`` equal rows from top to bottom."""
        h = (self.h - gap * (n - 1)) / n
        return [Area(self.x, self.y + self.h - (i + 1) * h - i * gap, self.w, h) for i in range(n)]

    def grid(self, columns: int, rows: int, gap: float = 0) -> list[Area]:
        """Equal cells, row by row from the top left."""
        return [cell for row in self.rows(rows, gap) for cell in row.columns(columns, gap)]

    def square(self) -> Area:
        side = min(self.w, self.h)
        return Area(self.x + (self.w - side) / 2, self.y + (self.h - side) / 2, side, side)

    def centred(self, side: float) -> Area:
        """A square of this side around the centre."""
        return Area(self.cx - side / 2, self.cy - side / 2, side, side)

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x <= self.x + self.w and self.y <= y <= self.y + self.h

    def __iter__(self) -> Iterator[float]:
        return iter((self.x, self.y, self.w, self.h))


# Reading order.

T = TypeVar("T")

LAP = 1.0
"""Pixels by which neighbours may overlap, because of rounding."""


def reading_order(things: Sequence[T], area: Callable[[T], Area]) -> list[T]:
    """Top to bottom and left to right; side-by-side columns one after the other. The recursive X-Y cut (Nagy and Seth
    1984): split at gaps that go clear across, rows first."""
    if len(things) < 2:
        return list(things)
    rows = _cut(things, lambda thing: (-area(thing).y - area(thing).h, -area(thing).y))
    if len(rows) > 1:
        return [one for row in rows for one in reading_order(row, area)]
    columns = _cut(things, lambda thing: (area(thing).x, area(thing).x + area(thing).w))
    if len(columns) > 1:
        return [one for column in columns for one in reading_order(column, area)]
    return sorted(things, key=lambda thing: (-area(thing).cy, area(thing).cx))


def bounds(areas: Sequence[Area]) -> Area:
    left, bottom = min(one.x for one in areas), min(one.y for one in areas)
    return Area(
        left, bottom, max(one.x + one.w for one in areas) - left, max(one.y + one.h for one in areas) - bottom
    )  # fmt: skip


def _cut(things: Sequence[T], extent: Callable[[T], tuple[float, float]]) -> list[list[T]]:
    """Groups that do not overlap along one axis. ``extent``: start and end of a thing on it."""
    groups: list[list[T]] = []
    end = float("-inf")
    for thing in sorted(things, key=extent):
        begins, ends = extent(thing)
        if begins >= end - LAP:
            groups.append([])
        groups[-1].append(thing)
        end = max(end, ends)
    return groups


# The parts of a column.


@dataclass(frozen=True)
class SizeRequest:
    """A part of a column wants to be higher: by the first of ``heights`` that fits, or not at all."""

    part: str
    heights: tuple[float, ...]
    partly: bool = False
    """Take whatever is free, up to the first height."""


def allocate(room: Area, least: Mapping[str, float], wishes: Iterable[SizeRequest], grows: str) -> dict[str, Area]:
    """Lay out the parts of ``least`` in ``room``, from top to bottom. Each gets its least height; then wishes are
    granted in order, and the rest goes to ``grows``. If there is less room than the sum of all least heights, ``grows``
    shrinks first, then the others from last to first."""
    heights = dict(least)
    left = room.h - sum(heights.values())
    for part in (grows, *reversed(heights)):
        short = min(heights[part], max(0.0, -left))
        heights[part] -= short
        left += short
    for wish in wishes:
        now = heights[wish.part]
        granted = [min(high, now + left) if wish.partly else high for high in wish.heights]
        heights[wish.part] = next((high for high in granted if now <= high <= now + left), now)
        left -= heights[wish.part] - now
    heights[grows] += max(0.0, left)
    rest = room.copy()
    return {part: rest.cut_top(high) for part, high in heights.items()}


def fits(room: Area, least: Mapping[str, float]) -> bool:
    """True if the least heights fit."""
    return sum(least.values()) <= room.h


# Shelves: pages of cells for things of different sizes.


@dataclass(frozen=True)
class ShelfPlace:
    """Where a thing is: its index, page, column and row from the top left, and its width and height in cells."""

    index: int
    page: int
    column: int
    row: int
    wide: int
    high: int


def shelves(sizes: Sequence[tuple[int, int]], columns: int, rows: int) -> list[ShelfPlace]:
    """Place things of (columns, rows) each into pages of ``columns`` by ``rows`` cells (each at least 1). First fit:
    each goes to the first gap that holds it. A thing larger than a page is cut to it."""
    taken: list[set[tuple[int, int]]] = []
    placed: list[ShelfPlace] = []
    for index, (wide, high) in enumerate(sizes):
        w, h = min(wide, columns), min(high, rows)
        page = 0
        while True:
            if page == len(taken):
                taken.append(set())
            spot = _gap(taken[page], w, h, columns, rows)
            if spot is not None:
                break
            page += 1
        column, row = spot
        taken[page] |= _cells(column, row, w, h)
        placed.append(ShelfPlace(index, page, column, row, w, h))
    return [_stretched(place, taken[place.page], columns) if place.wide > 1 else place for place in placed]


def _cells(column: int, row: int, w: int, h: int) -> set[tuple[int, int]]:
    return {(column + x, row + y) for x in range(w) for y in range(h)}


def _gap(taken: set[tuple[int, int]], w: int, h: int, columns: int, rows: int) -> tuple[int, int] | None:
    for row in range(rows - h + 1):
        for column in range(columns - w + 1):
            if not taken & _cells(column, row, w, h):
                return column, row
    return None


def _stretched(place: ShelfPlace, taken: set[tuple[int, int]], columns: int) -> ShelfPlace:
    """Widen a place over the empty cells to its right."""
    wide = place.wide
    while place.column + wide < columns and not taken & _cells(place.column + wide, place.row, 1, place.high):
        taken |= _cells(place.column + wide, place.row, 1, place.high)
        wide += 1
    return ShelfPlace(place.index, place.page, place.column, place.row, wide, place.high)


# Tiles on the sketch of a city: columns rightwards, rows downwards, any origin.

Cell = tuple[int, int]
TilePlace = tuple[int, int, int]
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


def met(
    edges: Sequence[Edge | None], place: TilePlace, others: Collection[tuple[Sequence[Edge | None], TilePlace]]
) -> Met:
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
    """The edges on each side (top, right, bottom, left) after ``turns`` quarter turns clockwise. Edges run clockwise
    from the left end of the top, spread evenly over the sides."""
    found: list[list[Edge]] = [[], [], [], []]
    for index, edge in enumerate(edges):
        found[(index * 4 // len(edges) + turns) % 4].append(edge)
    return found
