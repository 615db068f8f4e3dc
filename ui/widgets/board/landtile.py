"""Editor of a city tile: drag symbols onto it, or tap a symbol and then the tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kivy.input import MotionEvent

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn

STRIP = 0.2
"""Depth of the edges, as a share of the tile's side."""
FAR_MM = 3.0
"""Distance (mm) from which a touch is a drag."""
Held: TypeAlias = str | int
"""What is dragged: a symbol, or the land at a side of the tile."""


class LandTile(Drawn):
    """The tile, and next to it (below it in portrait) the ``signs`` to place.

    ``dropped`` is called with a sign and the nearest side of the tile, 0 (top) to 3 (left); ``moved`` with the side
    whose land was dragged and its new side, None: off the tile; ``taken`` with a tapped sign.
    """

    signs: Sequence[tuple[str, str, str]] = ()
    """Id, icon and label of each."""
    chosen: str = ""
    edges: Sequence[str | None] = ()
    """The land at each of the four sides, as an icon."""
    things: Sequence[str] = ()
    """Symbols printed in the middle."""
    dropped: Callable[[str, int], None] | None = None
    moved: Callable[[int, int | None], None] | None = None
    taken: Callable[[str], None] | None = None

    def build(self) -> None:
        self._held: Held | None = None
        self._began: tuple[float, float] = (0, 0)
        self._at: tuple[float, float] | None = None

    # Layout.

    def tile(self) -> Area:
        """The tile's area: as large a square as fits."""
        upright = look.panel.shape == "portrait"
        side = min(self.width, self.height * 0.55) if upright else min(self.height, self.width * 0.5)
        top = self.y + self.height - side
        x = self.x + (self.width - side) / 2 if upright else self.x
        return Area(x, top if upright else self.y + (self.height - side) / 2, side, side)

    def cell(self, sign: str) -> Area:
        """Area of a sign in the palette."""
        return self._cells()[[one for one, _, _ in self.signs].index(sign)]

    def spot(self, side: int) -> Area:
        """The edge of the tile at that side; 4: its middle."""
        room = self.tile()
        deep = room.w * STRIP
        if side == len(self.edges):
            return room.inset(deep)
        strip = (room.cut_top, room.cut_right, room.cut_bottom, room.cut_left)[side](deep)
        return strip.inset(deep, 0) if side in (0, 2) else strip.inset(0, deep)

    def _cells(self) -> list[Area]:
        tile, upright = self.tile(), look.panel.shape == "portrait"
        gap = look.gap * 2
        if upright:
            room = Area(self.x, self.y, self.width, max(0, self.height - tile.h - gap))
            return room.grid(4, 3, look.gap)
        room = Area(self.x + tile.w + gap, self.y, max(0, self.width - tile.w - gap), self.height)
        return room.grid(3, 4, look.gap)

    def _side_at(self, x: float, y: float) -> int | None:
        """The nearest side of the tile; None outside it."""
        tile = self.tile()
        if not tile.holds(x, y):
            return None
        across, up = (x - tile.cx) / tile.w, (y - tile.cy) / tile.h
        if abs(across) > abs(up):
            return 1 if across > 0 else 3
        return 0 if up > 0 else 2

    # Drawing.

    def paint_self(self, area: Area) -> None:
        tile = self.tile()
        paint.box(tile, t.STONE, radius=look.mm(1.6), line=t.EDGE, width=look.mm(0.4))
        for side, land in enumerate(self.edges):
            place = self.spot(side).inset(look.mm(0.6))
            paint.box(place, t.DUSK, radius=look.mm(0.8), line=t.EDGE, width=look.mm(0.25))
            if land is not None and self._held != side:
                deep = min(place.w, place.h)
                n = max(1, int(max(place.w, place.h) // deep))
                for cell in place.columns(n) if place.w > place.h else place.rows(n):
                    icons.draw(land, _square(cell.cx, cell.cy, deep))
        pictures = {sign: icon for sign, icon, _ in self.signs}
        for place, thing in zip(self._places(), self.things, strict=False):
            icons.draw(pictures[thing], place)
        for (sign, icon, name), cell in zip(self.signs, self._cells(), strict=True):
            lit = sign == self.chosen
            fill, line = (t.STONE_PRESSED, t.LAMP) if lit else (t.STONE, t.EDGE)
            paint.box(cell, fill, radius=look.mm(1.0), line=line, width=look.mm(0.55 if lit else 0.3))
            inner = cell.inset(look.mm(0.8))
            picture = inner.cut_top(inner.h * 0.58)
            icons.draw(icon, _square(picture.cx, picture.cy, min(picture.w, picture.h)))
            paint.words(name, inner, t.PAPER, 3.4, least=2.0, align="center", lines=2)
        held = self._held
        icon_held = self.edges[held] if isinstance(held, int) else pictures.get(held or "")
        if self._at is not None and icon_held:
            icons.draw(icon_held, _square(*self._at, look.mm(12)))

    def _places(self) -> list[Area]:
        """Areas of the symbols in the middle of the tile."""
        room = self.spot(len(self.edges)).inset(look.mm(0.8))
        columns = 1 if len(self.things) <= 1 else 2
        rows = max(1, -(-len(self.things) // columns))
        cells = room.grid(columns, rows, look.gap)
        return [_square(cell.cx, cell.cy, min(cell.w, cell.h)) for cell in cells]

    # Touch.

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.shown or self._held is not None:
            return bool(super().on_touch_down(touch))
        held = self._taken_at(touch.x, touch.y)
        if held is None and self._side_at(touch.x, touch.y) is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._held, self._began = ("" if held is None else held), (touch.x, touch.y)
        return True

    def _taken_at(self, x: float, y: float) -> Held | None:
        """What a drag from there takes: a sign, or land of the tile."""
        for (sign, _, _), cell in zip(self.signs, self._cells(), strict=True):
            if cell.holds(x, y):
                return sign
        for side, land in enumerate(self.edges):
            if land is not None and self.spot(side).holds(x, y):
                return side
        return None

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        far = max(abs(touch.x - self._began[0]), abs(touch.y - self._began[1])) > look.mm(FAR_MM)
        if far or self._at is not None:
            self._at = touch.x, touch.y
            self.redraw()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        held, at, self._held, self._at = self._held, self._at, None, None
        self.redraw()
        if at is None:
            self._tapped(held)
        elif isinstance(held, int):
            if self.moved is not None:
                self.moved(held, self._side_at(*at))
        elif held and self.dropped is not None and (side := self._side_at(*at)) is not None:
            self.dropped(held, side)
        return True

    def _tapped(self, held: Held | None) -> None:
        if isinstance(held, str) and held:
            if self.taken is not None:
                self.taken(held)
            return
        side = held if isinstance(held, int) else self._side_at(*self._began)
        if self.chosen and self.dropped is not None and side is not None:
            self.dropped(self.chosen, side)


def _square(x: float, y: float, side: float) -> Area:
    """A square around a point."""
    return Area(x - side / 2, y - side / 2, side, side)
