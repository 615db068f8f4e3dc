"""Pieces on spaces, in hands and in the supply."""

from __future__ import annotations

from companion.core.instructions import ident
from ui.look.icons.pen import Pen, icon
from ui.look.icons.signs import arc
from ui.look.theme import (
    ALERT,
    AQUA,
    DECKS,
    EDGE,
    GREEN,
    INK,
    LAMP,
    LIME,
    PAPER,
    PAPER_DIM,
    POLICE,
    ROSE,
    SAND,
    SEPIA,
    STONE,
    STORY,
    VIOLET,
    Rgba,
)


@icon("mafia", "hat")
def _mafia(p: Pen, _: str) -> None:
    felt, band = p.main(), p.colour(INK)
    p.oval(felt, 50, 32, 46, 13)
    p.poly(felt, 26, 34, 30, 66, 38, 74, 50, 68, 62, 74, 70, 66, 74, 34)
    p.poly(band, 27, 37, 28, 48, 72, 48, 73, 37)


@icon("car", "police")
def _car(p: Pen, _: str) -> None:
    p.box(p.colour(ALERT), 38, 72, 24, 14, 4)
    p.poly(p.colour(POLICE), 20, 50, 34, 74, 66, 74, 80, 50)
    p.poly(p.colour(STORY), 29, 52, 38, 68, 48, 68, 48, 52)
    p.poly(p.colour(STORY), 52, 52, 52, 68, 62, 68, 71, 52)
    p.box(p.colour(POLICE), 6, 28, 88, 26, 9)
    for x in (27, 73):
        p.disc(p.colour(PAPER), x, 26, 13)
        p.disc(p.colour(INK), x, 26, 8)


@icon("car:pale")
def _car_pale(p: Pen, _: str) -> None:
    pale, ink = p.colour((0.87, 0.91, 1, 1)), p.colour(INK)
    p.box(p.colour(ALERT), 38, 76, 24, 14, 3)
    p.poly(pale, 20, 50, 34, 78, 66, 78, 80, 50)
    p.poly(p.colour((0.66, 0.76, 0.96, 1)), 29, 53, 38, 71, 48, 71, 48, 53)
    p.poly(p.colour((0.66, 0.76, 0.96, 1)), 52, 53, 52, 71, 62, 71, 71, 53)
    p.box(pale, 4, 26, 92, 30, 11)
    for x in (25, 75):
        p.disc(p.colour(PAPER), x, 25, 15)
        p.disc(ink, x, 25, 10)


@icon("fbi")
def _fbi(p: Pen, _: str) -> None:
    p.box(p.colour(ROSE), 4, 24, 92, 54, 10)
    p.letters(p.colour(INK), "FBI", 10, 30, 80, 42)


@icon("station")
def _station(p: Pen, _: str) -> None:
    p.disc(p.colour(PAPER), 50, 50, 47)
    p.disc(p.colour(INK), 50, 50, 40)
    p.letters(p.colour(PAPER), "M", 14, 20, 72, 60)


@icon("figure:", "figure")
def _figure(p: Pen, name: str) -> None:
    p.disc(p.colour(PAPER), 50, 50, 47)
    p.letters(p.colour(INK), name.rpartition(":")[2][:1].upper(), 14, 20, 72, 60)


def _head(p: Pen, fill: Rgba, y: float, r: float) -> None:
    p.disc(fill, 50, y, r)


@icon("figure:father")
def _father(p: Pen, _: str) -> None:
    fill = p.colour(SAND)
    _head(p, fill, 77, 17)
    p.box(fill, 17, 5, 66, 52, 14)
    p.poly(p.colour(INK), 50, 50, 42, 44, 50, 14, 58, 44)


@icon("figure:mother")
def _mother(p: Pen, _: str) -> None:
    fill = p.colour(VIOLET)
    p.disc(fill, 50, 90, 9)
    _head(p, fill, 70, 17)
    p.poly(fill, 50, 62, 12, 5, 88, 5)


@icon("figure:daughter")
def _daughter(p: Pen, _: str) -> None:
    fill = p.colour(LIME)
    for x in (20, 80):
        p.disc(fill, x, 66, 12)
    _head(p, fill, 70, 20)
    p.poly(fill, 50, 54, 78, 30, 50, 5, 22, 30)


@icon("figure:son")
def _son(p: Pen, _: str) -> None:
    fill = p.colour(AQUA)
    _head(p, fill, 64, 18)
    p.box(fill, 30, 72, 56, 10, 4)
    p.box(fill, 31, 72, 38, 16, 8)
    p.oval(fill, 50, 24, 26, 20)


