"""Golden pictures of pages: each at phone and laptop size, in both languages and all colour schemes.

``python -m tests.web.page_pictures FOLDER`` renders all of them at full size, or only those whose names start with the
given prefix; ``--keep`` replaces the golden ones. A golden file holds all pictures of a page, scaled down, a row per
size.
"""

from __future__ import annotations

import io
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from companion.language import LANGUAGES
from companion.scene.palette import THEMES
from tests.web.chromium import chromium
from tests.web.goldens import Goldens
from tests.web.page_states import Shown, everything
from tests.web.photo_states import ShownPhotos

PHONE, LAPTOP = (390, 840), (1280, 800)
SMALLER = {PHONE: 5, LAPTOP: 8}
"""Scale: page pixels per golden pixel, about a millimetre."""


class Way(NamedTuple):
    """A size, language and colour scheme."""

    size: tuple[int, int]
    language: str
    theme: str


WAYS = [Way(*way) for way in product((PHONE, LAPTOP), sorted(LANGUAGES), THEMES)]


def photograph(shown: Shown | ShownPhotos, way: Way) -> Image.Image:
    """A screenshot of the viewport."""
    tab = shown.tab
    tab.size(*way.size, mobile=way.size == PHONE)
    shown.load(way.language, way.theme)
    return Image.open(io.BytesIO(tab.picture())).convert("RGB")


def smaller(picture: Image.Image, way: Way) -> Image.Image:
    """Scale down by averaging pixels."""
    return picture.reduce(SMALLER[way.size])


def _boxes() -> dict[Way, tuple[int, int, int, int]]:
    boxes, top = {}, 0
    for size in (PHONE, LAPTOP):
        wide, high = (side // SMALLER[size] for side in size)
        for at, way in enumerate(way for way in WAYS if way.size == size):
            boxes[way] = (at * wide, top, (at + 1) * wide, top + high)
        top += high
    return boxes


GOLDENS = Goldens(Path(__file__).parent / "golden", _boxes())


def main(folder: Path, *, kept: bool, only: str = "") -> None:
    """Render every page in every way, a sheet per page; ``only`` those whose names start so."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as browser:
        for state, shown in everything(browser):
            if not state.startswith(only):
                continue
            pictures = {way: photograph(shown, way) for way in WAYS}
            for size in (PHONE, LAPTOP):
                row = [picture for way, picture in pictures.items() if way.size == size]
                sheet = Image.new("RGB", (size[0] * 3, size[1] * 2))
                for at, picture in enumerate(row):
                    sheet.paste(picture, (at % 3 * size[0], at // 3 * size[1]))
                sheet.save(folder / f"{GOLDENS.file_of(state).stem}-{size[0]}.png")
            if kept:
                GOLDENS.keep(state, {way: smaller(picture, way) for way, picture in pictures.items()})


if __name__ == "__main__":
    named = [argument for argument in sys.argv[2:] if argument != "--keep"]
    main(Path(sys.argv[1]), kept="--keep" in sys.argv, only=named[0] if named else "")
