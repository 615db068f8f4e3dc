"""Pictures of the window, and golden ones: what every state of the screen is meant to look like.

A golden file holds all pictures of a state, a row a size, in each row every language with every theme.
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
"""So many pixels of the window are one of a golden picture: about a millimetre of the glass."""
QUALITY = 65
"""Of a golden JPEG, with all its colours (4:4:4): a letter's colour must not leak into what is beside it."""
ALL = [Way(size, "normal", theme, language) for size in SIZES for language, theme in LOOKS]
Pictures = dict[Way, Image.Image]


BASE = Way(SMALL, "normal", "night", "en")
"""The glass and the language in which each state is come to."""


def photographs(
    hands: Hands, ways: Callable[[str], list[Way]], states: Callable[[Hands], Iterator[str]] = everything
) -> Iterator[tuple[str, Way, Image.Image]]:
    """Every state, in its ``ways``."""
    stop_the_clocks()
    show(hands, BASE)
    for state in states(hands):
        for way in ways(state):
            show(hands, way)
            yield state, way, photograph(hands)
        show(hands, BASE)


def photograph(hands: Hands) -> Image.Image:
    """The screen as it is now; not read from the window, whose surface keeps its first size without a display."""
    texture = hands.root.export_as_image().texture
    return Image.frombuffer("RGBA", texture.size, texture.pixels, "raw", "RGBA", 0, 1).convert("RGB")


def smaller(picture: Image.Image) -> Image.Image:
    """The picture of a window as it is kept: each pixel is the mean of those that it stands for."""
    return picture.reduce(SMALLER[picture.size])


# The golden files.


def file_of(state: str) -> Path:
    return GOLDEN / f"{state.replace(' ', '-')}.jpg"


@lru_cache(maxsize=1)
def golden(state: str) -> Pictures:
    """The golden pictures of a state; none where there is no such file."""
    if not file_of(state).exists():
        return {}
    with Image.open(file_of(state)) as strip:
        strip.load()
    return {way: strip.crop(box) for way, box in _boxes().items()}


def keep(state: str, pictures: Mapping[Way, Image.Image]) -> None:
    """Make these the golden pictures of a state: one for each of ``ALL``."""
    boxes = _boxes()
    strip = Image.new("RGB", (max(box[2] for box in boxes.values()), max(box[3] for box in boxes.values())))
    for way, box in boxes.items():
        strip.paste(pictures[way], box[:2])
    golden.cache_clear()
    GOLDEN.mkdir(exist_ok=True)
    strip.save(file_of(state), "JPEG", quality=QUALITY, subsampling=0, optimize=True)


def _boxes() -> dict[Way, tuple[int, int, int, int]]:
    """Where the picture of each way stands in a golden file."""
    boxes, top = {}, 0
    for size in SIZES:
        wide, high = (side // SMALLER[size] for side in size)
        for at, (language, theme) in enumerate(LOOKS):
            way = Way(size, "normal", theme, language)
            boxes[way] = (at * wide, top, (at + 1) * wide, top + high)
        top += high
    return boxes


def beside(wanted: Image.Image, found: Image.Image) -> Image.Image:
    """What was wanted, what was found, and where they differ, beside each other and enlarged."""
    wide, high = found.size
    row = Image.new("RGB", (3 * wide, high), "white")
    away = ImageChops.difference(wanted.resize(found.size), found)
    for at, picture in enumerate((wanted, found, away.point(lambda value: min(255, value * 3)))):
        row.paste(picture, (at * wide, 0))
    return row.resize((row.width * 3, row.height * 3), Image.Resampling.NEAREST)
