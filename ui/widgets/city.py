"""The map of a city of tiles: edges, pieces, free cells for the next tile; and what a tile holds, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.core.texts import T
from companion.scene.scene import MapTile, Piece
from ui.base.language import say, short_names
from ui.layout.geometry import Area
from ui.layout.packing import LARGEST, LEAST, Cell, Frame, beside, frame, sides
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.board import paint_pieces
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import UNSET, Drawn, Tappable, no_action

STRIP = 0.13
"""Depth of a tile's edges, as a share of its side."""
SMALL = 12.5
"""Inner size (mm) from which a tile shows its full name, and icons next to pieces."""


class TileView(Tappable):
    """One tile, rotated as on the table. ``marked``: viewed or being placed; ``bare``: without its pieces; ``short``:
    its name for small tiles."""

    tile: MapTile = UNSET
    short: str = ""
    turns: int = 0
    marked: bool = False
    bare: bool = False
    rapid: bool = True

    def paint_self(self, area: Area) -> None:
        tile = self.tile
        area = area.inset(max(1, look.mm(0.25)))
        fill = t.STONE_PRESSED if self.pressed else t.POLICE_DEEP if tile.blocked else t.STONE
        line = t.LAMP if self.marked else t.ALERT if tile.blocked else t.EDGE
        paint.box(area, fill, radius=look.mm(1.2), line=line, width=look.mm(0.8 if self.marked else 0.4))
        inner = area.inset(look.mm(0.8))
        deep = inner.w * STRIP
        if any(edge is not None for edge in tile.edges):
            self._paint_edges(inner, deep, tile)
            inner = inner.inset(deep)
        self._paint_inside(inner.inset(look.mm(0.4)), tile)

    def _paint_edges(self, area: Area, deep: float, tile: MapTile) -> None:
        for side, edges in enumerate(sides(tile.edges, self.turns)):
            room = area.copy()
            strip = (room.cut_top, room.cut_right, room.cut_bottom, room.cut_left)[side](deep)
            strip = strip.inset(deep, 0) if side in (0, 2) else strip.inset(0, deep)
            parts = strip.columns(max(1, len(edges))) if side in (0, 2) else strip.rows(max(1, len(edges)))
            # Clockwise, the bottom runs leftwards and the left side upwards.
            for edge, part in zip(edges if side < 2 else edges[::-1], parts, strict=False):
                if edge is not None:
                    icons.row(edge, part, deep)

    def _paint_inside(self, inner: Area, tile: MapTile) -> None:
        name = say(tile.name)
        large = inner.w > look.mm(SMALL)
        signs, pieces = (tile.signs if large else []), ([] if self.bare else tile.pieces)
        head = inner.cut_top(inner.h * (1 if not signs and not pieces else 0.3 if large else 0.46))
        if large:
            paint.words(name, head, t.PAPER, 3.6, least=1.7, align="center", lines=2)
        else:
            paint.words(self.short, head, t.PAPER, 4.2, face="heavy", least=1.8, align="center")
        if signs:
            room = inner.cut_top(inner.h * (0.5 if pieces else 1))
            side = min(room.h, room.w / len(signs), look.mm(8))
            left = room.cx - side * len(signs) / 2
            for index, sign in enumerate(signs):
                icons.draw(sign, Area(left + index * side, room.cy - side / 2, side, side).inset(side * 0.06))
        paint_pieces(inner, pieces, align="center", most=6.0)


class FreeCell(Tappable):
    """A cell where a tile can be placed; ``near``: it is next to another tile."""

    near: bool = False
    rapid: bool = True

    def paint_self(self, area: Area) -> None:
        inner = area.inset(max(1, look.mm(0.5)))
        fill = t.STONE_PRESSED if self.pressed else t.SLOT if self.near else t.NIGHT
        line = t.GREEN if self.near else t.EDGE
        paint.box(inner, fill, radius=look.mm(1.2), line=line, width=look.mm(0.6 if self.near else 0.25))
        if self.near:
            side = min(inner.w, look.mm(5))
            icons.draw("plus", Area(inner.cx - side / 2, inner.cy - side / 2, side, side), tint=t.GREEN)


