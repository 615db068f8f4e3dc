"""Counters of a player's board, and players side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from kivy.input import MotionEvent

from companion.core.texts import T
from companion.scene.scene import Cell, Counter, Piece, Side, Tap
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, Rgba, look
from ui.widgets.drawn import UNSET, Drawn, Tappable, hide, no_action

UNIT = 26.0
"""Minimum width (mm) of a number with both tap targets."""
LARGE = 17.0, 36.0
"""Height and width (mm) from which a number is drawn large."""
LABEL = 15.5
"""Width (mm) of the name of a row of cells."""
FIGURE = 12.0
"""Width (mm) of the total of a row of cells."""
CELL_GAP = 0.7
NAME = 2.6
"""Font size (mm) of a number's name in two lines."""

BESIDE_NAME = 13.2
"""Width (mm) next to the name of a single-cell counter: icon, tick and gaps."""
LEAST_NAME = 1.9
"""Smallest font size (mm) of such a name."""
BESIDE_NUMBER, LEAST_NUMBER = 13.1, 1.8
"""The same for a number: its minus and gaps."""
LEAST_VALUE = 2.8
"""Smallest font size (mm) of the number; one with many digits replaces its icon."""

LEAST_CELL, WIDEST = 1.8, 36.0
"""Smallest font size (mm) of a cell's label, and the maximum width (mm) of a cell for it."""
WIDE = 1.7
"""Width-to-height ratio from which a cell's label is next to its icon."""

Which = str | int
"""What was tapped of a counter: ``more``, ``less``, or the index of a cell."""


def tap_of(counter: Counter, which: Which) -> Tap | None:
    """The effect of that tap now; None for none."""
    if which == "more":
        return counter.more
    if which == "less":
        return counter.less
    return counter.cells[which].tap if isinstance(which, int) and which < len(counter.cells) else None


def _cell_ids(counter: Counter) -> list[Which]:
    """The cells of a counter from left to right, with minus and plus if it has them."""
    less: list[Which] = ["less"] if counter.less is not None else []
    more: list[Which] = ["more"] if counter.more is not None else []
    return [*less, *range(len(counter.cells)), *more] if counter.cells else []


