"""The stakes of a space under a long press: cost, risk and chance."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.texts import T, Words
from companion.scene.stakes import Stake, Stakes
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn

TITLE, LINE, HEADING, SHARE = 5.4, 3.9, 0.84, 11.5
"""Font sizes (mm) of title and lines, heading size relative to a line, and width (mm) of the probability."""
BELOW, BETWEEN = 0.5, 1.4
"""Space below a line, and below a section (mm)."""
SMALLEST = 2.3
CERTAIN = 0.995
"""Probabilities above this, or below its complement, are shown as > 99% and < 1%."""


class StakesView(Drawn):
    """Shows ``stakes``; takes no taps, since the finger is elsewhere."""

    stakes: Stakes | None = None

    def paint_self(self, area: Area) -> None:
        stakes = self.stakes
        if stakes is None:
            return
        paint.box(area, t.CARD, radius=look.mm(2), line=t.AMBER, width=look.mm(0.5))
        inner = area.inset(look.mm(2.6), look.mm(1.8))
        title = inner.cut_top(min(look.mm(8), inner.h * 0.16), look.mm(0.6))
        paint.words(say(stakes.name), title, t.ON_CARD, TITLE, face="heavy", least=3)
        parts: list[tuple[Words, Sequence[Stake]]] = [
            (T("What it costs"), stakes.cost),
            (T("What can go wrong"), stakes.risk),
            (T("What can be won"), stakes.chance),
        ]
        shown = [(head, lines) for head, lines in parts if lines]
        size = _fitting(shown, inner)
        for head, lines in shown:
            heading = inner.cut_top(_high(size * HEADING))
            paint.words(say(head).upper(), heading, t.ON_CARD_DIM, size * HEADING, least=1.8)
            for one in lines:
                _paint_line(inner.cut_top(_tall(one, size, inner.w), look.mm(BELOW)), one, size)
            inner.cut_top(look.mm(BETWEEN))


def _high(size: float) -> float:
    return type_.line_height(look.text(size))


def _words_wide(one: Stake, width: float) -> float:
    return width - (look.mm(SHARE) + look.gap if one.share is not None else 0)


def _tall(one: Stake, size: float, width: float) -> float:
    lines = len(type_.wrap(say(one.words), look.text(size), "plain", int(_words_wide(one, width))))
    return max(1, lines) * _high(size)


def _fitting(shown: Sequence[tuple[Words, Sequence[Stake]]], room: Area) -> float:
    """The largest font size at which everything fits."""
    size, least = LINE, SMALLEST / max(1, look.scale)
    while size > least:
        lines = sum(_tall(one, size, room.w) + look.mm(BELOW) for _, part in shown for one in part)
        if lines + len(shown) * (_high(size * HEADING) + look.mm(BETWEEN)) <= room.h:
            break
        size -= 0.1
    return size


def _paint_line(place: Area, one: Stake, size: float) -> None:
    """The text, and its probability with a bar below."""
    if one.share is not None:
        share = place.cut_right(look.mm(SHARE), look.gap)
        bar = share.cut_bottom(look.mm(0.7), look.mm(0.2))
        paint.rect(bar, t.CARD_EDGE)
        paint.rect(Area(bar.x, bar.y, bar.w * one.share, bar.h), t.ON_CARD)
        paint.words(percent(one.share), share, t.ON_CARD, size, face="heavy", least=2, align="right")
    paint.words(say(one.words), place, t.ON_CARD, size, face="plain", least=2, lines=9)


def percent(share: float) -> str:
    """A probability in whole per cent; 0% and 100% only if exact."""
    if share in (0, 1):
        return f"{share:.0%}"
    if share > CERTAIN:
        return "> 99%"
    return "< 1%" if share < 1 - CERTAIN else f"{share:.0%}"
