"""Players side by side: strength, slots and goods, for comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from kivy.input import MotionEvent

from companion.core.texts import T
from companion.scene.scene import Piece, Side
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Rgba, look
from ui.widgets.drawn import Drawn, Tappable

FAINT, NONE = 0.45, 0.3
FIGURE, MOST = 5.0, 12.0
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

    side: Side | None = None
    open: bool = False
    form: Shape = "column"
    compared: bool = False
    noted: bool = False

    def takes(self, touch: MotionEvent) -> bool:
        return self.open and super().takes(touch)

    def paint_self(self, area: Area) -> None:
        side = self.side
        if side is None:
            return
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
        figure = type_.extents(say(side.figure), look.text(FIGURE), "heavy")[0] + look.mm(5.6)
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
            spot = room.cut_left(size, look.mm(0.6))
            icons.draw(side.figure_icon, Area(spot.x, spot.cy - size / 2, size, size))
        paint.words(say(side.figure), room, t.PAPER_DIM, FIGURE, face="heavy", least=2.4)

    def _paint_strength(self, room: Area, side: Side) -> None:
        """The strength in large type with its terms below; if there is none, why."""
        if not side.strength:
            self._paint_note(room, side)
            return
        below = room.cut_bottom(room.h * 0.34) if side.made_of is not None else None
        size = min(room.h * 0.8, look.mm(8.5), room.w * 0.32)
        spot = room.cut_left(size, look.mm(1.0))
        icons.draw(COMBAT, Area(spot.x, spot.cy - size / 2, size, size))
        large = min(room.w / look.mm(10) * 6.2, MOST, room.h / look.mm(10) * 9.2) / look.scale
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
            sign = Area(spot.cx - side_ / 2, spot.cy - side_ / 2, side_, side_)
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
    """A row of cells, wider for longer numbers."""
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
    tap_spot: Callable[[str], None] | None = None

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
            view.place(cell)
            view.action = partial(self._tap, side.id) if side.id in self.open else None
            view.show(side=side, open=side.id in self.open, form=form, compared=compared, noted=noted)

    def _cells(self, area: Area, n: int) -> tuple[list[Area], Shape]:
        if self.upright:
            return area.rows(n, look.gap), "row"
        gap = look.mm(0.8)
        if (area.w - gap * (n - 1)) / n < look.mm(self.NARROWEST):
            return area.grid(-(-n // 2), 2, gap), "card"
        return area.columns(n, gap), "column"

    def cell(self, spot: str) -> Area | None:
        """Area of a player on the screen."""
        return next((view.area for view in self.views if view.shown and view.side and view.side.id == spot), None)

    def _tap(self, spot: str) -> None:
        if self.tap_spot is not None:
            self.tap_spot(spot)
