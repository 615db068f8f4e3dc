"""A pad for a number and a direction: amounts as buttons, and the four directions around the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.core.answers import Answer
from companion.core.texts import T
from companion.scene.scene import Amount, Cell, Pad, SeatBoard
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.buttons import TapButton, TextView
from ui.widgets.drawn import UNSET, Drawn, hide, no_action

ACROSS = 2
LEAST, MOST = 9.0, 24.0
"""Minimum and maximum size (mm): still recognisable, but less prominent than tap targets."""


def pictured(board: SeatBoard | None) -> list[Cell]:
    """The cells shown of a board; empty if it has no such counter."""
    counters = board.counters if board is not None else []
    return next(
        (one.cells for one in counters if len(one.cells) > 1 and all(cell.icon for cell in one.cells)), []
    )  # fmt: skip


class Mat(Drawn):
    """A miniature of a player's ``board``: the first counter that consists of pictures only, in two columns, with what
    is filled and what is not. It takes no taps."""

    board: SeatBoard | None = None

    @staticmethod
    def most() -> float:
        return look.mm(MOST)

    @staticmethod
    def fits(board: SeatBoard | None, side: float) -> bool:
        """True if ``board`` has something to show, and a square of ``side`` pixels is large enough."""
        return side >= look.mm(LEAST) and bool(pictured(board))

    def paint_self(self, area: Area) -> None:
        cells = pictured(self.board)
        rows = max(ACROSS, -(-len(cells) // ACROSS))
        for cell, place in zip(cells, area.grid(ACROSS, rows, look.mm(0.7)), strict=False):
            line = t.LAMP if cell.on else t.EDGE
            paint.box(place, t.STONE if cell.on else t.NIGHT, radius=look.mm(1.1), line=line, width=look.mm(0.3))
            icons.draw(str(cell.icon), place.square().inset(look.mm(0.7)), alpha=1 if cell.on else 0.35)


CROSS = 3
"""Columns and rows of the directions."""
BRIEF = 3
"""Labels up to this length are numbers; longer ones are words and need the full width."""
LARGEST = 17.0
"""Maximum size of a button (mm)."""
PLACES = ((1, 0), (2, 1), (1, 2), (0, 1))
"""Column and row of the directions up, right, down and left."""


class Middle(Drawn):
    """The chosen amount between the four directions, or a prompt to choose one."""

    amount: Amount | None = None

    def paint_self(self, area: Area) -> None:
        if self.amount is None:
            paint.words(say(T("How far?")), area, t.MIST, 4.0, least=1.9, align="center", lines=2)
            return
        label = say(self.amount.label)
        if len(label) <= BRIEF:
            paint.words(label, area, t.PAPER, 10.0, face="heavy", least=4.0, align="center")
        elif self.amount.icon:
            icons.draw(self.amount.icon, area.inset(area.w * 0.12))


class AmountButton(TapButton):
    """An amount with a picture next to it, or with smaller text below it."""

    beside: str = ""

    def paint_self(self, area: Area) -> None:
        super().paint_self(area)
        if self.beside:
            side = min(area.h * 0.62, area.w * 0.4)
            place = Area(area.x + area.w - side - look.mm(0.5), area.cy - side / 2, side, side)
            icons.draw(self.beside, place)

    def _paint_upper(self, area: Area, ink: t.Rgba) -> None:
        if self.beside:
            area = area.copy()
            area.w -= min(area.h * 0.62, area.w * 0.4)
        super()._paint_upper(area, ink)


class PadView(Drawn):
    """The pad. ``answer`` is called with the tapped answer; ``preview`` with the answer under a long press, and None at
    its end. The chosen amount is kept until ``key`` changes. ``board``: a mat shown in free room next to or below the
    directions."""

    FIGURE = 5.6
    """Font size (mm) of a number."""

    pad: Pad = UNSET
    board: SeatBoard | None = None
    key: object = None
    answer: Callable[[Answer], None] = staticmethod(no_action)
    preview: Callable[[Answer | None], None] = staticmethod(no_action)

    def build(self) -> None:
        self._chosen = -1
        self._of: object = None
        self.amounts: list[AmountButton] = []
        self.middle = self.add(Middle())
        self.brings = self.add(TextView(align="center", colour=t.MIST, size_mm=Look.SMALL, lines=2))
        self.mat = self.add(Mat())
        self.ways = [self.add(TapButton()) for _ in PLACES]

    def changed(self) -> None:
        if self.key != self._of:
            self._of, self._chosen = self.key, -1

    @property
    def chosen(self) -> Amount | None:
        amounts = self.pad.amounts
        if len(amounts) == 1:
            return amounts[0]
        return amounts[self._chosen] if 0 <= self._chosen < len(amounts) else None

    # Layout.

    @staticmethod
    def _offered(pad: Pad) -> list[Amount]:
        """The amounts that need a button."""
        return pad.amounts if len(pad.amounts) > 1 or not pad.amounts[0].ways else []

    @classmethod
    def least(cls, pad: Pad, width: float) -> float:
        """Minimum height at this width at which every button is large enough for a finger."""
        high = look.mm(look.TOUCH)
        while high < look.mm(120) and cls._fit(pad, Area(0, 0, width, high))[0] < look.touch:
            high += look.mm(1)
        return high

    @classmethod
    def least_wide(cls, pad: Pad, height: float) -> float:
        """Minimum width at this height, likewise."""
        wide = look.mm(look.TOUCH)
        while wide < look.mm(120) and cls._fit(pad, Area(0, 0, wide, height))[0] < look.touch:
            wide += look.mm(1)
        return wide

    @classmethod
    def _fit(cls, pad: Pad, area: Area) -> tuple[float, int, bool]:
        """Size of a button, number of columns of amounts, and whether the directions are next to them."""
        n, gap = len(cls._offered(pad)), look.gap
        cross = CROSS if any(amount.ways for amount in pad.amounts) else 0
        across = cross or 1
        if not n:
            return min((area.w - gap * 2) / across, (area.h - gap * 2) / cross), 0, False
        if any(len(say(amount.label)) > BRIEF for amount in pad.amounts):
            return min((area.w - gap * 2) / across, (area.h - gap * (n + cross - 1)) / (n + cross)), 1, False
        found = []
        for columns in range(1, n + 1):
            rows = -(-n // columns)
            if cross:
                wide = (area.w - gap * (columns + cross)) / (columns + cross)
                high = max(rows, cross)
                found.append((min(wide, (area.h - gap * (high - 1)) / high), columns, True))
            wide = (area.w - gap * (columns - 1)) / columns
            high = rows + cross
            found.append((min(wide, (area.h - gap * (high - 1)) / high), columns, False))
        most = look.mm(LARGEST)
        return max(found, key=lambda one: (min(one[0], most), one[2], -one[1]))

    # Drawing.

    def paint_self(self, area: Area) -> None:
        pad = self.pad
        if not pad.amounts:
            return
        gap = look.gap
        side, columns, beside = self._fit(pad, area)
        side = min(side, look.mm(LARGEST))
        offered = self._offered(pad)
        room = area.copy()
        rows = -(-len(offered) // columns) if columns else 0
        if not offered:
            cells = []
        elif beside:
            left = room.cut_left(room.w - side * CROSS - gap * (CROSS + 1), gap * 2)
            high = min(
                left.h, max(side, min(look.mm(LARGEST), (left.h - gap * (rows - 1)) / rows)) * rows + gap * (rows - 1)
            )
            cells = left.cut_top(high).grid(columns, rows, gap)
        else:
            cells = room.cut_top(side * rows + gap * (rows - 1), gap).grid(columns, rows, gap)
        self._show_amounts(offered, cells)
        free = cells[-1] if len(cells) > len(offered) else None
        if free is not None and not Mat.fits(self.board, min(free.w, free.h)):
            free = None
        self._show_cross(room, side, free if beside else self._cut_mat(room, side))

    def _cut_mat(self, room: Area, side: float) -> Area | None:
        """Area for the mat to the right of the directions, if there is room."""
        spare = min(room.w - (side + look.gap) * CROSS - look.gap * 2, Mat.most())
        return room.cut_right(spare, look.gap * 2) if Mat.fits(self.board, spare) else None

    def _show_amounts(self, offered: list[Amount], cells: list[Area]) -> None:
        self.ensure(self.amounts, AmountButton, len(offered))
        said = all(self._detail_is_readable(amount, cell) for amount, cell in zip(offered, cells, strict=False))
        for index, (button, amount, cell) in enumerate(zip(self.amounts, offered, cells, strict=False)):
            button.place(cell)
            brief = len(say(amount.label)) <= BRIEF
            at_once = amount.still is not None
            picked = index == self._chosen and not at_once
            button.action = (
                partial(self.answer, amount.still) if amount.still is not None else partial(self._choose, index)
            )
            self._hold(button, amount.still)
            detail, picture = say(amount.detail) if said else "", amount.icon or ""
            button.show(
                text=say(amount.label), detail=detail, icon="" if brief else picture,
                align="center" if brief else "left", size_mm=self.FIGURE if brief else Look.BUTTON, rapid=not at_once,
                role="chosen" if picked else "plain", key=(self.key, index),
                beside="" if said or not brief else picture,
            )  # fmt: skip

    def _show_cross(self, room: Area, side: float, mat: Area | None) -> None:
        chosen = self.chosen
        ways = chosen.ways if chosen is not None else next((a.ways for a in self.pad.amounts if a.ways), [])
        if not ways:
            hide(self.middle, self.brings, self.mat, *self.ways)
            return
        gap = look.gap
        whole = side * CROSS + gap * (CROSS - 1)
        top = Area(room.cx - whole / 2, room.y + room.h - whole, whole, whole)
        cells = top.grid(CROSS, CROSS, gap)
        for button, way, (column, row) in zip(self.ways, ways, PLACES, strict=False):
            there = way.answer if chosen is not None else None
            button.place(cells[row * CROSS + column])
            button.action = partial(self.answer, there) if there is not None else None
            self._hold(button, there)
            named = side >= look.mm(13) and self._name_is_readable(say(way.name), side)
            button.show(
                text=say(way.name) if named else "", icon=way.icon, stacked=named, enabled=there is not None,
                role="plain" if there is not None else "quiet", key=(self.key, self._chosen, row, column),
            )  # fmt: skip
        self.middle.show(cells[CROSS + 1], amount=chosen)
        below = Area(room.x, room.y, room.w, top.y - room.y - gap)
        spare = min(below.h, below.w / 2, Mat.most())
        if mat is None and Mat.fits(self.board, spare):
            mat = below.cut_left(spare, gap)
        self._show_mat(mat, top)
        self.brings.place(below.cut_top(min(below.h, look.mm(8))))
        detail = say(chosen.detail) if chosen is not None else ""
        self.brings.show(
            text=detail, shown=below.h >= 0 and self.brings.height >= look.mm(3.4) and self.brings.fits(detail)
        )

    def _show_mat(self, room: Area | None, top: Area) -> None:
        """Aligned with the directions if it is to their right, else at the top of its area."""
        if room is None:
            self.mat.hide()
            return
        side = min(room.w, room.h, Mat.most())
        y = top.cy - side / 2 if room.x >= top.x + top.w else room.y + room.h - side
        self.mat.show(Area(room.cx - side / 2, y, side, side), board=self.board)

    @staticmethod
    def _detail_is_readable(amount: Amount, cell: Area) -> bool:
        """True if the amount's detail is readable on its button."""
        px, wide = look.text(2.4), int(cell.w - look.mm(4.8))
        return type_.fit(say(amount.detail), "plain", px, px, wide, int(cell.h * 0.4), 1)[2]

    @staticmethod
    def _name_is_readable(name: str, side: float) -> bool:
        """True if the direction's name is readable below its icon."""
        return type_.extents(name, look.text(2.4), "bold")[0] <= side - look.mm(1)

    # Taps.

    def _hold(self, button: TapButton, answer: Answer | None) -> None:
        held = (lambda: self.preview(answer)), (lambda: self.preview(None))
        button.long_pressed, button.released = held if answer is not None else (None, None)

    def _choose(self, index: int) -> None:
        self._chosen = index
        self.redraw()
