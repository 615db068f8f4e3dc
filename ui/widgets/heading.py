"""The line above a title, with the number of the round or day."""

from __future__ import annotations

import re

from ui.layout.geometry import Area
from ui.look import paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.button import TextView

FIGURE = re.compile(r"\d+")
CAPITAL = 0.727
"""Height of the font's capitals and digits, in em."""
LEAST = 2.6
"""Font size (mm) of the text below which the large number is not worth it."""


class Heading(TextView):
    """A line whose first number, the round, is as large as the rest of the game's state, if there is room."""

    HIGH = 4.8
    """Minimum height (mm) for the large number."""

    large: bool = False
    """True while the number is large."""

    @staticmethod
    def gap(text: str) -> float:
        """Gap in pixels below the line, if it has a large number."""
        return look.mm(1.1) if FIGURE.search(text) else 0

    def paint_self(self, area: Area) -> None:
        found, large = FIGURE.search(self.text), look.text(self.figure_mm)
        self.large = found is not None and area.h >= large * CAPITAL and self._paint_parts(area, found, large)
        if not self.large:
            super().paint_self(area)

    @property
    def figure_mm(self) -> float:
        """Font size of the number: that of the state, independent of the text size setting."""
        return Look.STATE / look.scale

    def _paint_parts(self, area: Area, found: re.Match[str], large: int) -> bool:
        """Text, number and text on one line; False if the text would be too small."""
        before, figure, after = self.text[: found.start()].strip(), found[0], self.text[found.end() :].strip()
        wide = type_.extents(figure, large, "heavy")[0]
        px = look.text(self.size_mm)
        while px >= look.text(LEAST):
            gap = round(px * 0.3)
            left, right = (type_.extents(said, px, self.face)[0] + gap if said else 0 for said in (before, after))
            if left + wide + right <= area.w:
                break
            px -= 1
        else:
            return False
        size = px / look.text(10) * 10
        # Align the baselines of both sizes.
        low = Area(area.x, area.y - (large - px) * CAPITAL / 2, area.w, area.h)
        paint.words(before, Area(low.x, low.y, left, low.h), self.colour, size, face=self.face)
        place = Area(area.x + left, area.y, wide + 1, area.h)
        paint.words(figure, place, t.PAPER, self.figure_mm, face="heavy", least=self.figure_mm)
        paint.words(after, Area(place.x + wide + gap, low.y, right, low.h), self.colour, size, face=self.face)
        return True
