"""Widgets for input: forms, a keyboard, a keypad, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from kivy.input import MotionEvent

from companion.core.texts import T
from companion.scene.scene import Cell, DieView, Standing
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.buttons import TapButton
from ui.widgets.counters import CellView
from ui.widgets.drawn import UNSET, Drawn, TapAreas, Tappable, no_action


@dataclass(frozen=True)
class AmountField:
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


class AmountNumber(Tappable):
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

    amount: AmountField = UNSET
    key: object = None
    step: Callable[[str, int], None] = staticmethod(no_action)
    fill: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self.figure = self.add(AmountNumber(action=lambda: self.fill(self.amount.id)))
        self.less = self.add(TapButton(action=lambda: self.step(self.amount.id, -1), rapid=True))
        self.more = self.add(TapButton(action=lambda: self.step(self.amount.id, 1), rapid=True))

    def paint_self(self, area: Area) -> None:
        amount = self.amount
        key = max(look.touch, min(look.mm(self.KEY), area.w * 0.17))
        room = area.copy()
        self.more.place(room.cut_right(key, look.gap))
        figure = room.cut_right(max(look.touch, min(look.mm(self.FIGURE), area.w * 0.155)), look.gap)
        self.less.show(room.cut_right(key, look.gap), icon="minus", enabled=amount.less, key=(self.key, amount.id))
        self.more.show(icon="plus", enabled=amount.more, key=(self.key, amount.id))
        self.figure.show(figure, n=amount.n, enabled=amount.less or amount.more, key=(self.key, amount.id))
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


class Amounts(Drawn):
    """The amounts of a form from top to bottom. Rows are reused."""

    HIGHEST = 20.0

    amounts: tuple[AmountField, ...] = ()
    key: object = None
    step: Callable[[str, int], None] = staticmethod(no_action)
    fill: Callable[[str], None] = staticmethod(no_action)

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
            row.step, row.fill = self.step, self.fill
            row.show(cell, amount=amount, key=self.key)


# The keyboard, for names and texts in English and Spanish.

SHIFT, ACCENT, FIGURES, DELETE, SPACE = "shift", "accent", "figures", "delete", "space"
FUNCTIONS: Final = (SHIFT, ACCENT, FIGURES, DELETE, SPACE)

WIDE: Final = ("qwertyuiop", "asdfghjklñ", "zxcvbnm'-.")
UPRIGHT: Final = ("abcdefg", "hijklmn", "ñopqrst", "uvwxyz'", "-.,!?¿¡")
"""Alphabetical: in portrait, ten keys side by side would be too narrow."""
WIDE_FIGURES: Final = ("1234567890", "+−×/=%:;()", ',!?¿¡"&°#→')
UPRIGHT_FIGURES: Final = ("1234567", "890+−×/", "=%:;()&", '"°#→*½_', "-.,!?¿¡")
ACCENTED: Final = dict(zip("aeioucnAEIOUCN", "áéíóúçñÁÉÍÓÚÇÑ", strict=True))
TWICE: Final = dict(zip("aeiouAEIOU", "àèìòüÀÈÌÒÜ", strict=True))
"""After a second tap on the accent key; Spanish has no other umlaut than ü."""


class TextLine(Drawn):
    """The typed text with a cursor; its end stays visible."""

    text: str = ""
    about: str = ""
    """Placeholder."""

    def paint_self(self, area: Area) -> None:
        paint.box(area, t.INK, line=t.LAMP, width=max(1, look.mm(0.4)))
        inner = area.inset(look.mm(2), look.mm(0.8))
        if not self.text:
            paint.words(self.about, inner, t.MIST, 4.4, face="plain", least=3.0)
            return
        paint.words(f"{self.text}|", inner, t.PAPER, 5.4, least=2.4, lines=3)


class Keyboard(Drawn):
    """The keys. ``typed`` is called with a character, or "" for delete. ``capital``: the next letter is a capital, as
    at the start of a text."""

    capital: bool = False
    typed: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self.keys: list[TapButton] = []
        self._shifted = self._figures = False
        self._accents = 0

    @staticmethod
    def text_high(room: Area) -> float:
        """Height in pixels of the text line above the keys in ``room``, so that every key is large enough."""
        rows = (len(UPRIGHT) if look.panel.shape == "portrait" else len(WIDE)) + 1
        return max(look.mm(7), min(room.h * 0.18, room.h - rows * (look.touch + look.gap)))

    def paint_self(self, area: Area) -> None:
        rows = self._rows()
        cells = area.rows(len(rows) + 1, look.gap)
        self.ensure(self.keys, TapButton, sum(map(len, rows)) + len(FUNCTIONS))
        keys = iter(self.keys)
        for row, cell in zip(rows, cells, strict=False):
            for letter, place in zip(row, cell.columns(len(row), look.gap), strict=True):
                shown = self._letter(letter)
                self._show(next(keys), place, shown, letter, partial(self._type, shown))
        self._paint_functions(keys, cells[-1])

    def _paint_functions(self, keys: Iterator[TapButton], foot: Area) -> None:
        words = {
            SHIFT: "ABC",
            ACCENT: "´" if self._accents < 2 else "`¨",
            FIGURES: "abc" if self._figures else "123",
            DELETE: say(T("Delete")),
            SPACE: say(T("space")),
        }
        wide = {SHIFT: 1.0, ACCENT: 1.0, FIGURES: 1.0, SPACE: 2.6, DELETE: 1.6}
        part = (foot.w - look.gap * (len(wide) - 1)) / sum(wide.values())
        lit = {SHIFT: self._shifted, ACCENT: self._accents > 0, FIGURES: self._figures}
        for name, times in wide.items():
            key = next(keys)
            self._show(
                key, foot.cut_left(part * times, look.gap), words[name], name, partial(self._press_function, name)
            )
            key.show(role="chosen" if lit.get(name) else "quiet", size_mm=4.2)

    def _show(self, key: TapButton, place: Area, text: str, name: str, action: Callable[[], None]) -> None:
        key.action = action
        key.show(place, text=text, key=name, role="plain", size_mm=6.0, rapid=True, enabled=True)

    def _rows(self) -> Sequence[str]:
        if look.panel.shape == "portrait":
            return UPRIGHT_FIGURES if self._figures else UPRIGHT
        return WIDE_FIGURES if self._figures else WIDE

    def _letter(self, letter: str) -> str:
        found = letter.upper() if self._shifted or self.capital else letter
        return (found, ACCENTED.get(found, found), TWICE.get(found, found))[self._accents]

    def _type(self, shown: str) -> None:
        self._shifted, self._accents = False, 0
        self.typed(shown)
        self.redraw()

    def _press_function(self, name: str) -> None:
        if name == SHIFT:
            self._shifted = not self._shifted
        elif name == ACCENT:
            self._accents = (self._accents + 1) % 3
        elif name == FIGURES:
            self._figures = not self._figures
        else:
            self.typed(" " if name == SPACE else "")
        self.redraw()


# The keypad, and toggle tiles.

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "±", "0", "clear")


class Keys(Drawn):
    """Twelve keys; ``tap_key`` is called with one of ``KEYS``. ``signed``: allow numbers below 0."""

    signed: bool = False
    tap_key: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self.keys: list[TapButton] = []
        for name in KEYS:
            size = 4.0 if name == "clear" else 7.0
            self.keys.append(self.add(TapButton(action=partial(self.tap_key, name), rapid=True, size_mm=size)))

    def paint_self(self, area: Area) -> None:
        for key, name, cell in zip(self.keys, KEYS, area.grid(3, 4, look.gap), strict=True):
            key.place(cell)
            text = say(T("Clear")) if name == "clear" else name
            key.show(text=text, role="quiet" if name in ("clear", "±") else "plain", shown=name != "±" or self.signed)


class Toggles(Drawn):
    """A toggle tile for each of several players; ``tap_seat`` is called with the tapped seat."""

    HIGHEST = 22.0

    options: Sequence[Standing] = ()
    chosen: frozenset[str] = frozenset()
    tap_seat: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self.tiles: list[CellView] = []

    def paint_self(self, area: Area) -> None:
        self.ensure(self.tiles, CellView, len(self.options))
        columns = 2 if area.w > look.mm(70) and len(self.options) > 2 else 1
        rows = max(1, -(-len(self.options) // columns))
        high = min((area.h - look.gap * (rows - 1)) / rows, look.mm(self.HIGHEST))
        cells = area.cut_top(high * rows + look.gap * (rows - 1)).grid(columns, rows, look.gap)
        for tile, option, cell in zip(self.tiles, self.options, cells, strict=False):
            tile.action = partial(self.tap_seat, option.seat)
            tile.show(
                cell, cell=Cell("", option.seat in self.chosen, option.icon), name=say(option.name), alone=True,
                key=option.seat,
            )  # fmt: skip


# Dice: a face in a frame of the die's colour; shape and colour both identify it.


def paint_die(area: Area, die: DieView, *, chosen: bool = False, next_: bool = False, doubt: bool = False) -> None:
    """A die, centred in ``area``. ``next_``: the one to read now; ``doubt``: a person must confirm it. A result that is
    not a die has its source's icon in the corner."""
    side = area.square()
    alpha = 0.35 if die.spent else 1.0
    colour = t.DICE.get(die.colour, t.PAPER)
    edge = max(2, look.mm(0.75))
    if chosen or next_:
        halo = look.mm(0.9)
        paint.glow(side.cx, side.cy, side.w * 0.95, t.faded(t.AMBER, 0.35))
        paint.box(side, t.LAMP, radius=side.w * 0.17)
        side = side.inset(halo * 0.5)
        paint.box(side, t.NIGHT, radius=side.w * 0.16)
        side = side.inset(halo * 0.5)
    fill = t.STONE if chosen else t.NIGHT
    paint.box(side, fill, radius=side.w * 0.14, line=t.faded(colour, alpha), width=edge)
    if ":" in die.colour:
        icons.draw(die.colour, Area(side.x + side.w * 0.66, side.y + side.w * 0.6, side.w * 0.4, side.w * 0.4))
    if die.face is None:
        icons.draw("question", side.inset(side.w * 0.28), tint=t.GREY)
        return
    room = side.inset(side.w * (0.11 if die.face.isdigit() else 0.2))
    plain = die.colour == "die"
    icons.draw(f"{'pips' if plain else 'face'}:{die.face}", room, alpha=alpha * (0.55 if doubt else 1))
    if doubt:
        icons.draw("question", Area(side.x + side.w * 0.6, side.y + side.w * 0.06, side.w * 0.34, side.w * 0.34))


