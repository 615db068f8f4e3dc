"""Saucers and their crews: six colours and six shapes, the same for a saucer and its crew."""

from __future__ import annotations

from companion.core.instructions import ident, split
from ui.look.icons.faces import star
from ui.look.icons.pen import Pen, coloured, icon
from ui.look.icons.people import HUES, SIGNS, Sign, sign
from ui.look.icons.pieces import card
from ui.look.icons.signs import arc
from ui.look.theme import (
    ALERT,
    CARD,
    EDGE,
    GREEN,
    INK,
    LAMP,
    MIST,
    ON_CARD,
    PAPER,
    STONE,
    STORY,
    SUN,
    VIOLET,
    Rgba,
    Role,
)

GLASS = Role("#cfeaff", "#4d6f8f", "#ffffff")


def _number(text: str) -> int:
    return int(text) - 1 if text.isdigit() and int(text) > 0 else 0


@coloured("saucer")
@coloured("crew")
def _hue(name: str) -> Rgba:
    return HUES[_number(name.split(":")[1]) % len(HUES)]


@icon("saucer:", "saucer")
def _saucer(p: Pen, name: str) -> None:
    """A glass dome on a coloured disc with its shape."""
    n = _number(ident(name))
    fill = p.colour(HUES[n % len(HUES)])
    p.oval(p.colour(GLASS), 50, 64, 27, 26)
    p.oval(p.colour(INK), 50, 42, 50, 34)
    p.oval(fill, 50, 42, 46, 30)
    SIGNS[n % len(SIGNS)](p, p.colour(INK), 50, 42 if n else 40, 19)


