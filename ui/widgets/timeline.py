"""A game as lines: its log with a disc for each answer, its turning points, the film's progress bar, and charts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from kivy.input import MotionEvent

from companion.core.facts import Colour, Marker
from companion.core.texts import T
from companion.lookback.lookback import TurningPoint
from companion.scene.charts import SHAPES, Chart, FaceCount, Series, labelled, marked, spread, ticks
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Rgba, look
from ui.model.history import EntryRow
from ui.widgets.drawn import UNSET, Drawn, Tappable, no_action

DISC = 3.1
"""Radius of the disc (mm)."""
LEAST_ASIDE = 1.9
"""Smallest font size (mm) of a quiet entry, even with large text: completeness matters more."""
SIZES = (4.4, 4.1, 3.8, 3.5, 3.2, 2.9, 2.6)


class StopView(Tappable):
    row: EntryRow = UNSET
    size_mm: float = SIZES[0]

    @property
    def meaning(self) -> object:
        return self if self.rapid else (self.row.key, self.row.text)

    def paint_self(self, area: Area) -> None:
        row = self.row
        disc, box, words, pieces = parts(row, area)
        if row.chosen or self.pressed:
            fill = t.STONE_PRESSED if self.pressed else t.STONE
            paint.box(box, fill, line=t.LAMP if row.chosen else t.EDGE, width=look.mm(0.55))
        if row.now:
            paint.disc(disc.cx, disc.cy, look.mm(DISC + 0.9), t.LAMP)
        if not row.quiet:
            paint.disc(disc.cx, disc.cy, look.mm(DISC + 0.3), t.NIGHT)
        icons.draw(row.icon, disc, alpha=0.5 if row.past else 1)
        if row.quiet:
            least = LEAST_ASIDE / max(1, look.scale)
            paint.words(row.text, words, t.MIST, 3.0, face="plain", least=least, lines=4)
            return
        ink = t.MIST if row.past else t.PAPER
        paint.words(row.text, words, ink, self.size_mm, least=2.2, lines=2)
        for name in row.pieces:
            spot = pieces.cut_left(look.mm(4.6), look.mm(0.6))
            icons.draw(name, Area(spot.x, spot.cy - spot.w / 2, spot.w, spot.w), alpha=0.5 if row.past else 1)


def parts(row: EntryRow, area: Area) -> tuple[Area, Area, Area, Area]:
    """Areas of an entry's disc, box, text and pieces."""
    box = area.copy()
    if row.quiet:
        left = box.cut_left(look.mm(4.4), look.mm(1))
        return Area(left.x, left.cy - left.w / 2, left.w, left.w), area, box.inset(0, look.mm(0.3)), box
    left = box.cut_left(look.mm(2 * DISC + 1.8), look.mm(0.8))
    side = look.mm(2 * DISC)
    disc = left.centred(side)
    words = box.inset(look.mm(1.8), look.mm(1.0))
    wide = len(row.pieces) * look.mm(5.2)
    pieces = words.cut_right(wide, look.mm(1) if wide else 0)
    return disc, box, words, pieces


