"""A city at night: doors, buildings, land, police and gangs."""

from __future__ import annotations

from companion.core.instructions import ident
from ui.look.icons.pen import Pen, icon
from ui.look.icons.pieces import card
from ui.look.theme import (
    ALERT,
    EDGE,
    GREEN,
    INK,
    LAMP,
    MIST,
    NIGHT,
    PAPER,
    PAPER_DIM,
    POLICE,
    POLICE_DEEP,
    STONE,
    STORY,
    SUN,
    VIOLET,
    ink,
)

FRAME = ink("#4d6391")
WALL = ink("#5d6f96")
LANDS = {
    "industrial": (ink("#0a0c11"), ink("#5f687a")),
    "commercial": (ink("#858c98"), ink("#4b515c")),
    "residential": (ink("#239273"), ink("#7fd8bb")),
    "water": (ink("#3d8fd1"), ink("#bfe2ff")),
}


@icon("door:", "door")
def _door(p: Pen, name: str) -> None:
    p.box(p.colour(FRAME), 10, 4, 80, 94, 5)
    p.box(p.colour(NIGHT), 21, 4, 58, 83, 2)
    p.letters(p.main(), ident(name), 24, 20, 52, 54)


@icon("door:blocked")
def _door_blocked(p: Pen, _: str) -> None:
    _door(p, "door")
    for points in ((12, 92, 88, 8), (12, 8, 88, 92)):
        p.line(p.colour(ALERT), 12, *points)
    p.disc(p.colour(ALERT), 50, 46, 34)
    p.disc(p.colour(NIGHT), 50, 46, 26)


@icon("patrol:", "patrol")
def _patrol(p: Pen, name: str) -> None:
    number = ident(name)
    card(p, PAPER, POLICE_DEEP, number)
    if not number:
        p.poly(p.colour(POLICE), 32, 70, 50, 78, 68, 70, 68, 44, 50, 22, 32, 44)
        p.disc(p.colour(PAPER), 50, 54, 9)


@icon("exit_stack:", "exit_stack")
def _exit_stack(p: Pen, _: str) -> None:
    for y in (14, 42, 70):
        p.box(p.colour(PAPER), 10, y, 80, 20, 6)


@icon("tile:", "tile")
def _tile(p: Pen, _: str) -> None:
    p.box(p.colour(EDGE), 6, 6, 88, 88, 10)
    p.box(p.colour(LANDS["residential"][0]), 14, 78, 72, 10, 3)
    p.box(p.colour(LANDS["commercial"][0]), 78, 14, 10, 72, 3)
    p.box(p.colour(LANDS["water"][0]), 14, 12, 72, 10, 3)
    p.box(p.colour(LANDS["industrial"][0]), 12, 14, 10, 72, 3)
    p.box(p.colour(MIST), 32, 30, 16, 38, 2)
    p.box(p.colour(PAPER), 52, 30, 16, 26, 2)


def _hatch_diagonal(p: Pen, line: str) -> None:
    colour = p.colour(LANDS[line][1])
    for k in (30, 60, 90):
        p.line(colour, 6, 10, k, k, 10)
    for k in (40, 70):
        p.line(colour, 6, k, 90, 90, k)


def _hatch_bricks(p: Pen, line: str) -> None:
    colour = p.colour(LANDS[line][1])
    for y in (34, 62):
        p.line(colour, 6, 8, y, 92, y)
    for x, y in ((36, 8), (70, 36), (36, 64), (70, 8)):
        p.line(colour, 6, x, y, x, y + 25)


def _hatch_dots(p: Pen, line: str) -> None:
    for x, y in ((28, 72), (72, 72), (50, 50), (28, 28), (72, 28)):
        p.disc(p.colour(LANDS[line][1]), x, y, 8)


def _hatch_waves(p: Pen, line: str) -> None:
    for y in (72, 48, 24):
        p.line(p.colour(LANDS[line][1]), 7, 10, y, 24, y + 10, 38, y, 52, y + 10, 66, y, 80, y + 10, 90, y + 4)


HATCHES = {
    "industrial": _hatch_diagonal,
    "commercial": _hatch_bricks,
    "residential": _hatch_dots,
    "water": _hatch_waves,
}


@icon("land:", "land")
def _land(p: Pen, name: str) -> None:
    kind = ident(name)
    fill = LANDS.get(kind, (STONE, PAPER))[0]
    p.box(p.colour(MIST), 2, 2, 96, 96, 8)
    p.box(p.colour(fill), 6, 6, 88, 88, 5)
    if kind in HATCHES:
        HATCHES[kind](p, kind)
    else:
        p.letters(p.colour(PAPER), kind[:1].upper(), 18, 20, 64, 60)


@icon("business:", "business")
def _business(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER_DIM), 14, 6, 72, 60, 3)
    p.box(p.colour(STORY), 22, 18, 28, 32, 2)
    p.box(p.colour(INK), 58, 6, 20, 44, 2)
    for k in range(5):
        x = 8 + k * 17
        fill = ALERT if k % 2 == 0 else PAPER
        p.poly(p.colour(fill), x, 62, x + 17, 62, x + 17, 92, x, 92)
        p.disc(p.colour(fill), x + 8.5, 62, 8.5)


@icon("safe_house:", "safe_house")
def _safe_house(p: Pen, _: str) -> None:
    p.poly(p.colour(GREEN), 50, 96, 4, 52, 96, 52)
    p.box(p.colour(GREEN), 16, 6, 68, 52, 4)
    p.disc(p.colour(INK), 50, 42, 11)
    p.poly(p.colour(INK), 50, 44, 41, 14, 59, 14)


@icon("hospital")
def _hospital(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER), 8, 6, 84, 88, 8)
    p.box(p.colour(ALERT), 41, 24, 18, 56, 3)
    p.box(p.colour(ALERT), 22, 43, 56, 18, 3)
    p.box(p.colour(INK), 42, 6, 16, 12, 1)


@icon("gang_hq")
def _gang_hq(p: Pen, _: str) -> None:
    p.box(p.colour(WALL), 8, 6, 84, 70, 3)
    for x in (8, 36, 64):
        p.box(p.colour(WALL), x, 72, 28 if x == 64 else 18, 20, 2)
    p.oval(p.colour(VIOLET), 50, 40, 22, 24)
    p.oval(p.colour(INK), 50, 35, 15, 15)
    for x in (44, 56):
        p.disc(p.colour(SUN), x, 38, 3.5)


@icon("escape")
def _escape(p: Pen, _: str) -> None:
    p.box(p.colour(FRAME), 40, 4, 54, 94, 4)
    p.box(p.colour(LAMP), 49, 4, 36, 85, 2)
    man = p.colour(PAPER)
    p.disc(man, 45, 78, 10)
    p.line(man, 13, 42, 62, 36, 40)
    p.line(man, 9, 42, 62, 60, 54, 70, 62)
    p.line(man, 9, 40, 60, 22, 58, 14, 46)
    p.line(man, 10, 36, 40, 54, 30, 54, 10)
    p.line(man, 10, 36, 40, 26, 22, 6, 20)
