"""A miniature of a player's board: the first counter that consists of pictures only, in two columns."""

from __future__ import annotations

from companion.scene.scene import Cell, SeatBoard
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn

ACROSS = 2
LEAST, MOST = 9.0, 24.0
"""Minimum and maximum size (mm): still recognisable, but less prominent than tap targets."""


def pictured(board: SeatBoard | None) -> list[Cell]:
    """The cells shown of a board; empty if it has no such counter."""
    counters = board.counters if board is not None else []
    return next(
        (one.cells for one in counters if len(one.cells) > 1 and all(cell.icon for cell in one.cells)), []
    )  # fmt: skip


class Mat(Drawn):
    """What is filled on ``board``, and what is not. It takes no taps."""

    board: SeatBoard | None = None

    @staticmethod
    def most() -> float:
        """Maximum side in pixels."""
        return look.mm(MOST)

    @staticmethod
    def fits(board: SeatBoard | None, side: float) -> bool:
        """True if ``board`` has something to show, and a square of ``side`` pixels is large enough."""
        return side >= look.mm(LEAST) and bool(pictured(board))

    def paint_self(self, area: Area) -> None:
        cells = pictured(self.board)
        rows = max(ACROSS, -(-len(cells) // ACROSS))
        for cell, place in zip(cells, area.grid(ACROSS, rows, look.mm(0.7)), strict=False):
            line = t.LAMP if cell.on else t.EDGE
            paint.box(place, t.STONE if cell.on else t.NIGHT, radius=look.mm(1.1), line=line, width=look.mm(0.3))
            icons.draw(str(cell.icon), place.square().inset(look.mm(0.7)), alpha=1 if cell.on else 0.35)
