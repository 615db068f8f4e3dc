"""A mine: crystals (each colour with its own shape), relics, agents, weapons and transports."""

from __future__ import annotations

from math import cos, radians, sin

from companion.core.instructions import ident
from ui.look.icons.faces import diamond, star, triangle
from ui.look.icons.pen import Pen, coloured, icon
from ui.look.icons.signs import arc
from ui.look.theme import ALERT, CARD, EDGE, GREEN, GREY, INK, LAMP, MIST, PAPER, SAND, SLOT, STORY, SUN, VIOLET, Rgba

CRYSTALS: dict[str, Rgba] = {"red": ALERT, "blue": STORY, "white": PAPER}
COMPANIES: tuple[Rgba, ...] = (ALERT, STORY, GREEN, SUN)
"""By number, each with its own shape."""
SETS: tuple[Rgba, ...] = (SUN, STORY, ALERT, GREEN, VIOLET, SAND)


def crystal(p: Pen, good: str, x: float = 50, y: float = 50, r: float = 42) -> None:
    """A crystal in its colour and shape; a relic for any other name."""
    if good == "red":
        triangle(p, p.colour(ALERT), x, y - r * 0.06, r)
    elif good == "blue":
        diamond(p, p.colour(STORY), x, y, r)
    elif good == "white":
        p.disc(p.colour(PAPER), x, y, r * 0.84)
        p.disc(p.colour(CARD), x, y, r * 0.66)
    else:
        tablet(p, x, y, r)


def tablet(p: Pen, x: float, y: float, r: float) -> None:
    """A face-down relic."""
    p.box(p.colour(MIST), x - r * 0.62, y - r * 0.95, r * 1.24, r * 1.9, r * 0.18)
    p.letters(p.colour(INK), "?", x - r * 0.6, y - r * 0.62, r * 1.2, r * 1.24)


FIGURES = ("lamplighters", "barrow", "knuckle", "moonshaft")
"""The figures of the numbered companies, in order."""


def _number(name: str) -> int:
    kind = ident(name)
    return int(kind) if kind.isdecimal() else 0


@coloured("company")
@coloured("miner")
def _company_hue(name: str) -> Rgba:
    return COMPANIES[(_number(name) - 1) % len(COMPANIES)]


def _emblem(p: Pen, name: str, fill: Rgba, y: float, r: float) -> None:
    """The shape of a company: bar, ring, cross or square."""
    n = (_number(name) - 1) % len(COMPANIES)
    if n == 0:
        p.line(fill, r * 0.5, 50 - r, y - r * 0.6, 50, y + r * 0.7, 50 + r, y - r * 0.6)
    elif n == 1:
        p.line(fill, r * 0.5, *arc(50, y, r * 0.75, 0, 360, 30))
    elif n == 2:
        p.line(fill, r * 0.5, 50 - r * 0.8, y, 50 + r * 0.8, y)
        p.line(fill, r * 0.5, 50, y - r * 0.8, 50, y + r * 0.8)
    else:
        p.box(fill, 50 - r * 0.7, y - r * 0.7, r * 1.4, r * 1.4)


@icon("company:", "company")
def _company(p: Pen, name: str) -> None:
    fill = p.colour(_company_hue(name))
    corners = [(50 + 49 * cos(radians(60 * k + 30)), 50 + 49 * sin(radians(60 * k + 30))) for k in range(6)]
    p.poly(fill, *[value for corner in corners for value in corner])
    _emblem(p, name, p.colour(INK), 50, 24)


@icon(*(f"figure:{name}" for name in FIGURES))
def _player(p: Pen, name: str) -> None:
    _company(p, f"company:{FIGURES.index(name.partition(':')[2]) + 1}")


@icon("miner:", "miner")
def _miner(p: Pen, name: str) -> None:
    fill = p.colour(_company_hue(name))
    p.box(fill, 20, 4, 60, 44, 16)
    p.disc(fill, 50, 62, 24)
    p.poly(p.colour(PAPER), 50, 64, 18, 64, *arc(50, 64, 28, 180, 0, 16), 82, 64)
    p.disc(p.colour(LAMP), 50, 78, 9)
    _emblem(p, name, p.colour(INK), 25, 15)


@icon("crystal:", "crystal")
def _crystal(p: Pen, name: str) -> None:
    crystal(p, ident(name))


@icon("relic:", "relic")
def _relic(p: Pen, _: str) -> None:
    tablet(p, 50, 50, 48)


@icon("slot:", "slot")
def _slot(p: Pen, name: str) -> None:
    kind = ident(name)
    p.box(p.colour(CRYSTALS.get(kind, MIST)), 3, 3, 94, 94, 16)
    p.box(p.colour(SLOT), 11, 11, 78, 78, 10)
    crystal(p, kind, 50, 50, 17)


def _blade(p: Pen, fill: Rgba, x: float = 50, y: float = 50, r: float = 42) -> None:
    p.line(fill, r * 0.34, x - r * 0.3, y - r * 0.3, x + r * 0.9, y + r * 0.9)
    p.line(fill, r * 0.26, x - r * 0.75, y + r * 0.05, x + r * 0.05, y - r * 0.75)
    p.line(fill, r * 0.3, x - r * 0.9, y - r * 0.9, x - r * 0.45, y - r * 0.45)


def _wheels(p: Pen, fill: Rgba, hub: Rgba, x: float = 50, y: float = 50, r: float = 42) -> None:
    p.poly(fill, x - r, y + r * 0.6, x - r * 0.75, y - r * 0.25, x + r * 0.75, y - r * 0.25, x + r, y + r * 0.6)
    for side in (-0.45, 0.45):
        p.disc(fill, x + r * side, y - r * 0.5, r * 0.34)
        p.disc(hub, x + r * side, y - r * 0.5, r * 0.14)


