"""Things people carry."""

from __future__ import annotations

from ui.look.icons.pen import Pen, icon
from ui.look.icons.signs import arc
from ui.look.theme import ALERT, GREEN, INK, LAMP, MIST, PAPER, PAPER_DIM, STORY, SUN


@icon("item", "item:")
def _item(p: Pen, _: str) -> None:
    p.box(p.colour(LAMP), 10, 10, 80, 80, 22)
    p.box(p.colour(INK), 19, 19, 62, 62, 15)


@icon("item:phone")
def _phone(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER), 28, 6, 44, 88, 10)
    p.box(p.colour(STORY), 34, 22, 32, 58, 3)
    p.disc(p.colour(INK), 50, 14, 4)


@icon("item:laptop")
def _laptop(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER), 16, 32, 68, 50, 7)
    p.box(p.colour(STORY), 22, 38, 56, 38, 3)
    p.poly(p.colour(PAPER_DIM), 14, 32, 86, 32, 96, 18, 4, 18)


@icon("item:cash")
def _cash(p: Pen, _: str) -> None:
    p.box(p.colour((0.12, 0.5, 0.38, 1)), 12, 20, 82, 46, 6)
    p.box(p.colour(GREEN), 6, 30, 82, 46, 6)
    p.disc(p.colour(PAPER), 47, 53, 16)
    p.letters(p.colour(INK), "$", 34, 39, 26, 28)


@icon("item:mask")
def _mask(p: Pen, _: str) -> None:
    p.poly(
        p.colour(PAPER), 50, 48, 50, 72, 8, 78, 8, 54, 22, 26, 42, 26, 50, 40, 58, 26, 78, 26, 92, 54, 92, 78, 50, 72
    )
    p.oval(p.colour(INK), 29, 53, 12, 8)
    p.oval(p.colour(INK), 71, 53, 12, 8)


@icon("item:gloves")
def _gloves(p: Pen, _: str) -> None:
    p.disc(p.colour(ALERT), 52, 60, 30)
    p.disc(p.colour(ALERT), 24, 52, 14)
    p.box(p.colour(ALERT), 34, 26, 38, 26, 4)
    p.box(p.colour(PAPER), 32, 10, 42, 20, 5)
    p.line(p.colour(INK), 5, 30, 46, 40, 54, 40, 66)


@icon("item:bike")
def _bike(p: Pen, _: str) -> None:
    for x in (24, 76):
        p.line(p.colour(PAPER), 7, *arc(x, 36, 18, 0, 360, 28))
    p.line(p.colour(STORY), 7, 24, 36, 38, 64, 66, 64, 48, 36, 24, 36)
    p.line(p.colour(STORY), 7, 48, 36, 38, 64, 34, 74)
    p.line(p.colour(STORY), 7, 76, 36, 64, 76, 76, 78)
    p.line(p.colour(PAPER), 8, 27, 75, 42, 75)


@icon("item:newspaper")
def _newspaper(p: Pen, _: str) -> None:
    p.box(p.colour(PAPER_DIM), 22, 14, 70, 68, 5)
    p.box(p.colour(PAPER), 8, 18, 70, 68, 5)
    p.box(p.colour(INK), 16, 68, 54, 10, 2)
    p.box(p.colour(MIST), 16, 36, 24, 24, 2)
    for y in (56, 47, 38, 28):
        p.line(p.colour(INK), 4, 47 if y > 30 else 18, y, 69, y)


@icon("item:radio")
def _radio(p: Pen, _: str) -> None:
    p.line(p.colour(MIST), 6, 34, 70, 26, 96)
    p.box(p.colour(LAMP), 22, 6, 56, 68, 9)
    p.box(p.colour(INK), 30, 48, 40, 18, 4)
    for y in (36, 27, 18):
        p.line(p.colour(INK), 5, 32, y, 68, y)


@icon("item:drone")
def _drone(p: Pen, _: str) -> None:
    p.line(p.colour(MIST), 7, 18, 66, 50, 48, 82, 66)
    for x in (18, 82):
        p.oval(p.colour(PAPER), x, 74, 17, 5)
        p.line(p.colour(MIST), 5, x, 62, x, 74)
    p.box(p.colour(PAPER), 30, 34, 40, 22, 10)
    p.disc(p.colour(ALERT), 50, 30, 9)
    p.line(p.colour(MIST), 5, 34, 34, 24, 18)
    p.line(p.colour(MIST), 5, 66, 34, 76, 18)


@icon("item:raincoat")
def _raincoat(p: Pen, _: str) -> None:
    p.disc(p.colour(SUN), 50, 76, 17)
    p.poly(p.colour(SUN), 50, 74, 34, 68, 10, 30, 24, 22, 32, 34, 28, 6, 72, 6, 68, 34, 76, 22, 90, 30, 66, 68)
    p.oval(p.colour(INK), 50, 74, 9, 10)
    p.line(p.colour(INK), 4, 50, 58, 50, 8)
    for y in (46, 32, 18):
        p.disc(p.colour(INK), 56, y, 3)
