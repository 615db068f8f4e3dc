"""A QR code: dark on white in every theme."""

from __future__ import annotations

from collections.abc import Sequence

from ui.layout.geometry import Area
from ui.look import paint
from ui.look.theme import ink
from ui.widgets.drawn import Drawn

EDGE = 3
"""Quiet zone around the code, in modules."""
WHITE, BLACK = ink("#ffffff"), ink("#000000")


class QrView(Drawn):
    """Rows of modules, True for dark ones, each a whole number of pixels."""

    squares: Sequence[Sequence[bool]] = ()

    def paint_self(self, area: Area) -> None:
        if not self.squares:
            return
        count = len(self.squares) + 2 * EDGE
        side = max(1, int(min(area.w, area.h) // count))
        left, top = round(area.cx - side * count / 2), round(area.cy + side * count / 2)
        paint.rect(Area(left, top - side * count, side * count, side * count), WHITE)
        dark = [
            Area(left + (x + EDGE) * side, top - (y + EDGE + 1) * side, side, side)
            for y, row in enumerate(self.squares)
            for x, on in enumerate(row)
            if on
        ]
        paint.rects(dark, BLACK)
