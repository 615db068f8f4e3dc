"""A player's board, paginated: counters and holdings in rows; and the tabs of all boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.scene.scene import Counter, Holding, SeatBoard
from ui.base.language import say
from ui.layout.geometry import Area
from ui.layout.packing import ShelfPlace, shelves
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn, Tappable
from ui.widgets.player.counter import UNIT, CounterView, Which, size_of

SMALLEST = 1.7
"""Smallest font size of a tab (mm)."""
ROW_GAP = 0.8
"""Gap between rows (mm), small to fit one more row on a page."""
HIGHEST, HIGHEST_OF_FEW, FEW = 15.5, 21.0, 3
"""Maximum height of rows (mm), a larger one for few rows, and how many are few."""


class BoardView(Drawn):
    """The counters and holdings of a board. ``tap`` is called with a counter's id and what was tapped, ``open`` with a
    holding's id."""

    counters: Sequence[Counter] = ()
    holdings: Sequence[Holding] = ()
    key: object = None
    page: int = 0
    most: int = 9
    tap: Callable[[str, Which], None] | None = None
    open: Callable[[str], None] | None = None

    def build(self) -> None:
        self._counters: list[CounterView] = []
        self._holdings: list[TapButton] = []

    @property
    def columns(self) -> int:
        """Number of columns, up to ``most``."""
        return max(1, min(self.most, int((self.width + look.gap) // (look.mm(UNIT) + look.gap))))

    @property
    def rows(self) -> int:
        """Number of rows on a page."""
        return max(1, int((self.height + look.mm(ROW_GAP)) // (look.touch + look.mm(ROW_GAP))))

    def places(self) -> list[ShelfPlace]:
        """Places of all counters, then of all holdings."""
        sizes = [size_of(counter, self.columns, self.width) for counter in self.counters]
        return shelves([*sizes, *[(1, 1)] * len(self.holdings)], self.columns, self.rows)

    @property
    def pages(self) -> int:
        """Number of pages, at least one."""
        return max((place.page for place in self.places()), default=0) + 1

    def paint_self(self, area: Area) -> None:
        places = self.places()
        last = max((place.page for place in places), default=0)
        self.page = min(self.page, last)
        most = max((place.row + place.high for place in places), default=1)
        gap = look.mm(ROW_GAP)
        highest = look.mm(HIGHEST if most > FEW else HIGHEST_OF_FEW)
        high = min((area.h - gap * (most - 1)) / most, highest)
        rows = area.cut_top(high * most + gap * (most - 1)).rows(most, gap)
        cells = [cell for row in rows for cell in row.columns(self.columns, look.gap)]
        here = [(place, self._cell(cells, place)) for place in places if place.page == self.page]
        n = len(self.counters)
        self._show_counters([(self.counters[p.index], cell) for p, cell in here if p.index < n])
        self._show_holdings([(self.holdings[p.index - n], cell) for p, cell in here if p.index >= n])

    def _cell(self, cells: list[Area], place: ShelfPlace) -> Area:
        first = cells[place.row * self.columns + place.column]
        last = cells[(place.row + place.high - 1) * self.columns + place.column + place.wide - 1]
        return Area(first.x, last.y, last.x + last.w - first.x, first.y + first.h - last.y)

    def _show_counters(self, placed: list[tuple[Counter, Area]]) -> None:
        self.ensure(self._counters, CounterView, len(placed))
        for view, (counter, cell) in zip(self._counters, placed, strict=False):
            view.place(cell)
            view.tap = self.tap
            view.show(counter=counter, key=self.key)

    def _show_holdings(self, placed: list[tuple[Holding, Area]]) -> None:
        self.ensure(self._holdings, TapButton, len(placed))
        for view, (holding, cell) in zip(self._holdings, placed, strict=False):
            view.place(cell)
            opens = bool(holding.taps) or holding.card is not None
            view.action = partial(self._open, holding.id) if opens else None
            view.show(
                text=say(holding.piece.name), icon=holding.piece.icon, size_mm=3.4, align="left",
                role="plain" if opens and not holding.piece.face_down else "quiet", key=(self.key, holding.id),
            )  # fmt: skip

    def _open(self, holding: str) -> None:
        if self.open is not None:
            self.open(holding)


class Tab(Tappable):
    """The tab of a board: disc and name; the open one and the active player are highlighted."""

    board: SeatBoard | None = None
    here: bool = False

    def paint_self(self, area: Area) -> None:
        board = self.board
        if board is None:
            return
        fill = t.STONE_PRESSED if self.pressed else t.STONE if self.here else t.DUSK
        line = t.LAMP if self.here else t.EDGE
        paint.box(area, fill, line=line, width=look.mm(0.6) if self.here else max(1, look.mm(0.22)))
        ink = t.PAPER if self.here else t.MIST
        name = say(board.name)
        narrow = area.w < look.mm(25)
        inner = area.inset(look.mm(0.8 if narrow else 1.6), look.mm(0.8))
        if narrow:
            if not all(_fits(word, SMALLEST, inner.w) for word in name.split()):
                # If "Jugador 8" does not fit, its number tells more than half of the word.
                name = name.split()[-1]
            short = _fits(name, 2.0, inner.w)
            words = inner.cut_bottom(look.mm(3.5 if short else 5.4))
            side = min(inner.h, look.mm(6.4))
            disc = Area(inner.cx - side / 2, inner.cy - side / 2, side, side)
            said = name if short else name.replace(" · ", "\n")
            paint.words(said, words, ink, 3.2, least=SMALLEST, align="center", lines=1 if short else 2)
        else:
            side = min(inner.h, look.mm(7.2))
            spot = inner.cut_left(side, look.mm(1.2))
            disc = Area(spot.x, spot.cy - side / 2, side, side)
            paint.words(name, inner, ink, 4.4, least=2.2, lines=2)
        if board.active:
            paint.glow(disc.cx, disc.cy, side * 0.95, t.faded(t.AMBER, 0.8))
        icons.draw(board.icon, disc, alpha=0.5 if board.done else 1)


def _fits(text: str, size_mm: float, room: float) -> bool:
    return type_.extents(text, look.text(size_mm), "bold")[0] <= room


class Tabs(Drawn):
    """A tab for each board; ``tap_board`` is called with the index of the tapped one."""

    boards: Sequence[SeatBoard] = ()
    at: int = 0
    tap_board: Callable[[int], None] | None = None

    def build(self) -> None:
        self.tabs: list[Tab] = []

    def paint_self(self, area: Area) -> None:
        self.ensure(self.tabs, Tab, len(self.boards))
        cells = area.columns(max(1, len(self.boards)), look.mm(0.8))
        for index, (tab, board) in enumerate(zip(self.tabs, self.boards, strict=False)):
            tab.place(cells[index])
            tab.action = partial(self._tap, index)
            tab.show(board=board, here=index == self.at)

    def _tap(self, index: int) -> None:
        if self.tap_board is not None:
            self.tap_board(index)