@icon("combat")
def _combat(p: Pen, _: str) -> None:
    _blade(p, p.main())


@icon("weapon")
def _weapon(p: Pen, _: str) -> None:
    p.box(p.colour(MIST), 18, 3, 64, 94, 9)
    _blade(p, p.colour(INK), 50, 50, 26)


@icon("transport")
def _transport(p: Pen, _: str) -> None:
    p.box(p.colour(MIST), 18, 3, 64, 94, 9)
    _wheels(p, p.colour(INK), p.colour(MIST), 50, 52, 26)


@icon("agent:", "agent")
def _agent(p: Pen, name: str) -> None:
    kind = ident(name)
    fill = p.colour({"fighter": ALERT, "transporter": STORY}.get(kind, MIST))
    p.disc(fill, 50, 74, 20)
    p.box(fill, 14, 4, 72, 48, 20)
    if kind == "fighter":
        _blade(p, p.colour(INK), 50, 27, 18)
    elif kind == "transporter":
        _wheels(p, p.colour(INK), fill, 50, 27, 20)
    else:
        p.letters(p.colour(INK), "?", 30, 8, 40, 38)


@icon("star:")
def _stars(p: Pen, name: str) -> None:
    n = _number(name)
    places = {1: [(50, 48, 44)], 2: [(28, 50, 27), (72, 50, 27)]}
    for x, y, r in places.get(n, [(26, 30, 25), (74, 30, 25), (50, 70, 25)]):
        star(p, p.colour(SUN), x, y, r)


@icon("initiative")
def _initiative(p: Pen, _: str) -> None:
    p.poly(p.main(SUN), 36, 46, 52, 96, 80, 96, 60, 60, 78, 60, 32, 4, 44, 46)


@icon("bank")
def _bank(p: Pen, _: str) -> None:
    p.poly(p.main(), 50, 94, 6, 66, 94, 66)
    for x in (14, 43, 72):
        p.box(p.main(), x, 24, 14, 36)
    p.box(p.main(), 6, 6, 88, 13, 3)


@icon("camp")
def _camp(p: Pen, _: str) -> None:
    p.poly(p.main(SAND), 50, 88, 4, 12, 96, 12)
    p.poly(p.colour(INK), 50, 52, 33, 12, 67, 12)


@icon("vp")
def _points(p: Pen, _: str) -> None:
    p.poly(p.colour(SUN), 24, 40, 14, 2, 40, 14, 50, 34)
    p.poly(p.colour(SUN), 76, 40, 86, 2, 60, 14, 50, 34)
    p.disc(p.colour(SUN), 50, 60, 38)
    star(p, p.colour(INK), 50, 59, 26)


@icon("mission:", "mission")
def _mission(p: Pen, name: str) -> None:
    p.box(p.colour(SAND), 12, 3, 76, 94, 8)
    p.box(p.colour(INK), 19, 10, 62, 80, 4)
    kind = ident(name)
    if kind:
        crystal(p, kind, 50, 50, 26)
    else:
        p.letters(p.colour(PAPER), "?", 28, 26, 44, 48)


@icon("set:", "set")
def _set(p: Pen, name: str) -> None:
    n = max(0, _number(name) - 1)
    p.box(p.colour(SETS[n % len(SETS)]), 17, 3, 66, 94, 12)
    p.box(p.colour(SLOT), 26, 12, 48, 76, 6)
    p.letters(p.colour(PAPER), str(n + 1), 27, 26, 46, 48)


@icon("ability:", "ability")
def _ability(p: Pen, _: str) -> None:
    _plate(p)
    star(p, p.colour(LAMP), 50, 48, 30)


def _plate(p: Pen) -> None:
    p.disc(p.colour(EDGE), 50, 50, 49)
    p.disc(p.colour(INK), 50, 50, 43)


@icon("ability:thief")
def _thief(p: Pen, _: str) -> None:
    _plate(p)
    p.box(p.colour(PAPER), 18, 36, 64, 28, 14)
    for x in (36, 64):
        p.disc(p.colour(INK), x, 50, 8)


@icon("ability:spy")
def _spy(p: Pen, _: str) -> None:
    _plate(p)
    p.line(p.colour(PAPER), 9, *arc(43, 57, 19, 0, 360, 30))
    p.line(p.colour(PAPER), 11, 58, 42, 76, 24)


@icon("ability:miner")
def _pickaxe(p: Pen, _: str) -> None:
    _plate(p)
    p.line(p.colour(SAND), 10, 28, 22, 64, 68)
    p.line(p.colour(PAPER), 11, *arc(44, 46, 34, 105, -15, 16))


@icon("ability:alchemist")
def _alchemist(p: Pen, _: str) -> None:
    _plate(p)
    p.poly(p.colour(PAPER), 50, 60, 43, 60, 22, 22, 78, 22, 57, 60)
    p.box(p.colour(PAPER), 43, 56, 14, 24)
    p.poly(p.colour(GREEN), 50, 40, 37, 40, 29, 26, 71, 26, 63, 40)


@icon("ability:defence")
def _defence(p: Pen, _: str) -> None:
    _plate(p)
    p.poly(p.colour(PAPER), 50, 50, 24, 76, 24, 46, 50, 16, 76, 46, 76, 76)
    p.line(p.colour(GREY), 7, 50, 26, 50, 72)
