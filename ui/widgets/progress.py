"""How far one is: a row of small bars."""

from __future__ import annotations

from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn


class Progress(Drawn):
    """``at`` of ``length`` steps: green behind, amber here, dark ahead."""

    at: int = 0
    length: int = 0

    def paint_self(self, area: Area) -> None:
        cells = area.columns(max(1, self.length), look.mm(0.8))
        for step, cell in enumerate(cells):
            fill = t.GREEN if step < self.at else t.LAMP if step == self.at else t.SLOT
            strip = cell.inset(0, max(0.0, (cell.h - look.mm(2)) / 2))
            paint.box(strip, fill, radius=look.mm(0.8))
