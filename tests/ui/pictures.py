"""Screenshots, and a few golden pictures of what a text does not tell: how layers, icons, themes and letters look.

All else that stands on a screen is in the golden texts (``tests.ui.golden_texts``).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kivy.graphics import Color, Fbo, Rectangle
from PIL import Image, ImageChops

from tests.ui import golden_texts, moments
from tests.ui.box_states import BOX_STATES
from tests.ui.gallery import SMALL, UPRIGHT, WIDE, Way, show
from tests.ui.hands import Hands
from tests.ui.people_states import at_the_results, with_names
from tests.ui.phone_states import on_phones
from tests.ui.states import (
    asked,
    at_the_dice,
    at_the_doctor,
    beside,
    filmed,
    overlays,
    put,
    revealing,
    setting_up,
    showing_stakes,
    stop_the_clocks,
)
from ui.layout.geometry import Area
from ui.look import icons, paint, theme
from ui.look.theme import THEMES, Panel, Theme, look
from ui.widgets.drawn import tap_guard

FOLDER = golden_texts.GOLDEN / "pictures"
SMALLER = {SMALL: 5, WIDE: 8, UPRIGHT: 8}
"""Pixels of the window for one of a golden picture, about a millimetre of the glass."""
QUALITY = 75
"""Of a JPEG with full chroma (4:4:4), so that colours do not bleed."""
Steps = Callable[[Hands], Generator[str]]


def photograph(hands: Hands) -> Image.Image:
    """A screenshot, rendered off-screen, because the window's surface keeps its first size without a display."""
    texture = hands.root.export_as_image().texture
    return Image.frombuffer("RGBA", texture.size, texture.pixels, "raw", "RGBA", 0, 1).convert("RGB")


def smaller(picture: Image.Image) -> Image.Image:
    """Scale down by averaging pixels."""
    return picture.reduce(SMALLER[picture.size])


# States.


class Shot(NamedTuple):
    """A state, the steps that come to it among others, and how it is shown."""

    state: str
    steps: Steps
    way: Way


def _asked(game: str, kind: str) -> Steps:
    def steps(hands: Hands) -> Iterator[str]:
        yield from asked(hands, game, next(one for one in moments.questions(game) if one.kind == kind))

    return steps


def _at(moment: Callable[[str], moments.Moment], steps: Callable[[Hands, str], Iterator[str]], game: str) -> Steps:
    def at(hands: Hands) -> Iterator[str]:
        put(hands, moment(game))
        yield from steps(hands, game)

    return at


def _end(game: str) -> moments.Moment:
    return next(moments.ends(game))


def _over(hands: Hands, game: str) -> Iterator[str]:
    yield f"{game} over"


def _of(steps: Callable[[Hands, str], Iterator[str]], game: str) -> Steps:
    return partial(steps, game=game)


