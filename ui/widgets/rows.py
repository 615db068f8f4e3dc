"""A list in pages: rows that can be tapped, built once and filled anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kivy.graphics.texture import Texture

from companion.core.texts import T
from ui.app.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn, Tappable

SIZES = (Look.BUTTON, 4.2, 3.9, 3.6, 3.3, 3.0, 2.8, 2.6)
LARGE = (6.0, 5.4, 4.9)
"""Sizes of text (mm) in rows that are higher than they must be."""
DETAIL = 3.6
"""Size (mm) of what is said below the words of a row."""
DETAILS = (DETAIL, 3.3, 3.0, 2.7, 2.4)
"""Those from which that of a page is chosen."""
HIGH = 14.5
"""From so many millimetres on a row is that high."""


@dataclass(frozen=True)
class Row:
    """A line of a list: words, what stands at the right (small, or a large number), an icon.

    ``past`` is dim, ``here`` is lit. ``pictured`` keeps room at the left for ``picture``, which may come later.
    """

    text: str
    aside: str = ""
    icon: str = ""
    detail: str = ""
    past: bool = False
    here: bool = False
    action: Callable[[], None] | None = field(default=None, compare=False)
    key: object = None
    pictured: bool = False
    picture: Texture | None = None


class RowView(Tappable):
    """One row."""

    row: Row | None = None
    size_mm: float = Look.BUTTON
    detail_mm: float = DETAIL

    @property
    def meaning(self) -> object:
        row = self.row
        return self if self.rapid or row is None else (id(self) if row.key is None else row.key, row.text)

    def paint_self(self, area: Area) -> None:
        row = self.row
        if row is None:
            return
        fill = t.STONE_PRESSED if self.pressed else t.STONE if row.here or row.action is not None else t.DUSK
        if row.past:
            fill = t.DUSK
        paint.box(area, fill, line=t.LAMP if row.here else t.EDGE, width=look.mm(0.55) if row.here else 1)
        picture, aside, detail, text = _parts(row, area)
        ink = t.MIST if row.past else t.PAPER
        if row.icon:
            icons.draw(row.icon, picture, alpha=0.5 if row.past else 1)
        if row.picture is not None:
            paint.picture(row.picture, picture)
        if row.aside.isdigit():
            size = max(Look.STATE, self.size_mm * 1.3)
            paint.words(row.aside, aside, t.PAPER, size, face="heavy", align="right")
        elif row.aside:
            said = _said(row.aside, row, aside, 3.4, Look.LEAST, 2)
            paint.words(said, aside, t.MIST, 3.4, face="plain", align="right", lines=2)
        if row.detail:
            lines = 2 if _high(area) else 1
            tint = t.PAPER if row.detail.isdigit() else t.MIST
            said = _said(row.detail, row, detail, self.detail_mm, 2.4, lines)
            paint.words(said, detail, tint, self.detail_mm, face="plain", least=2.4, lines=lines)
        # In large letters what fits no other way may be as small as in normal ones.
        least = min(2.3, 2.3 / look.scale)
        align: paint.Align = "center" if _letters(row) else "left"
        paint.words(row.text, text, ink, self.size_mm, least=least, lines=3, align=align)


def _letters(row: Row) -> bool:
    """True of a letter, some of them, or a number; words as short as "No" stand at the left as longer ones do."""
    return len(row.text) <= 3 and row.text == row.text.upper() and not row.icon


def _said(said: str, row: Row, room: Area, size: float, least: float, lines: int) -> str:
    """What of an aside stands there: all of it; or, where a tap opens the row, the whole words that have room."""
    if row.action is None or paint.fitted(said, room, size, "plain", least, lines)[2]:
        return said
    px = look.text(least)
    lines = min(lines, max(1, int((room.h + px * 0.3) / type_.line_height(px))))
    return type_.elided(said, px, "plain", room.w, lines)


def _high(area: Area) -> bool:
    return area.h >= look.mm(HIGH)


def _parts(row: Row, area: Area) -> tuple[Area, Area, Area, Area]:
    """Where icon, aside, detail and text of a row stand."""
    inner = area.inset(look.mm(2.2), look.mm(0.8))
    nothing = Area(0, 0, 0, 0)
    picture = aside = detail = nothing
    if row.icon or row.pictured:
        side = min(inner.h, look.mm(10 if _high(area) or row.pictured else 6.4))
        picture = inner.cut_left(side, look.mm(2.2))
        picture = Area(picture.x, picture.cy - side / 2, side, side)
    if row.detail and _high(area):
        # Below words and aside, over their whole width.
        px = look.text(DETAIL)
        lines = min(2, len(type_.wrap(row.detail, px, "plain", inner.w)))
        detail = inner.cut_bottom(min(inner.h * 0.54, lines * type_.line_height(px)), look.mm(0.4))
    if row.aside:
        aside = inner.cut_right(min(inner.w * 0.34, look.mm(12 if row.aside.isdigit() else 32)), look.gap)
    if row.detail and not _high(area):
        detail = inner.cut_bottom(inner.h * 0.45)
    return picture, aside, detail, inner


class PagedRows(Drawn):
    """Rows of one or more columns, and a pair of arrows when there are more than one page of them.

    Rows are ``row_mm`` high, up to ``most_mm`` where there is room. The arrows stand in the ``foot`` if there is one,
    else below the rows.
    """

    STRETCH = 1.35

    rows: Sequence[Row] = ()
    page: int = 0
    columns: int = 1
    row_mm: float = Look.TOUCH
    most_mm: float = 0.0
    foot: Area | None = None

    def build(self) -> None:
        self.views: list[RowView] = []
        self.before = self.add(TapButton(action=self._turner(-1), rapid=True))
        self.after = self.add(TapButton(action=self._turner(1), rapid=True))

    def capacity(self, *, arrows: bool) -> int:
        """How many rows a page holds."""
        height = self.height - (look.touch + look.gap if arrows and self.foot is None else 0)
        return max(1, int((height + look.gap) // (look.mm(self.row_mm) + look.gap))) * self.columns

    def pages(self) -> int:
        """How many pages there are."""
        if len(self.rows) <= self.capacity(arrows=False):
            return 1
        return -(-len(self.rows) // self.capacity(arrows=True))

    def paint_self(self, area: Area) -> None:
        pages = self.pages()
        self.page = max(0, min(self.page, pages - 1))
        count = self.capacity(arrows=pages > 1)
        if pages > 1:
            self._paint_arrows(self.foot or area.cut_bottom(look.touch, look.gap), pages)
        else:
            self.before.hide()
            self.after.hide()
        rows = max(1, count // self.columns)
        if pages == 1:
            rows = max(1, -(-len(self.rows) // self.columns))
            most = rows * look.mm(max(self.most_mm, self.row_mm * self.STRETCH)) + (rows - 1) * look.gap
            area = area.cut_top(min(area.h, most))
        cells = area.grid(self.columns, rows, look.gap)
        shown = self.rows[self.page * count : (self.page + 1) * count]
        self.enough(self.views, RowView, len(shown))
        placed = list(zip(shown, cells, strict=False))
        size, detail = _text_size(placed), _detail_size(placed)
        for view, row, cell in zip(self.views, shown, cells, strict=False):
            view.place(cell)
            view.action = row.action
            view.show(row=row, size_mm=size, detail_mm=detail)

    def _paint_arrows(self, area: Area, pages: int) -> None:
        left, middle, right = area.columns(3, look.gap)
        self.before.place(left)
        self.before.show(icon="up", text="", enabled=self.page > 0, role="quiet")
        self.after.place(right)
        self.after.show(icon="down", text="", enabled=self.page < pages - 1, role="quiet")
        said = say(T("{a} of {b}", a=self.page + 1, b=pages))
        paint.words(said, middle, t.MIST, 3.8, face="plain", align="center")

    def _turner(self, step: int) -> Callable[[], None]:
        def turn() -> None:
            self.page += step
            self.again()

        return turn


def _text_size(placed: list[tuple[Row, Area]]) -> float:
    """One size (mm) for all rows of a page, so that none cries louder than the others."""
    high = bool(placed) and all(_high(cell) for _, cell in placed)
    for size in (*LARGE, *SIZES) if high else SIZES:
        px = look.text(size)
        if all(_fits(row, _parts(row, cell)[3], px) for row, cell in placed):
            return size
    return SIZES[-1]


def _detail_size(placed: list[tuple[Row, Area]]) -> float:
    """The same for what is said below the words."""
    least = look.text(DETAILS[-1])
    for size in DETAILS[:-1]:
        px = look.text(size)
        rooms = ((row.detail, _parts(row, cell)[2], 2 if _high(cell) else 1) for row, cell in placed if row.detail)
        if all(type_.fit(said, "plain", px, min(px, least), int(a.w), int(a.h), n)[0] == px for said, a, n in rooms):
            return size
    return DETAILS[-1]


def _fits(row: Row, room: Area, px: int) -> bool:
    return type_.fit(row.text, "bold", px, px, int(room.w), int(room.h), 3)[2]
