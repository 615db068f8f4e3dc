"""A game's log as a line with a disc for each answer: who, what, and what it moved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Drawn, Tappable

DISC = 3.1
"""Radius of the disc (mm)."""
LEAST_ASIDE = 1.9
"""Smallest font size (mm) of a quiet entry, even with large text: completeness matters more."""
SIZES = (4.4, 4.1, 3.8, 3.5, 3.2, 2.9, 2.6)


@dataclass(frozen=True)
class EntryRow:
    """An entry: text, icon of who answered, icons of what it moved.

    ``past``: undone; ``now``: where the table is; ``chosen``: being viewed; ``quiet``: small, next to something else.
    """

    text: str
    icon: str
    pieces: tuple[str, ...] = ()
    past: bool = False
    now: bool = False
    chosen: bool = False
    quiet: bool = False
    action: Callable[[], None] | None = field(default=None, compare=False)
    key: object = None


class StopView(Tappable):
    row: EntryRow | None = None
    size_mm: float = SIZES[0]

    @property
    def meaning(self) -> object:
        return self if self.rapid or self.row is None else (self.row.key, self.row.text)

    def paint_self(self, area: Area) -> None:
        row = self.row
        if row is None:
            return
        disc, box, words, pieces = parts(row, area)
        if row.chosen or self.pressed:
            fill = t.STONE_PRESSED if self.pressed else t.STONE
            paint.box(box, fill, line=t.LAMP if row.chosen else t.EDGE, width=look.mm(0.55))
        if row.now:
            paint.disc(disc.cx, disc.cy, look.mm(DISC + 0.9), t.LAMP)
        if not row.quiet:
            paint.disc(disc.cx, disc.cy, look.mm(DISC + 0.3), t.NIGHT)
        icons.draw(row.icon, disc, alpha=0.5 if row.past else 1)
        if row.quiet:
            least = LEAST_ASIDE / max(1, look.scale)
            paint.words(row.text, words, t.MIST, 3.0, face="plain", least=least, lines=4)
            return
        ink = t.MIST if row.past else t.PAPER
        paint.words(row.text, words, ink, self.size_mm, least=2.2, lines=2)
        for name in row.pieces:
            spot = pieces.cut_left(look.mm(4.6), look.mm(0.6))
            icons.draw(name, Area(spot.x, spot.cy - spot.w / 2, spot.w, spot.w), alpha=0.5 if row.past else 1)


def parts(row: EntryRow, area: Area) -> tuple[Area, Area, Area, Area]:
    """Areas of an entry's disc, box, text and pieces."""
    box = area.copy()
    if row.quiet:
        left = box.cut_left(look.mm(4.4), look.mm(1))
        return Area(left.x, left.cy - left.w / 2, left.w, left.w), area, box.inset(0, look.mm(0.3)), box
    left = box.cut_left(look.mm(2 * DISC + 1.8), look.mm(0.8))
    side = look.mm(2 * DISC)
    disc = Area(left.cx - side / 2, left.cy - side / 2, side, side)
    words = box.inset(look.mm(1.8), look.mm(1.0))
    wide = len(row.pieces) * look.mm(5.2)
    pieces = words.cut_right(wide, look.mm(1) if wide else 0)
    return disc, box, words, pieces


class EntryLine(Drawn):
    """A page of entries joined by a line, or a few of them ``across``."""

    GAP = 0.4

    rows: tuple[EntryRow, ...] = ()
    across: bool = False

    def build(self) -> None:
        self.views: list[StopView] = []

    def capacity(self) -> int:
        """Number of entries that fit below each other."""
        gap = look.mm(self.GAP)
        return max(1, int((self.height + gap) // (look.touch + gap)))

    def paint_self(self, area: Area) -> None:
        cells = self._cells(area)
        if cells and not self.across:
            first, last = (parts(self.rows[0], cell)[0] for cell in (cells[0], cells[-1]))
            paint.stroke([first.cx, first.cy, last.cx, last.cy], t.EDGE, look.mm(0.9))
        self.ensure(self.views, StopView, len(self.rows))
        size = SIZES[0] if self.across else _text_size(list(zip(self.rows, cells, strict=True)))
        for view, row, cell in zip(self.views, self.rows, cells, strict=False):
            view.place(cell)
            view.action = row.action
            # The last answers next to a question change with every tap.
            view.rapid = not self.across
            view.show(row=row, size_mm=size)

    def _cells(self, area: Area) -> list[Area]:
        gap = look.mm(self.GAP)
        if self.across:
            return area.columns(max(1, len(self.rows)), gap)
        return [area.cut_top(look.touch, gap) for _ in self.rows]


def _text_size(placed: list[tuple[EntryRow, Area]]) -> float:
    """One font size (mm) for all entries of a page."""
    for size in SIZES:
        px = look.text(size)
        if all(_fits(row.text, parts(row, cell)[2], px) for row, cell in placed):
            return size
    return SIZES[-1]


def _fits(said: str, room: Area, px: int) -> bool:
    return type_.fit(said, "bold", px, px, int(room.w), int(room.h), 2)[2]
