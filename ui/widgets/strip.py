"""Instructions in a single line that need no confirmation: newest first, as many as fit."""

from __future__ import annotations

from collections.abc import Sequence

from companion.scene.scene import Line
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Tappable
from ui.widgets.lines import SIGNS

SIZE = 3.5


class TodoStrip(Tappable):
    """``lines`` side by side, or ``hint`` while there are none; a tap explains them, if there is an action."""

    MARK = 4.6

    lines: Sequence[Line] = ()
    hint: str = ""

    def paint_self(self, area: Area) -> None:
        if not self.lines:
            paint.words(self.hint, area, t.MIST, SIZE, face="plain", least=2.2, lines=3)
            return
        if self.action is not None:
            area = area.inset(0, look.mm(0.4))
            paint.box(area, t.STONE_PRESSED if self.pressed else t.DUSK, line=t.EDGE, width=max(1, look.mm(0.22)))
            area = area.inset(look.mm(1.2), 0)
            mark = area.cut_right(look.mm(self.MARK), look.gap)
            icons.draw("question", Area(mark.x, mark.cy - mark.w / 2, mark.w, mark.w).inset(mark.w * 0.1), tint=t.MIST)
        side = min(area.h, look.mm(4.6))
        room = area.copy()
        for index, line in enumerate(self.lines):
            words = say(line.words)
            pictures = (side + look.mm(0.8)) * sum(map(bool, (self._sign(line), line.icon)))
            wide = pictures + type_.extents(words, look.text(SIZE), "bold")[0] + look.mm(4)
            if index and wide > room.w:
                paint.words("…", room, t.MIST, SIZE)
                return
            self._one(room.cut_left(min(wide, room.w)), line, words, side, new=index == 0)

    def _sign(self, line: Line) -> str:
        return SIGNS.get(line.sign, line.sign) if line.sign != line.icon else ""

    def _one(self, area: Area, line: Line, words: str, side: float, *, new: bool) -> None:
        for name in (self._sign(line), line.icon):
            if name:
                spot = area.cut_left(side, look.mm(0.8))
                icons.draw(name, Area(spot.x, spot.cy - side / 2, side, side), alpha=1 if new else 0.6)
        paint.words(words, area, t.PAPER if new else t.MIST, SIZE, least=2.0, lines=2)
