"""Parts of a form: slots, and rows with a number between minus and plus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn, Tappable


@dataclass(frozen=True)
class Amount:
    """A row: its id, icon, name, number, note below the name, and which buttons are enabled."""

    id: str
    icon: str
    name: str
    n: int
    note: str
    less: bool
    more: bool
    lacks: bool = False


class SlotRow(Drawn):
    """Slots side by side (icons), each with the icon of what is in it, or empty."""

    SIDE = 8.5

    slots: Sequence[str] = ()
    laid: Sequence[str | None] = ()

    def paint_self(self, area: Area) -> None:
        n = len(self.slots)
        if not n:
            return
        gap = look.mm(0.8)
        side = min(area.h, look.mm(self.SIDE), (area.w - gap * (n - 1)) / n)
        for index, (slot, piece) in enumerate(zip(self.slots, self.laid, strict=True)):
            spot = Area(area.x + index * (side + gap), area.cy - side / 2, side, side)
            if piece is None:
                icons.draw(slot, spot)
                continue
            paint.box(spot, t.SLOT, line=t.LAMP, width=max(1, look.mm(0.5)))
            icons.draw(piece, spot.inset(side * 0.16))


class Figure(Tappable):
    """The number of an amount; a tap sets it to the maximum, or to zero."""

    n: int = 0
    rapid: bool = True

    def paint_self(self, area: Area) -> None:
        fill = t.STONE_PRESSED if self.pressed else t.DUSK
        paint.box(area, fill, line=t.EDGE if self.enabled else t.DUSK, width=max(1, look.mm(0.22)))
        colour = t.PAPER if self.n else t.PAPER_DIM
        paint.words(str(self.n), area.inset(look.mm(0.5)), colour, 9.0 / look.scale, face="heavy", align="center")


class AmountRow(Drawn):
    """One amount. ``step`` is called with its id and 1 or −1; ``fill`` with its id."""

    KEY = 14.0
    FIGURE = 15.0

    amount: Amount | None = None
    key: object = None
    step: Callable[[str, int], None] | None = None
    fill: Callable[[str], None] | None = None

    def build(self) -> None:
        self.figure = self.add(Figure(action=self._filled))
        self.less = self.add(TapButton(action=partial(self._step, -1), rapid=True))
        self.more = self.add(TapButton(action=partial(self._step, 1), rapid=True))

    def paint_self(self, area: Area) -> None:
        amount = self.amount
        if amount is None:
            return
        key = max(look.touch, min(look.mm(self.KEY), area.w * 0.17))
        room = area.copy()
        self.more.place(room.cut_right(key, look.gap))
        figure = room.cut_right(max(look.touch, min(look.mm(self.FIGURE), area.w * 0.155)), look.gap)
        self.less.place(room.cut_right(key, look.gap))
        self.less.show(icon="minus", enabled=amount.less, key=(self.key, amount.id))
        self.more.show(icon="plus", enabled=amount.more, key=(self.key, amount.id))
        self.figure.place(figure)
        self.figure.show(n=amount.n, enabled=amount.less or amount.more, key=(self.key, amount.id))
        if amount.icon:
            side = min(room.h * 0.8, look.mm(8.5))
            spot = room.cut_left(side, look.gap)
            icons.draw(amount.icon, Area(spot.x, spot.cy - side / 2, side, side))
        below = room.cut_bottom(room.h * (0.36 if room.h >= look.mm(14) else 0.42)) if amount.note else room.copy()
        if amount.note:
            colour = t.LAMP if amount.lacks else t.MIST
            paint.words(amount.note, below, colour, 3.4, face="plain", least=2.3, valign="top")
        high = not amount.note or room.h >= 2 * type_.line_height(look.text(3.4))
        paint.words(amount.name, room, t.PAPER, 4.5, least=1.9, lines=2 if high else 1)

    def _filled(self) -> None:
        if self.fill is not None and self.amount is not None:
            self.fill(self.amount.id)

    def _step(self, by: int) -> None:
        if self.step is not None and self.amount is not None:
            self.step(self.amount.id, by)


class Amounts(Drawn):
    """The amounts of a form from top to bottom. Rows are reused."""

    HIGHEST = 20.0

    amounts: tuple[Amount, ...] = ()
    key: object = None
    step: Callable[[str, int], None] | None = None
    fill: Callable[[str], None] | None = None

    def build(self) -> None:
        self.rows: list[AmountRow] = []

    @classmethod
    def height_for(cls, n: int) -> float:
        """Maximum useful height of ``n`` rows in pixels."""
        return n * look.mm(cls.HIGHEST) + max(0, n - 1) * look.gap

    def paint_self(self, area: Area) -> None:
        self.ensure(self.rows, AmountRow, len(self.amounts))
        n = len(self.amounts)
        cells = area.cut_top(min(area.h, self.height_for(n))).rows(n, look.gap) if n else []
        for row, amount, cell in zip(self.rows, self.amounts, cells, strict=False):
            row.place(cell)
            row.step, row.fill = self.step, self.fill
            row.show(amount=amount, key=self.key)
