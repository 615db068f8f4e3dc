"""A player, and their pieces."""

from __future__ import annotations

from collections.abc import Sequence

from companion.scene.scene import SeatView
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.board.board import paint_pieces
from ui.widgets.drawn import Drawn


class SeatCard(Drawn):
    """A seat as a card: figure, name, note and pieces; the active one is highlighted."""

    seat: SeatView | None = None

    def paint_self(self, area: Area) -> None:
        seat = self.seat
        if seat is None:
            return
        if seat.active:
            paint.glow(area.cx, area.cy, area.w * 0.7, t.faded(t.AMBER, 0.18))
        paint.box(
            area, t.STONE if seat.active else t.DUSK,
            line=t.LAMP if seat.active else t.EDGE, width=look.mm(0.6) if seat.active else max(1, look.mm(0.22)),
        )  # fmt: skip
        inner = area.inset(look.mm(1.8), look.mm(1.2))
        head = inner.cut_top(min(look.mm(7.4), inner.h * 0.4), look.mm(0.6))
        side = min(head.h, look.mm(7.4))
        figure = head.cut_left(side, look.mm(1.8))
        icons.draw(seat.icon, Area(figure.x, figure.cy - side / 2, side, side), alpha=0.5 if seat.done else 1)
        paint.words(say(seat.name), head, t.MIST if seat.done else t.PAPER, 4.4, least=2.4)
        if seat.note is not None:
            note = inner.cut_top(look.mm(4.4), look.mm(0.6))
            paint.words(say(seat.note), note, t.MIST, Look.SMALL, face="plain", least=1.9)
        paint_pieces(inner.cut_top(min(inner.h, look.mm(9))), seat.pieces, most=6.4)


class SeatRow(Drawn):
    """All seats as figures in a row; the active one has a ring."""

    seats: Sequence[SeatView] = ()

    def paint_self(self, area: Area) -> None:
        gap, n = look.mm(1.4), max(1, len(self.seats))
        side = min(area.h, look.mm(8.6), (area.w - gap * (n - 1)) / n)
        for index, seat in enumerate(self.seats):
            cell = Area(area.x + index * (side + gap), area.cy - side / 2, side, side)
            if seat.active:
                paint.disc(cell.cx, cell.cy, side / 2, t.LAMP)
                paint.disc(cell.cx, cell.cy, side / 2 - look.mm(0.5), t.DUSK)
            icons.draw(seat.icon, cell.inset(side * 0.1), alpha=0.45 if seat.done else 1)
