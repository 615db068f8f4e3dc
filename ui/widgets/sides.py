"""Players side by side: what counts against each other, what they can carry, and what lies in front of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.scenes import Piece, Side
from ui import icons, paint
from ui import text as type_
from ui import theme as t
from ui.geometry import Area
from ui.language import say
from ui.theme import Rgba, look
from ui.widgets.drawn import Drawn, Tappable

FAINT = 0.45
COMBAT = "combat"
NARROW = 20.0
"""Columns of less than this (mm) have icon and figure in one line, the name below, and goods one below the other."""


class SideView(Tappable):
    """One player. ``across``: it is wide and low, else a column."""

    def __init__(self, **kwargs: Any) -> None:
        self.side: Side | None = None
        self.open = False
        self.across = False
        self.lang = ""
        super().__init__(**kwargs)

    def takes(self, touch: Any) -> bool:
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
        if self.across:
            self._paint_row(inner, side)
        else:
            self._paint_column(inner, side)

    def _paint_column(self, room: Area, side: Side) -> None:
        gap = look.mm(0.8)
        if side.against is not None:
            self._paint_against(room.cut_bottom(look.mm(10.0 if room.w < look.mm(NARROW) else 7.5), gap), side)
        head = room.cut_top(look.mm(6.5), gap)
        if room.w < look.mm(NARROW):
            disc = head.cut_left(min(head.w * 0.42, look.mm(5.6)), look.mm(0.4))
            self._paint_disc(disc, side)
            self._paint_figure(head, side)
            self._paint_words(room.cut_top(look.mm(5), gap), side)
        else:
            self._paint_name(head, side)
            self._paint_figure(room.cut_top(look.mm(5.0), gap), side)
        self._paint_strength(room.cut_top(min(look.mm(16), room.h * 0.34), gap), side)
        _paint_icons(side.slots, room.cut_top(min(look.mm(9.4), room.h * 0.4), gap), 2)
        if side.note is not None and side.strength:
            self._paint_note(room.cut_bottom(min(look.mm(8.5), room.h * 0.35), gap), side)
        _paint_goods(side.goods, room, 1 if room.w < look.mm(NARROW) and room.h > look.mm(17) else 2)

    def _paint_row(self, room: Area, side: Side) -> None:
        gap = look.mm(1.2)
        head = room.cut_left(room.w * 0.3, gap)
        if side.against is not None:
            self._paint_against(room.cut_right(room.w * 0.28, gap), side)
        if side.note is not None and side.strength:
            self._paint_note(head.cut_bottom(head.h * 0.3), side)
        self._paint_name(head.cut_top(head.h * 0.56), side)
        self._paint_figure(head, side)
        self._paint_strength(room.cut_left(room.w * 0.4, gap), side)
        _paint_icons(side.slots, room.cut_top(room.h * 0.4, gap * 0.5), 1)
        _paint_goods(side.goods, room, 2)

    def _paint_name(self, room: Area, side: Side) -> None:
        self._paint_disc(room.cut_left(min(room.h, look.mm(6.5)), look.mm(1.0)), side)
        self._paint_words(room, side)

    def _paint_disc(self, room: Area, side: Side) -> None:
        icons.draw(side.icon, room, alpha=FAINT if side.done else 1)

    def _paint_words(self, room: Area, side: Side) -> None:
        paint.words(say(side.name), room, t.MIST if side.done else t.PAPER, 4.4, least=2.0, lines=2)

    def _paint_figure(self, room: Area, side: Side) -> None:
        if side.figure and side.figure_icon is not None:
            size = min(room.h, look.mm(4.4), room.w * 0.38)
            spot = room.cut_left(size, look.mm(0.6))
            icons.draw(side.figure_icon, Area(spot.x, spot.cy - size / 2, size, size))
        paint.words(say(side.figure), room, t.PAPER_DIM, 4.4, least=2.4)

    def _paint_strength(self, room: Area, side: Side) -> None:
        """What is compared, large, and below it what it is the sum of; where there is none, why."""
        if not side.strength:
            self._paint_note(room, side)
            return
        below = room.cut_bottom(room.h * 0.34) if side.made_of is not None else None
        size = min(room.h * 0.8, look.mm(7.5), room.w * 0.36)
        spot = room.cut_left(size, look.mm(1.0))
        icons.draw(COMBAT, Area(spot.x, spot.cy - size / 2, size, size))
        large = min(9.5, room.h / look.mm(10) * 8.2) / look.scale
        paint.words(say(side.strength), room, t.PAPER, large, face="heavy", least=3)
        if below is not None:
            paint.words(
                say(side.made_of).replace(" + ", "+"), below, t.MIST, 3.6, face="plain", least=1.9, lines=2, loose=True
            )

    def _paint_note(self, room: Area, side: Side) -> None:
        paint.words(say(side.note), room, t.MIST, 3.6, face="plain", least=1.9, lines=3, loose=True)

    def _paint_against(self, room: Area, side: Side) -> None:
        """The comparison, with a tick where it can be chosen, a cross where it cannot."""
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
    """Icons in as few lines as let them be seen, at most so many."""
    if not names:
        return
    gap = look.mm(0.5)
    best, lines = 0.0, 1
    for n in range(1, most + 1):
        columns = -(-len(names) // n)
        side = min((room.w - gap * (columns - 1)) / columns, (room.h - gap * (n - 1)) / n, look.mm(5.6))
        if side > best:
            best, lines = side, n
    columns = -(-len(names) // lines)
    for index, name in enumerate(names):
        row, column = divmod(index, columns)
        icons.draw(
            name, Area(room.x + column * (best + gap), room.y + room.h - (row + 1) * best - row * gap, best, best)
        )


def _paint_goods(goods: Sequence[Piece], room: Area, columns: int) -> None:
    """Icon and number of each stack, so many beside each other; one line where the room is wide and low."""
    if not goods:
        return
    if room.w > room.h * 4 or room.h < look.mm(9) < room.w / 2:
        columns = len(goods)
    rows = max(2 if columns == 2 else 1, -(-len(goods) // columns))
    high = min(room.h, look.mm(7.0) * rows)
    room = room.cut_top(high)
    cells = _by_digits(goods, room) if rows == 1 else room.grid(columns, rows, look.mm(0.6))
    for piece, cell in zip(goods, cells, strict=False):
        size = min(cell.h * 0.86, look.mm(5.0), cell.w * 0.42)
        spot = cell.cut_left(size, look.mm(0.7))
        icons.draw(piece.icon, Area(spot.x, spot.cy - size / 2, size, size), alpha=FAINT if piece.face_down else 1)
        paint.words(str(piece.n), cell, t.PAPER, 4.8, face="heavy", least=2.0)


def _by_digits(goods: Sequence[Piece], room: Area) -> list[Area]:
    """A line of cells, wider for longer numbers."""
    shares = [1 + len(str(piece.n)) for piece in goods]
    gap = look.mm(0.6)
    each = (room.w - gap * (len(goods) - 1)) / sum(shares)
    return [room.cut_left(each * share, gap) for share in shares]


class SideBySide(Drawn):
    """All players beside each other, or one below the other on upright glass; ``tap_spot`` gets the id of a side."""

    LEAST = 17.5
    """So high (mm) a player is at least, where they stand one below the other."""

    def __init__(self, **kwargs: Any) -> None:
        self.sides: Sequence[Side] = ()
        self.open: frozenset[str] = frozenset()
        self.upright = False
        self.lang = ""
        self.tap_spot: Callable[[str], None] | None = None
        self.views: list[SideView] = []
        super().__init__(**kwargs)

    @classmethod
    def height_for(cls, n: int) -> float:
        """The height of so many players below each other (pixels)."""
        return n * look.mm(cls.LEAST) + max(0, n - 1) * look.gap

    def paint_self(self, area: Area) -> None:
        while len(self.views) < len(self.sides):
            self.views.append(SideView())
            self.add_widget(self.views[-1])
        n = max(1, len(self.sides))
        cells = area.rows(n, look.gap) if self.upright else area.columns(n, look.mm(0.8))
        for view, side, cell in zip(self.views, self.sides, cells, strict=False):
            view.place(cell)
            view.action = self._tapper(side.id)
            view.show(side=side, open=side.id in self.open, across=self.upright, lang=self.lang)
        for view in self.views[len(self.sides) :]:
            view.hide()

    def _tapper(self, spot: str) -> Callable[[], None]:
        def tapped() -> None:
            if self.tap_spot is not None:
                self.tap_spot(spot)

        return tapped
