"""The film's progress bar with its turning points; a tap seeks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.input import MotionEvent

from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Tappable, no_action

BAR, SIGN = 2.4, 2.6
"""Height of the bar, and radius of a turning point's mark (mm)."""


class FilmBar(Tappable):
    """``share``: progress from 0 to 1; ``turns``: positions of turning points. ``seek`` is called with the tapped
    position, snapped to a nearby mark."""

    share: float = 0.0
    turns: Sequence[float] = ()
    seek: Callable[[float], None] | None = None

    def build(self) -> None:
        self.rapid = True
        self.action = no_action

    def _line(self) -> Area:
        return self.area.inset(look.mm(SIGN), 0)

    def paint_self(self, area: Area) -> None:
        line = self._line()
        bar = Area(line.x, line.cy - look.mm(BAR) / 2, line.w, look.mm(BAR))
        paint.box(bar, t.SLOT, radius=bar.h / 2)
        if self.share > 0:
            paint.box(Area(bar.x, bar.y, max(bar.h, bar.w * self.share), bar.h), t.GREEN, radius=bar.h / 2)
        r = look.mm(SIGN)
        for share in self.turns:
            x = line.x + line.w * share
            fill = t.LAMP if share <= self.share else t.MIST
            paint.polygon((x, line.cy + r, x + r, line.cy, x, line.cy - r, x - r, line.cy), fill)
        x = line.x + line.w * self.share
        paint.disc(x, line.cy, look.mm(1.9), t.PAPER)

    def tapped(self, touch: MotionEvent) -> None:
        if self.seek is None:
            return
        line = self._line()
        share = min(1.0, max(0.0, (touch.x - line.x) / max(1.0, line.w)))
        near = min(self.turns, key=lambda one: abs(one - share), default=None)
        reach = look.touch / 2 / max(1.0, line.w)
        self.seek(near if near is not None and abs(near - share) <= reach else share)
