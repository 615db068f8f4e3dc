"""Contents of a place: one line for each kind of piece."""

from __future__ import annotations

from collections.abc import Sequence

from companion.scene.scene import Piece
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn


class Contents(Drawn):
    """Icons without text (``signs``), then each of ``pieces`` with icon, number and name, in two columns."""

    LINE = 6.2

    signs: Sequence[str] = ()
    pieces: Sequence[Piece] = ()

    def needs(self) -> float:
        """Height in pixels that shows everything."""
        rows = (1 if self.signs else 0) + -(-len(self.pieces) // 2)
        return look.mm(self.LINE) * rows

    def paint_self(self, area: Area) -> None:
        high = look.mm(self.LINE)
        if self.signs:
            strip = area.cut_top(min(high, area.h))
            for sign in self.signs:
                icons.draw(sign, strip.cut_left(strip.h, look.mm(1.2)).inset(look.mm(0.3)))
        rows = -(-len(self.pieces) // 2)
        if not rows:
            return
        area = area.cut_top(min(area.h, high * rows))
        for piece, cell in zip(self.pieces, area.grid(2, rows, look.mm(0.6)), strict=False):
            picture = cell.cut_left(min(cell.h, high), look.mm(1.2))
            icons.draw(piece.icon, picture.inset(look.mm(0.3)))
            text = f"{piece.n} × {say(piece.name)}" if piece.n > 1 else say(piece.name)
            paint.words(text, cell, t.PAPER, 3.6, least=1.9, lines=2)