class DiceAreas(TapAreas):
    """Dice in ``cells``. ``tap_die`` is called with the id of a tapped one."""

    choosable: bool = True
    tap_die: Callable[[str], None] = staticmethod(no_action)
    rapid: bool = True

    def ids(self) -> list[str]:
        raise NotImplementedError

    def cells(self) -> list[Area]:
        raise NotImplementedError

    def targets(self) -> list[Area]:
        return self.cells()

    def action_at(self, touch: MotionEvent) -> Callable[[], object] | None:
        dice = zip(self.ids(), self.cells(), strict=True) if self.choosable else ()
        return next((partial(self.tap_die, die) for die, cell in dice if cell.holds(*touch.pos)), None)


class DicePool(DiceAreas):
    """The dice of a turn. A tap selects one for the next payment, or deselects it."""

    dice: Sequence[DieView] = ()
    chosen: frozenset[str] = frozenset()
    choosable: bool = False

    def ids(self) -> list[str]:
        return [die.id for die in self.dice]

    def cells(self) -> list[Area]:
        n = max(1, len(self.dice))
        area = self.area
        rows = 1
        while rows < 3 and area.w / -(-n // rows) < min(look.touch, area.h / (rows + 1)):
            rows += 1
        columns = -(-n // rows)
        side = min(area.w / columns, area.h / rows, look.mm(15))
        top = area.cy + rows * side / 2
        return [
            Area(area.x + (i % columns) * side, top - (i // columns + 1) * side, side, side)
            for i in range(len(self.dice))
        ]

    def paint_self(self, area: Area) -> None:
        for die, cell in zip(self.dice, self.cells(), strict=True):
            paint_die(cell.inset(look.mm(0.5)), die, chosen=die.id in self.chosen)


# The dice tray.


@dataclass(frozen=True)
class DiePlace:
    """A die of the tray: its view, whether it is next, whether a person must confirm it."""

    die: DieView
    next: bool = False
    doubt: bool = False


class TrayView(DiceAreas):
    """Large dice in rows."""

    LABEL = 5.0
    LARGEST = 44.0

    places: tuple[DiePlace, ...] = ()

    def ids(self) -> list[str]:
        return [place.die.id for place in self.places]

    def cells(self) -> list[Area]:
        """In as few rows as give the largest dice."""
        n = max(1, len(self.places))
        label = look.mm(self.LABEL)
        best: tuple[float, int] = (0.0, 1)
        for rows in range(1, 4):
            columns = -(-n // rows)
            side = min(self.width / columns, self.height / rows - label, look.mm(30))
            best = max(best, (side, -rows))
        rows = -best[1]
        columns = -(-n // rows)
        return self.area.grid(columns, rows, 0)[: len(self.places)]

    def paint_self(self, area: Area) -> None:
        for place, cell in zip(self.places, self.cells(), strict=True):
            die = cell.copy()
            die.cut_bottom(look.mm(self.LABEL))
            die = die.square()
            die = die.inset(max(0.0, (die.w - look.mm(self.LARGEST)) / 2))
            label = Area(cell.x, die.y - look.mm(self.LABEL), cell.w, look.mm(self.LABEL))
            paint_die(die.inset(look.mm(1.1)), place.die, next_=place.next, doubt=place.doubt)
            colour = t.LAMP if place.next else t.MIST
            paint.words(say(place.die.name), label, colour, 4.0, face="plain", align="center")
