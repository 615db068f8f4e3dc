"""A paginated list of tappable rows; its widgets are reused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import overload

from kivy.graphics.texture import Texture

from companion.core.texts import T
from ui.base.language import MANY, initials, initials_label, say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.buttons import TapButton
from ui.widgets.drawn import UNSET, Drawn, Tappable, hide, no_action

SIZES = (Look.BUTTON, 4.2, 3.9, 3.6, 3.3, 3.0, 2.8, 2.6)
LARGE = (6.0, 5.4, 4.9)
"""Font sizes (mm) in rows that are higher than necessary."""
DETAIL = 3.6
"""Font size (mm) of a row's detail."""
DETAILS = (DETAIL, 3.3, 3.0, 2.7, 2.4)
"""Candidates for a page's detail size."""
BELOW = 0.86
"""Maximum size of the detail, relative to the text."""
HIGH, HIGHER = 14.5, 18.0
"""Heights (mm) from which a detail may take two lines, and three."""


@dataclass(frozen=True)
class ListRow:
    """A row of a list: text, aside on the right (small, or a large number), icon, detail. ``past`` is dimmed, ``here``
    is highlighted. ``pictured`` reserves room on the left for ``picture``, which may arrive later; without text it
    takes the whole row."""

    text: str
    aside: str = ""
    icon: str = ""
    detail: str = ""
    past: bool = False
    here: bool = False
    action: Callable[[], object] | None = field(default=None, compare=False)
    key: object = None
    pictured: bool = False
    picture: Texture | None = None


class ReadRows(Sequence[ListRow]):
    """``count`` rows, of which only one page at a time is read: ``read`` is called with the first index and the number
    of rows, and may return fewer. Two are equal if their keys are; without a ``key``, if their last pages are."""

    def __init__(self, count: int, read: Callable[[int, int], Sequence[ListRow]], key: object = None) -> None:
        self._count, self._read, self._key = count, read, key
        self._page = (0, 0)
        self._rows: Sequence[ListRow] = ()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> ListRow: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[ListRow]: ...
    def __getitem__(self, at: int | slice) -> ListRow | Sequence[ListRow]:
        if isinstance(at, int):
            at = range(self._count)[at]
            return self[at : at + 1][0]
        first, end, _ = at.indices(self._count)
        if self._page != (first, end):
            self._page, self._rows = (first, end), self._read(first, end - first)
        return self._rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ReadRows) or len(self) != len(other) or self._key != other._key:
            return False
        page = slice(*self._page)
        return self._key is not None or self[page] == other[page]

    __hash__ = None  # type: ignore[assignment]


class RowView(Tappable):
    """One row; its photo may come while a finger rests on it, and takes no tap away."""

    LOOKS = Tappable.LOOKS | {"picture"}

    row: ListRow = UNSET
    picture: Texture | None = None
    size_mm: float = Look.BUTTON
    detail_mm: float = DETAIL

    @property
    def meaning(self) -> object:
        row = self.row
        return self if self.rapid else (id(self) if row.key is None else row.key, row.text, row.detail)

    def paint_self(self, area: Area) -> None:
        row = self.row
        if row.here or row.action is not None:  # Nothing else looks like a button.
            fill = t.DUSK if row.past else t.STONE_PRESSED if self.pressed else t.STONE
            paint.box(area, fill, line=t.LAMP if row.here else t.EDGE, width=look.mm(0.55) if row.here else 1)
        picture, aside, detail, text = _parts(row, area, self.detail_mm)
        ink = t.MIST if row.past else t.PAPER
        if row.icon:
            icons.draw(row.icon, picture, alpha=0.5 if row.past else 1)
        if self.picture is not None:
            paint.picture(self.picture, picture)
        if row.aside.isdigit():
            size = max(Look.STATE, self.size_mm * 1.3)
            paint.words(row.aside, aside, t.PAPER, size, face="heavy", align="right")
        elif row.aside:
            said = _aside_that_fits(row.aside, row, aside, Look.LEAST, 2)
            paint.words(said, aside, t.MIST, 3.4, face="plain", align="right", lines=2)
        # With large text, what does not fit may be as small as with normal text.
        least = min(2.3, 2.3 / look.scale)
        if row.detail:
            px, broken, _ = paint.fitted(row.text, text, self.size_mm, "bold", least, 3)
            detail.y += max(0.0, text.h - len(broken) * type_.line_height(px)) / 2
            lines = _lines(area)
            tint = t.PAPER if row.detail.isdigit() else t.MIST
            said = _aside_that_fits(row.detail, row, detail, self.detail_mm, lines)
            paint.words(said, detail, tint, self.detail_mm, face="plain", least=DETAILS[-1], lines=lines)
        align: paint.Align = "center" if _letters(row) else "left"
        paint.words(row.text, text, ink, self.size_mm, least=least, lines=3, align=align)