_busy = partial(_at, moments.busiest)
_ended = partial(_at, _end)
_SHOTS: list[tuple[str, Steps]] = [
    ("newyork asks choose play", _asked("newyork", "choose play")),
    ("newyork slip", _busy(overlays, "newyork")),
    ("newyork banner", _busy(overlays, "newyork")),
    ("newyork hint", _busy(overlays, "newyork")),
    ("newyork reveals card", _of(revealing, "newyork")),
    ("newyork sheet", _busy(beside, "newyork")),
    ("newyork named game", _busy(with_names, "newyork")),
    ("newyork asks roll", _asked("newyork", "roll")),
    ("escape asks choose turn", _asked("escape", "choose turn")),
    ("escape city", _busy(beside, "escape")),
    ("escape seats", _busy(beside, "escape")),
    ("escape named seats", _busy(with_names, "escape")),
    ("escape log", _busy(beside, "escape")),
    ("crash asks choose placement", _asked("crash", "choose placement")),
    ("crash asks choose direction", _asked("crash", "choose direction")),
    ("crash film", _ended(filmed, "crash")),
    ("crash over", _ended(_over, "crash")),
    ("crash setup everybody", _of(setting_up, "crash")),
    ("krysis asks choose mine", _asked("krysis", "choose mine")),
    ("krysis weighs choose mine", _of(showing_stakes, "krysis")),
    ("krysis reveals bids", _of(revealing, "krysis")),
    ("krysis phones on", _of(on_phones, "krysis")),
    ("krysis private closed", _busy(beside, "krysis")),
    ("krysis lookback", _busy(beside, "krysis")),
    ("thousand asks roll", _asked("thousand", "roll")),
    ("doctor camera", at_the_doctor),
    ("fairness found", at_the_dice),
    ("results", at_the_results),
    ("card pictured", BOX_STATES["card"]),
    ("board whole", BOX_STATES["board"]),
    ("city tile some", BOX_STATES["city tile"]),
    ("slots overlap", BOX_STATES["slots"]),
]
SIZES = (SMALL, WIDE, UPRIGHT)
SHOTS = [
    Shot(state, steps, Way(SIZES[n % 3], "normal", THEMES[(n + n // 3) % 3], "en"))
    for n, (state, steps) in enumerate(_SHOTS)
]
"""Each in another size and theme, so that all combinations occur."""


def shot(hands: Hands, state: str) -> Image.Image:
    """The small picture of a state."""
    (found,) = (one for one in SHOTS if one.state == state)
    stop_the_clocks()
    steps = found.steps(hands)
    assert state in steps, f"there is no state {state!r}"
    tap_guard.reset()
    show(hands, found.way)
    picture = smaller(photograph(hands))
    steps.close()
    return picture


# Sheets.

ACROSS, ICON, EDGE = 20, 48, 4
"""Icons in a row, and pixels of an icon and of its margin."""
HALF = 2
"""Pixels of a sheet for one of its golden picture."""
LETTERS = (
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz",
    "0123456789 ½ × − → ← ↑ ↓ ✓ … “” ‘’ – · € % & ? ! ( ) / : ;",
    "ÁáÉéÍíÑñÓóÚúÜü¿¡ ÀàÂâÄäÅåÆæÇçĞğİıŁłØøŒœŠšßŽžŐő",
    "ΑαΒβΓγΔδΕεΖζΗηΘθΚκΛλΜμΝνΞξΠπΣσΩω Ελλάδα",
    "АаБбВвГгДдЕеЖжЗзИиКкЛлМмНнПпРрСсТтЩщЫыЮюЯя Україна",
)
"""All letters of our own fonts that people are likely to need: Latin, Spanish and others, Greek, Cyrillic."""


def icon_names() -> list[str]:
    """Every icon in the golden texts."""
    return sorted(golden_texts.icons())


def icon_sheet(colours: Theme) -> Image.Image:
    """All icons in one theme, row by row."""
    names, cell = icon_names(), ICON + 2 * EDGE
    rows = -(-len(names) // ACROSS)

    def draw(whole: Area) -> None:
        for n, name in enumerate(names):
            x, y = n % ACROSS * cell, whole.h - (n // ACROSS + 1) * cell
            icons.draw(name, Area(x + EDGE, y + EDGE, ICON, ICON))

    return _sheet((ACROSS * cell, rows * cell), draw, colours)


def letter_sheet(colours: Theme) -> Image.Image:
    """Letters of all faces."""

    def draw(whole: Area) -> None:
        for face in ("plain", "bold", "heavy"):
            for line in LETTERS:
                paint.words(line, whole.cut_top(36), theme.PAPER, 3.6, face=face)

    return _sheet((800, 15 * 36), draw, colours)


def _sheet(size: tuple[int, int], draw: Callable[[Area], object], colours: Theme) -> Image.Image:
    look.use(Panel(*SMALL), 1.0)
    look.light(colours)
    try:
        fbo = Fbo(size=size)
        with fbo:
            Color(*theme.NIGHT)
            Rectangle(size=size)
            draw(Area(0, 0, *size))
        fbo.draw()
        picture = Image.frombytes("RGBA", size, fbo.pixels).convert("RGB")
        return picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).reduce(HALF)
    finally:
        look.light(THEMES[0])


# The golden files.

PICTURES: dict[str, Callable[[Hands], Image.Image]] = {
    **{one.state: partial(shot, state=one.state) for one in SHOTS},
    **{f"icons {one}": partial(lambda _, colours: icon_sheet(colours), colours=one) for one in THEMES},
    "letters": lambda _: letter_sheet("daylight"),
}


def file_of(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '-')}.jpg"


def golden(name: str) -> Image.Image | None:
    """The golden picture of that name, if there is one."""
    if not file_of(name).exists():
        return None
    with Image.open(file_of(name)) as picture:
        return picture.convert("RGB")


def keep(name: str, picture: Image.Image) -> None:
    """Make it the golden picture of that name."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    picture.save(file_of(name), "JPEG", quality=QUALITY, subsampling=0, optimize=True)


def comparison(wanted: Image.Image, found: Image.Image) -> Image.Image:
    """The expected and actual picture and their difference, enlarged."""
    wide, high = found.size
    row = Image.new("RGB", (3 * wide, high), "white")
    away = ImageChops.difference(wanted.resize(found.size), found)
    for at, picture in enumerate((wanted, found, away.point(lambda value: min(255, value * 3)))):
        row.paste(picture, (at * wide, 0))
    return row.resize((row.width * 3, row.height * 3), Image.Resampling.NEAREST)
