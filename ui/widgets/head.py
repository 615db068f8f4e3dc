"""The top of the table: the day and its turn order, or tracks; and the notices in force."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.input import MotionEvent

from companion.core.texts import T
from companion.scene.scene import Clock, Order, Standing, Track
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.drawn import UNSET, Drawn, TapAreas, Tappable, no_action

LIT = 4.4
"""Font size (mm) of the current part's name."""


class ClockBar(Drawn):
    """The day's number, and its parts with the current one highlighted and named."""

    SIGN = 8.6
    DAY = 11.5

    clock: Clock = UNSET

    @classmethod
    def wanted(cls, clock: Clock) -> float:
        gap = look.mm(0.9)
        return look.mm(cls.DAY) + (look.mm(cls.SIGN) + gap) * (len(clock.parts) - 1) + cls._lit(clock) + gap

    @classmethod
    def _lit(cls, clock: Clock) -> float:
        names = [type_.extents(say(name), look.text(LIT), "bold")[0] for _, name in clock.parts]
        return look.mm(9.6) + max(names, default=0)

    def paint_self(self, area: Area) -> None:
        clock = self.clock
        self._paint_day(area.cut_left(look.mm(self.DAY)), clock)
        gap = look.mm(0.9)
        dark = len(clock.parts) - 1
        most = look.mm(11)
        lit = min(self._lit(clock), area.w - dark * (look.mm(5.4) + gap))
        each = min(most, (area.w - lit - gap * dark) / max(1, dark)) if dark else 0
        if clock.part is None:
            each = min(look.mm(14), (area.w - gap * dark) / (dark + 1))
        for index, (sign, name) in enumerate(clock.parts):
            here = index == clock.part
            cell = area.cut_left(lit if here else each, gap)
            high = min(cell.h, look.mm(10.6))
            self._paint_part(Area(cell.x, cell.cy - high / 2, cell.w, high), sign, say(name), here=here)

    def _paint_day(self, area: Area, clock: Clock) -> None:
        area = area.inset(0, max(0.0, (area.h - look.mm(10.8)) / 2))
        paint.words(say(T("Day")).upper(), area.cut_top(area.h * 0.34), t.MIST, 2.9, least=2.0)
        px = look.text(Look.STATE)
        wide = type_.extents(str(clock.day), px, "heavy")[0]
        paint.words(str(clock.day), area.cut_left(wide + 1), t.PAPER, Look.STATE, face="heavy")
        area.y -= px * 0.1
        paint.words(f"/{clock.days}", area, t.MIST, 3.6, least=2.0)

    def _paint_part(self, area: Area, sign: str, name: str, *, here: bool) -> None:
        fill = t.STONE if here else t.NIGHT
        width = look.mm(0.5) if here else max(1, look.mm(0.22))
        paint.box(area, fill, line=t.LAMP if here else t.EDGE, width=width)
        inner = area.inset(look.mm(1.0), look.mm(1.0))
        side = min(inner.h, look.mm(6.2), inner.w)
        if not here:
            place = inner.centred(side)
            icons.draw(sign, place, tint=t.MIST)
            return
        icons.draw(sign, inner.cut_left(side, look.mm(0.9)), tint=t.PAPER)
        paint.words(name, inner, t.PAPER, LIT, least=2.2, align="center")


