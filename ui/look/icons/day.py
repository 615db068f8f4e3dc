"""Times of day, and rest."""

from __future__ import annotations

from math import cos, pi, sin

from ui.look.icons.faces import star
from ui.look.icons.pen import Pen, icon
from ui.look.icons.signs import arc
from ui.look.theme import INK, LAMP, PAPER, STORY, SUN, VIOLET, Rgba


def _rays(p: Pen, fill: Rgba, x: float, y: float, near: float, far: float, start: int, end: int, n: int) -> None:
    for k in range(n):
        angle = (start + (end - start) * k / max(1, n - 1)) * pi / 180
        dx, dy = cos(angle), sin(angle)
        p.line(fill, 7, x + near * dx, y + near * dy, x + far * dx, y + far * dy)


def _half(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    p.poly(fill, x, y, *arc(x, y, r, 0, 180))


def _horizon(p: Pen, *, up: bool) -> None:
    fill = p.main()
    _half(p, fill, 50, 26, 21)
    _rays(p, fill, 50, 26, 29, 40, 20, 160, 4)
    p.line(fill, 7, 8, 18, 92, 18)
    tip, base = (94, 80) if up else (76, 90)
    p.poly(fill, 50, tip, 38, base, 62, base)


def moon(p: Pen, fill: Rgba, x: float, y: float, r: float) -> None:
    """A crescent: the outer edge of one circle, and back along another."""
    outer = arc(x, y, r, 60, 300)
    inner = arc(x + r * 0.5, y, r * 0.866, 270, 90)
    points = list(zip([*outer[::2], *inner[::2]], [*outer[1::2], *inner[1::2]], strict=True))
    n = len(points)
    for k in range(n // 2):
        a, b, c, d = points[k], points[k + 1], points[n - 2 - k], points[n - 1 - k]
        p.poly(fill, *a, *b, *c, *d)


@icon("part:morning")
def _morning(p: Pen, _: str) -> None:
    _horizon(p, up=True)


@icon("part:", "part", "part:afternoon")
def _afternoon(p: Pen, _: str) -> None:
    p.disc(p.main(), 50, 50, 21)
    _rays(p, p.main(), 50, 50, 31, 43, 0, 315, 8)


@icon("part:evening")
def _evening(p: Pen, _: str) -> None:
    _horizon(p, up=False)


@icon("part:night")
def _night(p: Pen, _: str) -> None:
    moon(p, p.main(), 54, 50, 40)


@icon("part:dawn")
def _dawn(p: Pen, _: str) -> None:
    fill = p.main()
    p.line(fill, 7, 8, 20, 92, 20)
    p.line(fill, 7, 24, 36, 76, 36)
    star(p, fill, 34, 68, 20)
    star(p, fill, 72, 80, 13)


@icon("rest:", "rest")
def _rest(p: Pen, _: str) -> None:
    p.disc(p.colour(SUN), 34, 62, 19)
    _rays(p, p.colour(SUN), 34, 62, 25, 33, 45, 270, 6)
    p.disc(p.colour(INK), 66, 40, 33)
    moon(p, p.colour(STORY), 68, 40, 29)


@icon("time:", "time")
def _time(p: Pen, _: str) -> None:
    p.poly(p.colour(LAMP), 26, 94, 74, 94, 50, 54)
    p.poly(p.colour(PAPER), 26, 6, 74, 6, 50, 46)
    for y in (94, 6):
        p.line(p.colour(VIOLET), 9, 18, y, 82, y)
