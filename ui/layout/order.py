"""Reading order of what is on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ui.layout.geometry import Area

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
    """The bounding box of ``areas``."""
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
