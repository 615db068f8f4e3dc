"""The bubble of a hint, with an arrow to its target."""

from __future__ import annotations

from math import hypot

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Tappable

SIZE, READ = 3.7, 3.9
"""Font sizes (mm) of the text and of its button."""
WIDTHS = (62.0, 50.0, 40.0, 32.0)
PAD = 2.0


class Bubble(Tappable):
    """``text`` near ``at``; a tap anywhere on it closes it."""

    text: str = ""
    at: Area = Area(0, 0, 0, 0)

    @staticmethod
    def sizes(text: str) -> list[tuple[float, float]]:
        """Possible sizes in pixels, widest first."""
        px = look.text(SIZE)
        found = []
        for width in WIDTHS:
            wide = look.mm(width)
            lines = len(type_.wrap(text, px, "plain", int(wide - 2 * look.mm(PAD))))
            found.append((wide, type_.line_height(px) * lines + look.mm(2 * PAD) + type_.line_height(look.text(READ))))
        return found

    def paint_self(self, area: Area) -> None:
        self._paint_arrow(area)
        paint.box(area, t.CARD, line=t.AMBER, width=look.mm(0.45))
        inner = area.inset(look.mm(PAD), look.mm(PAD * 0.8))
        foot = inner.cut_bottom(type_.line_height(look.text(READ)))
        paint.words(say(T("Got it")), foot, t.ON_CARD, READ, face="heavy", align="right")
        paint.words(self.text, inner, t.ON_CARD, SIZE, face="plain", least=2.6, lines=9)

    def _paint_arrow(self, area: Area) -> None:
        """An arrow between the nearest points of bubble and target."""
        ex, ey = _nearest(area.cx, area.cy, self.at)
        sx, sy = _nearest(ex, ey, area)
        far = hypot(ex - sx, ey - sy)
        if far < 1:
            return
        ux, uy = (ex - sx) / far, (ey - sy) / far
        head = min(look.mm(3), far)
        bx, by = ex - ux * head, ey - uy * head
        paint.stroke((sx - ux, sy - uy, bx, by), t.AMBER, look.mm(0.7))
        side = head * 0.6
        paint.polygon((ex, ey, bx - uy * side, by + ux * side, bx + uy * side, by - ux * side), t.AMBER)


def _nearest(x: float, y: float, area: Area) -> tuple[float, float]:
    return min(max(x, area.x), area.x + area.w), min(max(y, area.y), area.y + area.h)
