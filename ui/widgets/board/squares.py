"""Two layers of a board of squares: its print, and the marks, which change more often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.scene.scene import Square
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import Rgba, look
from ui.widgets.drawn import Drawn


class Printed(NamedTuple):
    """A square's print, and where it is drawn (x, y, side)."""

    at: tuple[float, float, float]
    column: int
    row: int
    tile: int
    sign: str
    label: str

    @classmethod
    def of(cls, square: Square, cell: Area) -> Printed:
        at = (cell.x, cell.y, cell.w)
        return cls(at, square.column, square.row, square.tile, square.sign or "", square.label)

    @property
    def cell(self) -> Area:
        x, y, side = self.at
        return Area(x, y, side, side)


class Ground(Drawn):
    """The print of all visible squares, with thick lines around every tile."""

    squares: tuple[Printed, ...] = ()

    def paint_self(self, area: Area) -> None:
        cells = [square.cell for square in self.squares]
        paint.rects(cells, t.SLOT)
        paint.rects([cell.inset(max(0.5, look.mm(0.09))) for cell in cells], t.DUSK)
        for square, cell in zip(self.squares, cells, strict=True):
            if square.sign:
                icons.draw(square.sign, cell.inset(cell.w * 0.12))
            if square.label:
                _paint_label(cell, square.label)
        paint.rects(self._edges(), t.EDGE)

    def _edges(self) -> list[Area]:
        """Borders of tiles; thin lines are the gaps between squares."""
        tiles = {(square.column, square.row): square.tile for square in self.squares}
        width = max(1.5, look.mm(0.4))
        found = []
        for square in self.squares:
            column, row = square.column, square.row
            x, y, w, h = square.cell
            for other, line in (
                ((column - 1, row), (x, y, x, y + h)),
                ((column, row - 1), (x, y + h, x + w, y + h)),
                ((column + 1, row), (x + w, y, x + w, y + h)),
                ((column, row + 1), (x, y, x + w, y)),
            ):
                if tiles.get(other) != square.tile:
                    thick, thin = max(line[2] - line[0], width), max(line[3] - line[1], width)
                    found.append(Area(line[0] - width / 2, line[1] - width / 2, thick, thin))
        return found


def _paint_label(cell: Area, label: str) -> None:
    """The label in a disc, which fills the square with large text."""
    r = cell.w * (0.46 if look.scale > 1 else 0.42)
    paint.disc(cell.cx, cell.cy, r, t.MIST)
    paint.disc(cell.cx, cell.cy, r - max(1.2, look.mm(0.3)), t.STONE)
    room = Area(cell.cx - r, cell.cy - r, r * 2, r * 2)
    paint.words(label, room, t.PAPER, r * 1.3 / look.mm(10) * 10 / look.scale, least=1.0, align="center")


class Mark(NamedTuple):
    """Marks of a square: its area (x, y, side), whether it is the current one, colour of its ring, number in a list (0:
    none) and whether that is ticked, and an icon."""

    at: tuple[float, float, float]
    here: bool
    ring: Rgba | None
    number: int
    ticked: bool
    sign: str


class Marks(Drawn):
    """Rings, list numbers and icons on squares."""

    marks: Sequence[Mark] = ()

    def paint_self(self, area: Area) -> None:
        for mark in self.marks:
            x, y, side = mark.at
            self._paint_mark(Area(x, y, side, side), mark)

    def _paint_mark(self, cell: Area, mark: Mark) -> None:
        if mark.here:
            paint.glow(cell.cx, cell.cy, cell.w * 1.05, t.faded(t.AMBER, 0.4))
        if mark.ring is not None:
            width = max(2.0, look.mm(0.6 if mark.here else 0.4))
            x, y, w, h = cell.inset(-width * 0.3)
            paint.stroke((x, y, x + w, y, x + w, y + h, x, y + h), mark.ring, width, close=True)
        if mark.number:
            paint.disc(cell.cx, cell.cy, cell.w * 0.44, t.GREEN if mark.ticked else t.PAPER)
            paint.words(str(mark.number), cell.inset(cell.w * 0.1), t.INK, 4.4, least=1.2, face="heavy", align="center")
        if mark.sign:
            icons.draw(mark.sign, Area(cell.x + cell.w * 0.5, cell.y + cell.h * 0.5, cell.w * 0.5, cell.h * 0.5))
