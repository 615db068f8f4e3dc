"""Icons of people and their sides of the table."""

from __future__ import annotations

from companion.core.instructions import ident
from ui.look.icons.pen import Pen, icon
from ui.look.icons.people import PLAYERS, sign
from ui.look.theme import LAMP


@icon(*(f"figure:{colour}" for colour in PLAYERS))
def _player(p: Pen, name: str) -> None:
    sign(p, PLAYERS.index(ident(name)))


@icon("players")
def _players(p: Pen, _: str) -> None:
    ink = p.main()
    for x, y, r in ((26, 60, 13), (74, 60, 13)):
        p.disc(ink, x, y, r)
    p.poly(ink, 4, 14, 8, 34, 20, 42, 34, 42, 34, 14)
    p.poly(ink, 96, 14, 92, 34, 80, 42, 66, 42, 66, 14)
    p.disc(ink, 50, 74, 17)
    p.poly(ink, 22, 6, 26, 38, 40, 50, 60, 50, 74, 38, 78, 6)


@icon("rotate")
def _rotate(p: Pen, _: str) -> None:
    ink = p.main()
    p.line(ink, 8, 24, 8, 76, 8, 76, 42, 24, 42, close=True)
    p.line(p.colour(LAMP), 9, 16, 66, 24, 82, 40, 90, 60, 90, 76, 82, 83, 72)
    p.poly(p.colour(LAMP), 96, 74, 70, 82, 82, 52)