def _letters(row: ListRow) -> bool:
    """True for one or a few capital letters, or a number; a word as short as "No" is left-aligned like longer ones."""
    return len(row.text) <= 3 and row.text == row.text.upper() and not row.icon


def _aside_that_fits(said: str, row: ListRow, room: Area, least: float, lines: int) -> str:
    """The part of an aside that fits at this font size (mm): all of it, or, if a tap opens the row, as many whole words
    as fit."""
    px = look.text(least)
    if row.action is None or type_.fit(said, "plain", px, px, int(room.w), int(room.h), lines)[2]:
        return said
    lines = min(lines, max(1, int((room.h + px * 0.3) / type_.line_height(px))))
    return type_.elided(said, px, "plain", room.w, lines)


def _high(area: Area) -> bool:
    return area.h >= look.mm(HIGH)


def _lines(area: Area) -> int:
    """Maximum number of lines of a detail."""
    return 3 if area.h >= look.mm(HIGHER) else 2 if _high(area) else 1


def _parts(row: ListRow, area: Area, detail_mm: float) -> tuple[Area, Area, Area, Area]:
    """Areas of icon, aside, detail and text, with this size of the detail."""
    inner = area.inset(look.mm(2.2), look.mm(0.8))
    nothing = Area(0, 0, 0, 0)
    picture = aside = detail = nothing
    if row.pictured and not row.text:
        return inner, nothing, nothing, nothing
    if row.icon or row.pictured:
        side = inner.h if row.pictured else min(inner.h, look.mm(10 if _high(area) else 6.4))
        picture = inner.cut_left(side, look.mm(2.2))
        picture = Area(picture.x, picture.cy - side / 2, side, side)
    if row.detail and _high(area):
        # Below text and aside, over their full width.
        px = look.text(detail_mm)
        lines = min(_lines(area), len(type_.wrap(row.detail, px, "plain", inner.w)))
        share = 0.68 if lines > 2 else 0.54
        detail = inner.cut_bottom(min(inner.h * share, lines * type_.line_height(px)), look.mm(0.4))
    if row.aside:
        aside = inner.cut_right(min(inner.w * 0.34, look.mm(12 if row.aside.isdigit() else 32)), look.gap)
    if row.detail and not _high(area):
        detail = inner.cut_bottom(min(inner.h * 0.45, type_.line_height(look.text(detail_mm))))
    return picture, aside, detail, inner


class Paged(Drawn):
    """The base of lists in pages, with a pair of arrows if there is more than one."""

    page: int = 0
    foot: Area | None = None

    def build(self) -> None:
        self.before = self.add(TapButton(action=partial(self._turn_page, -1), rapid=True, role="quiet"))
        self.after = self.add(TapButton(action=partial(self._turn_page, 1), rapid=True, role="quiet"))
        self._there = 0

    def show_arrows(self, area: Area | None, there: int, pages: int) -> None:
        """Show the arrows around page ``there`` in ``area``; None: hide them."""
        self._there = there
        if area is None:
            hide(self.before, self.after)
            return
        left, middle, right = area.columns(3, look.gap)
        self.before.show(left, icon="up", enabled=there > 0)
        self.after.show(right, icon="down", enabled=there < pages - 1)
        said = say(T("{a} of {b}", a=there + 1, b=pages))
        paint.words(said, middle, t.MIST, 3.8, face="plain", align="center")

    def _turn_page(self, step: int) -> None:
        self.page = self._there + step
        self.redraw()


