"""A list in pages: rows that can be tapped, built once and filled anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.core.texts import T
from ui import icons, paint
from ui import theme as t
from ui.geometry import Area
from ui.language import say
from ui.theme import Look, look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn, Tappable


@dataclass(frozen=True)
class Row:
    """A line of a list: words, what stands small at the right, an icon; ``past`` is dim, ``here`` is lit."""

    text: str
    aside: str = ""
    icon: str = ""
    detail: str = ""
    past: bool = False
    here: bool = False
    action: Callable[[], None] | None = field(default=None, compare=False)
    key: object = None


class RowView(Tappable):
    """One row."""

    def __init__(self, **kwargs: Any) -> None:
        self.row: Row | None = None
        super().__init__(**kwargs)

    def paint_self(self, area: Area) -> None:
        row = self.row
        if row is None:
            return
        fill = t.STONE_PRESSED if self.pressed else t.STONE if row.here or row.action is not None else t.DUSK
        if row.past:
            fill = t.DUSK
        paint.box(area, fill, line=t.LAMP if row.here else t.EDGE, width=look.mm(0.55) if row.here else 1)
        inner = area.inset(look.mm(2.2), look.mm(0.8))
        ink = t.MIST if row.past else t.PAPER
        if row.icon:
            side = min(inner.h, look.mm(6.4))
            picture = inner.cut_left(side, look.mm(2.2))
            icons.draw(row.icon, Area(picture.x, picture.cy - side / 2, side, side), alpha=0.5 if row.past else 1)
        if row.aside:
            aside = inner.cut_right(min(inner.w * 0.4, look.mm(32)), look.gap)
            paint.words(row.aside, aside, t.MIST, 3.4, face="plain", align="right", lines=2)
        if row.detail:
            detail = inner.cut_bottom(inner.h * 0.45)
            paint.words(row.detail, detail, t.MIST, 3.6, face="plain", least=2.4, loose=True)
        letter: paint.Align = "center" if len(row.text) <= 3 else "left"
        paint.words(row.text, inner, ink, Look.BUTTON, least=2.6, lines=3, align=letter)


class PagedRows(Drawn):
    """Rows of one or more columns, and a pair of arrows when there are more than one page of them."""

    STRETCH = 1.35

    def __init__(self, **kwargs: Any) -> None:
        self.rows: tuple[Row, ...] = ()
        self.page = 0
        self.columns = 1
        self.row_mm = Look.TOUCH
        self.views: list[RowView] = []
        super().__init__(**kwargs)
        self.before = TapButton()
        self.after = TapButton()
        for arrow, step in ((self.before, -1), (self.after, 1)):
            arrow.rapid = True
            arrow.action = self._turner(step)
            self.add_widget(arrow)

    def capacity(self, *, arrows: bool) -> int:
        """How many rows a page holds."""
        height = self.height - (look.touch + look.gap if arrows else 0)
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
            self._paint_arrows(area.cut_bottom(look.touch, look.gap), pages)
        else:
            self.before.hide()
            self.after.hide()
        rows = max(1, count // self.columns)
        if pages == 1:
            rows = max(1, -(-len(self.rows) // self.columns))
            most = rows * look.mm(self.row_mm * self.STRETCH) + (rows - 1) * look.gap
            area = area.cut_top(min(area.h, most))
        cells = area.grid(self.columns, rows, look.gap)
        while len(self.views) < count:
            self.views.append(RowView())
            self.add_widget(self.views[-1])
        shown = self.rows[self.page * count : (self.page + 1) * count]
        for view, row, cell in zip(self.views, shown, cells, strict=False):
            view.place(cell)
            view.action = row.action
            view.show(row=row)
        for view in self.views[len(shown) :]:
            view.hide()

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
