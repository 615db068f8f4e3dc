"""Rectangles, and cutting them into parts. Coordinates are kivy's: pixels, origin bottom left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


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
        """The largest centred square."""
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
