"""Players: their pieces, their whole boards, the final ranking, and what keeps their secrets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.input import MotionEvent

from companion.core.texts import T
from companion.scene.scene import Counter, Holding, Rank, SeatBoard, SeatView
from ui.base.language import say
from ui.layout.geometry import Area, ShelfPlace, shelves
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.board import paint_pieces
from ui.widgets.buttons import TapButton
from ui.widgets.counters import UNIT, CounterView, Which, size_of
from ui.widgets.drawn import UNSET, Drawn, Tappable, no_action


class SeatCard(Drawn):
    """A seat as a card: figure, name, note and pieces; the active one is highlighted."""

    seat: SeatView = UNSET

    def paint_self(self, area: Area) -> None:
        seat = self.seat
        if seat.active:
            paint.glow(area.cx, area.cy, area.w * 0.7, t.faded(t.AMBER, 0.18))
        paint.box(
            area, t.STONE if seat.active else t.DUSK,
            line=t.LAMP if seat.active else t.EDGE, width=look.mm(0.6) if seat.active else max(1, look.mm(0.22)),
        )  # fmt: skip
        inner = area.inset(look.mm(1.8), look.mm(1.2))
        head = inner.cut_top(min(look.mm(7.4), inner.h * 0.4), look.mm(0.6))
        side = min(head.h, look.mm(7.4))
        icons.draw(seat.icon, head.cut_left(side, look.mm(1.8)), alpha=0.5 if seat.done else 1)
        paint.words(say(seat.name), head, t.MIST if seat.done else t.PAPER, 4.4, least=2.4)
        if seat.note is not None:
            note = inner.cut_top(look.mm(4.4), look.mm(0.6))
            paint.words(say(seat.note), note, t.MIST, Look.SMALL, face="plain", least=1.9)
        paint_pieces(inner.cut_top(min(inner.h, look.mm(9))), seat.pieces, most=6.4)


class SeatRow(Drawn):
    """All seats as figures in a row; the active one has a ring."""

    seats: Sequence[SeatView] = ()

    def paint_self(self, area: Area) -> None:
        gap, n = look.mm(1.4), max(1, len(self.seats))
        side = min(area.h, look.mm(8.6), (area.w - gap * (n - 1)) / n)
        for index, seat in enumerate(self.seats):
            cell = Area(area.x + index * (side + gap), area.cy - side / 2, side, side)
            if seat.active:
                paint.disc(cell.cx, cell.cy, side / 2, t.LAMP)
                paint.disc(cell.cx, cell.cy, side / 2 - look.mm(0.5), t.DUSK)
            icons.draw(seat.icon, cell.inset(side * 0.1), alpha=0.45 if seat.done else 1)


# A player's board, page by page.

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
    tap: Callable[[str, Which], None] = staticmethod(no_action)
    open: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self._counters: list[CounterView] = []
        self._holdings: list[TapButton] = []

    @property
    def columns(self) -> int:
        return max(1, min(self.most, int((self.width + look.gap) // (look.mm(UNIT) + look.gap))))

    @property
    def rows(self) -> int:
        return max(1, int((self.height + look.mm(ROW_GAP)) // (look.touch + look.mm(ROW_GAP))))

    def places(self) -> list[ShelfPlace]:
        """Places of all counters, then of all holdings."""
        sizes = [size_of(counter, self.columns, self.width) for counter in self.counters]
        return shelves([*sizes, *[(1, 1)] * len(self.holdings)], self.columns, self.rows)

    @property
    def pages(self) -> int:
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
            view.tap = self.tap
            view.show(cell, counter=counter, key=self.key)

    def _show_holdings(self, placed: list[tuple[Holding, Area]]) -> None:
        for view, (holding, cell) in zip(self.ensure(self._holdings, TapButton, len(placed)), placed, strict=False):
            opens = bool(holding.taps) or holding.card is not None
            view.action = partial(self.open, holding.id) if opens else None
            view.show(
                cell, text=say(holding.piece.name), icon=holding.piece.icon, size_mm=3.4, align="left",
                role="plain" if opens and not holding.piece.face_down else "quiet", key=(self.key, holding.id),
            )  # fmt: skip


class Tab(Tappable):
    """The tab of a board: disc and name; the open one and the active player are highlighted."""

    board: SeatBoard = UNSET
    here: bool = False

    def paint_self(self, area: Area) -> None:
        board = self.board
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
            disc = inner.centred(side)
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
    tap_board: Callable[[int], None] = staticmethod(no_action)

    def build(self) -> None:
        self.tabs: list[Tab] = []

    def paint_self(self, area: Area) -> None:
        self.ensure(self.tabs, Tab, len(self.boards))
        cells = area.columns(max(1, len(self.boards)), look.mm(0.8))
        for index, (tab, board) in enumerate(zip(self.tabs, self.boards, strict=False)):
            tab.action = partial(self.tap_board, index)
            tab.show(cells[index], board=board, here=index == self.at)


# The final ranking.

TWO_LINES = 10.5
"""Height (mm) from which the note has its own line."""


class RankRow(Tappable):
    """One player: rank, disc, name, note, total; the winner has a crown. A tap shows how the total is made up, if there
    is more to tell."""

    rank: Rank = UNSET
    below: bool = False
    """The note goes below the total, too: it does not fit beside it."""

    def paint_self(self, area: Area) -> None:
        rank = self.rank
        out = rank.rank is None
        if rank.winner:
            paint.glow(area.cx, area.cy, area.w * 0.4, t.faded(t.AMBER, 0.12))
        paint.box(
            area, t.STONE_PRESSED if self.pressed else t.NIGHT if out else t.STONE if rank.winner else t.DUSK,
            line=t.LAMP if rank.winner else t.EDGE, width=look.mm(0.6) if rank.winner else max(1, look.mm(0.22)),
        )  # fmt: skip
        inner = area.inset(look.mm(2.2), look.mm(0.8))
        high = min(inner.h, look.mm(8))
        place = inner.cut_left(look.mm(8), look.mm(1.6))
        if rank.winner:
            icons.draw("crown", Area(place.cx - high * 0.45, place.cy - high * 0.45, high * 0.9, high * 0.9))
        else:
            paint.words("–" if out else f"{rank.rank}.", place, t.MIST, 5.4, face="heavy", align="center")
        icons.draw(rank.icon, inner.cut_left(high, look.mm(2)), alpha=0.45 if out else 1)
        if inner.h < look.mm(TWO_LINES) or not _note(rank):
            self._paint_value(inner, rank)
            self._paint_name(inner, rank)
            return
        if not self.below:
            self._paint_value(inner, rank)
        head = inner.cut_top(inner.h * 0.52)
        if self.below:
            self._paint_value(head, rank)
        paint.words(say(rank.name), head, self._ink, 5, least=2.4)
        self._paint_note(inner, rank, 2)

    def fits(self, area: Area, rank: Rank) -> bool:
        """True if the note has room beside the total."""
        inner = area.inset(look.mm(2.2), look.mm(0.8))
        inner.cut_left(look.mm(8), look.mm(1.6))
        inner.cut_left(min(inner.h, look.mm(8)), look.mm(2))
        inner.cut_right(self._value_width(inner, rank), look.gap)
        room = int(inner.w), int(inner.h * 0.48)
        low = inner.h < look.mm(TWO_LINES)
        return low or type_.fit(_note(rank), "plain", look.text(3.6), look.text(2.1), *room, 2)[2]

    @property
    def _ink(self) -> t.Rgba:
        return t.MIST if self.rank.rank is None else t.PAPER

    def _value_width(self, inner: Area, rank: Rank) -> float:
        """The width of the total with its arrow."""
        name = type_.extents(say(rank.name), look.text(5), "bold")[0] + look.gap
        arrow = min(inner.h, look.mm(3.4)) + look.mm(1) if rank.steps else 0
        value = type_.extents(say(rank.value), look.text(6), "heavy")[0] + 2
        return arrow + min(max((inner.w - arrow) * 0.5, inner.w - arrow - name), value)

    def _paint_value(self, inner: Area, rank: Rank) -> None:
        """The total on the right, with an arrow if a tap shows more."""
        wide = self._value_width(inner, rank)
        if rank.steps:
            side = min(inner.h, look.mm(3.4))
            icons.draw("forward", inner.cut_right(side, look.mm(1)), tint=t.MIST)
            wide -= side + look.mm(1)
        if say(rank.value):
            room = inner.cut_right(wide, look.gap)
            paint.words(say(rank.value), room, t.PAPER, 6, face="heavy", align="right", least=3)

    def _paint_name(self, inner: Area, rank: Rank) -> None:
        note, name = _note(rank), say(rank.name)
        wide = type_.extents(name, look.text(5), "bold")[0] + look.mm(3)
        if note and wide + type_.extents(note, look.text(3.6), "plain")[0] <= inner.w:
            paint.words(name, inner.cut_left(wide), self._ink, 5)
        else:
            paint.words(name, inner.cut_top(inner.h * 0.55) if note else inner, self._ink, 5, least=2.4)
        self._paint_note(inner, rank, 2 if inner.h > look.mm(7) else 1)

    def _paint_note(self, room: Area, rank: Rank, lines: int) -> None:
        ink = t.LAMP if rank.winner else t.MIST
        paint.words(_note(rank), room, ink, 3.6, face="plain", least=2.1, lines=lines)


def _note(rank: Rank) -> str:
    note = say(rank.note)
    return " · ".join([say(T("Winner")), *([note] if note else [])]) if rank.winner else note


class RankList(Drawn):
    """All players from top to bottom."""

    MOST, MOST_UPRIGHT = 12.0, 17.0

    tap: Callable[[str], None] = staticmethod(no_action)
    ranking: tuple[Rank, ...] = ()

    def build(self) -> None:
        self.rows: list[RankRow] = []

    def paint_self(self, area: Area) -> None:
        n = len(self.ranking)
        self.ensure(self.rows, RankRow, n)
        gap = look.mm(1)
        if n:
            placed = list(zip(self.rows, self.ranking, self._cells(area, n, gap), strict=False))
            below = not all(row.fits(cell, rank) for row, rank, cell in placed)
            for row, rank, cell in placed:
                row.action = partial(self.tap, rank.seat) if rank.steps else None
                row.show(cell, rank=rank, below=below)

    def _cells(self, area: Area, n: int, gap: float) -> list[Area]:
        """Rows in one column; in two if they would be too low for a finger."""
        lines = n if n * (look.touch + gap) - gap <= area.h else -(-n // 2)
        wide = lines == n and look.panel.shape != "portrait"
        high = min(look.mm(self.MOST if wide else self.MOST_UPRIGHT), (area.h - gap * (lines - 1)) / lines)
        room = area.cut_top(high * lines + gap * (lines - 1))
        columns = [room] if lines == n else room.columns(2, look.gap)
        return [cell for column in columns for cell in column.rows(lines, gap)]


# Keeping secrets.


class HoldButton(TapButton):
    """Calls ``held`` with True on touch down, and with False on touch up, wherever that is. ``slid`` is called with
    every touch move, and the touch up."""

    held: Callable[[bool], None] = staticmethod(no_action)
    slid: Callable[[MotionEvent], None] = staticmethod(no_action)
    rapid: bool = True

    def build(self) -> None:
        super().build()
        self.action = no_action

    def press(self, touch: MotionEvent) -> None:
        super().press(touch)
        self.held(True)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self.slid(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            self.slid(touch)
            self.held(False)
        return super().on_touch_up(touch)


class LookAway(Drawn):
    """The discs of the players who must look away, each with a crossed-out eye."""

    discs: Sequence[str] = ()

    def paint_self(self, area: Area) -> None:
        if not self.discs:
            return
        each = min(area.w / len(self.discs), look.mm(21))
        side = min(area.h, each * 0.44)
        for index, disc in enumerate(self.discs):
            left = area.x + index * each
            icons.draw(disc, Area(left, area.cy - side / 2, side, side))
            icons.draw("eye:shut", Area(left + side * 1.04, area.cy - side / 2, side, side), tint=t.MIST)


class Cover(Drawn):
    """Covers a secret."""

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.DUSK, radius=look.mm(3), line=t.EDGE, width=max(1, look.mm(0.3)))
        side = min(area.w, area.h) * 0.42
        icons.draw("eye:shut", area.centred(side), tint=t.STONE_PRESSED)


class Countdown(Drawn):
    """Bars for what is ``left`` of ``length`` (0: no bars), after a text."""

    text: str = ""
    left: int = 0
    length: int = 1

    def paint_self(self, area: Area) -> None:
        room = area.copy()
        bars = room.cut_right(min(room.w * 0.5, look.mm(3) * self.length), look.gap if self.length else 0)
        paint.words(self.text, room, t.MIST, 4.2, face="plain", least=2.4, lines=2)
        for index, bar in enumerate(bars.columns(max(1, self.length), look.mm(0.7))[: self.length]):
            high = min(bar.h, look.mm(4.6))
            paint.box(
                Area(bar.x, bar.cy - high / 2, bar.w, high), t.SUN if index < self.left else t.SLOT, radius=look.mm(0.5)
            )
