"""Charts of numbers over a game: what is charted, and the geometry that every front end shares."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from msgspec import Struct

from companion.core.facts import Colour, Marker
from companion.core.texts import Words

MARKS: Final[tuple[tuple[Colour, Marker], ...]] = (
    ("red", "triangle"),
    ("blue", "diamond"),
    ("yellow", "disc"),
    ("green", "square"),
    ("purple", "cross"),
    ("orange", "star"),
)
"""Six series that differ in colour and in shape; those of players who are named after a colour."""


def mark(n: int) -> tuple[Colour, Marker]:
    """The colour and shape of series ``n``, from 0. After six the colours repeat with other shapes."""
    return MARKS[n % len(MARKS)][0], MARKS[(n + n // len(MARKS)) % len(MARKS)][1]


class Gauge(Struct, frozen=True):
    """A number that is charted over a whole game, with its current value. It is public."""

    id: str
    chart: Words
    """Gauges with the same chart are drawn together."""
    name: Words
    value: int
    icon: str
    colour: Colour
    """Unique within a chart, like ``marker``."""
    marker: Marker
    most: int | None = None
    """Its maximum; None if there is none."""
    weight: float = 0
    """The weight of a change by one in the search for turning points; 0 ignores it."""


class Series(Struct, frozen=True):
    """One gauge over the game: its value at the end of each chapter, and its maximum (None: no maximum)."""

    id: str
    name: Words
    icon: str
    colour: Colour
    marker: Marker
    points: list[int]
    most: int | None = None


class Chart(Struct, frozen=True):
    """Gauges drawn together; each has one point per chapter."""

    name: Words
    series: list[Series]


class FaceCount(Struct, frozen=True):
    """How often a face was rolled, and how often fair dice would show it."""

    face: str
    name: Words
    icon: str
    rolled: int
    expected: float


# Geometry for any front end: ticks, labels without overlap, markers.

SHAPES: dict[Marker, Sequence[tuple[float, float]]] = {
    "triangle": [(0, 1), (1, -0.8), (-1, -0.8)],
    "diamond": [(0, 1.1), (1.1, 0), (0, -1.1), (-1.1, 0)],
    "square": [(-0.85, 0.85), (0.85, 0.85), (0.85, -0.85), (-0.85, -0.85)],
    "cross": [
        *[(-0.4, 1), (0.4, 1), (0.4, 0.4), (1, 0.4), (1, -0.4), (0.4, -0.4)],
        *[(0.4, -1), (-0.4, -1), (-0.4, -0.4), (-1, -0.4), (-1, 0.4), (-0.4, 0.4)],
    ],
    "star": [((0.55, 1.1)[k % 2 == 0] * sin(k * pi / 6), (0.55, 1.1)[k % 2 == 0] * cos(k * pi / 6)) for k in range(12)],
}
"""The corners of each marker around (0, 0), y upwards; a disc has none."""

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 2500, 5000, 10_000)


def ticks(most: int, lines: int = 4) -> list[int]:
    """Round numbers from 0 up to ``most``, about ``lines`` of them after the 0."""
    step = next((step for step in STEPS if most <= step * lines), STEPS[-1])
    return list(range(0, max(most, 1) + 1, step))


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Positions near the ``wanted`` ones, in the same order, at least ``apart``, between ``low`` and ``high``.

    If there is not enough room, they are spaced evenly.
    """
    n = len(wanted)
    if n > 1:
        apart = min(apart, (high - low) / (n - 1))
    order = sorted(range(n), key=lambda at: wanted[at])
    placed = [0.0] * n
    floor = low
    for at in order:
        placed[at] = floor = max(wanted[at], floor)
        floor += apart
    roof = high
    for at in reversed(order):
        placed[at] = roof = min(placed[at], roof)
        roof -= apart
    return placed


LONG = 13
"""A series of so many points does not get a marker at each."""


def marked(points: Sequence[int]) -> list[int]:
    """The points that get a marker: all of a short series; of a long one the ends, and each change of value."""
    last = len(points) - 1
    if len(points) < LONG:
        return list(range(last + 1))
    return [at for at in range(last + 1) if at in (0, last) or points[at] != points[at - 1]]


def labelled(spans: Sequence[tuple[float, float]], apart: float) -> list[int]:
    """The labels to write, given their extents: evenly spaced, always the last one, without overlap."""
    n = len(spans)
    for step in range(1, n):
        chosen = list(range((n - 1) % step, n, step))
        if all(spans[a][1] + apart <= spans[b][0] for a, b in pairwise(chosen)):
            return chosen
    return [n - 1]
