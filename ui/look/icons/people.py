"""People and their marks: players, officers, gangs and contacts."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.instructions import ident, split
from ui.look.icons.faces import COLOURS, SHAPES, diamond, shape, star
from ui.look.icons.pen import Pen, icon
from ui.look.icons.signs import arc
from ui.look.theme import ALERT, GREEN, GREY, INK, LAMP, MIST, PAPER, PAPER_DIM, POLICE, SUN, VIOLET, Rgba, Role

Sign = Callable[[Pen, Rgba, float, float, float], None]
PLAYERS = ("red", "blue", "yellow", "green", "purple", "orange")
"""Players named after a colour, by number."""
HUES: tuple[Rgba, ...] = (
    Role("#f0524a", "#b3201c", "#ff6a5c"),
    Role("#5b8cf0", "#2450b0", "#7aa5ff"),
    SUN,
    GREEN,
    Role("#c988e8", "#7a359c", "#dda6ff"),
    Role("#ffa13d", "#a04f00", "#ffb45c"),
)
"""Players' colours by number, the same on every screen and in every game; each has its own sign."""


def _triangle(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    p.poly(fill, x, y + r * 1.02, x - r * 1.1, y - r * 0.86, x + r * 1.1, y - r * 0.86)


def _diamond(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    diamond(p, fill, x, y, r * 1.12)


def _disc(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    p.disc(fill, x, y, r * 0.94)


def _square(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    p.box(fill, x - r * 0.84, y - r * 0.84, r * 1.68, r * 1.68, r * 0.12)


def _cross(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    p.box(fill, x - r, y - r * 0.5, r * 2, r, r * 0.1)
    p.box(fill, x - r * 0.5, y - r, r, r * 2, r * 0.1)


def _star(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    points: list[float] = []
    for k in range(6):
        points += arc(x, y, r * 1.1, 90 + 60 * k, 90 + 60 * k, 1)[:2]
        points += arc(x, y, r * 0.68, 120 + 60 * k, 120 + 60 * k, 1)[:2]
    p.poly(fill, x, y, *points, *points[:2])


SIGNS: tuple[Sign, ...] = (_triangle, _diamond, _disc, _square, _cross, _star)


def sign(p: Pen, n: int) -> tuple[float, float]:
    """Draw the sign of player ``n`` (from 0); returns the height at which something fits into it, and half its size."""
    n %= len(SIGNS)
    SIGNS[n](p, p.colour(HUES[n]), 50, 50 if n else 46, 46)
    return (50, 26) if n else (31, 24)


def hue(kind: str) -> Rgba:
    """The colour of that name; grey for any other name."""
    face = COLOURS.get(kind, "")
    return SUN if face == "SOC" else SHAPES[face][1] if face else MIST


def mark(p: Pen, kind: str, fill: Rgba, x: float, y: float, r: float) -> None:
    """The shape of a colour (red triangle, blue diamond, yellow circle), else the first letter."""
    face = COLOURS.get(kind, "")
    if face == "SOC":
        p.disc(fill, x, y, r * 0.86)
    elif face:
        SHAPES[face][0](p, fill, x, y - r * 0.05, r)
    else:
        p.letters(fill, kind[:1].upper(), x - r * 1.2, y - r * 1.1, r * 2.4, r * 2.2)


@icon("officer:", "officer")
def _officer(p: Pen, name: str) -> None:
    kind = ident(name)
    p.poly(p.colour(hue(kind)), 50, 98, 12, 88, 12, 46, 24, 22, 50, 2, 76, 22, 88, 46, 88, 88)
    mark(p, kind, p.colour(INK), 50, 56 if COLOURS.get(kind) != "PHYS" else 54, 24)


@icon("seat:", "turn:")
def _seat(p: Pen, name: str) -> None:
    _, rest = split(name)
    number, _, letter = rest.rpartition(":")
    if not number.isdigit():
        p.disc(p.colour(PAPER), 50, 50, 47)
        p.letters(p.colour(INK), letter[:1].upper(), 14, 20, 72, 60)
        return
    y, r = sign(p, int(number))
    p.letters(p.colour(INK), letter[:2].upper(), 50 - r, y - r * 0.9, r * 2, r * 1.8)


@icon("gang:", "gang")
def _gang(p: Pen, _: str) -> None:
    p.poly(p.colour(VIOLET), 50, 70, 10, 4, 90, 4)
    p.oval(p.colour(VIOLET), 50, 64, 29, 34)
    p.oval(p.colour(INK), 50, 58, 20, 22)
    for x in (42, 58):
        p.disc(p.colour(SUN), x, 62, 4.5)


@icon("gang_marker:", "gang_marker")
def _gang_marker(p: Pen, _: str) -> None:
    p.line(p.colour(PAPER), 9, 22, 6, 22, 94)
    p.poly(p.colour(VIOLET), 26, 92, 92, 72, 26, 46)
    p.disc(p.colour(INK), 46, 70, 9)


def _person(p: Pen, fill: Rgba, x: float, y: float, size: float) -> None:
    p.disc(fill, x, y + size * 0.3, size * 0.26)
    p.poly(fill, x, y + size * 0.12, *arc(x, y - size * 0.42, size * 0.48, 0, 180))
    p.box(fill, x - size * 0.48, y - size * 0.5, size * 0.96, size * 0.12, 1)


@icon("contact:", "contact")
def _contact(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER), 18, 4, 64, 92, 9)
    p.box(p.colour(PAPER_DIM), 25, 30, 50, 58, 5)
    _person(p, p.colour(INK), 50, 58, 46)
    for y in (22, 12):
        p.line(p.colour(MIST), 4, 30, y, 70 if y > 15 else 56, y)


@icon("contacts:", "contacts")
def _contacts(p: Pen, _: str) -> None:
    p.box(p.colour(MIST), 8, 16, 58, 80, 8)
    p.box(p.colour(INK), 28, 1, 66, 86, 10)
    p.box(p.colour(PAPER), 32, 4, 60, 80, 8)
    _person(p, p.colour(INK), 62, 46, 48)


@icon("badge:", "badge")
def _badge(p: Pen, _: str) -> None:
    p.disc(p.colour(SUN), 50, 50, 46)
    p.disc(p.colour(POLICE), 50, 50, 38)
    star(p, p.colour(PAPER), 50, 49, 32)


@icon("notoriety:", "notoriety")
def _notoriety(p: Pen, _: str) -> None:
    star(p, p.colour(LAMP), 50, 48, 50)
    mask = p.colour(INK)
    p.poly(mask, 50, 44, 50, 56, 24, 60, 26, 44, 36, 37, 45, 40)
    p.poly(mask, 50, 44, 55, 40, 64, 37, 74, 44, 76, 60, 50, 56)
    for x in (38, 62):
        p.oval(p.colour(PAPER), x, 50, 5.5, 3.6)


@icon("eye:shut")
def _eye_shut(p: Pen, _: str) -> None:
    p.oval(p.main(MIST), 50, 50, 42, 26)
    p.disc(p.colour(INK), 50, 50, 15)
    p.line(p.colour(INK), 18, 16, 16, 84, 84)
    p.line(p.main(ALERT), 9, 16, 16, 84, 84)


@icon("crown")
def _crown(p: Pen, _: str) -> None:
    fill = p.main(LAMP)
    p.poly(fill, 50, 26, 8, 26, 4, 76, 30, 52, 50, 90, 70, 52, 96, 76, 92, 26)
    p.box(fill, 8, 10, 84, 14, 4)
    for x, y in ((4, 80), (50, 92), (96, 80)):
        p.disc(fill, min(93, max(7, x)), y, 7)


@icon("key:", "key")
def _key(p: Pen, name: str) -> None:
    kind = ident(name)
    fill = p.colour(hue(kind) if kind else LAMP)
    p.line(fill, 11, *arc(27, 68, 17, 0, 360, 24))
    p.line(fill, 11, 45, 68, 92, 68)
    p.line(fill, 11, 86, 66, 86, 50)
    p.line(fill, 11, 68, 66, 68, 54)
    if kind in COLOURS:
        shape(p, COLOURS[kind], 36, 22, 21)
    elif kind:
        p.disc(p.colour(GREY), 36, 22, 21)
        p.letters(p.colour(INK), kind[:1].upper(), 18, 6, 36, 32)
