"""Editor of a board of squares: symbols, and blocks of squares on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kivy.input import MotionEvent

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn

Place = tuple[int, int]


class Block(NamedTuple):
    """A rectangle of squares with a label."""

    x: int
    y: int
    w: int
    h: int
    label: str = ""
    chosen: bool = False
    wrong: bool = False


class Plan(Drawn):
    """A grid of ``columns`` by ``rows`` squares, each with a symbol or a number, and blocks on top.

    ``tapped`` is called with a tapped square; ``dragged`` with the first and the current square of a drag, and
    ``dropped`` at its end.
    """

    columns: int = 1
    rows: int = 1
    signs: Sequence[tuple[Place, str]] = ()
    labels: Sequence[tuple[Place, str]] = ()
    blocks: Sequence[Block] = ()
    tapped: Callable[[Place], None] | None = None
    dragged: Callable[[Place, Place], None] | None = None
    dropped: Callable[[], None] | None = None

    def build(self) -> None:
        self._from: Place | None = None
        self._to: Place | None = None

    def ground(self) -> Area:
        """Area of the grid: as large as fits, centred."""
        side = min(self.width / max(1, self.columns), self.height / max(1, self.rows), look.mm(14))
        w, h = side * self.columns, side * self.rows
        return Area(self.x + (self.width - w) / 2, self.y + (self.height - h) / 2, w, h)

    def spot(self, place: Place) -> Area:
        """Area of a square."""
        return self._block(Block(*place, 1, 1))

    def _block(self, block: Block) -> Area:
        ground = self.ground()
        side = ground.w / max(1, self.columns)
        top = ground.y + ground.h - block.y * side
        return Area(ground.x + block.x * side, top - block.h * side, block.w * side, block.h * side)

    def paint_self(self, area: Area) -> None:
        ground = self.ground()
        side = ground.w / max(1, self.columns)
        cells = ground.grid(self.columns, self.rows)
        paint.rects(cells, t.EDGE)
        paint.rects([cell.inset(max(0.5, look.mm(0.09))) for cell in cells], t.DUSK)
        for block in self.blocks:
            line = t.ALERT if block.wrong else t.LAMP if block.chosen else t.EDGE
            place = self._block(block).inset(max(1, side * 0.06))
            fill = t.STONE_PRESSED if block.chosen else t.STONE
            paint.box(place, fill, line=line, width=look.mm(0.6 if block.chosen or block.wrong else 0.3))
            paint.words(block.label, place.inset(side * 0.1), t.PAPER, 4.4, least=1.6, align="center")
        for at, sign in self.signs:
            icons.draw(sign, self.spot(at).inset(side * 0.14))
        for at, label in self.labels:
            cell = self.spot(at)
            paint.disc(cell.cx, cell.cy, side * 0.38, t.MIST)
            paint.disc(cell.cx, cell.cy, side * 0.34, t.STONE)
            paint.words(label, cell.inset(side * 0.16), t.PAPER, 5.0, least=1.2, face="heavy", align="center")

    def _at(self, touch: MotionEvent) -> Place | None:
        ground = self.ground()
        if not ground.holds(touch.x, touch.y):
            return None
        side = ground.w / max(1, self.columns)
        x, y = int((touch.x - ground.x) // side), int((ground.y + ground.h - touch.y) // side)
        return min(x, self.columns - 1), min(y, self.rows - 1)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        place = self._at(touch) if self.shown and self._from is None else None
        if place is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._from, self._to = place, None
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._from is None:
            return False
        place = self._at(touch)
        if place is not None and place not in (self._to, self._from if self._to is None else None):
            self._to = place
            if self.dragged is not None:
                self.dragged(self._from, place)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        began, ended, self._from, self._to = self._from, self._to, None, None
        if ended is not None and self.dropped is not None:
            self.dropped()
        elif ended is None and began is not None and self.tapped is not None:
            self.tapped(began)
        return True
