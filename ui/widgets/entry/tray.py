"""The dice tray: a place for each requested die."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.input import MotionEvent

from companion.scene.scene import DieView
from ui.base.language import say
from ui.layout.geometry import Area
from ui.look import paint
from ui.look import theme as t
from ui.look.theme import look
from ui.widgets.drawn import Tappable, no_action
from ui.widgets.entry.die import paint_die


@dataclass(frozen=True)
class Place:
    """A die of the tray: its view, whether it is next, whether a person must confirm it."""

    die: DieView
    next: bool = False
    doubt: bool = False


class TrayView(Tappable):
    """Large dice in rows. ``tap_die`` is called with the id of a tapped die."""

    LABEL = 5.0
    LARGEST = 44.0

    places: tuple[Place, ...] = ()
    tap_die: Callable[[str], None] | None = None
    rapid: bool = True

    def build(self) -> None:
        self.action = no_action

    def cells(self) -> list[Area]:
        """Area of each die: in as few rows as give the largest dice."""
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

    def targets(self) -> list[Area]:
        return self.cells()

    def takes(self, touch: MotionEvent) -> bool:
        return self.shown and self.tap_die is not None and self._under(touch) is not None

    def tapped(self, touch: MotionEvent) -> None:
        die = self._under(touch)
        if die is not None and self.tap_die is not None:
            self.tap_die(die)

    def _under(self, touch: MotionEvent) -> str | None:
        for place, cell in zip(self.places, self.cells(), strict=True):
            if cell.holds(*touch.pos):
                return place.die.id
        return None
