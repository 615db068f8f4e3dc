"""How much of a deck or bag is known: in words, and as a bar."""

from __future__ import annotations

from companion.core.content.learning import Known
from companion.core.texts import T, Words
from ui.app.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn

BAR = 2.2
"""Height (mm) of the bar."""


def known_words(known: Known) -> Words:
    """How many of how many."""
    return T("{known} of {printed} known", known=known.known, printed=known.printed)


class KnownBar(Drawn):
    """The words over the bar, of which so much is filled."""

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
