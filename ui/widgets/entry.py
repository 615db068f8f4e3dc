"""Widgets for input: forms, a keyboard, a keypad, dice, a pad for number and direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from kivy.input import MotionEvent

from companion.core.answers import Answer
from companion.core.texts import T
from companion.scene.scene import Amount, Cell, DieView, Pad, SeatBoard, Standing
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import text as type_
from ui.look import theme as t
from ui.look.theme import Look, look
from ui.widgets.buttons import Role, TapButton, TextView
from ui.widgets.counters import CellView
from ui.widgets.drawn import UNSET, Drawn, TapAreas, Tappable, hide, no_action


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
            icons.draw(amount.icon, room.cut_left(side, look.gap))
        below = room.cut_bottom(room.h * (0.36 if room.h >= look.mm(14) else 0.42)) if amount.note else room.copy()
        if amount.note:
            colour = t.LAMP if amount.lacks else t.MIST
            paint.words(amount.note, below, colour, 3.4, face="plain", least=2.3, valign="top")
        high = not amount.note or room.h >= 2 * type_.line_height(look.text(3.4))
        paint.words(amount.name, room, t.PAPER, 4.5, least=1.9, lines=2 if high else 1)


class Amounts(Drawn):
    """The amounts of a form from top to bottom, in one or two columns. Rows are reused."""

    HIGHEST = 20.0

    amounts: tuple[AmountField, ...] = ()
    columns: int = 1
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
        lines = -(-len(self.amounts) // self.columns)
        room = area.cut_top(min(area.h, self.height_for(lines)))
        cells = room.grid(self.columns, lines, look.gap) if lines else []
        for row, amount, cell in zip(
            self.ensure(self.rows, AmountRow, len(self.amounts)), self.amounts, cells, strict=False
        ):
            row.step, row.fill = self.step, self.fill
            row.show(cell, amount=amount, key=self.key)


# The keyboard, for names and texts in English and Spanish.

SHIFT, ACCENT, FIGURES, DELETE, SPACE = "shift", "accent", "figures", "delete", "space"
FUNCTIONS: Final = (SHIFT, ACCENT, FIGURES, DELETE, SPACE)

LETTERS: Final = ("qwertyuiop", "asdfghjklñ", "zxcvbnm'-.")
FIGURE_KEYS: Final = ("1234567890", "+−×/=%:;()", ',!?¿¡"&°#→')
"""The same keys in both languages, and on wide and upright screens."""
ACCENTED: Final = dict(zip("aeioucnAEIOUCN'-.", "áéíóúçñÁÉÍÓÚÇÑü¿¡", strict=True))
"""After a tap on the accent key; a capital ü is written with the second tap."""
TWICE: Final = dict(zip("aeiouAEIOU", "àèìòüÀÈÌÒÜ", strict=True))
HIGHEST_KEY = 14.0
"""Height (mm) of a key where there is room: upright, keys are narrow."""


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


class SuggestedWords(Drawn):
    """Words that complete what is typed, side by side; ``taken`` is called with the one that is tapped."""

    MOST: Final = 3

    words: tuple[str, ...] = ()
    taken: Callable[[str], None] = staticmethod(no_action)

    def build(self) -> None:
        self.buttons: list[TapButton] = []

    def paint_self(self, area: Area) -> None:
        self.ensure(self.buttons, TapButton, len(self.words))
        cells = area.columns(self.MOST, look.gap)
        for button, word, cell in zip(self.buttons, self.words, cells, strict=False):
            button.action = partial(self.taken, word)
            button.show(cell, text=word, key=word, role="plain", size_mm=4.4, rapid=True)


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
        rows = len(LETTERS) + 1
        return max(look.mm(7), min(room.h * 0.18, room.h - rows * (look.touch + look.gap)))

    def paint_self(self, area: Area) -> None:
        rows = FIGURE_KEYS if self._figures else LETTERS
        n = len(rows) + 1
        high = min(area.h, n * look.mm(HIGHEST_KEY) + (n - 1) * look.gap)
        cells = area.cut_top(high).rows(n, look.gap)
        # Upright, ten keys are as narrow as on a phone; a finger gets a part of the gaps as well.
        gap = look.gap / 2 if look.panel.shape == "portrait" else look.gap
        self.ensure(self.keys, TapButton, sum(map(len, rows)) + len(FUNCTIONS))
        keys = iter(self.keys)
        for row, cell in zip(rows, cells, strict=False):
            for letter, place in zip(row, cell.columns(len(row), gap), strict=True):
                shown = self._letter(letter)
                self._show(next(keys), place, shown, letter, partial(self._type, shown), "plain", 6.0)
        self._paint_functions(keys, cells[-1])

    def _paint_functions(self, keys: Iterator[TapButton], foot: Area) -> None:
        words = {
            SHIFT: "ABC",
            ACCENT: "áü¿" if self._accents < 2 else "à Ü",
            FIGURES: "abc" if self._figures else "123",
            DELETE: say(T("Delete")),
            SPACE: say(T("space")),
        }
        wide = {SHIFT: 1.0, ACCENT: 1.0, FIGURES: 1.0, SPACE: 2.6, DELETE: 1.6}
        part = (foot.w - look.gap * (len(wide) - 1)) / sum(wide.values())
        lit = {SHIFT: self._shifted, ACCENT: self._accents > 0, FIGURES: self._figures}
        for name, times in wide.items():
            place, press = foot.cut_left(part * times, look.gap), partial(self._press_function, name)
            self._show(next(keys), place, words[name], name, press, "chosen" if lit.get(name) else "quiet", 4.2)

    def _show(
        self, key: TapButton, place: Area, text: str, name: str, action: Callable[[], None], role: Role, size: float
    ) -> None:
        key.action = action
        key.show(place, text=text, key=name, role=role, size_mm=size, rapid=True, enabled=True)

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
    plain = die.colour == "die"
    # Pips have an outline of their own.
    room = side if plain and die.face.isdigit() else side.inset(side.w * (0.11 if die.face.isdigit() else 0.2))
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


# A pad for a number and a direction: amounts as buttons, and the four directions around the chosen one.

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
            icons.draw(self.beside, self.beside_at(area))

    @staticmethod
    def beside_at(area: Area) -> Area:
        """The place of the picture on a button."""
        side = min(area.h * 0.62, area.w * 0.4)
        return Area(area.x + area.w - side - look.mm(0.5), area.cy - side / 2, side, side)

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
    def spare(cls, pad: Pad, area: Area) -> Area:
        """The room below the directions that the pad leaves free in ``area``, if no mat is shown."""
        side, _, beside = cls._fit(pad, area)
        side, room = min(side, look.mm(LARGEST)), area.copy()
        if beside:
            cls._cut_amounts(room, side)
        return room.cut_bottom(max(0.0, room.h - (side + look.gap) * CROSS) if beside else 0.0)

    @staticmethod
    def _cut_amounts(room: Area, side: float) -> Area:
        """The room of the amounts, left of the directions."""
        return room.cut_left(room.w - side * CROSS - look.gap * (CROSS + 1), look.gap * 2)

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
            left = self._cut_amounts(room, side)
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
