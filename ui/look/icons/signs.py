"""One-colour signs: arrows, ticks and the like."""

from __future__ import annotations

from math import cos, radians, sin

from ui.look.icons.pen import Pen, icon
from ui.look.theme import ALERT, INK, LAMP


def arc(cx: float, cy: float, r: float, start: float, end: float, n: int = 24) -> list[float]:
    """Points on a circle; degrees count anticlockwise from the right."""
    points: list[float] = []
    for i in range(n + 1):
        angle = radians(start + (end - start) * i / n)
        points += [cx + r * cos(angle), cy + r * sin(angle)]
    return points


@icon("check")
def _check(p: Pen, _: str) -> None:
    p.line(p.main(), 13, 20, 52, 42, 28, 82, 76)


@icon("cross")
def _cross(p: Pen, _: str) -> None:
    p.line(p.main(), 13, 25, 25, 75, 75)
    p.line(p.main(), 13, 25, 75, 75, 25)


@icon("differs")
def _differs(p: Pen, _: str) -> None:
    p.disc(p.colour(LAMP), 50, 50, 48)
    ink = p.colour(INK)
    for y in (40, 60):
        p.line(ink, 9, 24, y, 76, y)
    p.line(ink, 8, 36, 20, 64, 80)


@icon("plus", "+")
def _plus(p: Pen, _: str) -> None:
    p.line(p.main(LAMP), 14, 50, 20, 50, 80)
    p.line(p.main(LAMP), 14, 20, 50, 80, 50)


@icon("minus", "−", "-")
def _minus(p: Pen, _: str) -> None:
    p.line(p.main(LAMP), 14, 20, 50, 80, 50)


@icon("arrow", "move", "→")
def _arrow(p: Pen, _: str) -> None:
    p.line(p.main(LAMP), 11, 10, 50, 80, 50)
    p.line(p.main(LAMP), 11, 58, 74, 86, 50, 58, 26)


@icon("back")
def _back(p: Pen, _: str) -> None:
    p.line(p.main(), 13, 64, 82, 32, 50, 64, 18)


@icon("forward")
def _forward(p: Pen, _: str) -> None:
    p.line(p.main(), 13, 36, 82, 68, 50, 36, 18)


@icon("up")
def _up(p: Pen, _: str) -> None:
    p.line(p.main(), 13, 18, 36, 50, 68, 82, 36)


@icon("down")
def _down(p: Pen, _: str) -> None:
    p.line(p.main(), 13, 18, 64, 50, 32, 82, 64)


@icon("undo")
def _undo(p: Pen, _: str) -> None:
    p.line(p.main(), 11, 22, 62, *arc(58, 40, 22, 90, -100), 36, 18)
    p.line(p.main(), 11, 40, 82, 18, 62, 40, 42)


@icon("redo")
def _redo(p: Pen, _: str) -> None:
    p.line(p.main(), 11, 78, 62, *arc(42, 40, 22, 90, 280), 64, 18)
    p.line(p.main(), 11, 60, 82, 82, 62, 60, 42)


@icon("shuffle")
def _shuffle(p: Pen, _: str) -> None:
    p.line(p.main(LAMP), 9, 10, 30, 30, 30, 66, 70, 84, 70)
    p.line(p.main(LAMP), 9, 10, 70, 30, 70, 66, 30, 84, 30)
    p.line(p.main(LAMP), 9, 74, 82, 88, 70, 74, 58)
    p.line(p.main(LAMP), 9, 74, 42, 88, 30, 74, 18)


@icon("flip")
def _flip(p: Pen, _: str) -> None:
    p.line(p.main(LAMP), 10, *arc(50, 50, 32, 160, 20))
    p.line(p.main(LAMP), 10, *arc(50, 50, 32, 340, 200))
    p.line(p.main(LAMP), 10, 66, 62, 81, 60, 84, 76)
    p.line(p.main(LAMP), 10, 34, 38, 19, 40, 16, 24)


