"""A mark in a corner of the glass, for the check of the touch."""

from __future__ import annotations

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn


class Corner(Drawn):
    """A ring with a point: lit when it is to be tapped now, with a tick when it was."""

    lit: bool = False
    done: bool = False

    def paint_self(self, area: Area) -> None:
        r = min(area.w, area.h) / 2
        if self.lit:
            paint.glow(area.cx, area.cy, r * 1.5, t.faded(t.AMBER, 0.35))
        paint.disc(area.cx, area.cy, r, t.AMBER if self.lit else t.EDGE)
        paint.disc(area.cx, area.cy, r - look.mm(0.6), t.NIGHT)
        if self.done:
            icons.draw("check", Area(area.cx - r * 0.5, area.cy - r * 0.5, r, r), tint=t.GREEN)
        elif self.lit:
            paint.disc(area.cx, area.cy, r * 0.3, t.AMBER)