def size_of(counter: Counter, columns: int, width: float) -> tuple[int, int]:
    """Columns and rows that a counter takes on a board of ``columns`` columns and ``width`` pixels."""
    n = len(_cell_ids(counter))
    unit = (width - look.gap * (columns - 1)) / columns
    if n < 2:
        return (1 if columns == 1 or _name_fits(counter, unit) else 2), 1
    for wide in range(2, columns + 1):
        if _per_row(counter, unit * wide + look.gap * (wide - 1), rows=1) >= n:
            return wide, 1
    return columns, -(-n // _per_row(counter, width, rows=2))


def _name_fits(counter: Counter, width: float) -> bool:
    """True if the name of a number, or of a single-cell counter, fits into this width."""
    face, beside, size = ("bold", BESIDE_NAME, LEAST_NAME) if counter.cells else ("plain", BESIDE_NUMBER, LEAST_NUMBER)
    least, high = look.text(size), look.touch - look.mm(1.6)
    room, share = int(width - look.mm(beside)), 1 if counter.cells else 0.5
    return type_.fit(say(counter.name), face, least, least, room, int(high * share), 2)[2]


def _per_row(counter: Counter, width: float, *, rows: int) -> int:
    """Number of cells side by side in a counter of this width."""
    beside = FIGURE if counter.value and rows == 1 else 0
    least = max([look.touch, *(_needs(say(cell.label), pictured=bool(cell.icon)) for cell in counter.cells)])
    return max(1, int((width - look.mm(LABEL + beside + 1.6) + look.mm(CELL_GAP)) // (least + look.mm(CELL_GAP))))


def _needs(label: str, *, pictured: bool) -> float:
    """Width in pixels of a cell in which this label fits, next to the icon if it is wide enough."""
    least, width = look.text(LEAST_CELL), float(look.touch)
    while label and width < look.mm(WIDEST):
        beside = look.touch if pictured and width > look.touch else 0
        room = int(width - beside - look.mm(2.4))
        if type_.fit(label, "bold", least, least, room, int(look.touch - look.mm(3)), 2)[2]:
            break
        width += look.mm(1)
    return width


class Zone(Tappable):
    """A half of a number: minus on the left, plus on the rest. ``centred``: the plus has a half of its own; without a
    ``sign`` it is the whole of a number that cannot be changed."""

    sign: str = "plus"
    centred: bool = False
    rapid: bool = True

    def paint_self(self, area: Area) -> None:
        fill = t.STONE_PRESSED if self.pressed else t.STONE if self.enabled else t.DUSK
        paint.box(area, fill, line=t.EDGE, width=max(1, look.mm(0.22)))
        side = look.mm(4.6 if self.sign == "minus" else 3.2)
        right = area.x + area.w - side - look.mm(1.2)
        if self.centred:
            side = look.mm(5.2)
        left = area.cx - side / 2 if self.centred or self.sign == "minus" else right
        spot = Area(left, area.cy - side / 2, side, side)
        if self.sign:
            icons.draw(self.sign, spot, tint=t.PAPER_DIM if self.enabled else t.EDGE)


class CounterNumber(Drawn):
    """Icon, number and name, drawn over the plus half."""

    counter: Counter = UNSET

    def paint_self(self, area: Area) -> None:
        counter = self.counter
        value = say(counter.value)
        nothing = value in ("", "0")
        large = area.h >= look.mm(LARGE[0]) and area.w >= look.mm(LARGE[1])
        inner = area.inset(look.mm(1.2), look.mm(0.5))
        name = say(counter.name)
        if counter.was is not None:
            name = say(T("was {n}", n=counter.was))
        if large:
            self._paint_large(inner, counter, name, value)
            return
        wide = type_.extents(name, look.text(NAME), "plain")[0] > inner.w
        below = inner.cut_bottom(min(look.mm(5.6 if wide else 3.9), inner.h * (0.5 if wide else 0.36)))
        if len(paint.fitted(name, below, NAME, "plain", LEAST_NUMBER, 2)[1]) > 1:
            below.cut_right(look.mm(3.4))  # Two lines reach up to the plus.
        paint.words(name, below, _ink(counter), NAME if wide else 3.0, face="plain", least=LEAST_NUMBER, lines=2)
        inner.cut_right(look.mm(3.4))
        digits = type_.extents(value, look.text(4.4), "heavy")[0] + look.mm(1)
        side = min(inner.h, look.mm(6.8), max(look.mm(3), inner.w - look.mm(1) - digits))
        if type_.extents(value, look.text(LEAST_VALUE), "heavy")[0] <= inner.w - side - look.mm(1):
            picture = inner.cut_left(side, look.mm(1))
            faint = nothing and counter.was is None
            icons.draw(counter.icon, Area(picture.x, picture.cy - side / 2, side, side), alpha=0.4 if faint else 1)
        paint.words(value, inner, _colour(counter), Look.STATE, face="heavy", least=LEAST_VALUE)

    def _paint_large(self, inner: Area, counter: Counter, name: str, value: str) -> None:
        """With enough room, large enough to read across the table."""
        inner.cut_right(look.mm(5))
        side = min(inner.h, look.mm(12))
        icons.draw(counter.icon, inner.cut_left(side, look.mm(2.4)), alpha=1)
        below = inner.cut_bottom(inner.h * 0.36) if value else inner
        paint.words(name, below, _ink(counter), 4.2, face="plain", least=LEAST_NUMBER, lines=2)
        paint.words(value, inner, _colour(counter), 9.0 / look.scale, face="heavy", least=2.8)


def _colour(counter: Counter) -> t.Rgba:
    """Colour of the number: low and zero stand out."""
    if counter.was is not None:
        return t.PAPER
    return t.ALERT if counter.low else t.PAPER_DIM if say(counter.value) in ("", "0") else t.PAPER


def _ink(counter: Counter) -> t.Rgba:
    """Colour of the text below it: a corrected value is highlighted."""
    return t.MIST if counter.was is None else t.LAMP


class CellView(Tappable):
    """A cell: its content, or its label while empty; ``alone``: with the counter's name."""

    cell: Cell = UNSET
    icon: str = ""
    name: str = ""
    alone: bool = False
    rapid: bool = True

    def paint_self(self, area: Area) -> None:
        cell = self.cell
        if self.alone:
            self._paint_alone(area, cell)
        else:
            self._paint_one(area, cell)
        if cell.changed:
            side = look.mm(3.4)
            icons.draw("differs", Area(area.x + area.w - side, area.y + area.h - side, side, side))

    def _paint_one(self, area: Area, cell: Cell) -> None:
        fill = t.STONE_PRESSED if self.pressed else t.STONE if cell.on else t.NIGHT
        line = t.LAMP if cell.on and not cell.icon else t.EDGE
        paint.box(area, fill, radius=look.mm(1.3), line=line, width=look.mm(0.45))
        label = say(cell.label)
        inner = area.inset(look.mm(1.1))
        wide = cell.icon is not None and label and area.w > area.h * WIDE
        if cell.icon and (cell.on or wide or not label):
            picture = inner.cut_left(inner.h, look.mm(1)) if wide else inner
            icons.draw(cell.icon, picture, alpha=1 if cell.on else 0.35)
        if label and (wide or not (cell.on and cell.icon)):
            align: paint.Align = "left" if wide else "center"
            paint.words(label, inner, t.PAPER if cell.on else t.PAPER_DIM, 4.4, least=LEAST_CELL, align=align, lines=2)

    def _paint_alone(self, area: Area, cell: Cell) -> None:
        fill = t.STONE_PRESSED if self.pressed else t.STONE if self.enabled else t.DUSK
        width = look.mm(0.55) if cell.on else max(1, look.mm(0.22))
        paint.box(area, fill, line=t.LAMP if cell.on else t.EDGE, width=width)
        large = area.h > look.mm(13) and area.w > look.mm(38)
        narrow = area.w < look.mm(32)
        inner = area.inset(look.mm(1 if narrow else 1.6), look.mm(0.8))
        side = min(inner.h, look.mm(12 if large else 5.4 if narrow else 6.8))
        picture = inner.cut_left(side, look.mm(2.4 if large else 1))
        mark = look.mm(4.2 if narrow else 5)
        tick = inner.cut_right(mark, look.mm(0.6))
        icons.draw(cell.icon or self.icon, Area(picture.x, picture.cy - side / 2, side, side), alpha=1)
        box = Area(tick.x, tick.cy - mark / 2, mark, mark)
        paint.box(box, t.NIGHT, radius=look.mm(1), line=t.LAMP if cell.on else t.GREY, width=look.mm(0.45))
        if cell.on:
            icons.draw("check", box.inset(look.mm(0.6)), tint=t.LAMP)
        size = 5.4 if large else 4.6 if area.w > look.mm(38) else 3.4
        paint.words(self.name, inner, t.PAPER, size, least=LEAST_NAME, lines=2)


class CounterView(Drawn):
    """One counter. ``tap`` is called with its id and what was tapped; ``key`` identifies whose counter it is."""

    counter: Counter = UNSET
    key: object = None
    tap: Callable[[str, Which], None] = staticmethod(no_action)

    def build(self) -> None:
        self._cells: list[CellView] = []
        self.more, self.less, self.figure = self.add(Zone()), self.add(Zone()), self.add(CounterNumber())

    def paint_self(self, area: Area) -> None:
        counter = self.counter
        if counter.cells:
            hide(self.more, self.less, self.figure)
            self._paint_cells(area, counter)
        else:
            self._show_cells((), counter, [])
            self._show_number(area, counter)

    def _show_number(self, area: Area, counter: Counter) -> None:
        key, fixed = (self.key, counter.id), counter.less is None and counter.more is None
        if fixed:
            self.less.hide()  # Nothing can be tapped, and no sign says so.
        else:
            self.less.place(area.cut_left(look.touch, look.mm(0.5)))
            self.less.action = partial(self.tap, counter.id, "less")
            self.less.show(sign="minus", enabled=counter.less is not None, key=key)
        self.more.place(area)
        self.figure.place(area)
        self.more.action = partial(self.tap, counter.id, "more")
        self.more.show(sign="" if fixed else "plus", enabled=counter.more is not None, key=key)
        self.figure.show(counter=counter)

    def _paint_cells(self, area: Area, counter: Counter) -> None:
        shown = _cell_ids(counter)
        n = len(shown)
        if n == 1:
            self._show_cells((area,), counter, shown)
            return
        paint.box(area, t.DUSK, line=t.EDGE, width=max(1, look.mm(0.22)))
        inner = area.inset(look.mm(0.8), 0)
        one_row = _per_row(counter, area.w, rows=1) >= n
        label = inner.cut_left(look.mm(LABEL - 0.8), look.mm(0.8)).inset(look.mm(0.8), look.mm(0.6))
        value = say(counter.value)
        if value:
            figure = inner.cut_right(look.mm(FIGURE)) if one_row else label.cut_bottom(label.h * 0.5)
            align: paint.Align = "center" if one_row else "left"
            paint.words(value, figure, t.ALERT if counter.low else t.PAPER, 6.0, face="heavy", least=3.0, align=align)
        name, side = say(counter.name), min(look.mm(4.6), label.h * 0.5)
        least = look.text(LEAST_NAME)
        below = int(label.h - side - look.mm(0.3))
        if label.h >= look.mm(8.6) and type_.fit(name, "bold", least, least, int(label.w), below, 2)[2]:
            icons.draw(counter.icon, label.cut_top(side, look.mm(0.3)).cut_left(side))
        paint.words(name, label, t.PAPER, 3.5, least=LEAST_NAME, lines=3)
        per_row = n if one_row else _per_row(counter, area.w, rows=2)
        rows = -(-n // per_row)
        cells = inner.inset(0, look.mm(0.3) if rows > 1 else 0).grid(-(-n // rows), rows, look.mm(CELL_GAP))
        self._show_cells(tuple(cells), counter, shown)

    def _show_cells(self, areas: tuple[Area, ...], counter: Counter, shown: list[Which]) -> None:
        for view, area, which in zip(self.ensure(self._cells, CellView, len(shown)), areas, shown, strict=False):
            sign = {"less": "minus", "more": "plus"}.get(str(which))
            cell = counter.cells[which] if isinstance(which, int) else Cell("", True, sign)
            view.action = partial(self.tap, counter.id, which)
            view.show(
                area, cell=cell, icon=counter.icon, name=say(counter.name), alone=len(shown) == 1,
                enabled=tap_of(counter, which) is not None, key=(self.key, counter.id, which),
            )  # fmt: skip


# What a player looks at in every turn.


class TurnCell(Tappable):
    """One of these counters: the value large between minus and plus. Without them a tap on it opens its cells, or the
    private view. ``tap`` is called with its id and what was tapped."""

    NAME, VALUE, SAID = 3.0, 8.4, 5.0
    """Font sizes (mm) of the name, of a number, and of a value that is a name."""
    NAMED = 6
    """From so many letters a value is a name."""

    counter: Counter = UNSET
    tap: Callable[[str, Which], None] = staticmethod(no_action)

    def build(self) -> None:
        self.less, self.more = self.add(Zone(sign="minus", centred=True)), self.add(Zone(sign="plus", centred=True))

    @property
    def opens(self) -> bool:
        """True if the cell itself is tapped."""
        return bool(self.counter.cells) or self.counter.secret

    def takes(self, touch: MotionEvent) -> bool:
        return self.opens and super().takes(touch)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return any(part.on_touch_down(touch) for part in (self.less, self.more)) or super().on_touch_down(touch)

    def paint_self(self, area: Area) -> None:
        counter = self.counter
        pressed = self.opens and self.pressed
        fill = t.STONE_PRESSED if pressed else t.STONE if self.opens else t.DUSK
        paint.box(area, fill, line=t.EDGE, width=max(1, look.mm(0.22)))
        stepped = counter.more is not None or counter.less is not None
        if stepped or not self.opens:
            self._place_steps(area, counter, shown=stepped)
        else:
            hide(self.less, self.more)
        inner = area.inset(look.mm(0.8), look.mm(0.8))
        above = inner.cut_top(min(look.mm(5.0), inner.h * 0.36))
        paint.words(say(counter.name), above, t.MIST, self.NAME, face="plain", least=1.8, align="center", lines=2)
        self._paint_value(inner, counter)

    def _paint_value(self, inner: Area, counter: Counter) -> None:
        """The value, after its icon if there is room for both."""
        value = "•••" if counter.secret else say(counter.value)
        named = len(value) >= self.NAMED
        size = self.SAID if named else self.VALUE / look.scale
        side, gap = min(inner.h, look.mm(7)), look.mm(1.2)
        wide = type_.extents(value, look.text(size), "heavy")[0] + 2
        if named or wide + side + gap <= inner.w:
            inner.cut_left(max(0.0, (inner.w - side - gap - wide) / 2))
            spot = inner.cut_left(side, gap)
            icons.draw("eye:shut" if counter.secret else counter.icon, Area(spot.x, spot.cy - side / 2, side, side))
        align: paint.Align = "left" if named else "center"
        paint.words(value, inner, t.PAPER, size, face="heavy", least=2.2, align=align, lines=2)

    def _place_steps(self, area: Area, counter: Counter, *, shown: bool) -> None:
        for zone, tap, which, cell in (
            (self.less, counter.less, "less", area.cut_left(look.touch) if shown else area),
            (self.more, counter.more, "more", area.cut_right(look.touch) if shown else area),
        ):
            zone.action = partial(self.tap, counter.id, which)
            zone.show(cell, enabled=tap is not None, key=(self.key, counter.id), shown=shown)


class TurnCells(Drawn):
    """What a player looks at in every turn, side by side, or in two rows if there is little width. ``tap`` is called
    with a counter's id and what was tapped, ``open`` with the id of one to open."""

    LEAST = 30.0
    """Width (mm) from which all are side by side."""
    HIGH = 14.0

    counters: Sequence[Counter] = ()
    key: object = None
    tap: Callable[[str, Which], None] = staticmethod(no_action)
    open: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self.cells: list[TurnCell] = []

    @classmethod
    def rows(cls, n: int, width: float) -> int:
        return 1 if n * (look.mm(cls.LEAST) + look.gap) - look.gap <= width else 2

    @classmethod
    def height_for(cls, n: int, width: float) -> float:
        """Height in pixels of ``n`` counters."""
        rows = cls.rows(n, width)
        return rows * (look.mm(cls.HIGH) + look.gap) - look.gap if n else 0

    def paint_self(self, area: Area) -> None:
        n = len(self.counters)
        self.ensure(self.cells, TurnCell, n)
        if not n:
            return
        rows = self.rows(n, area.w)
        for cell, counter, room in zip(
            self.cells, self.counters, area.grid(-(-n // rows), rows, look.gap), strict=False
        ):
            cell.tap, cell.action = self.tap, partial(self.open, counter.id)
            cell.show(room, counter=counter, key=(self.key, counter.id))


# Players side by side.

FAINT, NONE = 0.45, 0.3
SIDE_FIGURE, MOST_FIGURE = 5.0, 12.0
"""Font size (mm) of the figure that orders the players, and maximum size of the strength."""
COMBAT = "combat"
NARROW = 20.0
"""Columns narrower than this (mm) have icon and figure in one line, and the name below."""
FEW = 3
LOW = 33.0
"""Cards lower than this (mm) have the comparison next to the goods, not below them."""
Shape = Literal["column", "card", "row"]


class SideView(Tappable):
    """One player as a high column, a roughly square card, or a wide low row."""

    side: Side = UNSET
    open: bool = False
    form: Shape = "column"
    compared: bool = False
    noted: bool = False

    def takes(self, touch: MotionEvent) -> bool:
        return self.open and super().takes(touch)

    def paint_self(self, area: Area) -> None:
        side = self.side
        fill = t.STONE_PRESSED if self.pressed else t.STONE if self.open else t.DUSK
        line = t.LAMP if side.active else t.GREEN if self.open else t.EDGE
        strong = side.active or self.open
        paint.box(area, fill, line=line, width=look.mm(0.6) if strong else max(1, look.mm(0.22)))
        inner = area.inset(look.mm(1.4), look.mm(1.0))
        {"column": self._paint_column, "card": self._paint_card, "row": self._paint_row}[self.form](inner, side)

    def _paint_column(self, room: Area, side: Side) -> None:
        gap = look.mm(0.8)
        narrow = room.w < look.mm(NARROW)
        if self.compared:
            self._paint_against(room.cut_bottom(look.mm(10.0 if narrow else 8.5), gap), side)
        head = room.cut_top(look.mm(6.5), gap)
        if narrow:
            disc = head.cut_left(min(head.w * 0.42, look.mm(5.6)), look.mm(0.4))
            self._paint_disc(disc, side)
            self._paint_figure(head, side)
            self._paint_words(room.cut_top(look.mm(7.5) * max(1.0, look.scale), gap), side)
        else:
            self._paint_name(head, side)
            self._paint_figure(room.cut_top(look.mm(5.5), gap), side)
        wide = room.w > look.mm(NARROW)
        self._paint_strength(room.cut_top(min(look.mm(20 if wide else 16), room.h * 0.36), gap), side)
        _paint_icons(side.slots, room.cut_top(min(look.mm(13 if wide else 10), room.h * 0.36), gap), 2)
        if self.noted:
            foot = room.cut_bottom(min(look.mm(8.5), room.h * 0.35), gap)
            if side.strength:
                self._paint_note(foot, side)
        # At the same height in all columns, for comparison.
        _paint_goods(side.goods, room.cut_bottom(min(room.h, look.mm(16))), 2)

    def _paint_card(self, room: Area, side: Side) -> None:
        gap, low = look.mm(0.8), room.h < look.mm(LOW)
        head = room.cut_top(min(look.mm(6.5), room.h * 0.24), gap)
        figure = type_.extents(say(side.figure), look.text(SIDE_FIGURE), "heavy")[0] + look.mm(5.6)
        if side.figure:
            self._paint_figure(head.cut_right(min(figure, head.w * 0.4), gap), side)
        self._paint_name(head, side)
        if self.compared and not low:
            self._paint_against(room.cut_bottom(look.mm(8.0), gap), side)
        middle = room.cut_top(room.h * (0.5 if low else 0.56), gap)
        if side.strength:
            _paint_icons(side.slots, middle.cut_right(middle.w * 0.46, gap), 2)
        self._paint_strength(middle, side)
        if self.compared and low:
            self._paint_against(room.cut_right(room.w * 0.42, gap), side)
        if side.note is not None and side.strength:
            self._paint_note(room.cut_right(room.w * 0.34, gap), side)
        _paint_goods(side.goods, room, 2)

    def _paint_row(self, room: Area, side: Side) -> None:
        gap, wide = look.mm(0.9), room.w
        head = room.cut_left(wide * 0.28, gap)
        if self.compared:
            self._paint_against(room.cut_right(wide * 0.15, gap), side)
        self._paint_name(head.cut_top(head.h * 0.56), side)
        self._paint_figure(head, side)
        _paint_goods(side.goods, room.cut_right(wide * 0.19, gap), 2)
        if side.strength:
            slots = room.cut_right(wide * (0.13 if side.note is None else 0.17), gap)
            if side.note is not None:
                self._paint_note(slots.cut_bottom(slots.h * 0.5), side)
            _paint_icons(side.slots, slots, 2)
        self._paint_strength(room, side)

    def _paint_name(self, room: Area, side: Side) -> None:
        self._paint_disc(room.cut_left(min(room.h, look.mm(6.5)), look.mm(1.0)), side)
        self._paint_words(room, side)

    def _paint_disc(self, room: Area, side: Side) -> None:
        icons.draw(side.icon, room, alpha=FAINT if side.done else 1)
        if side.done:
            r = min(room.w, room.h) * 0.26
            place = Area(room.cx - r * 2, room.cy - r * 2, r * 4, r * 4)
            paint.disc(place.x + place.w - r * 0.6, place.y + r * 0.6, r, t.GREEN)
            icons.draw("check", Area(place.x + place.w - r * 1.4, place.y - r * 0.2, r * 1.6, r * 1.6), tint=t.INK)

    def _paint_words(self, room: Area, side: Side) -> None:
        paint.words(say(side.name), room, t.MIST if side.done else t.PAPER, 4.4, least=2.0, lines=2)

    def _paint_figure(self, room: Area, side: Side) -> None:
        if side.figure and side.figure_icon is not None:
            size = min(room.h, look.mm(4.6), room.w * 0.4)
            icons.draw(side.figure_icon, room.cut_left(size, look.mm(0.6)))
        paint.words(say(side.figure), room, t.PAPER_DIM, SIDE_FIGURE, face="heavy", least=2.4)

    def _paint_strength(self, room: Area, side: Side) -> None:
        """The strength in large type with its terms below; if there is none, why."""
        if not side.strength:
            self._paint_note(room, side)
            return
        below = room.cut_bottom(room.h * 0.34) if side.made_of is not None else None
        size = min(room.h * 0.8, look.mm(8.5), room.w * 0.32)
        icons.draw(COMBAT, room.cut_left(size, look.mm(1.0)))
        large = min(room.w / look.mm(10) * 6.2, MOST_FIGURE, room.h / look.mm(10) * 9.2) / look.scale
        paint.words(say(side.strength), room, t.PAPER, large, face="heavy", least=3)
        if below is not None:
            paint.words(say(side.made_of).replace(" + ", "+"), below, t.MIST, 3.6, face="plain", least=1.9, lines=2)

    def _paint_note(self, room: Area, side: Side) -> None:
        paint.words(say(side.note), room, t.MIST, 3.6, face="plain", least=1.9, lines=3)

    def _paint_against(self, room: Area, side: Side) -> None:
        """The comparison, with a tick if it can be chosen, else a cross; or who is comparing."""
        if side.against is None:
            if side.active:
                paint.words(say(T("plays now")), room, t.LAMP, 4.4, least=1.9, lines=2, align="center")
            return
        colour: Rgba = t.GREEN if side.open else t.GREY
        paint.box(room, t.NIGHT, line=colour, width=max(1, look.mm(0.3)))
        inner = room.inset(look.mm(1.0), look.mm(0.5))
        said = say(side.against)
        if side.open is not None:
            size = min(inner.h * 0.8, look.mm(4.6), inner.w * 0.3)
            beside = inner.w - size - look.mm(0.6)
            fits = type_.extents(said, look.text(3.4), "bold")[0] <= beside
            spot = inner.cut_right(size, look.mm(0.6)) if fits else inner.cut_bottom(min(size, inner.h * 0.45))
            side_ = min(size, spot.h)
            sign = spot.centred(side_)
            icons.draw("check" if side.open else "cross", sign, tint=colour)
        paint.words(said, inner, t.PAPER if side.open else t.GREY, 4.8, least=1.9, align="center")


def _paint_icons(names: Sequence[str], room: Area, most: int) -> None:
    """Icons in as few lines as keep them large, at most ``most``."""
    if not names:
        return
    gap = look.mm(0.5)
    best, lines = 0.0, 1
    for n in range(1, most + 1):
        columns = -(-len(names) // n)
        side = min((room.w - gap * (columns - 1)) / columns, (room.h - gap * (n - 1)) / n, look.mm(6.6))
        if side > best:
            best, lines = side, n
    columns = -(-len(names) // lines)
    for index, name in enumerate(names):
        row, column = divmod(index, columns)
        icons.draw(
            name, Area(room.x + column * (best + gap), room.y + room.h - (row + 1) * best - row * gap, best, best)
        )


def _paint_goods(goods: Sequence[Piece], room: Area, columns: int) -> None:
    """Icon and number of each stack in ``columns`` columns; one line if the room is wide and low. What is missing keeps
    its place, faded."""
    if not goods:
        return
    if room.w > room.h * 4 or room.h < look.mm(9) < room.w / 2:
        columns = len(goods)
    rows = max(2 if columns == 2 else 1, -(-len(goods) // columns))
    room = room.cut_top(min(room.h, look.mm(8.0) * rows))
    cells = _by_digits(goods, room) if rows == 1 else room.grid(columns, rows, look.mm(0.6))
    for piece, cell in zip(goods, cells, strict=False):
        size = min(cell.h * 0.86, look.mm(5.0), cell.w * 0.42)
        spot = cell.cut_left(size, look.mm(0.7))
        faint = piece.face_down or not piece.n
        icons.draw(piece.icon, Area(spot.x, spot.cy - size / 2, size, size), alpha=NONE if faint else 1)
        paint.words(str(piece.n), cell, t.PAPER if piece.n else t.PAPER_DIM, 5.4, face="heavy", least=2.0)


def _by_digits(goods: Sequence[Piece], room: Area) -> list[Area]:
    shares = [1 + len(str(piece.n)) for piece in goods]
    gap = look.mm(0.6)
    each = (room.w - gap * (len(goods) - 1)) / sum(shares)
    return [room.cut_left(each * share, gap) for share in shares]


class SideBySide(Drawn):
    """All players side by side, or from top to bottom in portrait; ``tap_spot`` is called with the id of a side."""

    LEAST = 17.5
    """Minimum height (mm) of a player in portrait."""
    EASY = 19.0
    """The same if they are few."""
    NARROWEST = 21.0
    """Columns narrower than this (mm) become cards in two rows."""

    sides: Sequence[Side] = ()
    open: frozenset[str] = frozenset()
    upright: bool = False
    tap_spot: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self.views: list[SideView] = []

    @classmethod
    def height_for(cls, n: int) -> float:
        """Height in pixels of ``n`` players in portrait."""
        each = cls.LEAST if n > FEW else cls.EASY
        return n * look.mm(each) + max(0, n - 1) * look.gap

    def paint_self(self, area: Area) -> None:
        self.ensure(self.views, SideView, len(self.sides))
        n = max(1, len(self.sides))
        cells, form = self._cells(area, n)
        compared = any(side.against is not None for side in self.sides)
        noted = any(side.note is not None and side.strength for side in self.sides)
        for view, side, cell in zip(self.views, self.sides, cells, strict=False):
            view.action = partial(self.tap_spot, side.id) if side.id in self.open else None
            view.show(cell, side=side, open=side.id in self.open, form=form, compared=compared, noted=noted)

    def _cells(self, area: Area, n: int) -> tuple[list[Area], Shape]:
        if self.upright:
            return area.rows(n, look.gap), "row"
        gap = look.mm(0.8)
        if (area.w - gap * (n - 1)) / n < look.mm(self.NARROWEST):
            return area.grid(-(-n // 2), 2, gap), "card"
        return area.columns(n, gap), "column"

    def cell(self, spot: str) -> Area | None:
        return next((view.area for view in self.views if view.shown and view.side.id == spot), None)
