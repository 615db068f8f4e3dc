"""A game as a tile with its picture."""

from __future__ import annotations

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Tappable


class GameTile(Tappable):
    """A picture with the name of the game below."""

    icon: str = ""
    text: str = ""

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.STONE_PRESSED if self.pressed else t.STONE, radius=look.mm(2.6), line=t.EDGE)
        inner = area.inset(look.mm(2))
        name = inner.cut_bottom(min(look.mm(14), inner.h * 0.36))
        picture = inner.square()
        paint.glow(picture.cx, picture.cy, picture.w * 0.62, t.faded(t.AMBER, 0.10))
        icons.draw(self.icon, inner.inset(look.mm(1)))
        paint.words(self.text, name, t.PAPER, 5.2, least=3.0, align="center", lines=2)
