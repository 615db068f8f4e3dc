"""The header of games with days: day, part of the day, and turn order."""

from __future__ import annotations

from collections.abc import Callable

from kivy.input import MotionEvent

from companion.core.texts import T
from companion.scene.scene import Clock, Order, Standing
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.drawn import Drawn, Tappable, no_action

LIT = 4.4
"""Font size (mm) of the current part's name."""


class ClockBar(Drawn):
    """The day's number, and its parts with the current one highlighted and named."""

    SIGN = 8.6
    DAY = 11.5

    clock: Clock | None = None

    @classmethod
    def wanted(cls, clock: Clock) -> float:
        """Preferred width in pixels."""
        gap = look.mm(0.9)
        return look.mm(cls.DAY) + (look.mm(cls.SIGN) + gap) * (len(clock.parts) - 1) + cls._lit(clock) + gap

    @classmethod
    def _lit(cls, clock: Clock) -> float:
        names = [type_.extents(say(name), look.text(LIT), "bold")[0] for _, name in clock.parts]
        return look.mm(9.6) + max(names, default=0)

    def paint_self(self, area: Area) -> None:
        clock = self.clock
        if clock is None:
            return
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
            place = Area(inner.cx - side / 2, inner.cy - side / 2, side, side)
            icons.draw(sign, place, tint=t.MIST)
            return
        place = inner.cut_left(side, look.mm(0.9))
        icons.draw(sign, Area(place.x, place.cy - side / 2, side, side), tint=t.PAPER)
        paint.words(name, inner, t.PAPER, LIT, least=2.2, align="center")


class OrderBar(Tappable):
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

    order: Order | None = None
    open: frozenset[str] = frozenset()
    tap_seat: Callable[[str], None] | None = None

    def build(self) -> None:
        self._cells: dict[str, Area] = {}
        self.action = no_action

    @classmethod
    def wanted(cls, order: Order, *, label: bool) -> float:
        """Preferred width in pixels."""
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
        each = min(area.w / len(order.seats), look.mm(15))
        for standing in order.seats:
            cell = area.cut_left(each)
            self._cells[standing.seat] = cell.copy()
            cell.cut_top(above)
            self._paint_seat(cell, standing)

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
        place = Area(inner.cx - side / 2, inner.cy - side / 2, side, side)
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
        """Area of a player's disc on the screen."""
        return self._cells.get(seat)

    def targets(self) -> list[Area]:
        return [cell for cell in map(self.cell, self.open) if cell is not None]

    def _under(self, touch: MotionEvent) -> str | None:
        found = (seat for seat, cell in self._cells.items() if seat in self.open and cell.holds(*touch.pos))
        return next(found, None)

    def takes(self, touch: MotionEvent) -> bool:
        return self.shown and self.tap_seat is not None and self._under(touch) is not None

    def tapped(self, touch: MotionEvent) -> None:
        seat = self._under(touch)
        if seat is not None and self.tap_seat is not None:
            self.tap_seat(seat)


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
        if clock is None:
            self.clock_bar.hide()
        else:
            self.clock_bar.show(clock=clock)
        if order is None:
            self.order_bar.hide()
        else:
            self.order_bar.show(order=order, open=self.open)


def _heading(order: Order) -> str:
    """The order's name, with a line break after a hyphen."""
    return say(order.name).upper().replace("-", "-\n")
