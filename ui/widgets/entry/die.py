"""Dice: a face in a frame of the die's colour; shape and colour both identify it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.input import MotionEvent

from companion.scene.scene import DieView
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Tappable, no_action


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


class DicePool(Tappable):
    """The dice of a turn. A tap selects one for the next payment, or deselects it."""

    dice: Sequence[DieView] = ()
    chosen: frozenset[str] = frozenset()
    choosable: bool = False
    tap_die: Callable[[str], None] | None = None
    rapid: bool = True

    def build(self) -> None:
        self.action = no_action

    def cells(self) -> list[Area]:
        """Area of each die."""
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

    def targets(self) -> list[Area]:
        return self.cells()

    def takes(self, touch: MotionEvent) -> bool:
        return self.shown and self.choosable and self._under(touch) is not None

    def tapped(self, touch: MotionEvent) -> None:
        die = self._under(touch)
        if die is not None and self.tap_die is not None:
            self.tap_die(die)

    def _under(self, touch: MotionEvent) -> str | None:
        for die, cell in zip(self.dice, self.cells(), strict=True):
            if cell.holds(*touch.pos):
                return die.id
        return None
