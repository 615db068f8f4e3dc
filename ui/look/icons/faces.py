"""Faces of dice and kinds of information: always colour and shape, never colour alone."""

from __future__ import annotations

from math import cos, pi, sin

from companion.core.instructions import ident
from ui.look.icons.pen import Pen, icon
from ui.look.theme import ALERT, DICE, DUSK, EDGE, INK, PAPER, STORY, SUN, Rgba


def triangle(p: Pen, fill: Rgba, x: float = 50, y: float = 50, r: float = 40) -> None:
    p.poly(fill, x, y + r * 0.9, x - r, y - r * 0.8, x + r, y - r * 0.8)


def diamond(p: Pen, fill: Rgba, x: float = 50, y: float = 50, r: float = 42) -> None:
    p.poly(fill, x, y + r, x + r, y, x, y - r, x - r, y)


def star(p: Pen, fill: Rgba, x: float = 50, y: float = 48, r: float = 44) -> None:
    points: list[float] = []
    for k in range(10):
        reach = r if k % 2 == 0 else r * 0.44
        points += [x + reach * sin(k * pi / 5), y + reach * cos(k * pi / 5)]
    p.poly(fill, x, y, *points, *points[:2])


SHAPES = {"PHYS": (triangle, ALERT), "MENT": (diamond, STORY), "WILD": (star, PAPER)}
COLOURS = {"red": "PHYS", "blue": "MENT", "yellow": "SOC"}


def shape(p: Pen, face: str, x: float, y: float, r: float) -> None:
    """The shape of a face around (x, y); numbers are drawn as text."""
    if face in SHAPES:
        drawing, colour = SHAPES[face]
        drawing(p, p.colour(colour), x, y, r)
    elif face == "SOC":
        p.disc(p.colour(SUN), x, y, r * 0.86)
    else:
        p.letters(p.main(), face, x - r, y - r * 0.8, 2 * r, 1.6 * r)


@icon("face:")
def _face(p: Pen, name: str) -> None:
    shape(p, ident(name), 50, 50, 42)


PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Positions of pips, as keys of a phone's keypad."""


def pips(p: Pen, fill: Rgba, n: int, x: float = 50, y: float = 50, apart: float = 27, r: float = 10) -> None:
    for key in map(int, PIPS[n]):
        p.disc(fill, x + (key - 1) % 3 * apart - apart, y + apart - (key - 1) // 3 * apart, r)


@icon(*(f"pips:{n}" for n in PIPS))
def _pips(p: Pen, name: str) -> None:
    pips(p, p.main(), int(ident(name)))


@icon("star")
def _star(p: Pen, _: str) -> None:
    star(p, p.main())


@icon("info:", "info")
def _info(p: Pen, name: str) -> None:
    kind = ident(name)
    colour, cost = kind.rstrip("0123456789"), "".join(c for c in kind if c.isdigit())
    p.disc(p.colour(EDGE), 50, 50, 48)
    p.disc(p.colour(INK), 50, 50, 44)
    if colour not in COLOURS:
        p.letters(p.main(), "i", 20, 20, 60, 60)
        return
    shape(p, COLOURS[colour], 50, 52 if colour == "red" else 50, 27)
    if cost:
        p.disc(p.colour(PAPER), 80, 20, 20)
        p.letters(p.colour(INK), cost, 62, 4, 36, 32)


@icon("die:")
def _die(p: Pen, name: str) -> None:
    kind = ident(name).rstrip("0123456789")
    p.box(p.colour(DICE.get(kind, PAPER)), 10, 10, 80, 80, 20)
    p.box(p.colour(DUSK), 18, 18, 64, 64, 13)
    if kind in COLOURS:
        shape(p, COLOURS[kind], 50, 50, 24)


@icon("dice")
def _dice(p: Pen, _: str) -> None:
    p.box(p.main(), 6, 26, 56, 56, 12)
    for x, y in ((22, 66), (34, 54), (46, 42)):
        p.disc(p.colour(INK), x, y, 6)
    p.box(p.colour(DUSK), 40, 4, 58, 58, 14)
    p.box(p.main(), 44, 8, 50, 50, 11)
    for x, y in ((57, 45), (81, 21)):
        p.disc(p.colour(INK), x, y, 6)
