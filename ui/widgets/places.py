"""Rows of places: boxes with what is written on them and what lies there, and which of them can be tapped now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.input import MotionEvent

from companion.core.scenes import Box, Row
from ui import icons, paint
from ui import text as type_
from ui import theme as t
from ui.geometry import Area
from ui.language import say
from ui.placing import Laid, lay
from ui.theme import Rgba, look
from ui.widgets.board import paint_pieces
from ui.widgets.drawn import Drawn, Tappable

FILLS = {"normal": t.STONE, "alarm": t.ink("#3b2027"), "good": t.ink("#17403b"), "quiet": t.DUSK}
SIZES = (3.4, 3.2, 3.0, 2.8, 2.6, 2.4, 2.2, 2.0)
"""Sizes (mm) for the names of boxes; the first at which all of a row fit is that of the row."""
LABEL = 6.2
"""Size (mm) of what is written large, where a box is high enough."""


class BoxView(Drawn):
    """One place. ``label_mm`` and ``size_px`` are the sizes of its label and name; ``beside`` puts the name beside the
    label instead of below."""

    def __init__(self, **kwargs: Any) -> None:
        self.box: Box | None = None
        self.large = True
        self.open = False
        self.marked = False
        self.number = ""
        self.ticked = False
        self.beside = True
        self.label_mm = LABEL
        self.size_px = 0
        self.lang = ""
        super().__init__(**kwargs)

    def paint_self(self, area: Area) -> None:
        box = self.box
        if box is None:
            return
        inner = self._paint_frame(area, box)
        if self.large and box.icon is not None:
            self._paint_sign(inner, box)
        elif self.large:
            self._paint_plain(inner, box)
        else:
            self._paint_small(inner, box)
        if self.number:
            self._paint_number(area)

    def _paint_frame(self, area: Area, box: Box) -> Area:
        edges: list[Rgba] = []
        if self.marked:
            paint.glow(area.cx, area.cy, area.w * 0.72, (*t.LAMP[:3], 0.22))
            edges.append(t.LAMP)
        elif self.open:
            edges.append(t.GREEN)
        if box.state == "alarm":
            edges.append(t.ALERT)
        width = look.mm(0.6)
        for edge in edges:
            paint.box(area, edge, radius=look.mm(1.6))
            area = area.inset(width)
        fill = FILLS[box.state]
        if edges:
            paint.box(area, fill, radius=look.mm(1.3))
        else:
            paint.box(area, fill, radius=look.mm(1.6), line=t.EDGE, width=max(1, look.mm(0.22)))
        return area.inset(look.mm(0.9), look.mm(0.8))

    def _paint_sign(self, inner: Area, box: Box) -> None:
        """The sign with the label on it at the left; cards and pieces beside; the note below."""
        self._paint_note(inner, box)
        side = min(inner.h, inner.w * (0.52 if box.cells or box.pieces else 1), look.mm(17))
        sign = inner.cut_left(side, look.mm(1.0)) if box.cells or box.pieces else inner
        sign = Area(sign.cx - side / 2, sign.cy - side / 2, side, side)
        icons.draw(box.icon or "", sign)
        label = sign.inset(side * 0.27)
        label.y -= side * 0.035
        paint.words(say(box.label), label, t.PAPER, 8.5, face="heavy", least=2.4, align="center")
        if box.cells:
            high = inner.h if not box.pieces else inner.h * 0.56
            paint_cells(inner.cut_top(high, look.mm(0.4)), box.cells)
        if box.pieces:
            paint_pieces(inner, box.pieces, align="center", most=7)
        self._paint_badge(sign, box)

    def _paint_plain(self, inner: Area, box: Box) -> None:
        """Label and name on top, the pieces below them, then the note."""
        if not box.pieces or inner.h > look.mm(14):
            self._paint_note(inner, box)
        high = look.text(self.label_mm) * 1.05
        head = inner.cut_top(high, look.mm(0.3))
        if self.number:
            head.cut_right(self._pill(), look.mm(0.5))
        elif box.badge:
            icons.draw(box.badge, head.cut_right(high, look.mm(0.5)))
        label, name, ink = say(box.label), say(box.name), t.MIST if box.state == "quiet" else t.PAPER
        size = self.size_px / look.text(10) * 10
        if label:
            wide = type_.extents(label, look.text(self.label_mm), "heavy")[0] + look.mm(1)
            paint.words(label, head.cut_left(min(wide, head.w)), ink, self.label_mm, face="heavy", least=2.0)
        if name != label:
            room = head
            if not self.beside:
                room = inner.cut_top(type_.line_height(self.size_px) * 1.05, look.mm(0.3))
            paint.words(name, room, t.PAPER_DIM, size, least=1.8, lines=2 if self.beside else 1)
        if box.cells:
            paint_cells(inner.cut_top(inner.h * (0.5 if box.pieces else 1), look.mm(0.4)), box.cells)
        paint_pieces(inner, box.pieces, align="center", most=8.4)

    def _paint_small(self, inner: Area, box: Box) -> None:
        """Sign or label at the left, the name beside it, pieces at the right."""
        side = min(inner.h, look.mm(6.4))
        label = say(box.label)
        if box.icon is not None:
            place = inner.cut_left(side, look.mm(0.9))
            sign = Area(place.x, place.cy - side / 2, side, side)
            icons.draw(box.icon, sign)
            paint.words(label, sign.inset(side * 0.24), t.PAPER, 4, face="heavy", least=1.4, align="center")
            self._paint_badge(sign, box)
        elif label and label != say(box.name):
            wide = min(inner.w * 0.4, type_.extents(label, look.text(4.4), "heavy")[0] + look.mm(1.2))
            paint.words(label, inner.cut_left(wide), t.PAPER, 4.4, face="heavy", least=2.0)
        if box.pieces:
            paint_pieces(inner.cut_right(min(inner.w * 0.5, side * len(box.pieces)), look.mm(0.4)), box.pieces)
        if box.note is not None and inner.h > look.mm(12):
            self._paint_note(inner, box)
        ink = t.MIST if box.state == "quiet" else t.PAPER
        paint.words(say(box.name), inner, ink, self.size_px / look.text(10) * 10, least=1.8, lines=2)

    def _paint_note(self, inner: Area, box: Box) -> None:
        if box.note is None or inner.h < look.mm(9):
            return
        room = inner.cut_bottom(look.mm(3.2), look.mm(0.3))
        paint.words(say(box.note), room, t.MIST, 2.9, face="plain", least=1.9, align="center", loose=True)

    def _paint_badge(self, sign: Area, box: Box) -> None:
        if box.badge:
            side = sign.w * 0.42
            icons.draw(box.badge, Area(sign.x + sign.w - side * 0.8, sign.y + sign.h - side * 0.9, side, side))

    def _paint_number(self, area: Area) -> None:
        high, wide = min(area.h * 0.5, look.mm(5.6)), min(area.w, self._pill())
        place = Area(area.x + area.w - wide, area.y + area.h - high, wide, high)
        paint.box(place, t.GREEN if self.ticked else t.PAPER, radius=high / 2)
        paint.words(self.number, place.inset(look.mm(0.6), 0), t.INK, 4, face="heavy", least=2, align="center")

    def _pill(self) -> float:
        """How wide the number is."""
        return max(look.mm(5.6), type_.extents(self.number, look.text(4), "heavy")[0] + look.mm(2))


def paint_cells(area: Area, cells: Sequence[str | None]) -> None:
    """Places for cards beside each other, filled or empty."""
    gap = look.mm(0.8)
    high = min(area.h, look.mm(12), (area.w - gap * (len(cells) - 1)) / len(cells) * 1.55)
    wide = high / 1.5
    x = area.cx - (wide * len(cells) + gap * (len(cells) - 1)) / 2
    for name in cells:
        place = Area(x, area.cy - high / 2, wide, high)
        if name is None:
            paint.box(place, t.NIGHT, radius=look.mm(0.7), line=t.EDGE, width=max(1, look.mm(0.3)))
        else:
            icons.draw(name, Area(place.cx - high / 2, place.y, high, high))
        x += wide + gap


class PlaceRows(Tappable):
    """All rows. ``tap_spot`` is called with the id of an open box that is tapped, ``tap_row`` with that of a row which
    is one line, or with nothing ("") to see all rows again."""

    def __init__(self, **kwargs: Any) -> None:
        self.rows: tuple[Row, ...] = ()
        self.open: frozenset[str] = frozenset()
        self.marked: frozenset[str] = frozenset()
        self.numbers: dict[str, str] = {}
        self.ticked: frozenset[str] = frozenset()
        self.opened: str | None = None
        self.lang = ""
        self.tap_spot: Callable[[str], None] | None = None
        self.tap_row: Callable[[str], None] | None = None
        self._views: list[BoxView] = []
        self._laid: list[Laid] = []
        super().__init__(**kwargs)
        self.action = _nothing

    def paint_self(self, area: Area) -> None:
        self._laid = lay(self.rows, area, self.opened)
        used = 0
        for laid in self._laid:
            if laid.strip is not None:
                self._paint_strip(laid)
            if laid.heading is not None:
                paint.words(say(laid.row.name).upper(), laid.heading, t.LAMP, 3.4)
            if laid.cells:
                used = self._show_boxes(laid, used)
        for view in self._views[used:]:
            view.hide()

    def _show_boxes(self, laid: Laid, used: int) -> int:
        large = laid.row.size == "large"
        label = _label_size(laid.cells[0])
        beside, size = _names(laid, self.numbers, label)
        for box, cell in zip(laid.row.boxes, laid.cells, strict=True):
            if len(self._views) <= used:
                self._views.append(BoxView())
                self.add_widget(self._views[-1])
            view = self._views[used]
            view.place(cell)
            view.show(
                box=box, large=large, open=box.id in self.open, marked=box.id in self.marked, beside=beside,
                number=self.numbers.get(box.id, ""), ticked=box.id in self.ticked, size_px=size, label_mm=label,
                lang=self.lang,
            )  # fmt: skip
            used += 1
        return used

    def _paint_strip(self, laid: Laid) -> None:
        """A row as one line: its name, what is there, how many, and that it opens; or closes, above its boxes."""
        row, alone = laid.row, bool(laid.cells)
        ids = {box.id for box in row.boxes}
        strong = not alone and bool(ids & (self.marked | self.open))
        edge = t.EDGE if not strong else t.LAMP if ids & self.marked else t.GREEN
        width = look.mm(0.6) if strong else max(1, look.mm(0.22))
        area = laid.strip or self.area
        paint.box(area, t.DUSK, radius=look.mm(1.6), line=edge, width=width)
        inner = area.inset(look.mm(1.8), look.mm(0.8))
        sign = inner.cut_right(look.mm(4.2), look.mm(1))
        icons.draw("up" if alone else "down", Area(sign.x, sign.cy - sign.w / 2, sign.w, sign.w))
        count = str(len(row.boxes))
        wide = type_.extents(count, look.text(4.6), "heavy")[0]
        paint.words(count, inner.cut_right(wide + 2, look.mm(1.4)), t.PAPER, 4.6, face="heavy")
        name = say(row.name).upper()
        wide = min(inner.w, type_.extents(name, look.text(3.4), "bold")[0] + look.mm(0.6))
        paint.words(name, inner.cut_left(wide, look.mm(1.6)), t.LAMP, 3.4, least=2.0)
        if not alone and inner.w > look.mm(12):
            said = " · ".join(say(box.name) for box in row.boxes)
            short = type_.elided(said, look.text(2.9), "plain", inner.w - 2)
            paint.words(short, inner, t.PAPER_DIM, 2.9, face="plain")

    def cell(self, spot: str) -> Area | None:
        """Where a box lies on the screen, once it has been drawn; None where its row is one line."""
        return next(
            (
                cell
                for laid in self._laid
                for box, cell in zip(laid.row.boxes, laid.cells, strict=False)
                if box.id == spot
            ),
            None,
        )

    def strip(self, row: str) -> Area | None:
        """Where a row that is one line lies."""
        return next((laid.strip for laid in self._laid if laid.row.id == row), None)

    def _under(self, touch: MotionEvent) -> Callable[[], None] | None:
        """What a tap there does: on an open box, on the line of a row, or nothing."""
        for laid in self._laid:
            if laid.strip is not None and laid.strip.holds(*touch.pos) and self.tap_row is not None:
                return partial(self.tap_row, "" if laid.cells else laid.row.id)
            for box, cell in zip(laid.row.boxes, laid.cells, strict=False):
                if box.id in self.open and cell.holds(*touch.pos) and self.tap_spot is not None:
                    return partial(self.tap_spot, box.id)
        return None

    def takes(self, touch: MotionEvent) -> bool:
        return self.shown and self._under(touch) is not None

    def tapped(self, touch: MotionEvent) -> None:
        tap = self._under(touch)
        if tap is not None:
            tap()


def _label_size(cell: Area) -> float:
    """The size (mm) of labels in boxes like this one."""
    return min(LABEL, max(3.4, cell.h * 0.3 / look.mm(10) * 10 / look.scale))


def _names(laid: Laid, numbers: Mapping[str, str], label: float) -> tuple[bool, int]:
    """Whether the names of a row stand beside their labels, and the size at which all of them fit."""
    row, cell = laid.row, laid.cells[0]
    width = cell.w - look.mm(3.2)
    if row.size == "small":
        width -= look.mm(7.4) if any(box.icon for box in row.boxes) else 0
        return True, _size([say(box.name) for box in row.boxes], width, 2)
    sign = look.text(label) * 1.05 + look.mm(0.6)
    rooms = [
        width
        - (type_.extents(say(box.label), look.text(label), "heavy")[0] + look.mm(1.2))
        - (look.mm(10) if box.id in numbers else sign if box.badge else 0)
        for box in row.boxes
    ]
    px = look.text(2.6)
    names = [say(box.name) for box in row.boxes]
    if all(_fits(name, px, room, 2) for name, room in zip(names, rooms, strict=True)):
        return True, _size(names, min(rooms), 2)
    return False, _size(names, width, 1)


def _size(names: Sequence[str], width: float, lines: int) -> int:
    for size in SIZES:
        px = look.text(size)
        if all(_fits(name, px, width, lines) for name in names):
            return px
    return look.text(SIZES[-1])


def _fits(name: str, px: int, width: float, lines: int) -> bool:
    broken = type_.wrap(name, px, "bold", max(1, int(width)))
    return len(broken) <= lines and all(type_.extents(line, px, "bold")[0] <= width for line in broken)


def _nothing() -> None:
    """Rows take their taps by place, not as a whole."""
