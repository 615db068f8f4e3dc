"""Rectangles: cutting them into parts, and their reading order. Coordinates are kivy's: pixels, origin bottom left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar


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
    """Top to bottom and left to right; side-by-side columns one after the other.

    The recursive X-Y cut (Nagy and Seth 1984): split at gaps that go clear across, rows first.
    """
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
