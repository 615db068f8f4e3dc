"""The games' pictures on the home screen."""

from __future__ import annotations

from ui.layout.geometry import Area
from ui.look.icons.faces import pips, star
from ui.look.icons.pen import Pen, icon
from ui.look.icons.pieces import _car
from ui.look.theme import ALERT, GREEN, INK, LAMP, NIGHT, PAPER, STORY, SUN, ink

TOWER = ink("#4d6391")
TOWER_DEEP = ink("#394a6e")
SPIRE = ink("#7c92c4")


@icon("game:newyork")
def _newyork(p: Pen, _: str) -> None:
    for x, w, h in ((10, 14, 32), (76, 14, 30)):
        p.box(p.colour(TOWER_DEEP), x, 22, w, h, 2)
    p.box(p.colour(TOWER), 22, 22, 18, 52, 2)
    p.box(p.colour(TOWER), 60, 22, 17, 44, 2)
    p.box(p.colour(SPIRE), 42, 22, 16, 52, 1)
    p.poly(p.colour(SPIRE), 50, 96, 42, 73, 58, 73)
    for x, y in ((15, 44), (26, 64), (33, 54), (27, 42), (64, 56), (70, 46), (65, 36), (81, 42), (48, 64), (53, 54)):
        p.box(p.colour(SUN), x, y, 3.5, 5)
    car = p.inside(Area(p.area.x + 33 * p.unit, p.area.y + 8 * p.unit, 36 * p.unit, 36 * p.unit), None)
    _car(car, "car")
    p.line(p.colour(PAPER), 2.4, 4, 14, 96, 14)


@icon("game:escape")
def _escape(p: Pen, _: str) -> None:
    p.box(p.colour(TOWER), 22, 14, 44, 78, 3)
    p.box(p.colour(NIGHT), 28, 14, 32, 72, 2)
    p.poly(p.colour(ALERT), 28, 86, 46, 78, 46, 10, 28, 14)
    p.disc(p.colour(PAPER), 41, 46, 3)
    p.poly(p.colour(PAPER), 52, 46, 72, 46, 72, 36, 94, 51, 72, 66, 72, 56, 52, 56)
    p.line(p.colour(PAPER), 2.4, 6, 12, 94, 12)


@icon("game:crash")
def _crash(p: Pen, _: str) -> None:
    p.poly(p.colour(ink("#4f6391", 0.35)), 36, 40, 64, 40, 80, 10, 20, 10)
    p.disc(p.colour(ink("#9fd8ff")), 50, 58, 20)
    p.oval(p.colour(GREEN), 50, 48, 44, 14)
    for x in (18, 34, 50, 66, 82):
        p.disc(p.colour(INK), x, 47, 4)
    p.disc(p.colour(PAPER), 14, 78, 4)
    star(p, p.colour(SUN), 82, 84, 9)


@icon("game:krysis")
def _krysis(p: Pen, _: str) -> None:
    p.poly(p.colour(TOWER_DEEP), 8, 16, 24, 46, 40, 16)
    p.poly(p.colour(TOWER_DEEP), 60, 16, 78, 50, 94, 16)
    p.poly(p.colour(ink("#9fd8ff")), 50, 94, 30, 60, 70, 60)
    p.poly(p.colour(STORY), 30, 60, 50, 60, 50, 18)
    p.poly(p.colour(ink("#3f93c8")), 50, 60, 70, 60, 50, 18)
    p.poly(p.colour(ALERT), 26, 56, 16, 38, 26, 18, 36, 38)
    p.poly(p.colour(PAPER), 76, 52, 68, 36, 76, 18, 84, 36)
    p.line(p.colour(PAPER), 2.4, 4, 15, 96, 15)


@icon("game:thousand")
def _thousand(p: Pen, _: str) -> None:
    for x, y, side, fill, n in ((8, 34, 42, PAPER, 5), (52, 52, 38, ALERT, 1), (46, 12, 42, PAPER, 6)):
        p.box(p.colour(fill), x, y, side, side, side * 0.2)
        dot = p.colour(PAPER if fill is ALERT else INK)
        pips(p, dot, n, x + side / 2, y + side / 2, side * 0.27, side * (0.14 if n == 1 else 0.09))
    p.line(p.colour(PAPER), 2.4, 4, 10, 96, 10)


@icon("screen")
def _screen(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER), 8, 20, 84, 62, 9)
    p.box(p.colour(NIGHT), 14, 26, 72, 50, 5)
    p.box(p.colour(LAMP), 50, 32, 30, 14, 4)
    p.box(p.colour(TOWER), 20, 56, 24, 14, 3)
    p.box(p.colour(TOWER), 50, 56, 30, 14, 3)
    p.box(p.colour(TOWER), 20, 32, 24, 14, 3)


@icon("lamp")
def _lamp(p: Pen, _: str) -> None:
    p.poly(p.colour(LAMP), 50, 80, 20, 44, 80, 44)
    p.line(p.colour(PAPER), 6, 50, 44, 50, 14)
