"""All colours of the palette and all sizes of the screen.

Sizes are physical millimetres, converted with the panel's density (ISO 9241-411: a touch target is at least 9 mm; here
10 mm, and 12 mm for the primary button). Text: 22 arc minutes at 60 cm for reading, 16 at one metre for the state of
the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import ClassVar, Literal, TypeAlias, overload

from companion.scene.palette import COLOURS, THEMES, Theme

Rgba: TypeAlias = Sequence[float]
"""Red, green, blue, alpha, each from 0 to 1: a fixed colour or a role."""
Shape = Literal["landscape", "wide", "portrait"]


def ink(code: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """A colour from ``#rrggbb`` and alpha (0 to 1)."""
    return (int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255, alpha)


class Role(Sequence[float]):
    """A colour role. Its components are those of the current theme whenever they are read, so that a role can be stored
    anywhere and a redraw uses the new colours."""

    theme: ClassVar[int] = 0

    def __init__(self, *inks: str) -> None:
        self.inks = tuple(map(ink, inks))

    @overload
    def __getitem__(self, index: int) -> float: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[float]: ...
    def __getitem__(self, index: int | slice) -> float | Sequence[float]:
        return self.inks[Role.theme][index]

    def __len__(self) -> int:
        return 4


@cache
def role(name: str) -> Role:
    """The role of that name in the palette, always the same object."""
    return Role(*COLOURS[name])


# Backgrounds, from back to front.
NIGHT = role("night")
DUSK = role("dusk")
STONE = role("stone")
STONE_PRESSED = role("stone-pressed")
SLOT = role("slot")
EDGE = role("edge")
ALARMED = role("alarmed")
AT_EASE = role("at-ease")
POLICE_DEEP = role("police-deep")

# Text and drawings on them.
PAPER = role("paper")
PAPER_DIM = role("paper-dim")
MIST = role("mist")
GREY = role("grey")
LAMP = role("lamp")

# Colours that contrast both ways: INK is legible on them, and they stand out from the backgrounds.
INK = role("ink")
ALERT = role("alert")
STORY = role("story")
SUN = role("sun")
GREEN = role("green")
POLICE = role("police")

# The amber button and cards: much the same in all themes.
AMBER = role("amber")
AMBER_PRESSED = role("amber-pressed")
ON_AMBER = role("on-amber")
ON_AMBER_DIM = role("on-amber-dim")
CARD = role("card")
CARD_EDGE = role("card-edge")
ON_CARD = role("on-card")
ON_CARD_DIM = role("on-card-dim")
HUES: tuple[Role, ...] = tuple(role(f"hue-{n}") for n in range(6))
"""Players' colours by number."""
SHADE = ink("#000000", 0.55)

DICE: dict[str, Rgba] = {"red": ALERT, "blue": STORY, "yellow": SUN, "grey": GREY, "green": GREEN, "white": PAPER}
TRACKS: dict[str, Rgba] = {"alert": ALERT, "story": STORY, "plain": GREEN}
DECKS: dict[str, tuple[Rgba, Rgba]] = {
    "police": (ink("#2f5fbf"), ink("#f4efe4")),
    "mafia": (ink("#5a2430"), ink("#f4efe4")),
    "story": (STORY, INK),
}


def faded(colour: Rgba, alpha: float) -> Rgba:
    """The colour with another alpha."""
    return (*colour[:3], alpha)


@dataclass(frozen=True)
class Panel:
    """A screen: width and height in pixels, diagonal in inches."""

    width: int
    height: int
    inches: float = 7.0

    @property
    def density(self) -> float:
        """Pixels per millimetre."""
        return hypot(self.width, self.height) / (self.inches * 25.4)

    @property
    def shape(self) -> Shape:
        if self.height > self.width:
            return "portrait"
        return "wide" if self.width / self.height > 1.72 else "landscape"


class Look:
    """Sizes in pixels for the current panel. One object, changed in place with panel or text size."""

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
        """Use ``panel``; ``scale`` (0.8 to 1.4) enlarges all text."""
        self.panel = panel
        if scale is not None:
            self.scale = scale

    @property
    def theme(self) -> Theme:
        return THEMES[Role.theme]

    def light(self, theme: Theme) -> bool:
        """Set the theme; True if it changed, and everything must be redrawn."""
        before, Role.theme = Role.theme, THEMES.index(theme)
        return before != Role.theme

    def mm(self, millimetres: float) -> float:
        """Millimetres in whole pixels."""
        return round(millimetres * self.panel.density)

    def text(self, millimetres: float) -> int:
        """Font size in pixels for this em size, scaled by the text size setting."""
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