class OrderBar(TapAreas):
    """Players as discs in turn order, each with a figure. ``tap_seat`` is called with the seat of a tapped disc in
    ``open``."""

    HIGH = 12.2
    LABEL = 13.5
    LEAST = 1.9
    """Smallest font size (mm) of the order's name."""
    NAME = 2.4
    """Font size (mm) at which the whole name is shown if there is room."""
    ABOVE = 3.1
    """Height (mm) of the line for the name above the discs, if there is no room next to them."""
    COUNTED, COUNTS = 18.0, 0.46
    """Greatest width (mm) of a player with counts beside the disc, and their share of it."""

    order: Order | None = None
    open: frozenset[str] = frozenset()
    tap_seat: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        super().build()
        self._cells: dict[str, Area] = {}

    @classmethod
    def wanted(cls, order: Order, *, label: bool) -> float:
        return (cls._label(order) if label else 0) + look.mm(10.4) * len(order.seats)

    @classmethod
    def _label(cls, order: Order) -> float:
        """Width of the longest word at the smallest size."""
        words = _heading(order).split()
        widest = max((type_.extents(word, look.text(cls.LEAST), "bold")[0] for word in words), default=0)
        return max(look.mm(cls.LABEL), widest + look.mm(1))

    def paint_self(self, area: Area) -> None:
        order = self.order
        self._cells = {}
        if order is None or not order.seats:
            return
        if area.w >= self.wanted(order, label=True):
            name = type_.extents(say(order.name).upper(), look.text(self.NAME), "bold")[0] + look.mm(1)
            spare = area.w - look.mm(10.4) * len(order.seats)
            self._paint_label(area.cut_left(min(spare, max(self._label(order), name))), order)
            above = 0.0
        else:
            above = look.mm(self.ABOVE)
            said = f"{say(order.name).upper()} · {say(order.what)}" if say(order.what) else say(order.name).upper()
            paint.words(said, area.copy().cut_top(above), t.MIST, self.NAME, least=self.LEAST)
        each = min(area.w / len(order.seats), look.mm(self.COUNTED if order.kinds else 15))
        for standing in order.seats:
            cell = area.cut_left(each)
            self._cells[standing.seat] = cell.copy()
            cell.cut_top(above)
            counts = cell.cut_right(cell.w * self.COUNTS if order.kinds else 0.0)
            self._paint_seat(cell, standing)
            self._paint_counts(counts, standing)

    def _paint_counts(self, area: Area, standing: Standing) -> None:
        """What the player has of each kind, one below the other."""
        area = area.inset(0, max(0.0, (area.h - look.mm(self.HIGH)) / 2))
        for held, line in zip(standing.holds, area.rows(max(1, len(standing.holds))), strict=False):
            side = min(line.h, line.w * 0.5)
            icons.draw(held.icon, line.cut_left(side, look.mm(0.4)).inset(0, max(0.0, (line.h - side) / 2)))
            paint.words(str(held.n), line, t.PAPER if held.n else t.PAPER_DIM, 3.2, face="heavy", least=2.0)

    def _paint_label(self, area: Area, order: Order) -> None:
        area = area.inset(0, max(0.0, (area.h - look.mm(11.4)) / 2))
        area.cut_right(look.mm(0.6))
        name = area.cut_top(area.h * 0.56)
        paint.words(_heading(order), name, t.MIST, 2.9, least=self.LEAST, lines=2)
        paint.words(say(order.what), area, t.MIST, 3.0, face="plain", least=1.8)

    def _paint_seat(self, cell: Area, standing: Standing) -> None:
        cell = cell.inset(look.mm(0.3), max(0.0, (cell.h - look.mm(self.HIGH)) / 2))
        if standing.active:
            paint.box(cell, t.STONE, line=t.LAMP, width=look.mm(0.5))
        value = say(standing.value)
        inner = cell.inset(look.mm(0.8), look.mm(0.7))
        foot = inner.cut_bottom(inner.h * 0.38) if value else None
        side = min(inner.h, inner.w, look.mm(8))
        place = inner.centred(side)
        icons.draw(standing.icon, place, alpha=0.4 if standing.done else 1)
        if standing.done:
            r = side * 0.26
            paint.disc(place.x + place.w, place.y + r * 0.6, r, t.GREEN)
            tick = Area(place.x + place.w - r * 0.8, place.y - r * 0.2, r * 1.6, r * 1.6)
            icons.draw("check", tick, tint=t.INK)
        if foot is not None:
            ink = t.PAPER_DIM if standing.done else t.PAPER
            paint.words(value, foot, ink, 4.0, face="heavy", least=2.0, align="center")

    def cell(self, seat: str) -> Area | None:
        return self._cells.get(seat)

    def targets(self) -> list[Area]:
        return [cell for cell in map(self.cell, self.open) if cell is not None]

    def action_at(self, touch: MotionEvent) -> Callable[[], object] | None:
        found = (seat for seat, cell in self._cells.items() if seat in self.open and cell.holds(*touch.pos))
        return next((partial(self.tap_seat, seat) for seat in found), None)


class DayHead(Drawn):
    """Clock and order side by side, or stacked in portrait."""

    LINE = 12.6

    clock: Clock | None = None
    order: Order | None = None
    open: frozenset[str] = frozenset()
    stacked: bool = False

    def build(self) -> None:
        self.clock_bar = self.add(ClockBar())
        self.order_bar = self.add(OrderBar())

    @classmethod
    def height_for(cls, clock: Clock | None, order: Order | None, *, stacked: bool) -> float:
        """Height in pixels; 0 if there is nothing to show."""
        lines = (clock is not None) + (order is not None)
        return look.mm(cls.LINE) * (lines if stacked else min(1, lines))

    def paint_self(self, area: Area) -> None:
        paint.rect(area, t.DUSK)
        inner = area.inset(look.pad, 0)
        clock, order = self.clock, self.order
        if self.stacked and clock is not None and order is not None:
            self.clock_bar.place(inner.cut_top(inner.h / 2))
            self.order_bar.place(inner)
        elif clock is not None and order is not None:
            wanted = OrderBar.wanted(order, label=True)
            if inner.w - wanted < ClockBar.wanted(clock) * 0.94:
                wanted = OrderBar.wanted(order, label=False)
            self.order_bar.place(inner.cut_right(wanted, look.gap))
            self.clock_bar.place(inner)
        else:
            self.clock_bar.place(inner)
            self.order_bar.place(inner)
        self.clock_bar.show(clock=clock, shown=clock is not None)
        self.order_bar.show(order=order, open=self.open, shown=order is not None)


