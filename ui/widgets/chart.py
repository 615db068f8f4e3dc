"""Charts of the look back: lines over a game's chapters, and dice compared with fair ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from companion.core.texts import T
from companion.lookback.charts import SHAPES, labelled, marked, spread, ticks
from companion.lookback.lookback import Chart, FaceCount, Series
from companion.scene.gauges import Colour, Marker
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.icons.people import HUES
from ui.look.theme import Rgba, look
from ui.widgets.drawn import Drawn, Tappable

INKS: dict[Colour, Rgba] = {
    "red": HUES[0],
    "blue": HUES[1],
    "yellow": HUES[2],
    "green": HUES[3],
    "purple": HUES[4],
    "orange": HUES[5],
}


def draw_mark(marker: Marker, x: float, y: float, r: float, ink: Rgba) -> None:
    """The marker of a series around (x, y)."""
    if marker == "disc":
        paint.disc(x, y, r, ink)
    else:
        corners = [(0.0, 0.0), *SHAPES[marker], SHAPES[marker][0]]  # The polygon is star-shaped seen from its centre.
        paint.polygon([value for dx, dy in corners for value in (x + dx * r * 1.2, y + dy * r * 1.2)], ink)


class LineChart(Tappable):
    """Lines with markers; names, markers and last values are at their ends, so that it is readable without colours.
    ``which`` is in the corner if a tap shows another chart ("1 of 3"). From ``TALL`` (mm) on, all text is larger."""

    TALL, LARGER = 34.0, 1.3

    chart: Chart | None = None
    chapters: tuple[str, ...] = ()
    which: str = ""

    def build(self) -> None:
        self._by = 1.0

    def paint_self(self, area: Area) -> None:
        chart = self.chart
        if chart is None:
            return
        self._by = by = self.LARGER if area.h >= look.mm(self.TALL) else 1.0
        fill = t.STONE_PRESSED if self.pressed else t.DUSK
        paint.box(area, fill, line=t.EDGE, width=max(1, look.mm(0.22)))
        inner = area.inset(look.mm(2.4), look.mm(1.4))
        self._paint_head(inner.cut_top(look.mm(5 * by), look.mm(1.2)), chart)
        names = inner.cut_right(self._names_width(chart, inner), look.mm(1.8))
        scale = inner.cut_left(look.mm(6.4 * by), look.mm(2))
        below = inner.cut_bottom(look.mm(4.2 * by), look.mm(1))
        frame = inner.inset(look.mm(1.4), 0)
        frame = Area(frame.x, frame.y, frame.w, frame.h - look.mm(1.4))
        top = max([1, *(value for series in chart.series for value in [*series.points, series.most or 0])])
        self._paint_scale(scale, frame, top)
        self._paint_chapters(below, frame)
        for series in chart.series:
            self._paint_series(series, frame, top)
        self._paint_names(chart, names, frame, top)

    def _paint_head(self, head: Area, chart: Chart) -> None:
        if self.which:
            arrow = head.cut_right(head.h, look.mm(1.2))
            icons.draw("forward", arrow, tint=t.LAMP)
            wide = type_.extents(self.which, look.text(3.4 * self._by), "plain")[0] + 2
            paint.words(self.which, head.cut_right(wide, look.gap), t.MIST, 3.4 * self._by, face="plain", align="right")
        paint.words(say(chart.name).upper(), head, t.MIST, 3.6 * self._by, least=2.6)

    def _names_width(self, chart: Chart, room: Area) -> float:
        name, figure = look.text(3.4 * self._by), look.text(4.4 * self._by)
        said = [type_.extents(say(series.name), name, "bold")[0] for series in chart.series]
        figures = [type_.extents(str(series.points[-1]), figure, "heavy")[0] for series in chart.series]
        return min(room.w * 0.42, max(said) + max(figures) + look.mm(6.4))

    def _paint_scale(self, scale: Area, frame: Area, top: int) -> None:
        for value in ticks(top, max(2, min(4, int(frame.h // look.mm(8))))):
            y = frame.y + frame.h * value / top
            paint.stroke([frame.x, y, frame.x + frame.w, y], t.EDGE, max(1, look.mm(0.2)))
            line = Area(scale.x, y - look.mm(2), scale.w, look.mm(4))
            paint.words(str(value), line, t.PAPER_DIM, 3.2 * self._by, face="plain", align="right")

    def _paint_chapters(self, below: Area, frame: Area) -> None:
        size, n = 3.2 * self._by, len(self.chapters)
        spans = []
        for at, said in enumerate(self.chapters):
            wide = type_.extents(said, look.text(size), "plain")[0] + 2
            left = _column(frame, at, n) - wide / 2
            left = max(below.x - look.mm(6), min(left, below.x + below.w - wide))
            spans.append((left, left + wide))
        for at in labelled(spans, look.mm(2)):
            place = Area(spans[at][0], below.y, spans[at][1] - spans[at][0], below.h)
            paint.words(self.chapters[at], place, t.MIST, size, face="plain", align="center")

    def _paint_series(self, series: Series, frame: Area, top: int) -> None:
        ink, n = INKS[series.colour], len(series.points)
        if series.most is not None:
            y = frame.y + frame.h * series.most / top
            paint.stroke([frame.x, y, frame.x + frame.w, y], (*ink[:3], 0.6), look.mm(0.3))
        places = [(_column(frame, at, n), frame.y + frame.h * value / top) for at, value in enumerate(series.points)]
        if n > 1:
            paint.stroke([value for place in places for value in place], ink, look.mm(0.65))
        for at in marked(series.points):
            draw_mark(series.marker, *places[at], look.mm(1.05), ink)

    def _paint_names(self, chart: Chart, names: Area, frame: Area, top: int) -> None:
        """Names at the ends of the lines, one below the other, shrunk to fit."""
        wanted = [frame.y + frame.h * series.points[-1] / top for series in chart.series]
        by = min(self._by, frame.h / len(wanted) / look.text(4.4))
        half = look.text(4.4 * by) * 0.6
        ends = spread(wanted, 2 * half, frame.y - half, frame.y + frame.h)
        figures = max(type_.extents(str(s.points[-1]), look.text(4.4 * by), "heavy")[0] for s in chart.series)
        for series, end in zip(chart.series, ends, strict=True):
            line = Area(names.x, end - half, names.w, 2 * half)
            mark = line.cut_left(look.mm(3), look.mm(1))
            draw_mark(series.marker, mark.cx, mark.cy, look.mm(1.2), INKS[series.colour])
            figure = line.cut_left(figures + 1, look.mm(1.2))
            paint.words(str(series.points[-1]), figure, t.PAPER, 4.4 * by, face="heavy", align="right", least=2.6)
            paint.words(say(series.name), line, t.PAPER_DIM, 3.4 * by, least=1.9, lines=2)


def _column(frame: Area, at: int, n: int) -> float:
    return frame.x + frame.w * at / max(1, n - 1)


class DiceBars(Drawn):
    """A bar and a count for each face, with a line at the expected value of fair dice."""

    FAIR: ClassVar[float] = 0.7
    NARROW: ClassVar[float] = 9.0
    """Width of a face (mm) below which icon and count are below and above the bar."""
    BAR: ClassVar[float] = 0.46
    """Width of the bar, as a share, if icon and count are next to it."""
    FIGURE: ClassVar[float] = 3.0
    """Smallest font size (mm) of the count there."""

    dice: Sequence[FaceCount] = ()
    heading: str = ""

    def paint_self(self, area: Area) -> None:
        if not self.dice:
            return
        paint.box(area, t.DUSK, line=t.EDGE, width=max(1, look.mm(0.22)))
        inner = area.inset(look.mm(2.4), look.mm(1.4))
        self._paint_head(inner.cut_top(look.mm(4.6), look.mm(1)))
        most = max(1.0, *(max(face.rolled, face.expected) for face in self.dice))
        cells = inner.columns(len(self.dice), look.gap)
        figure = type_.extents(str(max(face.rolled for face in self.dice)), look.text(self.FIGURE) * 1.2, "heavy")[0]
        narrow = cells[0].w < max(look.mm(self.NARROW), figure / (1 - self.BAR) + look.mm(1.4))
        for face, cell in zip(self.dice, cells, strict=True):
            if narrow:
                self._paint_narrow(face, cell.inset(-look.gap * 0.3, 0), most)
            else:
                self._paint_face(face, cell, most)

    def _paint_head(self, head: Area) -> None:
        legend = [(say(T("fair dice")), True), (say(T("rolled")), False)]
        for said, fair in legend:
            wide = type_.extents(said, look.text(3.2), "plain")[0] + 2
            paint.words(said, head.cut_right(wide, look.mm(1)), t.MIST, 3.2, face="plain", align="right")
            key = head.cut_right(look.mm(4), look.mm(2.4))
            high = look.mm(self.FAIR) if fair else look.mm(2.6)
            paint.rect(Area(key.x, key.cy - high / 2, key.w, high), t.PAPER if fair else t.GREY)
        # With large text, what does not fit may be as small as with normal text.
        paint.words(self.heading.upper(), head, t.MIST, 3.6, least=min(2.4, 2.2 / look.scale))

    def _paint_narrow(self, face: FaceCount, cell: Area, most: float) -> None:
        below, above = cell.cut_bottom(look.mm(3.6), look.mm(0.4)), cell.cut_top(look.mm(3.4))
        icons.draw(face.icon, below)
        paint.words(str(face.rolled), above, t.PAPER, 3.2, face="heavy", least=1.5, align="center")
        bar, high = cell.inset(cell.w * 0.22, 0), look.mm(self.FAIR)
        room = max(0.0, bar.h - high)
        paint.rect(Area(bar.x, bar.y, bar.w, max(1.0, room * face.rolled / most)), t.GREY)
        paint.rect(Area(cell.x, bar.y + room * face.expected / most, cell.w, high), t.PAPER)

    def _paint_face(self, face: FaceCount, cell: Area, most: float) -> None:
        wide = min(cell.w * self.BAR, look.mm(11))
        bar = cell.cut_left(wide, look.mm(1.4))
        high = look.mm(self.FAIR)
        room = bar.h - high
        paint.rect(Area(bar.x, bar.y, bar.w, max(1.0, room * face.rolled / most)), t.GREY)
        over = look.mm(0.8)
        paint.rect(Area(bar.x - over, bar.y + room * face.expected / most, bar.w + 2 * over, high), t.PAPER)
        number = cell.cut_bottom(min(cell.h * 0.5, look.mm(6)))
        side = min(cell.h, cell.w, look.mm(6))
        icons.draw(face.icon, Area(cell.x, cell.y, side, side))
        paint.words(str(face.rolled), number, t.PAPER, 5.4, face="heavy", least=self.FIGURE)
