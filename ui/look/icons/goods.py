"""What players collect: tools, cards, cubes and locks."""

from __future__ import annotations

from companion.core.instructions import ident
from ui.look.icons.items import _cash
from ui.look.icons.pen import Pen, icon
from ui.look.icons.signs import arc
from ui.look.theme import (
    ALERT,
    GREEN,
    GREY,
    INK,
    LAMP,
    MIST,
    NIGHT,
    PAPER,
    PAPER_DIM,
    SAND,
    SEPIA,
    STORY,
    STORY_DEEP,
    SUN,
    ink,
)

icon("cash")(_cash)


@icon("plan:", "plan")
def _plan(p: Pen, _: str) -> None:
    p.poly(p.colour(PAPER), 8, 20, 8, 84, 36, 92, 36, 28)
    p.poly(p.colour(PAPER_DIM), 36, 28, 36, 92, 64, 84, 64, 20)
    p.poly(p.colour(PAPER), 64, 20, 64, 84, 92, 92, 92, 28)
    for points in ((18, 40, 26, 50), (34, 58, 44, 56), (52, 52, 60, 56)):
        p.line(p.colour(INK), 6, *points)
    p.line(p.colour(ALERT), 8, 70, 52, 86, 72)
    p.line(p.colour(ALERT), 8, 70, 72, 86, 52)


@icon("equipment:", "equipment")
def _equipment(p: Pen, _: str) -> None:
    p.line(p.colour(PAPER), 10, 34, 66, 34, 84, 66, 84, 66, 66)
    p.box(p.colour(PAPER), 6, 14, 88, 56, 9)
    p.box(p.colour(INK), 6, 40, 88, 7)
    p.box(p.colour(LAMP), 41, 34, 18, 20, 4)


@icon("gas:", "gas")
def _gas(p: Pen, _: str) -> None:
    p.box(p.colour(ALERT), 16, 6, 64, 68, 9)
    p.line(p.colour(ALERT), 9, 30, 74, 30, 88, 60, 88, 60, 74)
    p.poly(p.colour(ALERT), 70, 72, 82, 64, 96, 84, 88, 92)
    p.line(p.colour(INK), 9, 34, 26, 62, 54)
    p.line(p.colour(INK), 9, 34, 54, 62, 26)


@icon("handcuffs:", "handcuffs")
def _handcuffs(p: Pen, _: str) -> None:
    steel = p.colour(PAPER)
    for x, y in ((26, 40), (74, 40)):
        p.line(steel, 11, *arc(x, y, 19, 0, 360, 24))
    p.line(p.colour(MIST), 9, 34, 62, 44, 74, 56, 74, 66, 62)
    for x in (20, 68):
        p.box(steel, x, 54, 12, 12, 3)


@icon("fixer:", "fixer")
def _fixer(p: Pen, _: str) -> None:
    steel = p.colour(PAPER)
    p.line(steel, 18, 24, 24, 64, 64)
    p.line(steel, 15, *arc(72, 72, 17, 85, 365))
    p.disc(steel, 22, 22, 16)
    p.disc(p.colour(INK), 22, 22, 6)


@icon("locker:", "locker")
def _locker(p: Pen, name: str) -> None:
    p.box(p.colour(STORY), 22, 4, 56, 92, 5)
    p.box(p.colour(STORY_DEEP), 28, 10, 44, 80, 3)
    for y in (82, 73):
        p.line(p.colour(INK), 5, 38, y, 62, y)
    kind = ident(name)
    if kind:
        p.letters(p.colour(PAPER), kind[:1].upper(), 28, 18, 44, 48)
    else:
        p.disc(p.colour(PAPER), 62, 44, 6)


@icon("cube:", "cube", "income:", "income")
def _cube(p: Pen, _: str) -> None:
    p.poly(p.colour(SUN), 10, 8, 10, 68, 70, 68, 70, 8)
    p.poly(p.colour(ink("#fff8b0")), 10, 68, 30, 92, 92, 92, 70, 68)
    p.poly(p.colour(ink("#b9ae1e")), 70, 8, 70, 68, 92, 92, 92, 30)


@icon("wound:cube")
def _wound_cube(p: Pen, _: str) -> None:
    p.poly(p.colour(ALERT), 10, 8, 10, 68, 70, 68, 70, 8)
    p.poly(p.colour(ink("#f7a585")), 10, 68, 30, 92, 92, 92, 70, 68)
    p.poly(p.colour(ink("#9c3d1c")), 70, 8, 70, 68, 92, 92, 92, 30)
    p.box(p.colour(PAPER), 35, 18, 10, 40, 2)
    p.box(p.colour(PAPER), 20, 33, 40, 10, 2)


def _padlock(p: Pen) -> None:
    p.box(p.colour(LAMP), 18, 8, 64, 50, 8)
    p.disc(p.colour(INK), 50, 37, 8)
    p.poly(p.colour(INK), 50, 38, 44, 18, 56, 18)


@icon("asset:", "asset")
def _asset(p: Pen, _: str) -> None:
    p.line(p.colour(PAPER), 11, 32, 56, *arc(50, 66, 18, 180, 0), 68, 56)
    _padlock(p)


@icon("asset:open")
def _asset_open(p: Pen, _: str) -> None:
    p.line(p.colour(PAPER), 11, 68, 56, *arc(86, 70, 18, 180, 30))
    _padlock(p)
    p.disc(p.colour(GREEN), 20, 76, 18)
    p.line(p.colour(INK), 8, 11, 77, 18, 69, 30, 84)


@icon("first_aid:", "first_aid")
def _first_aid(p: Pen, _: str) -> None:
    p.line(p.colour(PAPER), 9, 36, 74, 36, 88, 64, 88, 64, 74)
    p.box(p.colour(PAPER), 6, 10, 88, 66, 10)
    p.box(p.colour(GREEN), 41, 20, 18, 46, 3)
    p.box(p.colour(GREEN), 27, 34, 46, 18, 3)


@icon("stock")
def _stock(p: Pen, _: str) -> None:
    p.box(p.colour(SAND), 8, 10, 84, 66, 4)
    for y in (32, 54):
        p.line(p.colour(SEPIA), 5, 8, y, 92, y)
    p.line(p.colour(SEPIA), 7, 12, 14, 88, 72)
    p.box(p.colour(SEPIA), 4, 72, 92, 16, 3)


@icon("arrested")
def _arrested(p: Pen, _: str) -> None:
    p.box(p.colour(GREY), 8, 8, 84, 84, 8)
    p.box(p.colour(NIGHT), 16, 16, 68, 68, 3)
    for x in (30, 50, 70):
        p.line(p.colour(GREY), 8, x, 12, x, 88)
