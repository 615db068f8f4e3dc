"""A panel of things to choose from: as few and as large as the room allows, with pages when there are too many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.core.texts import T
from ui import text as type_
from ui.geometry import Area
from ui.language import say
from ui.options import Item
from ui.theme import look
from ui.widgets.button import Role, TapButton
from ui.widgets.drawn import Drawn


@dataclass(frozen=True)
class Option:
    """Something to tap: words, what is said below, icons, and what it does."""

    label: str
    action: Callable[[], None] = field(compare=False)
    detail: str = ""
    icons: tuple[str, ...] = ()
    icon: str = ""
    role: Role = "plain"
    key: object = None
    rapid: bool = False

    @property
    def tall(self) -> bool:
        return bool(self.detail or self.icons)


def option(item: Item, action: Callable[[], None], rev: int) -> Option:
    """An item of the options as something to tap; a single icon without words beside it stands before the label."""
    key = (rev, item.choice or item.group)
    if len(item.icons) == 1 and item.detail is None:
        return Option(say(item.label), action, icon=item.icons[0], key=key)
    return Option(say(item.label), action, say(item.detail), item.icons, key=key)


class ChoicePanel(Drawn):
    """Options in one or two columns, or all ``in_a_row``. Buttons are made once and kept."""

    TALL = 13.4
    SNUG = 11.4
    HIGHEST = 17.0
    SIZES = (4.5, 4.2, 3.9, 3.6, 3.4)

    def __init__(self, **kwargs: Any) -> None:
        self.options: tuple[Option, ...] = ()
        self.page = 0
        self.two_wide = True
        self.in_a_row = False
        self.buttons: list[TapButton] = []
        super().__init__(**kwargs)

    def paint_self(self, area: Area) -> None:
        cells, last = self._cells(area)
        per_page = len(cells)
        pages = max(1, -(-len(self.options) // max(1, per_page)))
        page = self.page % pages
        shown = self.options[page * per_page : (page + 1) * per_page]
        size = self._text_size(list(zip(shown, cells, strict=False)))
        for index, (option, cell) in enumerate(zip(shown, cells, strict=False)):
            self._button(index).place(cell)
            self._button(index).action = option.action
            self._button(index).show(
                text=option.label, detail=option.detail, icons=list(option.icons), icon=option.icon, role=option.role,
                align="left" if option.tall else "center", rapid=option.rapid, key=option.key, size_mm=size,
            )  # fmt: skip
        used = len(shown)
        if last is not None and pages > 1:
            more = self._button(used)
            more.place(last)
            more.action = self._turn
            text = say(T("More ({page} of {pages})", page=page + 1, pages=pages))
            more.show(text=text, detail="", icons=[], icon="", role="quiet", align="center", rapid=True, key=None)
            used += 1
        for button in self.buttons[used:]:
            button.hide()

    def _text_size(self, placed: list[tuple[Option, Area]]) -> float:
        """One size (mm) for all labels of the page, so that none cries louder than the others."""
        for size in self.SIZES:
            px = look.text(size)
            for option, cell in placed:
                room = cell.w - look.mm(4.6) - (look.mm(6.6) + look.gap if option.icon else 0)
                broken = type_.wrap(option.label, px, "bold", int(room))
                if len(broken) > (1 if option.tall else 2) or any(
                    type_.extents(line, px, "bold")[0] > room for line in broken
                ):
                    break
            else:
                return size
        return self.SIZES[-1]

    def _turn(self) -> None:
        self.page += 1
        self.again()

    def _button(self, index: int) -> TapButton:
        while len(self.buttons) <= index:
            made = TapButton()
            self.buttons.append(made)
            self.add_widget(made)
        return self.buttons[index]

    def _cells(self, area: Area) -> tuple[list[Area], Area | None]:
        """A cell for each option of a page, and where to turn the page if there is more than one."""
        gap = look.gap
        if self.in_a_row:
            return area.columns(max(1, len(self.options)), gap), None
        mixed = self._mixed(area, gap)
        if mixed is not None:
            return mixed, None
        columns = 2 if self.two_wide and area.w >= look.mm(44) else 1
        if area.w >= look.mm(110):
            columns = 4 if any(len(o.label) < 16 for o in self.options) else 3
        crowded = any(option.detail and option.icons for option in self.options)
        least = self.SNUG if crowded else look.TOUCH
        for height in (self.TALL, least):
            rows = max(1, int((area.h + gap) // (look.mm(height) + gap)))
            if rows * columns >= len(self.options):
                rows = -(-len(self.options) // columns)
                each = min((area.h - gap * (rows - 1)) / rows, look.mm(self.HIGHEST))
                top = area.copy().cut_top(each * rows + gap * (rows - 1))
                return top.grid(columns, rows, gap), None
        rows = max(1, int((area.h + gap) // (look.mm(least) + gap)))
        cells = area.grid(columns, rows, gap)
        return cells[:-1], cells[-1]

    def _mixed(self, area: Area, gap: float) -> list[Area] | None:
        """Options with details over the whole width, short ones in pairs; None if that needs more height."""
        pairs = self.two_wide and area.w >= look.mm(44)
        rows: list[list[int]] = []
        for index, option in enumerate(self.options):
            pair = rows and pairs and not option.tall and len(rows[-1]) == 1 and not self.options[rows[-1][0]].tall
            if pair:
                rows[-1].append(index)
            else:
                rows.append([index])
        least = [look.mm(self.TALL) if self.options[row[0]].tall else look.touch for row in rows]
        spare = area.h - sum(least) - gap * (len(rows) - 1)
        if spare < 0 or area.w >= look.mm(110):
            return None
        room = area.copy()
        cells: list[Area] = []
        for row, height in zip(rows, least, strict=True):
            strip = room.cut_top(min(height + spare / len(rows), look.mm(self.HIGHEST)), gap)
            cells += strip.columns(len(row), gap)
        return cells
