"""Packs things of different sizes into pages of cells. No kivy in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Where a thing is: its index, page, column and row from the top left, and its width and height in cells."""

    index: int
    page: int
    column: int
    row: int
    wide: int
    high: int


def shelves(sizes: Sequence[tuple[int, int]], columns: int, rows: int) -> list[Place]:
    """Place things of (columns, rows) each into pages of ``columns`` by ``rows`` cells (each at least 1).

    First fit: each goes to the first gap that holds it. A thing larger than a page is cut to it.
    """
    taken: list[set[tuple[int, int]]] = []
    placed: list[Place] = []
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
        placed.append(Place(index, page, column, row, w, h))
    return [_stretched(place, taken[place.page], columns) if place.wide > 1 else place for place in placed]


def _cells(column: int, row: int, w: int, h: int) -> set[tuple[int, int]]:
    return {(column + x, row + y) for x in range(w) for y in range(h)}


def _gap(taken: set[tuple[int, int]], w: int, h: int, columns: int, rows: int) -> tuple[int, int] | None:
    for row in range(rows - h + 1):
        for column in range(columns - w + 1):
            if not taken & _cells(column, row, w, h):
                return column, row
    return None


def _stretched(place: Place, taken: set[tuple[int, int]], columns: int) -> Place:
    """Widen a place over the empty cells to its right."""
    wide = place.wide
    while place.column + wide < columns and not taken & _cells(place.column + wide, place.row, 1, place.high):
        taken |= _cells(place.column + wide, place.row, 1, place.high)
        wide += 1
    return Place(place.index, place.page, place.column, place.row, wide, place.high)
