"""Progress bars: of steps, and of how much of a deck or bag is known."""

from __future__ import annotations

from companion.core.learning import Known
from companion.core.texts import T, Words
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn

BAR = 2.2
"""Height of the bar (mm)."""


class Progress(Drawn):
    """``at`` of ``length`` steps: green before, amber at, dark after the current one."""

    at: int = 0
    length: int = 0

    def paint_self(self, area: Area) -> None:
        cells = area.columns(max(1, self.length), look.mm(0.8))
        for step, cell in enumerate(cells):
            fill = t.GREEN if step < self.at else t.LAMP if step == self.at else t.SLOT
            strip = cell.inset(0, max(0.0, (cell.h - look.mm(2)) / 2))
            paint.box(strip, fill, radius=look.mm(0.8))


def known_words(known: Known) -> Words:
    return T("{known} of {printed} known", known=known.known, printed=known.printed)


class KnownBar(Drawn):
    """The text above the bar."""

    known: Known | None = None

    def paint_self(self, area: Area) -> None:
        known = self.known
        if known is None:
            return
        middle = area.cy
        bar = Area(area.x, middle - look.mm(1.2 + BAR), area.w, look.mm(BAR))
        words = Area(area.x, middle - look.mm(0.4), area.w, area.h - (middle - look.mm(0.4) - area.y))
        paint.words(say(known_words(known)), words, t.PAPER, 4.2, valign="bottom")
        paint.box(bar, t.SLOT, radius=bar.h / 2)
        part = known.known / max(1, known.printed)
        if part > 0:
            paint.box(Area(bar.x, bar.y, max(bar.h, bar.w * part), bar.h), t.GREEN, radius=bar.h / 2)