class EntryLine(Drawn):
    """A page of entries joined by a line, or a few of them ``across``."""

    GAP = 0.4

    rows: tuple[EntryRow, ...] = ()
    across: bool = False

    def build(self) -> None:
        self.views: list[StopView] = []

    def capacity(self) -> int:
        gap = look.mm(self.GAP)
        return max(1, int((self.height + gap) // (look.touch + gap)))

    def paint_self(self, area: Area) -> None:
        cells = self._cells(area)
        if cells and not self.across:
            first, last = (parts(self.rows[0], cell)[0] for cell in (cells[0], cells[-1]))
            paint.stroke([first.cx, first.cy, last.cx, last.cy], t.EDGE, look.mm(0.9))
        size = SIZES[0] if self.across else _text_size(list(zip(self.rows, cells, strict=True)))
        for view, row, cell in zip(self.ensure(self.views, StopView, len(self.rows)), self.rows, cells, strict=False):
            view.action = row.action
            # The last answers next to a question change with every tap.
            view.rapid = not self.across
            view.show(cell, row=row, size_mm=size)

    def _cells(self, area: Area) -> list[Area]:
        gap = look.mm(self.GAP)
        if self.across:
            return area.columns(max(1, len(self.rows)), gap)
        return [area.cut_top(look.touch, gap) for _ in self.rows]


def _text_size(placed: list[tuple[EntryRow, Area]]) -> float:
    """One font size (mm) for all entries of a page."""
    return type_.largest(
        SIZES, lambda size: all(_fits(row.text, parts(row, cell)[2], look.text(size)) for row, cell in placed)
    )


def _fits(said: str, room: Area, px: int) -> bool:
    return type_.fit(said, "bold", px, px, int(room.w), int(room.h), 2)[2]


# Turning points.


class TurnRow(Tappable):
    """One turning point: icon and chapter, description and changes."""

    point: TurningPoint = UNSET
    now: bool = False

    def paint_self(self, area: Area) -> None:
        point = self.point
        line, width = (t.LAMP, look.mm(0.55)) if self.now else (t.EDGE, max(1, look.mm(0.22)))
        paint.box(area, t.STONE_PRESSED if self.pressed else t.STONE, line=line, width=width)
        inner = area.inset(look.mm(1.2), look.mm(0.9))
        when = inner.cut_left(look.mm(14.5), look.mm(1.8))
        chapter = when.cut_bottom(when.h * 0.5)
        side = min(when.h, when.w, look.mm(8))
        icons.draw(point.icon, when.centred(side))
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
    tap: Callable[[TurningPoint], None] = staticmethod(no_action)

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
                row.action = partial(self.tap, point)
                row.show(cell, point=point, now=point == self.now)


# The film's progress bar.

BAR, SIGN = 2.4, 2.6
"""Height of the bar, and radius of a turning point's mark (mm)."""


class ProgressBar(Drawn):
    """How far something is, as ``share`` from 0 to 1."""

    share: float = 0.0

    def paint_self(self, area: Area) -> None:
        _progress(area, self.share)


def _progress(bar: Area, share: float) -> None:
    paint.box(bar, t.SLOT, radius=bar.h / 2)
    if share > 0:
        paint.box(Area(bar.x, bar.y, max(bar.h, bar.w * share), bar.h), t.GREEN, radius=bar.h / 2)


class FilmBar(Tappable):
    """``share``: progress from 0 to 1; ``turns``: positions of turning points. ``seek`` is called with the tapped
    position, snapped to a nearby mark."""

    share: float = 0.0
    turns: Sequence[float] = ()
    seek: Callable[[float], None] = staticmethod(no_action)

    def build(self) -> None:
        self.rapid = True
        self.action = no_action

    def _line(self) -> Area:
        return self.area.inset(look.mm(SIGN), 0)

    def paint_self(self, area: Area) -> None:
        line = self._line()
        _progress(Area(line.x, line.cy - look.mm(BAR) / 2, line.w, look.mm(BAR)), self.share)
        r = look.mm(SIGN)
        for share in self.turns:
            x = line.x + line.w * share
            fill = t.LAMP if share <= self.share else t.MIST
            paint.polygon((x, line.cy + r, x + r, line.cy, x, line.cy - r, x - r, line.cy), fill)
        x = line.x + line.w * self.share
        paint.disc(x, line.cy, look.mm(1.9), t.PAPER)

    def tapped(self, touch: MotionEvent) -> None:
        line = self._line()
        share = min(1.0, max(0.0, (touch.x - line.x) / max(1.0, line.w)))
        near = min(self.turns, key=lambda one: abs(one - share), default=None)
        reach = look.touch / 2 / max(1.0, line.w)
        self.seek(near if near is not None and abs(near - share) <= reach else share)


# Charts.

INKS: dict[Colour, Rgba] = {
    "red": t.HUES[0],
    "blue": t.HUES[1],
    "yellow": t.HUES[2],
    "green": t.HUES[3],
    "purple": t.HUES[4],
    "orange": t.HUES[5],
}


def draw_mark(marker: Marker, x: float, y: float, r: float, ink: Rgba) -> None:
    if marker == "disc":
        paint.disc(x, y, r, ink)
    else:
        corners = [(0.0, 0.0), *SHAPES[marker], SHAPES[marker][0]]  # The polygon is star-shaped seen from its centre.
        paint.polygon([value for dx, dy in corners for value in (x + dx * r * 1.2, y + dy * r * 1.2)], ink)


class LineChart(Tappable):
    """Lines with markers; names, markers and last values are at their ends, so that it is readable without colours.
    ``which`` is in the corner if a tap shows another chart ("1 of 3"). From ``TALL`` (mm) on, all text is larger."""

    TALL, LARGER = 34.0, 1.3

    chart: Chart = UNSET
    chapters: tuple[str, ...] = ()
    which: str = ""

    def build(self) -> None:
        self._by = 1.0

    def paint_self(self, area: Area) -> None:
        chart = self.chart
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
