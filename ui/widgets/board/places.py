"""Rows of boxes with their tap targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from kivy.input import MotionEvent

from companion.scene.scene import Row
from ui.base.language import say
from ui.layout.geometry import Area
from ui.layout.rows import Laid, lay
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.board.box import BoxView, style_of
from ui.widgets.drawn import Tappable, no_action


class PlaceRows(Tappable):
    """All rows. ``tap_spot`` is called with the id of a tapped open box; ``tap_row`` with the id of a tapped collapsed
    row, or "" to show all rows again. ``lit``: highlight open boxes."""

    rows: tuple[Row, ...] = ()
    open: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    numbers: Mapping[str, str] = {}
    ticked: frozenset[str] = frozenset()
    opened: str | None = None
    lit: bool = True
    tap_spot: Callable[[str], None] | None = None
    tap_row: Callable[[str], None] | None = None

    def build(self) -> None:
        self._views: list[BoxView] = []
        self._laid: list[Laid] = []
        self.action = no_action

    def paint_self(self, area: Area) -> None:
        self._laid = lay(self.rows, area, self.opened, self.open)
        self.ensure(self._views, BoxView, sum(len(laid.cells) for laid in self._laid))
        views = iter(self._views)
        for laid in self._laid:
            if laid.strip is not None:
                self._paint_strip(laid)
            if laid.heading is not None:
                empty = [] if laid.cells else list(dict.fromkeys(say(box.name) for box in laid.row.boxes))
                self._paint_name(laid.heading.copy(), laid.row, empty)
            if laid.cells:
                self._show_boxes(laid, views)

    def _show_boxes(self, laid: Laid, views: Iterator[BoxView]) -> None:
        style = style_of(laid, self.numbers)
        for box, cell, view in zip(laid.row.boxes, laid.cells, views, strict=False):
            view.place(cell)
            view.show(
                box=box, style=style, open=self.lit and box.id in self.open, marked=box.id in self.marked,
                number=self.numbers.get(box.id, ""), ticked=box.id in self.ticked,
            )  # fmt: skip

    def _paint_strip(self, laid: Laid) -> None:
        """A collapsed row in one line (name, contents, count, arrow), or the strip that closes a row opened alone."""
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
        figure = inner.cut_right(type_.extents(count, look.text(4.6), "heavy")[0] + 2, look.mm(1.4))
        paint.words(count, figure, t.PAPER, 4.6, face="heavy")
        self._paint_name(inner, row, [] if alone else [say(box.name) for box in row.boxes])

    def _paint_name(self, area: Area, row: Row, names: list[str]) -> None:
        """The name of a row, then the text after its colon or ``names``, as far as they fit."""
        name, _, more = say(row.name).partition(": ")
        name, names = name.upper(), [] if more else names
        more = more or " · ".join(names)
        wide = min(area.w, type_.extents(name, look.text(3.4), "bold")[0] + look.mm(0.6))
        paint.words(name, area.cut_left(wide, look.mm(1.6)), t.LAMP, 3.4, least=2.0)
        if more and area.w > look.mm(12):
            ink, face = t.PAPER_DIM, "plain"
            if not names:
                paint.words(more, area, ink, 2.9, face=face, least=2.0, lines=2)
            else:
                paint.words(type_.elided(more, look.text(2.9), face, area.w - 2), area, ink, 2.9, face=face)

    def cell(self, spot: str) -> Area | None:
        """Area of a box on the screen, once drawn; None if its row is collapsed."""
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
        """Area of a collapsed row."""
        return next((laid.strip for laid in self._laid if laid.row.id == row), None)

    def targets(self) -> list[Area]:
        areas = (*map(self.cell, self.open), *(self.strip(row.id) for row in self.rows))
        return [area for area in areas if area is not None]

    def _under(self, touch: MotionEvent) -> Callable[[], None] | None:
        """The action of a tap on an open box or a strip, or None."""
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