def _pilot(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    """A winged chevron."""
    p.poly(fill, x, y + r, x - r, y - r * 0.8, x, y - r * 0.25, x + r, y - r * 0.8)


def _scientist(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    """A flask."""
    p.box(fill, x - r * 0.34, y, r * 0.68, r, 0.5)
    p.box(fill, x - r * 0.6, y + r * 0.72, r * 1.2, r * 0.3, 0.5)
    p.poly(fill, x, y + r * 0.45, x - r, y - r * 0.9, x + r, y - r * 0.9)


def _doctor(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    """A plus."""
    p.box(fill, x - r, y - r * 0.36, r * 2, r * 0.72, 0.5)
    p.box(fill, x - r * 0.36, y - r, r * 0.72, r * 2, 0.5)


def _engineer(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    """A hexagonal nut."""
    points = arc(x, y, r * 0.78, 30, 390, 6)
    p.line(fill, r * 0.55, *points, close=True)


PEOPLE: dict[str, Sign] = {
    "pilot": _pilot,
    "scientist": _scientist,
    "doctor": _doctor,
    "engineer": _engineer,
}


@icon("crew:", "crew")
def _crew(p: Pen, name: str) -> None:
    """A crew member in the colour and shape of the saucer; neutral without a number."""
    _, rest = split(name)
    number, _, kind = rest.rpartition(":")
    if not number.isdigit():
        p.disc(p.main(MIST), 50, 78, 17)
        p.poly(p.main(MIST), 50, 4, 8, 4, *arc(50, 14, 42, 180, 0), 92, 4)
        _does(p, kind, p.colour(INK), 50, 26, 22)
        return
    y, r = sign(p, _number(number))
    _does(p, kind, p.colour(INK), 50, y, r)


def _does(p: Pen, kind: str, fill: Rgba, x: float, y: float, r: float) -> None:
    if kind in PEOPLE:
        PEOPLE[kind](p, fill, x, y, r)
    elif kind:
        p.letters(fill, kind[:1].upper(), x - r * 1.2, y - r * 1.1, r * 2.4, r * 2.2)


def _sun(p: Pen) -> None:
    fill = p.main(PAPER)
    p.disc(fill, 50, 50, 20)
    for k in range(8):
        inner, outer = arc(50, 50, 29, 45 * k, 45 * k, 1)[:2], arc(50, 50, 44, 45 * k, 45 * k, 1)[:2]
        p.line(fill, 8, *inner, *outer)


def _asteroids(p: Pen) -> None:
    fill = p.main(PAPER)
    p.poly(fill, 34, 88, 10, 62, 22, 36, 50, 34, 60, 62)
    p.poly(fill, 72, 92, 62, 76, 76, 62, 92, 72, 90, 88)
    p.poly(fill, 70, 46, 58, 26, 72, 8, 92, 18, 90, 40)
    p.poly(fill, 24, 26, 16, 16, 24, 6, 36, 10, 38, 22)


def _meteor(p: Pen) -> None:
    fill = p.main(PAPER)
    p.disc(fill, 66, 34, 26)
    for a, b, c, d in ((8, 92, 42, 58), (6, 64, 34, 40), (36, 94, 66, 68)):
        p.line(fill, 8, a, b, c, d)


def _stars(p: Pen) -> None:
    fill = p.main(PAPER)
    star(p, fill, 38, 40, 36)
    star(p, fill, 80, 78, 20)


MARKERS = (_sun, _asteroids, _meteor, _stars)


@icon("marker:", "marker")
def _marker(p: Pen, name: str) -> None:
    MARKERS[_number(ident(name)) % len(MARKERS)](p)


@icon("accelerator")
def _accelerator(p: Pen, _: str) -> None:
    fill = p.main(PAPER)
    p.box(p.colour(EDGE), 4, 4, 92, 92, 14)
    p.box(p.colour(STONE), 9, 9, 82, 82, 10)
    for points in (
        (50, 90, 34, 66, 66, 66), (90, 50, 66, 66, 66, 34), (50, 10, 66, 34, 34, 34), (10, 50, 34, 34, 34, 66),
    ):  # fmt: skip
        p.poly(fill, *points)


@icon("site:", "site")
def _site(p: Pen, name: str) -> None:
    p.disc(p.main(PAPER), 50, 50, 46)
    p.disc(p.colour(STONE), 50, 50, 37)
    number = ident(name)
    if number:
        p.letters(p.main(PAPER), number, 16, 24, 68, 52)
    else:
        for x, y, a, b in ((34, 34, 66, 66), (34, 66, 66, 34)):
            p.line(p.main(PAPER), 9, x, y, a, b)


@icon("token:energy")
def _energy(p: Pen, _: str) -> None:
    p.poly(p.colour(SUN), 40, 44, 62, 98, 18, 42, 46, 42)
    p.poly(p.colour(SUN), 54, 58, 38, 2, 84, 58, 46, 58)


@icon("token:booster")
def _booster(p: Pen, _: str) -> None:
    p.poly(p.colour(ALERT), 50, 2, 36, 26, 64, 26)
    p.poly(p.colour(PAPER), 50, 98, 34, 72, 34, 28, 66, 28, 66, 72)
    p.poly(p.colour(STORY), 34, 52, 14, 26, 34, 30)
    p.poly(p.colour(STORY), 66, 52, 86, 26, 66, 30)
    p.disc(p.colour(INK), 50, 62, 9)


@icon("token:override")
def _override(p: Pen, _: str) -> None:
    p.poly(p.colour(VIOLET), *arc(50, 50, 49, 22.5, 382.5, 8))
    p.line(p.colour(INK), 9, 26, 50, 72, 50)
    p.line(p.colour(INK), 9, *(58, 66, 74, 50, 58, 34))


@icon("token:probe")
def _probe(p: Pen, _: str) -> None:
    p.line(p.colour(MIST), 6, 22, 18, 50, 48, 78, 18)
    p.line(p.colour(MIST), 6, 50, 48, 50, 88)
    p.disc(p.colour(LAMP), 50, 52, 24)
    p.disc(p.colour(INK), 50, 52, 9)
    p.disc(p.colour(LAMP), 50, 90, 8)


@icon("upgrade:", "upgrade")
def _upgrade(p: Pen, _: str) -> None:
    p.box(p.colour(CARD), 16, 3, 68, 94, 9)
    p.poly(p.colour(GREEN), 50, 84, 26, 54, 74, 54)
    p.box(p.colour(GREEN), 41, 32, 18, 26)
    p.box(p.colour(ON_CARD), 28, 12, 44, 9, 3)


@icon("movement:", "movement")
def _movement(p: Pen, name: str) -> None:
    number = ident(name)
    high = 44 if len(number) == 1 else 30
    card(p, PAPER, INK, "")
    p.letters(p.colour(INK), number, 20, 50 - high / 2, 60, high)


def _turned(p: Pen, *, clockwise: bool) -> None:
    fill = p.main(PAPER)
    way = -1 if clockwise else 1
    p.line(fill, 12, *arc(50, 50, 34, 90 - way * 60, 90 + way * 210))
    end = arc(50, 50, 34, 90 + way * 210, 90 + way * 210, 1)[:2]
    x, y = end
    # Direction at the end of the arc: its tangent.
    dx, dy = (y - 50) / 34 * -way, (50 - x) / 34 * -way
    p.poly(
        fill, x + dx * 30, y + dy * 30,
        x - dx * 4 - dy * 24, y - dy * 4 + dx * 24, x - dx * 4 + dy * 24, y - dy * 4 - dx * 24,
    )  # fmt: skip


@icon("rotation:cw", "face:cw")
def _clockwise(p: Pen, _: str) -> None:
    _turned(p, clockwise=True)


@icon("rotation:ccw", "face:ccw")
def _counterclockwise(p: Pen, _: str) -> None:
    _turned(p, clockwise=False)


@icon("rotation")
def _rotation(p: Pen, _: str) -> None:
    _turned(p, clockwise=True)


@icon("die:placement")
def _die_placement(p: Pen, _: str) -> None:
    outer = arc(50, 50, 48, 90, 450, 10)
    p.poly(p.main(PAPER), 50, 50, *outer)
    p.line(p.colour(INK), 5, *arc(50, 50, 27, 90, 450, 5), close=True)
    for k in range(5):
        p.line(p.colour(INK), 5, *arc(50, 50, 27, 90 + 72 * k, 90 + 72 * k, 1)[:2],
               *arc(50, 50, 47, 90 + 72 * k, 90 + 72 * k, 1)[:2])  # fmt: skip


@icon("die:rotation")
def _die_rotation(p: Pen, _: str) -> None:
    p.box(p.main(PAPER), 8, 8, 84, 84, 18)
    inner = p.inside(p.area.inset(p.area.w * 0.2), INK)
    _turned(inner, clockwise=True)


@icon("tile:square")
def _tile_square(p: Pen, _: str) -> None:
    p.box(p.colour(EDGE), 6, 6, 88, 88, 8)
    for x in range(4):
        for y in range(4):
            p.box(p.colour(STONE), 10 + 20.4 * x, 10 + 20.4 * y, 18.5, 18.5, 2)
    p.disc(p.colour(PAPER), 39.5, 60, 8)