@icon("menu")
def _menu(p: Pen, _: str) -> None:
    for y in (26, 50, 74):
        p.line(p.main(), 11, 18, y, 82, y)


@icon("log")
def _log(p: Pen, _: str) -> None:
    p.line(p.main(), 7, 24, 14, 24, 86)
    for y in (22, 50, 78):
        p.disc(p.main(), 24, y, 10)
        p.line(p.main(), 9, 46, y, 86, y)


@icon("chart")
def _chart(p: Pen, _: str) -> None:
    p.line(p.main(), 9, 14, 86, 14, 14, 88, 14)
    p.line(p.main(), 9, 26, 32, 44, 52, 60, 42, 84, 76)


@icon("home")
def _home(p: Pen, _: str) -> None:
    p.poly(p.main(), 50, 88, 10, 50, 90, 50)
    p.box(p.main(), 22, 14, 56, 42, 4)


@icon("gear")
def _gear(p: Pen, _: str) -> None:
    for k in range(4):
        a = radians(45 * k)
        p.line(p.main(), 17, 50 - 38 * cos(a), 50 - 38 * sin(a), 50 + 38 * cos(a), 50 + 38 * sin(a))
    p.disc(p.main(), 50, 50, 29)
    p.disc(p.colour(INK), 50, 50, 13)


@icon("book")
def _book(p: Pen, _: str) -> None:
    p.poly(p.main(), 48, 24, 12, 32, 12, 80, 48, 72)
    p.poly(p.main(), 52, 24, 88, 32, 88, 80, 52, 72)


@icon("speaker", "tell")
def _speaker(p: Pen, _: str) -> None:
    p.poly(p.main(LAMP), 12, 38, 30, 38, 52, 20, 52, 80, 30, 62, 12, 62)
    p.line(p.main(LAMP), 8, *arc(52, 50, 18, 45, -45))
    p.line(p.main(LAMP), 8, *arc(52, 50, 34, 45, -45))


@icon("question", "?")
def _question(p: Pen, _: str) -> None:
    p.letters(p.main(), "?", 10, 8, 80, 84)


@icon("hand")
def _hand(p: Pen, _: str) -> None:
    for x, top in ((34, 74), (48, 82), (62, 78), (75, 66)):
        p.line(p.main(), 12, x, 36, x, top)
    p.line(p.main(), 12, 34, 34, 18, 52)
    p.box(p.main(), 28, 12, 53, 36, 16)


@icon("lock", "blocked")
def _lock(p: Pen, _: str) -> None:
    p.line(p.main(ALERT), 10, 32, 52, *arc(50, 62, 18, 180, 0), 68, 52)
    p.box(p.main(ALERT), 20, 14, 60, 44, 8)


@icon("eye")
def _eye(p: Pen, _: str) -> None:
    p.oval(p.main(), 50, 50, 42, 26)
    p.disc(p.colour(INK), 50, 50, 15)
    p.disc(p.main(), 50, 50, 6)


@icon("camera")
def _camera(p: Pen, _: str) -> None:
    p.box(p.main(), 8, 18, 84, 54, 10)
    p.poly(p.main(), 34, 72, 40, 86, 60, 86, 66, 72)
    p.disc(p.colour(INK), 50, 45, 19)
    p.disc(p.main(), 50, 45, 11)


@icon("timer", "clock")
def _timer(p: Pen, _: str) -> None:
    p.line(p.main(), 9, *arc(50, 50, 36, 0, 360, 40))
    p.line(p.main(), 9, 50, 74, 50, 50, 66, 40)


@icon("alert", "warn")
def _alert(p: Pen, _: str) -> None:
    p.poly(p.colour(LAMP), 50, 88, 6, 14, 94, 14)
    p.box(p.colour(INK), 45, 40, 10, 26, 4)
    p.disc(p.colour(INK), 50, 28, 6)
