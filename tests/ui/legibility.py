"""Whether what is drawn can be read: contrast, what is cut off, and what lies over what; from the items of a canvas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import hypot
from typing import NamedTuple

from kivy.uix.widget import Widget

from tests.ui.drawing import Ink, Item, Words, inks, items
from ui.layout.geometry import Area
from ui.look import icons
from ui.look.text import UNSUPPORTED
from ui.look.theme import NIGHT, THEMES

TEXT, FIGURE = 4.5, 7.0
"""The least contrast of a text, and of a number by itself, which is read from far away."""
OPAQUE = 0.6
"""Colours with less opacity are shadows, or faded because they are done."""
TOUCHING = 1.5
"""Pixels by which letters may reach into others' boxes: a box is a bit larger than what is in it."""


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def texts(root: Widget) -> list[Words]:
    """The texts of ``root`` and its parts that can be seen."""
    return visible(items(root))


def visible(drawn: Sequence[Item]) -> list[Words]:
    """The texts that nothing lies over."""
    found: list[Words] = []
    for one in drawn:
        if isinstance(one, Words):
            found += [one] if one.colour[3] >= OPAQUE else []
        elif one.colour and one.colour[3] == 1 and (one.kind != "icon" or icons.framing(one.what)):
            found = [words for words in found if not all(_hides(one, line) for line in words.capitals)]
    return found


def _hides(fill: Item, line: Area) -> bool:
    y = line.y + line.h / 2
    return _holds(fill, line.x, y) and _holds(fill, line.x + line.w, y)


def _holds(fill: Item, x: float, y: float) -> bool:
    """True if something of one colour is drawn at that point."""
    left, bottom, right, top = fill.bounds
    if not (left <= x <= right and bottom <= y <= top):
        return False
    match fill.kind:
        case "rect" | "box" | "shape" | "ground":
            return True
        case "oval":
            return hypot(x - fill.area.cx, y - fill.area.cy) <= fill.area.w / 2
        case "rects":
            at = fill.points
            return any(at[n] <= x <= at[n + 4] and at[n + 1] <= y <= at[n + 5] for n in range(0, len(fill.points), 8))
        case "icon":
            return icons.framing(fill.what)
    return False


class Weak(NamedTuple):
    """A text that is hard to read in a theme."""

    said: str
    theme: str
    contrast: float


def weak(drawn: Sequence[Item], seen: Sequence[Words], figure: float = FIGURE) -> Iterator[Weak]:
    """Texts of ``seen`` with too little contrast to what they stand on, in any theme; ``figure``: the least of a
    number."""
    wanted = {id(one) for one in seen}
    below: list[Item] = []
    for one in drawn:
        if not isinstance(one, Words):
            if _opaque(one):
                below.append(one)
        elif id(one) in wanted:
            for line in one.capitals:
                x, y = line.x + min(2, line.w / 2), line.y + line.h / 2
                ground = next(fill for fill in reversed(below) if _holds(fill, x, y))
                yield from _weak(one, ground, figure if one.said.isdigit() else TEXT)


def _opaque(below: Item) -> bool:
    return below.kind == "icon" or (bool(below.colour) and below.colour[3] >= OPAQUE)


def _weak(words: Words, ground: Item, least: float) -> Iterator[Weak]:
    # A frame for the text of its owner has the colour of the room within.
    behind = tuple(NIGHT) if ground.kind == "icon" else ground.colour
    for theme, found in zip(THEMES, _contrasts(words.colour, behind), strict=True):
        if found < least - 0.005:
            yield Weak(words.said, theme, found)


@cache
def _contrasts(one: Ink, other: Ink) -> list[float]:
    """The contrast in each theme."""
    return [contrast(own, others) for own, others in zip(inks(one), inks(other), strict=True)]


def overlapping(seen: Sequence[Words]) -> Iterator[str]:
    """Texts of which one is written over another."""
    lines = sorted(((line, one) for one in seen for line in one.capitals), key=lambda found: found[0].x)
    for n, (line, one) in enumerate(lines):
        for other, another in lines[n + 1 :]:
            if other.x >= line.x + line.w:
                break
            if one is not another and meet(line, other):
                yield f"{one.said!r} and {another.said!r} overlap"


def over_icons(drawn: Sequence[Item]) -> Iterator[str]:
    """Texts over an icon that is no frame for them. Icons over a text are pieces and badges."""
    below: list[Item] = []
    for one in drawn:
        if isinstance(one, Words):
            met = (icon.what for icon in below for line in one.capitals if meet(line, icon.area))
            yield from (f"{one.said!r} is written over {icon}" for icon in met)
        elif one.kind == "icon":
            below += [] if icons.framing(one.what) else [one]
        elif one.colour and one.colour[3] == 1:
            below = [icon for icon in below if not meet(icon.area, one.area)]


def meet(one: Area, other: Area) -> bool:
    """True if both have more than ``TOUCHING`` in common, across and upright. It is asked a million times a day."""
    return (
        one.x + one.w - other.x > TOUCHING
        and other.x + other.w - one.x > TOUCHING
        and one.y + one.h - other.y > TOUCHING
        and other.y + other.h - one.y > TOUCHING
        and min(one.w, one.h, other.w, other.h) > TOUCHING
    )


def missing(words: Words) -> set[str]:
    """The letters that our own fonts do not have: others are not on every machine."""
    return {letter for letter in words.said if not letter.isspace() and UNSUPPORTED.search(letter)}


def outside(words: Words, window: Area) -> bool:
    """True if a part of the text is beyond the window."""
    return not all(
        line.x >= -1 and line.y >= -1 and line.x + line.w <= window.w + 1 and line.y + line.h <= window.h + 1
        for line in words.capitals
    )
