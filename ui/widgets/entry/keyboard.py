"""On-screen keyboard for names and texts in English and Spanish."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from companion.core.texts import T
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn

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
    typed: Callable[[str], None] | None = None

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
        key.place(place)
        key.action = action
        key.show(text=text, key=name, role="plain", size_mm=6.0, rapid=True, enabled=True)

    def _rows(self) -> Sequence[str]:
        if look.panel.shape == "portrait":
            return UPRIGHT_FIGURES if self._figures else UPRIGHT
        return WIDE_FIGURES if self._figures else WIDE

    def _letter(self, letter: str) -> str:
        found = letter.upper() if self._shifted or self.capital else letter
        return (found, ACCENTED.get(found, found), TWICE.get(found, found))[self._accents]

    def _type(self, shown: str) -> None:
        self._shifted, self._accents = False, 0
        if self.typed is not None:
            self.typed(shown)
        self.redraw()

    def _press_function(self, name: str) -> None:
        if name == SHIFT:
            self._shifted = not self._shifted
        elif name == ACCENT:
            self._accents = (self._accents + 1) % 3
        elif name == FIGURES:
            self._figures = not self._figures
        elif self.typed is not None:
            self.typed(" " if name == SPACE else "")
        self.redraw()
