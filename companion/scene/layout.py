"""The graph of a board: its automatic layout, for boards without a picture, and shortest paths on it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence, Set
from typing import Any, TypeAlias

from companion.core.texts import Words

Point: TypeAlias = tuple[float, float]
Cell: TypeAlias = tuple[int, int]

WIDER_THAN_HIGH = 1.25
"""Target aspect ratio: screens are landscape, and labels are wider than high."""
MOST_PASSES = 12


def layout(neighbours: Mapping[str, Sequence[str]]) -> dict[str, Point]:
    """A deterministic position for each square, ``x`` and ``y`` from 0 (left, top) to 1.

    Squares are placed in the cells of a grid, so that none overlap, by distance from one end of the board. Then pairs
    are swapped for as long as that shortens the links.
    """
    if not neighbours:
        return {}
    order = _by_distance(neighbours)
    columns = math.ceil(math.sqrt(len(order) * WIDER_THAN_HIGH))
    rows = math.ceil(len(order) / columns)
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    names: list[str | None] = [*order, *[None] * (len(cells) - len(order))]
    _optimise(neighbours, names, cells)
    return {
        name: ((column + 0.5) / columns, (row + 0.5) / rows)
        for name, (column, row) in zip(names, cells, strict=True)
        if name is not None
    }


def laid_out(
    places: Collection[str] | Mapping[str, Any], beside: Mapping[str, Collection[str]]
) -> dict[str, tuple[float, float, Words]]:
    """Position and name of each place that a game declares (``Rules.places``), the name empty if it has none.

    Places without a position are laid out by their neighbours, or in the order in which they are listed.
    """
    told = dict(places) if isinstance(places, Mapping) else dict.fromkeys(places, ())
    given = {place: what if isinstance(what, tuple) else (what,) for place, what in told.items()}
    names = {place: what[-1] if len(what) % 2 else "" for place, what in given.items()}
    at = {place: (what[0], what[1]) for place, what in given.items() if len(what) > 1}
    if len(at) < len(told):
        near = {place: [other for other in beside.get(place, ()) if other in told] for place in told}
        wide = math.ceil(math.sqrt(len(told) * WIDER_THAN_HIGH))
        at = layout(near) if beside else {place: (n % wide, n // wide) for n, place in enumerate(told)}
    return {place: (*at[place], names[place]) for place in told}


def spread_out(places: Sequence[float]) -> list[float]:
    """Positions in one direction from 0 to 1; those that are there already stay as they are."""
    least, most = min(places), max(places)
    if least >= 0 and most <= 1:
        return list(places)
    return [(one - least) / (most - least or 1) for one in places]


def _by_distance(neighbours: Mapping[str, Sequence[str]]) -> list[str]:
    far = distances(neighbours, min(neighbours))
    end = max(sorted(far), key=lambda square: far[square])
    far = distances(neighbours, end)
    beyond = len(neighbours)
    return sorted(neighbours, key=lambda square: (far.get(square, beyond), square))


def _optimise(neighbours: Mapping[str, Sequence[str]], names: list[str | None], cells: Sequence[Cell]) -> None:
    where = {name: cell for name, cell in zip(names, cells, strict=True) if name is not None}
    for _ in range(MOST_PASSES):
        changed = False
        for first in range(len(names)):
            for second in range(first):
                before = _length(neighbours, where, names[first], names[second])
                _swap(names, cells, where, first, second)
                if _length(neighbours, where, names[first], names[second]) < before:
                    changed = True
                else:
                    _swap(names, cells, where, first, second)
        if not changed:
            return


def _swap(names: list[str | None], cells: Sequence[Cell], where: dict[str, Cell], first: int, second: int) -> None:
    names[first], names[second] = names[second], names[first]
    for index in (first, second):
        name = names[index]
        if name is not None:
            where[name] = cells[index]


def _length(neighbours: Mapping[str, Sequence[str]], where: Mapping[str, Cell], *squares: str | None) -> int:
    """The sum of squared link lengths of these squares: it penalises long links, and integers compare exactly."""
    return sum(
        (where[square][0] - where[other][0]) ** 2 + (where[square][1] - where[other][1]) ** 2
        for square in squares
        if square is not None
        for other in neighbours[square]
        if other in where
    )


def distances(neighbours: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    """The number of steps from ``start`` to every reachable square."""
    found = {start: 0}
    edge = [start]
    while edge:
        following: list[str] = []
        for square in edge:
            for other in neighbours[square]:
                if other not in found:
                    found[other] = found[square] + 1
                    following.append(other)
        edge = following
    return found


def nearest(neighbours: Mapping[str, Sequence[str]], start: str, among: Set[str]) -> list[str]:
    """The squares of ``among`` closest to ``start``, sorted; ``start`` itself is excluded."""
    far = {square: n for square, n in distances(neighbours, start).items() if n and square in among}
    least = min(far.values(), default=0)
    return sorted(square for square, n in far.items() if n == least)