class PagedRows(Paged):
    """Rows in one or more columns, with a pair of arrows if there is more than one page. Rows are ``row_mm`` high, up
    to ``most_mm`` if there is room. The arrows are in ``foot`` if it is set, else below the rows."""

    STRETCH = 1.35

    rows: Sequence[ListRow] = ()
    columns: int = 1
    row_mm: float = Look.TOUCH
    most_mm: float = 0.0

    def build(self) -> None:
        super().build()
        self.views: list[RowView] = []

    def capacity(self, *, arrows: bool) -> int:
        height = self.height - (look.touch + look.gap if arrows and self.foot is None else 0)
        return max(1, int((height + look.gap) // (look.mm(self.row_mm) + look.gap))) * self.columns

    def pages(self) -> int:
        if len(self.rows) <= self.capacity(arrows=False):
            return 1
        return -(-len(self.rows) // self.capacity(arrows=True))

    def paint_self(self, area: Area) -> None:
        pages = self.pages()
        self.page = max(0, min(self.page, pages - 1))
        count = self.capacity(arrows=pages > 1)
        arrows = (self.foot or area.cut_bottom(look.touch, look.gap)) if pages > 1 else None
        self.show_arrows(arrows, self.page, pages)
        rows = max(1, count // self.columns)
        if pages == 1:
            rows = max(1, -(-len(self.rows) // self.columns))
            most = rows * look.mm(max(self.most_mm, self.row_mm * self.STRETCH)) + (rows - 1) * look.gap
            area = area.cut_top(min(area.h, most))
        cells = area.grid(self.columns, rows, look.gap)
        shown = self.rows[self.page * count : (self.page + 1) * count]
        placed = list(zip(shown, cells, strict=False))
        size = _text_size(placed)
        detail = _detail_size(placed, size)
        for view, row, cell in zip(self.ensure(self.views, RowView, len(shown)), shown, cells, strict=False):
            view.action = row.action
            said = row if row.picture is None else replace(row, picture=None)
            view.show(cell, row=said, picture=row.picture, size_mm=size, detail_mm=detail)


class Initials(PagedRows):
    """The initials of a long list, to narrow it down. ``chosen``: those tapped, empty for all; ``narrowed`` is called
    when they change."""

    chosen: str = ""
    narrowed: Callable[[], None] = staticmethod(no_action)

    def offer(self, names: Sequence[str], room: Area) -> None:
        """Show the initials of ``names`` at the top of ``room``, if they are many."""
        groups = initials(names, max(1, int((room.w + look.gap) // (look.touch + look.gap))))
        if len(names) < MANY or len(groups) < 2:
            self.hide()
            return
        self.columns = len(groups)
        rows = [
            ListRow(initials_label(group), here=self.chosen == group, action=partial(self._choose, group))
            for group in groups
        ]
        self.show(room.cut_top(look.touch, look.gap), rows=tuple(rows))

    def keeps(self, name: str) -> bool:
        return not self.chosen or name[:1].upper() in self.chosen

    def _choose(self, group: str) -> None:
        self.chosen = "" if self.chosen == group else group
        self.narrowed()


def _text_size(placed: list[tuple[ListRow, Area]]) -> float:
    """One font size (mm) for all rows of a page."""
    high = bool(placed) and all(_high(cell) for _, cell in placed)

    def fits(size: float) -> bool:
        px, detail = look.text(size), _below(size)
        return all(_fits(row, _parts(row, cell, detail)[3], px) for row, cell in placed)

    return type_.largest((*LARGE, *SIZES) if high else SIZES, fits)


def _below(size: float) -> float:
    """Maximum size of the detail for text of this size (mm)."""
    return max(DETAILS[-1], min(DETAIL, size * BELOW))


def _detail_size(placed: list[tuple[ListRow, Area]], text: float) -> float:
    """One font size for all details of a page, smaller than the text. A detail that does not fit at any size is shown
    when its row is tapped, and does not count."""
    shown = [(row, cell) for row, cell in placed if row.detail and _detail_fits(row, cell, DETAILS[-1])]
    sizes = sorted({min(one, _below(text)) for one in DETAILS}, reverse=True)
    return type_.largest(sizes, lambda size: all(_detail_fits(row, cell, size) for row, cell in shown))


def _detail_fits(row: ListRow, cell: Area, size: float) -> bool:
    room, px = _parts(row, cell, size)[2], look.text(size)
    return type_.fit(row.detail, "plain", px, px, int(room.w), int(room.h), _lines(cell))[2]


def _fits(row: ListRow, room: Area, px: int) -> bool:
    return type_.fit(row.text, "bold", px, px, int(room.w), int(room.h), 3)[2]
