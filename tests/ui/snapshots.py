"""Screenshots, and golden pictures of every state of the screen.

A golden file holds all pictures of a state: a row per size with every language and theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from pathlib import Path

from PIL import Image, ImageChops

from companion.language import LANGUAGES
from tests.ui.gallery import SMALL, UPRIGHT, WIDE, Way, show
from tests.ui.hands import Hands
from tests.ui.states import everything, stop_the_clocks
from ui.look.theme import THEMES

GOLDEN = Path(__file__).parent / "golden"
SIZES = (SMALL, WIDE, UPRIGHT)
LOOKS = tuple(product(LANGUAGES, THEMES))
SMALLER = {SMALL: 5, WIDE: 8, UPRIGHT: 8}
"""Scale: window pixels per golden pixel, about a millimetre of the glass."""
QUALITY = 65
"""JPEG quality of golden pictures, with full chroma (4:4:4), so that colours do not bleed."""
ALL = [Way(size, "normal", theme, language) for size in SIZES for language, theme in LOOKS]
Pictures = dict[Way, Image.Image]


BASE = Way(SMALL, "normal", "night", "en")
"""The size and language in which states are reached."""


def photographs(
    hands: Hands, ways: Callable[[str], list[Way]], states: Callable[[Hands], Iterator[str]] = everything
) -> Iterator[tuple[str, Way, Image.Image]]:
    """Screenshots of every state in its ``ways``."""
    stop_the_clocks()
    show(hands, BASE)
    for state in states(hands):
        for way in ways(state):
            show(hands, way)
            yield state, way, photograph(hands)
        show(hands, BASE)


def photograph(hands: Hands) -> Image.Image:
    """A screenshot, rendered off-screen, because the window's surface keeps its first size without a display."""
    texture = hands.root.export_as_image().texture
    return Image.frombuffer("RGBA", texture.size, texture.pixels, "raw", "RGBA", 0, 1).convert("RGB")


def smaller(picture: Image.Image) -> Image.Image:
    """Scale down by averaging pixels."""
    return picture.reduce(SMALLER[picture.size])


# The golden files.


def file_of(state: str) -> Path:
    return GOLDEN / f"{state.replace(' ', '-')}.jpg"


@lru_cache(maxsize=1)
def golden(state: str) -> Pictures:
    """The golden pictures of a state; empty without a file."""
    if not file_of(state).exists():
        return {}
    with Image.open(file_of(state)) as strip:
        strip.load()
    return {way: strip.crop(box) for way, box in _boxes().items()}


def keep(state: str, pictures: Mapping[Way, Image.Image]) -> None:
    """Save these as the golden pictures of a state, one for each of ``ALL``."""
    boxes = _boxes()
    strip = Image.new("RGB", (max(box[2] for box in boxes.values()), max(box[3] for box in boxes.values())))
    for way, box in boxes.items():
        strip.paste(pictures[way], box[:2])
    golden.cache_clear()
    GOLDEN.mkdir(exist_ok=True)
    strip.save(file_of(state), "JPEG", quality=QUALITY, subsampling=0, optimize=True)


def _boxes() -> dict[Way, tuple[int, int, int, int]]:
    """The rectangle of each way in a golden file."""
    boxes, top = {}, 0
    for size in SIZES:
        wide, high = (side // SMALLER[size] for side in size)
        for at, (language, theme) in enumerate(LOOKS):
            way = Way(size, "normal", theme, language)
            boxes[way] = (at * wide, top, (at + 1) * wide, top + high)
        top += high
    return boxes


def beside(wanted: Image.Image, found: Image.Image) -> Image.Image:
    """The expected and actual picture and their difference, side by side, enlarged."""
    wide, high = found.size
    row = Image.new("RGB", (3 * wide, high), "white")
    away = ImageChops.difference(wanted.resize(found.size), found)
    for at, picture in enumerate((wanted, found, away.point(lambda value: min(255, value * 3)))):
        row.paste(picture, (at * wide, 0))
    return row.resize((row.width * 3, row.height * 3), Image.Resampling.NEAREST)