@icon("token:", "token")
def _token(p: Pen, name: str) -> None:
    p.box(p.colour(LAMP), 8, 8, 84, 84, 24)
    p.box(p.colour(INK), 15, 15, 70, 70, 18)
    p.letters(p.colour(LAMP), (ident(name) or "!")[:1].upper(), 15, 22, 70, 56)


@icon("wound:", "wound", "heart")
def _wound(p: Pen, _: str) -> None:
    p.disc(p.colour(ALERT), 31, 62, 23)
    p.disc(p.colour(ALERT), 69, 62, 23)
    p.poly(p.colour(ALERT), 50, 72, 11, 51, 50, 10, 89, 51)
    p.line(p.colour(INK), 6, 54, 76, 44, 56, 58, 46, 48, 26)


@icon("skill")
def _skill(p: Pen, _: str) -> None:
    p.disc(p.colour(GREEN), 50, 50, 46)
    p.poly(p.colour(INK), 58, 86, 24, 44, 46, 44, 42, 14, 76, 56, 54, 56)


@icon("marker:", "marker", "story")
def _marker(p: Pen, name: str) -> None:
    fill = p.colour(ALERT if name.endswith("alert") else STORY)
    p.disc(fill, 50, 76, 17)
    p.poly(fill, 50, 70, 22, 12, 78, 12)
    p.box(fill, 18, 8, 64, 12, 6)


def card(p: Pen, back: Rgba, sign: Rgba, letter: str) -> None:
    p.box(p.colour(PAPER), 20, 4, 60, 92, 10)
    p.box(p.colour(back), 26, 10, 48, 80, 6)
    p.letters(p.colour(sign), letter, 26, 30, 48, 40)


@icon("card:", "card", "deck:", "display:", "discard:")
def _card(p: Pen, name: str) -> None:
    deck = ident(name)
    back, sign = DECKS.get(deck, (STONE, PAPER))
    card(p, back, sign, "?" if deck == "story" else deck[:1].upper())


@icon("mark:story")
def _story_mark(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER), 22, 6, 56, 88, 8)
    p.letters(p.colour(INK), "?", 24, 22, 52, 56)


@icon("bag:", "bag")
def _bag(p: Pen, _: str) -> None:
    p.oval(p.colour(SEPIA), 50, 36, 38, 30)
    p.poly(p.colour(SEPIA), 34, 60, 66, 60, 76, 84, 24, 84)
    p.line(p.colour(PAPER_DIM), 7, 32, 64, 68, 64)


@icon("box")
def _box(p: Pen, _: str) -> None:
    p.poly(p.colour(SEPIA), 12, 20, 88, 20, 88, 62, 12, 62)
    p.poly(p.colour(PAPER_DIM), 6, 62, 94, 62, 84, 80, 16, 80)


@icon("square")
def _square(p: Pen, _: str) -> None:
    p.box(p.colour(EDGE), 8, 18, 84, 64, 16)
    p.box(p.colour(STONE), 13, 23, 74, 54, 12)


@icon("table", "board")
def _table(p: Pen, _: str) -> None:
    p.line(p.main(), 6, 28, 68, 72, 68)
    p.line(p.main(), 6, 28, 68, 28, 30)
    p.line(p.main(), 6, 72, 68, 72, 30)
    for x, y in ((10, 54), (54, 54), (10, 16), (54, 16)):
        p.box(p.main(), x, y, 36, 28, 7)


@icon("steps", "step")
def _steps(p: Pen, _: str) -> None:
    for x, y in ((30, 30), (68, 58)):
        p.oval(p.main(), x, y + 8, 13, 20)
        p.oval(p.main(), x, y - 22, 10, 9)


@icon("subway", "ride")
def _subway(p: Pen, _: str) -> None:
    p.box(p.main(), 20, 22, 60, 66, 16)
    p.box(p.colour(INK), 28, 48, 44, 26, 6)
    for x in (34, 66):
        p.disc(p.colour(INK), x, 35, 6)
    p.line(p.main(), 8, 30, 20, 20, 6)
    p.line(p.main(), 8, 70, 20, 80, 6)


@icon("fight")
def _fight(p: Pen, _: str) -> None:
    p.box(p.main(), 18, 30, 62, 48, 16)
    for x in (34, 49, 64):
        p.line(p.colour(INK), 5, x, 52, x, 78)
    p.box(p.main(), 34, 10, 40, 26, 6)


@icon("reroll")
def _reroll(p: Pen, _: str) -> None:
    p.line(p.main(), 10, *arc(50, 50, 34, 60, 340, 30))
    p.line(p.main(), 10, 62, 62, 68, 80, 86, 72)
