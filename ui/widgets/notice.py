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

    ``whole`` notices are wrapped instead, as far as there is room. It takes taps on its whole area, which is larger
    than ``room``, so that a finger meets it.
    """

    SIZE = 3.4
    LINE = 4.5

    def __init__(self, **kwargs: Any) -> None:
        self.texts: tuple[str, ...] = ()
        self.whole = False
        self.room = Area(0, 0, 0, 0)
        super().__init__(**kwargs)

    @classmethod
    def step(cls) -> float:
        """The height of a line in pixels."""
        return max(look.mm(cls.LINE), type_.line_height(look.text(cls.SIZE)))

    @classmethod
    def lines_of(cls, texts: tuple[str, ...], width: float) -> int:
        """How many lines they are when they are wrapped."""
        return sum(len(cls._wrapped(text, width)) for text in texts)

    @classmethod
    def _wrapped(cls, text: str, width: float) -> tuple[str, ...]:
        return type_.wrap(text, look.text(cls.SIZE), "plain", width - look.mm(2.2))

    def paint_self(self, area: Area) -> None:
        if not self.texts or self.room.h <= 0:
            return
        room = self.room.copy()
        px = look.text(self.SIZE)
        step = self.step()
        most = max(1, int((room.h + 1) // step))
        lines = list(self.texts)
        if self.whole:
            lines = [line for text in self.texts for line in self._wrapped(text, room.w)]
            if len(lines) > most:
                lines[most - 1 :] = [f"{lines[most - 1]} …"]
        elif len(lines) == 1 and most > 1:
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
