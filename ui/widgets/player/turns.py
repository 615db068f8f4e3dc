"""The turning points of a game: when, what was done, and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.lookback.lookback import TurningPoint
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn, Tappable


class TurnRow(Tappable):
    """One turning point: icon and chapter, description and changes."""

    point: TurningPoint | None = None
    now: bool = False

    def paint_self(self, area: Area) -> None:
        point = self.point
        if point is None:
            return
        line, width = (t.LAMP, look.mm(0.55)) if self.now else (t.EDGE, max(1, look.mm(0.22)))
        paint.box(area, t.STONE_PRESSED if self.pressed else t.STONE, line=line, width=width)
        inner = area.inset(look.mm(1.2), look.mm(0.9))
        when = inner.cut_left(look.mm(14.5), look.mm(1.8))
        chapter = when.cut_bottom(when.h * 0.5)
        side = min(when.h, when.w, look.mm(8))
        icons.draw(point.icon, Area(when.cx - side / 2, when.cy - side / 2, side, side))
        paint.words(say(point.chapter), chapter, t.MIST, 3.0, face="plain", least=2.0, align="center", lines=2)
        changed = inner.cut_bottom(inner.h * 0.46)
        paint.words(say(point.words), inner, t.PAPER, 4.2, least=2.1 / max(1, look.scale), lines=2)
        moved = " · ".join(say(words) for words in point.changed)
        paint.words(moved, changed, t.PAPER_DIM, 3.4, face="plain", least=2.1 / max(1, look.scale), lines=2)


class TurnList(Drawn):
    """As many turning points as fit, the largest ones, in order; ``tap`` is called with one, ``now`` is the current
    one."""

    LEAST, MOST = 12.0, 19.0
    """Minimum and maximum height of a row (mm)."""

    points: Sequence[TurningPoint] = ()
    now: TurningPoint | None = None
    tap: Callable[[TurningPoint], None] | None = None

    def build(self) -> None:
        self.rows: list[TurnRow] = []

    def paint_self(self, area: Area) -> None:
        count = max(1, int((area.h + look.gap) // (look.mm(self.LEAST) + look.gap)))
        largest = sorted(self.points, key=lambda point: -point.weight)[:count]
        shown = [point for point in self.points if point in largest]
        self.ensure(self.rows, TurnRow, len(shown))
        if shown:
            n = len(shown)
            high = min(look.mm(self.MOST), (area.h - look.gap * (n - 1)) / n)
            cells = area.cut_top(high * n + look.gap * (n - 1)).rows(n, look.gap)
            for row, point, cell in zip(self.rows, shown, cells, strict=False):
                row.place(cell)
                row.action = partial(self._tap, point)
                row.show(point=point, now=point == self.now)

    def _tap(self, point: TurningPoint) -> None:
        if self.tap is not None:
            self.tap(point)
