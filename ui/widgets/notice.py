"""Notices in force, as small lines at the top of the table; a tap anywhere on the header opens them in full."""

from __future__ import annotations

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Tappable


class Notice(Tappable):
    """One line per notice, as many as fit into ``room``, each cut at the end; a single notice may take two lines. With
    ``whole``, notices are wrapped instead. "More" is shown if something is left out. It takes taps on its whole area,
    which is larger than ``room``."""

    SIZE = 3.4
    LINE = 4.5

    texts: tuple[str, ...] = ()
    whole: bool = False
    room: Area = Area(0, 0, 0, 0)

    @classmethod
    def step(cls) -> float:
        """Height of a line in pixels."""
        return max(look.mm(cls.LINE), type_.line_height(look.text(cls.SIZE)))

    @classmethod
    def lines_of(cls, texts: tuple[str, ...], width: float) -> int:
        """Number of wrapped lines."""
        return sum(len(cls._wrapped(text, width)) for text in texts)

    @classmethod
    def _wrapped(cls, text: str, width: float) -> tuple[str, ...]:
        return type_.wrap(text, look.text(cls.SIZE), "plain", width - look.mm(2.2))

    def _lines(self, room: Area) -> tuple[list[str], bool]:
        """The lines that fit into ``room``, and whether the notices are complete."""
        px = look.text(self.SIZE)
        most = max(1, int((room.h + 1) // self.step()))
        wraps = self.whole or (len(self.texts) == 1 and most > 1)
        texts = [self._wrapped(text, room.w) if wraps else (text,) for text in self.texts]
        lines = [line for text in texts for line in text]
        fits = len(lines) <= most
        if not fits:
            lines[most - 1 :] = [_rest(texts, most - 1)]
        width = room.w - look.mm(2)
        return lines, fits and all(type_.extents(line, px, "plain")[0] <= width for line in lines)

    @property
    def shortened(self) -> bool:
        """True if something is left out."""
        return bool(self.texts) and self.room.h > 0 and not self._lines(self.room)[1]

    def paint_self(self, area: Area) -> None:
        if not self.texts or self.room.h <= 0:
            return
        room = self.room.copy()
        px = look.text(self.SIZE)
        step = self.step()
        if self.shortened and self.action is not None:
            more = say(T("More"))
            mark = room.cut_right(type_.extents(more, look.text(3.4), "bold")[0] + look.mm(3), look.mm(0.8))
            high = min(mark.h, look.mm(7))
            mark = Area(mark.x, mark.cy - high / 2, mark.w, high)
            paint.box(mark, t.STONE_PRESSED if self.pressed else t.STONE, line=t.EDGE, width=max(1, look.mm(0.22)))
            paint.words(more, mark, t.PAPER, 3.4, align="center")
        lines, _ = self._lines(room)
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


def _rest(texts: list[tuple[str, ...]], start: int) -> str:
    """The rest after ``start`` lines, joined into one: lines of one text by spaces, texts by dots."""
    rest: list[str] = []
    for text in texts:
        if len(text) > start:
            rest.append(" ".join(text[start:]))
        start = max(0, start - len(text))
    return " · ".join(rest)
