"""Every colour and every size of the screen.

Colours: night ink for the room, paper for cards and figures, lamp light for what is to do now. The colours of
tracks and dice are Okabe and Ito's set, told apart by colour-blind eyes, and never stand without a shape.
Sizes are millimetres on the glass, turned into pixels through the panel's density (ISO 9241-411: a finger's target is
at least 9 mm; here 10 mm, and 12 mm for the primary button). Text: 22 arc minutes at 60 cm for what is read,
16 at one metre for the state of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Literal

Rgba = tuple[float, float, float, float]
Shape = Literal["landscape", "wide", "portrait"]


def ink(code: str, alpha: float = 1.0) -> Rgba:
    """A colour from ``#rrggbb`` and an opacity from 0 to 1."""
    return (int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255, alpha)


NIGHT = ink("#0e1320")
DUSK = ink("#171f30")
STONE = ink("#22304a")
STONE_PRESSED = ink("#30436a")
EDGE = ink("#31405c")
SLOT = ink("#1f2a3f")
PAPER = ink("#f4efe4")
PAPER_DIM = ink("#d9d2c0")
SEPIA = ink("#857a63")
INK = ink("#10151f")
MIST = ink("#93a0b6")
LAMP = ink("#e69f00")
LAMP_PRESSED = ink("#ffbf2e")
LAMP_DARK = ink("#4a3400")
ALERT = ink("#e5673c")
STORY = ink("#56b4e9")
SUN = ink("#f0e442")
GREEN = ink("#2bb58a")
POLICE = ink("#3b6fd4")
POLICE_DEEP = ink("#182450")
ROSE = ink("#cc79a7")
GREY = ink("#848ea5")
SAND = ink("#e3c28f")
VIOLET = ink("#b79bff")
LIME = ink("#b8dc4a")
AQUA = ink("#5fd6cf")
SHADE = (0.0, 0.0, 0.0, 0.55)

DICE: dict[str, Rgba] = {"red": ALERT, "blue": STORY, "yellow": SUN, "grey": GREY, "green": GREEN, "white": PAPER}
TRACKS: dict[str, Rgba] = {"alert": ALERT, "story": STORY, "plain": GREEN}
DECKS: dict[str, tuple[Rgba, Rgba]] = {
    "police": (POLICE, PAPER),
    "mafia": (ink("#5a2430"), PAPER),
    "story": (STORY, INK),
}


@dataclass(frozen=True)
class Panel:
    """A piece of glass: pixels across and down, and inches from corner to corner."""

    width: int
    height: int
    inches: float = 7.0

    @property
    def density(self) -> float:
        """Pixels a millimetre."""
        return hypot(self.width, self.height) / (self.inches * 25.4)

    @property
    def shape(self) -> Shape:
        """Which of the three layouts fits."""
        if self.height > self.width:
            return "portrait"
        return "wide" if self.width / self.height > 1.72 else "landscape"


class Look:
    """The sizes in pixels for the panel in use. One object, changed in place when panel or text size change."""

    TOUCH = 10.2
    PRIMARY = 12.2
    GAP = 1.5
    PAD = 2.2
    RADIUS = 1.9

    NAV_BAR = 12.6
    NAV_RAIL = 19.5

    TITLE = 6.6
    STATE = 6.4
    READ = 5.0
    BUTTON = 4.5
    SMALL = 3.6
    TINY = 3.0
    LEAST = 2.3

    def __init__(self) -> None:
        self.panel = Panel(800, 480)
        self.scale = 1.0

    def use(self, panel: Panel, scale: float | None = None) -> None:
        """Show on ``panel``; ``scale`` (0.8 to 1.4) enlarges all text."""
        self.panel = panel
        if scale is not None:
            self.scale = scale

    def mm(self, millimetres: float) -> float:
        """Millimetres in whole pixels."""
        return round(millimetres * self.panel.density)

    def text(self, millimetres: float) -> int:
        """The font size in pixels for text of this em size, with the person's text size taken in."""
        return max(8, round(millimetres * self.panel.density * self.scale))

    @property
    def gap(self) -> float:
        return self.mm(self.GAP)

    @property
    def pad(self) -> float:
        return self.mm(self.PAD)

    @property
    def radius(self) -> float:
        return self.mm(self.RADIUS)

    @property
    def touch(self) -> float:
        return self.mm(self.TOUCH)

    @property
    def primary(self) -> float:
        return self.mm(self.PRIMARY)


look = Look()
