"""Every state of the screen at every size, in every language and theme, on contact sheets for people.

``python -m tests.ui.contact [FOLDER]`` draws sheets and an index.html, and says which states differ from their golden
texts. ``--keep`` draws none, and writes the golden texts and pictures anew where they differ. ``--help`` says how to
draw only a part.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from itertools import product
from pathlib import Path

import click
from PIL import Image, ImageDraw, ImageFont

import tests.conftest
import tests.ui.conftest  # noqa: F401 - a window, before all that needs one
from companion.language import LANGUAGES
from tests.ui import drawing, pictures
from tests.ui.gallery import Way, show
from tests.ui.golden_texts import PLACES, SIZES, Texts, states, text_of
from tests.ui.hands import Hands
from tests.ui.pictures import PICTURES, photograph
from tests.ui.similarity import difference
from ui.base import settings
from ui.look.theme import THEMES

FONT = Path(__file__).parents[2] / "ui" / "look" / "fonts"
SHEET = {SIZES[0]: 3, SIZES[1]: 5, SIZES[2]: 5}
"""Scale of a contact sheet: window pixels per sheet pixel."""
ACROSS = 12
"""Pictures per row: two states in all ways, or more states in fewer ways."""
GAP, LINE = 8, 18
NAME = 300
"""Width in pixels for the longest name of a state."""
GROUND, WRITTEN = "#303030", "#ffffff"
NAMES = {f"{wide}x{high}": (wide, high) for wide, high in SIZES}
Pictures = dict[Way, Image.Image]
States = dict[str, Pictures]


@contextmanager
def open_window() -> Iterator[Hands]:
    """Hands at a window without saved settings."""
    with tempfile.TemporaryDirectory() as folder:
        settings.path = lambda: Path(folder) / "screen.json"
        hands = Hands()
        hands.begin()
        yield hands
        hands.end()


def written(place: str) -> Texts:
    """The text of every state of a place."""
    with drawing.sketched(), open_window() as hands:
        texts = Texts(place)
        for state in states(hands, place):
            texts.add(hands.root.name, state, {size: text_of(hands, size) for size in SIZES})
        return texts


def draw(place: str, ways: list[Way]) -> States:
    """A picture of every state of a place in these ways."""
    found: States = {}
    with open_window() as hands:
        for state in states(hands, place):
            for way in ways:
                show(hands, way)
                found.setdefault(state, {})[way] = photograph(hands).reduce(SHEET[way.size])
    return found


def keep_pictures() -> Iterator[str]:
    """Draw the golden pictures anew, but those that look as before; their names."""
    for name, draw_one in PICTURES.items():
        with open_window() as hands:
            before, now = pictures.golden(name), draw_one(hands)
        if before is None or not difference(before, now).same:
            pictures.keep(name, now)
            yield name
    for file in {*pictures.FOLDER.iterdir()} - {pictures.file_of(name) for name in PICTURES}:
        file.unlink()
        yield file.stem


def sheets(place: str, drawn: States, folder: Path) -> Iterator[Path]:
    """A contact sheet for each size."""
    for size in SIZES:
        mine = {state: {way: one for way, one in by.items() if way.size == size} for state, by in drawn.items()}
        if any(mine.values()):
            file = folder / f"{place}-{size[0]}x{size[1]}.png"
            sheet(mine).save(file)
            yield file


def sheet(states: States) -> Image.Image:
    """A contact sheet: a row per state with its name, and all its ways."""
    ways = list(next(iter(states.values())))
    wide, high = next(iter(states.values()))[ways[0]].size
    columns = max(1, ACROSS // len(ways))
    block = max(len(ways) * (wide + GAP), NAME) + 2 * GAP
    row = 2 * LINE + high + GAP
    rows = -(-len(states) // columns)
    image = Image.new("RGB", (columns * block, rows * row + GAP), GROUND)
    pen = ImageDraw.Draw(image)
    bold, plain = (
        ImageFont.truetype(FONT / f"Inter-{face}.otf", px) for face, px in (("SemiBold", 15), ("Regular", 12))
    )
    for n, (state, drawn) in enumerate(states.items()):
        left, top = n // rows * block + GAP, n % rows * row + GAP
        pen.text((left, top), state, WRITTEN, bold)
        for at, way in enumerate(ways):
            x = left + at * (wide + GAP)
            pen.text((x, top + LINE), f"{way.language} {way.theme}", WRITTEN, plain)
            image.paste(drawn[way], (x, top + 2 * LINE))
    return image


def index(folder: Path, made: list[Path], changes: dict[str, str]) -> Path:
    """A page with all sheets and all differences."""
    said = "".join(f"<li><b>{escape(state)}</b><pre>{escape(what)}</pre></li>" for state, what in changes.items())
    images = "".join(f'<h2>{file.stem}</h2><a href="{file.name}"><img src="{file.name}"></a>' for file in made)
    page = folder / "index.html"
    page.write_text(
        '<!doctype html><meta charset="utf-8"><title>Every state of the screen</title>'
        "<style>body{font-family:sans-serif;background:#303030;color:#fff}img{max-width:100%}</style>"
        f"<h1>Every state of the screen</h1><ul>{said or '<li>All as the golden texts.</li>'}</ul>{images}",
        encoding="utf-8",
    )
    return page


@click.command(help=__doc__)
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--game", type=click.Choice(list(PLACES)), help="Only the states of a game, or of none (home).")
@click.option("--size", type=click.Choice(list(NAMES)))
@click.option("--language", type=click.Choice(list(LANGUAGES)))
@click.option("--theme", type=click.Choice(list(THEMES)))
@click.option("--keep", is_flag=True, help="Write what there is as golden texts and pictures.")
def main(
    folder: Path | None, game: str | None, size: str | None, language: str | None, theme: str | None, keep: bool
) -> None:
    places = [game] if game else list(PLACES)
    changes: dict[str, str] = {}
    for place in places:
        texts = written(place)
        found = texts.changes()
        for state, what in found.items():
            click.echo(f"{state}: {what}")
        changes |= found
        if keep and found:
            texts.keep()
    if keep:
        for name in () if game else keep_pictures():
            click.echo(f"{name}: another picture")
        return
    ways = [
        Way(one, "normal", colours, spoken)
        for one, spoken, colours in product(SIZES, LANGUAGES, THEMES)
        if (size is None or one == NAMES[size]) and language in (None, spoken) and theme in (None, colours)
    ]
    folder = folder or Path(tempfile.mkdtemp(prefix="companion-contact-"))
    folder.mkdir(parents=True, exist_ok=True)
    made = [file for place in places for file in sheets(place, draw(place, ways), folder)]
    click.echo(f"{len(changes)} states are not as their golden texts: {index(folder, made, changes)}")
    sys.exit(bool(changes))


if __name__ == "__main__":
    main()
