"""The bar of the running game: undo, the sheets, the log, the menu, and the lamps."""

from __future__ import annotations

from typing import Any

from ui import paint
from ui import text as type_
from ui import theme as t
from ui.geometry import Area
from ui.theme import look
from ui.widgets.button import Light, TapButton
from ui.widgets.drawn import Drawn


class NavBar(Drawn):
    """Buttons beside or below each other, and lamps in the room that is left; ``upright`` is the rail at the left."""

    SMALLEST = 3.2

    def __init__(self, **kwargs: Any) -> None:
        self.upright = False
        self.entries: tuple[tuple[str, str, str, str, bool, Any], ...] = ()
        self.lights: tuple[tuple[str, str], ...] = ()
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
        self._show_lights(inner)

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
            lamps = look.mm(5.4) * len([text for _, text in self.lights if text])
            each = min((inner.h - lamps - look.gap * n) / n, look.mm(16))
            return [inner.cut_top(each, look.gap) for _ in range(n)]
        room = 0.0 if look.panel.shape == "portrait" else look.mm(31)
        each = (inner.w - room - look.gap * (n - 1)) / n
        return [inner.cut_left(each, look.gap) for _ in range(n)]

    def _show_lights(self, inner: Area) -> None:
        while len(self._lights) < len(self.lights):
            self._lights.append(Light())
            self.add_widget(self._lights[-1])
        room = inner.inset(look.mm(0.8), 0) if not self.upright else inner
        portrait = look.panel.shape == "portrait"
        rows = room.rows(max(1, len(self.lights)))
        if self.upright:
            rows = [room.cut_bottom(look.mm(5.2)) for _ in self.lights]
        for light, (state, text), row in zip(self._lights, self.lights, rows, strict=False):
            light.place(row)
            light.show(state=state, text="" if portrait else text)
