"""What is in force, as quiet lines at the head of the table; a tap anywhere on the head opens the whole of it."""

from __future__ import annotations

from typing import Any

from ui import paint
from ui import text as type_
from ui import theme as t
from ui.geometry import Area
from ui.theme import look
from ui.widgets.drawn import Tappable


class Notice(Tappable):
    """One line a notice, as many as fit into ``room``, each cut at its end; a single one may take two lines.

    It takes taps on its whole area, which is larger than ``room``, so that a finger meets it.
    """

    SIZE = 3.4
    LINE = 4.5

    def __init__(self, **kwargs: Any) -> None:
        self.texts: tuple[str, ...] = ()
        self.room = Area(0, 0, 0, 0)
        super().__init__(**kwargs)

    def paint_self(self, area: Area) -> None:
        if not self.texts:
            return
        room = self.room.copy()
        px = look.text(self.SIZE)
        step = max(look.mm(self.LINE), type_.line_height(px))
        most = max(1, int(room.h // step))
        lines = list(self.texts)
        if len(lines) == 1 and most > 1:
            lines = list(type_.wrap(lines[0], px, "plain", room.w - look.mm(2)))
        if len(lines) > most:
            lines[most - 1 :] = [" · ".join(lines[most - 1 :]) if len(self.texts) > 1 else f"{lines[most - 1]} …"]
        edge = look.mm(0.6)
        block = step * len(lines)
        paint.rect(Area(room.x, room.cy - block / 2, edge, block), t.LAMP)
        room.cut_left(edge + look.mm(1.4))
        top = room.cy + block / 2
        for line in lines:
            top -= step
            said = type_.elided(line, px, "plain", room.w)
            ink = t.PAPER if self.pressed else t.PAPER_DIM
            paint.words(said, Area(room.x, top, room.w + 1, step), ink, self.SIZE, face="plain")
