"""All colours and sizes of the screen.

Colours are roles, such as background, text or the next thing to do; each theme defines what they look like. Tracks and
dice use Okabe and Ito's palette (darker in daylight), which colour-blind people can tell apart, and always a shape as
well.

Sizes are physical millimetres, converted with the panel's density (ISO 9241-411: a touch target is at least 9 mm; here
10 mm, and 12 mm for the primary button). Text: 22 arc minutes at 60 cm for reading, 16 at one metre for the state of
the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import ClassVar, Literal, TypeAlias, overload

Rgba: TypeAlias = Sequence[float]
"""Red, green, blue, alpha, each from 0 to 1: a fixed colour or a role."""
Shape = Literal["landscape", "wide", "portrait"]
Theme = Literal["night", "daylight", "contrast"]
THEMES: tuple[Theme, ...] = ("night", "daylight", "contrast")
"""Dark; light, for daylight; black and white with strong edges."""


def ink(code: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """A colour from ``#rrggbb`` and alpha (0 to 1)."""
    return (int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255, alpha)


class Role(Sequence[float]):
    """A colour role. Its components are those of the current theme whenever they are read, so that a role can be stored
    anywhere and a redraw uses the new colours."""

    theme: ClassVar[int] = 0

    def __init__(self, *inks: str, alpha: float = 1.0) -> None:
        self.inks = tuple(ink(code, alpha) for code in inks)

    @overload
    def __getitem__(self, index: int) -> float: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[float]: ...
    def __getitem__(self, index: int | slice) -> float | Sequence[float]:
        return self.inks[Role.theme][index]

    def __len__(self) -> int:
        return 4


# Backgrounds, from back to front. Each line: night, daylight, high contrast.
NIGHT = Role("#0e1320", "#f6f2e8", "#000000")
DUSK = Role("#171f30", "#ece6d8", "#000000")
STONE = Role("#22304a", "#ffffff", "#101010")
STONE_PRESSED = Role("#30436a", "#d8cfb8", "#3a3a3a")
SLOT = Role("#1f2a3f", "#d9d1bf", "#2c2c2c")
EDGE = Role("#31405c", "#a89f8c", "#b8b8b8")
ALARMED = Role("#3b2027", "#ffe1d6", "#400800")
AT_EASE = Role("#17403b", "#d6f0e3", "#003a24")
POLICE_DEEP = Role("#182450", "#d3defa", "#00185a")
STORY_DEEP = Role("#2d6f9c", "#cfe6f5", "#10446a")

# Text and drawings on them.
PAPER = Role("#f4efe4", "#171c26", "#ffffff")
PAPER_DIM = Role("#d9d2c0", "#3a4150", "#f0f0f0")
MIST = Role("#a3afc4", "#475063", "#e0e0e0")
GREY = Role("#98a2b8", "#565d6b", "#c8c8c8")
LAMP = Role("#e69f00", "#7d4e00", "#ffd23f")

# Colours that contrast both ways: INK is legible on them, and they stand out from the backgrounds.
INK = Role("#10151f", "#fffdf7", "#000000")
ALERT = Role("#e5673c", "#b3380d", "#ff8a5c")
STORY = Role("#56b4e9", "#0f5f94", "#7cc8f5")
SUN = Role("#f0e442", "#7a6400", "#fff04d")
GREEN = Role("#2bb58a", "#0b6b4c", "#3fe0ad")
ROSE = Role("#cc79a7", "#9c3f74", "#f0a5cc")
SAND = Role("#e3c28f", "#7d5a22", "#f5d9ac")
SEPIA = Role("#857a63", "#8a7d62", "#b8ac90")
VIOLET = Role("#b79bff", "#5a3bb8", "#cdb9ff")
LIME = Role("#b8dc4a", "#526c00", "#cdf05c")
AQUA = Role("#5fd6cf", "#0d6b66", "#7ff0e9")
POLICE = Role("#3b6fd4", "#2b58b4", "#7aa5ff")

# The amber button and cards: much the same in all themes.
AMBER = Role("#e69f00", "#f0aa12", "#ffd23f")
AMBER_PRESSED = Role("#ffbf2e", "#d18f00", "#ffffff")
ON_AMBER = Role("#10151f", "#10151f", "#000000")
ON_AMBER_DIM = Role("#4a3400", "#3d2a00", "#000000")
CARD = Role("#f4efe4", "#fffdf7", "#ffffff")
CARD_EDGE = Role("#d9d2c0", "#a89f8c", "#000000")
ON_CARD = Role("#10151f", "#10151f", "#000000")
ON_CARD_DIM = Role("#665c48", "#5a5140", "#2a2a2a")
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
        """The layout that fits."""
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
        """The current theme."""
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