class CityMap(Drawn):
    """Tiles at their ``places`` (column, row, quarter turns). ``laying``: free cells can be tapped, too. ``tap_tile``
    is called with the id of a tile, ``tap_cell`` with the column and row of a free cell.

    A city with too many cells for a finger is shown in parts: first the part with the newly ``marked`` tile; a button
    leads to the others.
    """

    tiles: Sequence[MapTile] = ()
    places: Mapping[str, tuple[int, int, int]] = {}
    marked: str | None = None
    laying: bool = False
    tap_tile: Callable[[str], None] = staticmethod(no_action)
    tap_cell: Callable[[Cell], None] = staticmethod(no_action)

    def build(self) -> None:
        self.views: list[TileView] = []
        self.free: list[FreeCell] = []
        self._part = 0
        self._last: Cell | None = None
        self.further = self.add(TapButton(action=self._turn, rapid=True))

    def _cut(self, whole: Frame, area: Area, marked: Cell | None) -> Frame:
        """The part of the city to show: all of it, the selected part, or the one with the newly marked tile. The button
        for other parts is cut off ``area``."""
        least = LEAST * look.panel.density
        parts = whole.parts(max(1, int(area.w / least)), max(1, int(area.h / least)))
        if len(parts) > 1:
            self.further.place(area.cut_bottom(look.touch, look.gap))
            parts = whole.parts(max(1, int(area.w / least)), max(1, int(area.h / least)))
            at = self._part % len(parts)
            if marked is not None and marked != self._last and not parts[at].holds(marked):
                at = next(n for n, one in enumerate(parts) if one.holds(marked))
            self._part, self._last = at, marked
            text = T("Further parts of the city ({part} of {parts})", part=at + 1, parts=len(parts))
            self.further.show(text=say(text), icon="forward", role="quiet", size_mm=3.8)
            return parts[at]
        self.further.hide()
        return parts[0]

    def _turn(self) -> None:
        self._part += 1
        self.redraw()

    def paint_self(self, area: Area) -> None:
        laid = [tile for tile in self.tiles if tile.id in self.places]
        cells = {tile.id: self.places[tile.id][:2] for tile in laid}
        others = {cell for tile, cell in cells.items() if tile != self.marked or not self.laying}
        whole = frame(others or set(cells.values()), 1 if self.laying else 0)
        shown = self._cut(whole, area, cells.get(self.marked or ""))
        laid = [tile for tile in laid if shown.holds(cells[tile.id])]
        largest = look.mm(LARGEST)
        self.ensure(self.views, TileView, len(laid))
        short = short_names([say(tile.name) for tile in self.tiles])
        for view, tile in zip(self.views, laid, strict=False):
            view.place(shown.place(cells[tile.id], area, largest))
            view.action = partial(self.tap_tile, tile.id)
            view.show(
                tile=tile, short=short[say(tile.name)], turns=self.places[tile.id][2], marked=tile.id == self.marked,
                key=tile.id, bare=self.laying,
            )  # fmt: skip
        free = [cell for cell in shown.cells() if cell not in cells.values()] if self.laying else []
        near = beside(others) if others else frozenset(free)
        self.ensure(self.free, FreeCell, len(free))
        for square, cell in zip(self.free, free, strict=False):
            square.action = partial(self.tap_cell, cell)
            square.show(shown.place(cell, area, largest), near=cell in near, key=cell)


# What a tile holds.


class Contents(Drawn):
    """Icons without text (``signs``), then each of ``pieces`` with icon, number and name, in two columns."""

    LINE = 6.2

    signs: Sequence[str] = ()
    pieces: Sequence[Piece] = ()

    def needs(self) -> float:
        rows = (1 if self.signs else 0) + -(-len(self.pieces) // 2)
        return look.mm(self.LINE) * rows

    def paint_self(self, area: Area) -> None:
        high = look.mm(self.LINE)
        if self.signs:
            strip = area.cut_top(min(high, area.h))
            for sign in self.signs:
                icons.draw(sign, strip.cut_left(strip.h, look.mm(1.2)).inset(look.mm(0.3)))
        rows = -(-len(self.pieces) // 2)
        if not rows:
            return
        area = area.cut_top(min(area.h, high * rows))
        for piece, cell in zip(self.pieces, area.grid(2, rows, look.mm(0.6)), strict=False):
            picture = cell.cut_left(min(cell.h, high), look.mm(1.2))
            icons.draw(piece.icon, picture.inset(look.mm(0.3)))
            text = f"{piece.n} × {say(piece.name)}" if piece.n > 1 else say(piece.name)
            paint.words(text, cell, t.PAPER, 3.6, least=1.9, lines=2)
