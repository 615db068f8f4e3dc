"""What is followed over a whole game: the numbers that a look back draws as charts."""

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
"""Six lines that can be told apart, by colour and by shape: those of players who are called by a colour."""


def mark(n: int) -> tuple[Colour, Marker]:
    """Colour and shape of line ``n`` of a chart, from 0; after six the colours come again with other shapes."""
    return MARKS[n % len(MARKS)][0], MARKS[(n + n // len(MARKS)) % len(MARKS)][1]


class Gauge(Struct, frozen=True):
    """Something that is followed over a whole game, as it stands now; everybody may know it."""

    id: str
    chart: Words
    """Gauges of the same chart are drawn together."""
    name: Words
    value: int
    icon: str
    colour: Colour
    """Different for each gauge of a chart, like ``marker``."""
    marker: Marker
    most: int | None = None
    """Where it ends; None where nothing ends it."""
    weight: float = 0
    """How much a change by one counts when the turning points of a game are looked for; 0: not at all."""
