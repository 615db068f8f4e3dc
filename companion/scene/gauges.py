"""The numbers of a game that are charted over time."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from companion.core.texts import Words

Colour: TypeAlias = Literal["red", "blue", "yellow", "green", "purple", "orange"]
Marker: TypeAlias = Literal["triangle", "diamond", "disc", "square", "cross", "star"]
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
