"""The bar of the running game: undo, the sheets, the log, the menu, and the lamps."""

from __future__ import annotations

from typing import Any, NamedTuple

from ui import paint
from ui import text as type_
from ui import theme as t
from ui.geometry import Area
from ui.theme import look
from ui.widgets.button import Light, TapButton
from ui.widgets.drawn import Drawn


class Lamp(NamedTuple):
    """A lamp: what it is about, how it is (good, wait, bad, off), and two words."""

    icon: str
    state: str
    text: str


class NavBar(Drawn):
    """Buttons beside or below each other, and lamps in the room that is left; ``upright`` is the rail at the left."""

    SMALLEST = 3.2
    LAMPS = 28.5
    LAMPS_PORTRAIT = 9.6
    LAMP_UPRIGHT = 8.4

    def __init__(self, **kwargs: Any) -> None:
        self.upright = False
        self.entries: tuple[tuple[str, str, str, str, bool, Any], ...] = ()
        self.lamps: tuple[Lamp, ...] = ()
        self.buttons: list[TapButton] = []
        self._lights: list[Light] = []
        super().__init__(**kwargs)

    def paint_self(self, area: Area) -> None:
        paint.rect(area, t.DUSK)
        inner = area.inset(look.mm(1.5) if self.upright else look.pad, look.mm(1.1))
        cells = self._cells(inner)
        size = self._text_size(cells)
        while len(self.buttons) < len(self.entries):
            self.buttons.append(TapButton())
            self.add_widget(self.buttons[-1])
        for button, entry, cell in zip(self.buttons, self.entries, cells, strict=False):
            name, text, icon, badge, here, action = entry
            button.place(cell)
            button.action = action
            button.show(
                text=text, icon=icon, badge=badge, role="chosen" if here else "plain", key=name,
                size_mm=size or self.SMALLEST, enabled=action is not None, rapid=name == "undo",
                stacked=size is None,
            )  # fmt: skip
        for button in self.buttons[len(self.entries) :]:
            button.hide()
        self._show_lamps(inner)

    def _text_size(self, cells: list[Area]) -> float | None:
        """The size (mm) at which every word fits beside its icon, the same for all; None if it must stand below."""
        if self.upright or look.panel.shape == "portrait" or not self.entries:
            return None
        room = cells[0].w - look.mm(2.4 + 6.6) - look.gap
        for size in (3.8, 3.6, 3.4, self.SMALLEST):
            if all(type_.extents(entry[1], look.text(size), "bold")[0] <= room for entry in self.entries):
                return size
        return None

    def _cells(self, inner: Area) -> list[Area]:
        n = max(1, len(self.entries))
        if self.upright:
            lamps = look.mm(self.LAMP_UPRIGHT) * len(self.lamps)
            each = min((inner.h - lamps - look.gap * n) / n, look.mm(16))
            return [inner.cut_top(each, look.gap) for _ in range(n)]
        room = look.mm(self.LAMPS_PORTRAIT if look.panel.shape == "portrait" else self.LAMPS)
        each = (inner.w - room - look.gap * n) / n
        return [inner.cut_left(each, look.gap) for _ in range(n)]

    def _show_lamps(self, inner: Area) -> None:
        while len(self._lights) < len(self.lamps):
            self._lights.append(Light())
            self.add_widget(self._lights[-1])
        rows = inner.rows(max(1, len(self.lamps)))
        if self.upright:
            rows = [inner.cut_bottom(look.mm(self.LAMP_UPRIGHT)) for _ in self.lamps][::-1]
        only_icons = look.panel.shape == "portrait"
        for light, lamp, row in zip(self._lights, self.lamps, rows, strict=False):
            light.place(row)
            light.show(
                icon=lamp.icon if only_icons else "", state=lamp.state, text="" if only_icons else lamp.text,
                stacked=self.upright,
            )  # fmt: skip