def _heading(order: Order) -> str:
    """The order's name, with a line break after a hyphen."""
    return say(order.name).upper().replace("-", "-\n")


# Tracks.


class TrackBar(Drawn):
    """A track as a bar of steps: name, number, and symbols on steps ahead. ``stacked``: the name is above the bar, as
    it is below ``WIDE``. Below ``NARROW`` there is no bar."""

    WIDE, NARROW = 47.0, 30.0
    """Minimum width (mm) for a bar with its name next to it, and above it."""

    track: Track = UNSET
    stacked: bool = False

    def paint_self(self, area: Area) -> None:
        track = self.track
        name = say(track.name).upper()
        if area.w < look.mm(self.NARROW):
            self._paint_number(area.cut_right(min(look.mm(13.5), area.w * 0.6), look.gap), track, "right")
            paint.words(name, area, t.MIST, Look.TINY, least=1.7, lines=2)
        elif self.stacked or area.w < look.mm(self.WIDE):
            number = area.cut_left(look.mm(15), look.gap)
            self._paint_number(number, track, "left")
            paint.words(name, area.cut_top(area.h * 0.42), t.MIST, Look.TINY, face="bold", least=1.8)
            self._paint_bar(area.inset(0, area.h * 0.1), track)
        else:
            paint.words(name, area.cut_left(look.mm(17)), t.MIST, Look.SMALL, least=2.4, lines=2)
            self._paint_number(area.cut_left(look.mm(13.5), look.mm(2.4)), track, "right")
            self._paint_bar(area.inset(0, max(0.0, (area.h - look.mm(3.4)) / 2)), track)

    def _paint_number(self, area: Area, track: Track, align: paint.Align) -> None:
        of = track.of
        face, px = "heavy", look.text(Look.STATE)
        small = look.text(Look.SMALL)
        wide = type_.extents(of, small, "bold")[0]
        number = type_.extents(str(track.at), px, face)[0]
        left = area.x if align == "left" else max(area.x, area.x + area.w - wide - number)
        paint.words(str(track.at), Area(left, area.y, number + 1, area.h), t.PAPER, Look.STATE, face=face)
        below = Area(left + number, area.y - px * 0.12, area.x + area.w - left - number + 1, area.h)
        paint.words(of, below, t.MIST, Look.SMALL, least=2.0)

    def _paint_bar(self, area: Area, track: Track) -> None:
        gap = max(1.0, look.mm(0.4))
        wide = (area.w - gap * (track.length - 1)) / max(1, track.length)
        fill = t.TRACKS.get(track.tone, t.GREEN)
        for step in range(1, track.length + 1):
            cell = Area(area.x + (step - 1) * (wide + gap), area.y, wide, area.h)
            paint.box(cell, fill if step <= track.at else t.SLOT, radius=look.mm(0.5))
        side = min(area.h * 1.5, max(wide * 1.6, area.h))
        for step, mark in track.marks.items():
            if track.at < step <= track.length:
                x = area.x + (step - 1) * (wide + gap) + wide / 2
                icons.draw(mark, Area(x - side / 2, area.cy - side / 2, side, side))


class TrackRows(Drawn):
    """The tracks of a scene in ``rows`` rows, ``gap`` pixels apart; with more tracks than rows, several share a row."""

    DEEPEST = 3

    @classmethod
    def deep(cls, tracks: int) -> int:
        """Number of rows for ``tracks`` tracks at the top of a screen."""
        return -(-tracks // max(1, -(-tracks // cls.DEEPEST)))

    tracks: tuple[Track, ...] = ()
    rows: int = 1
    gap: float = 0.0
    stacked: bool = False

    def build(self) -> None:
        self.bars: list[TrackBar] = []
        self._room = Area(0, 0, 0, 0)

    def show(self, at: Area | None = None, /, **content: object) -> None:
        super().show(at, **{"shown": bool(content.get("tracks", self.tracks)), **content})
        self._arrange()

    def place(self, area: Area) -> None:
        self._room = area.copy()
        super().place(area)
        self._arrange()

    def paint_self(self, area: Area) -> None:
        """The bars draw themselves."""

    def _arrange(self) -> None:
        """Place and fill the bars at once: a hint may point at one before it is drawn."""
        if not self.shown:
            return
        self.ensure(self.bars, TrackBar, len(self.tracks))
        columns = max(1, -(-len(self.tracks) // max(1, self.rows)))
        cells = [
            cell for row in self._room.rows(max(1, self.rows), self.gap) for cell in row.columns(columns, look.pad)
        ]
        for bar, track, cell in zip(self.bars, self.tracks, cells, strict=False):
            bar.show(cell, track=track, stacked=self.stacked)
        for bar in self.bars[len(self.tracks) :]:
            bar.hide()


# Notices in force.


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
