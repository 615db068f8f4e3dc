"""A numeric keypad, and toggle tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.core.texts import T
from companion.scene.scene import Cell, Standing
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look.theme import look
from ui.widgets.button import TapButton
from ui.widgets.drawn import Drawn
from ui.widgets.player.counter import CellView

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "±", "0", "clear")


class Keys(Drawn):
    """Twelve keys; ``tap_key`` is called with one of ``KEYS``. ``signed``: allow numbers below 0."""

    signed: bool = False
    tap_key: Callable[[str], None] | None = None

    def build(self) -> None:
        self.keys: list[TapButton] = []
        for name in KEYS:
            size = 4.0 if name == "clear" else 7.0
            self.keys.append(self.add(TapButton(action=partial(self._tap, name), rapid=True, size_mm=size)))

    def paint_self(self, area: Area) -> None:
        for key, name, cell in zip(self.keys, KEYS, area.grid(3, 4, look.gap), strict=True):
            key.place(cell)
            text = say(T("Clear")) if name == "clear" else name
            key.show(text=text, role="quiet" if name in ("clear", "±") else "plain", shown=name != "±" or self.signed)

    def _tap(self, name: str) -> None:
        if self.tap_key is not None:
            self.tap_key(name)


class Toggles(Drawn):
    """A toggle tile for each of several players; ``tap_seat`` is called with the tapped seat."""

    HIGHEST = 22.0

    options: Sequence[Standing] = ()
    chosen: frozenset[str] = frozenset()
    tap_seat: Callable[[str], None] | None = None

    def build(self) -> None:
        self.tiles: list[CellView] = []

    def paint_self(self, area: Area) -> None:
        self.ensure(self.tiles, CellView, len(self.options))
        columns = 2 if area.w > look.mm(70) and len(self.options) > 2 else 1
        rows = max(1, -(-len(self.options) // columns))
        high = min((area.h - look.gap * (rows - 1)) / rows, look.mm(self.HIGHEST))
        cells = area.cut_top(high * rows + look.gap * (rows - 1)).grid(columns, rows, look.gap)
        for tile, option, cell in zip(self.tiles, self.options, cells, strict=False):
            tile.place(cell)
            tile.action = partial(self._tap, option.seat)
            tile.show(
                cell=Cell("", option.seat in self.chosen, option.icon), name=say(option.name), alone=True,
                key=option.seat,
            )  # fmt: skip

    def _tap(self, seat: str) -> None:
        if self.tap_seat is not None:
            self.tap_seat(seat)
