"""Every state of the screen at every size, in every language and theme, on contact sheets; and the golden pictures.

``python -m tests.ui.contact [FOLDER]`` draws sheets and an index.html, and says what differs from the golden pictures;
``--keep`` makes what is drawn the golden pictures. ``--help`` says how to draw only a part.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from pathlib import Path

import click
from PIL import Image, ImageDraw, ImageFont

if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    os.environ["COMPANION_SCREEN_HOME"] = tempfile.mkdtemp(prefix="companion-screen-")
    from ui.base.environment import prepare

    prepare(fullscreen=False, size=(800, 480))
    import tests.conftest  # noqa: F401 - Spanish as it is written now

from companion.games.registry import game_names
from companion.language import LANGUAGES
from tests.ui import snapshots
from tests.ui.gallery import Way
from tests.ui.hands import Hands
from tests.ui.sameness import difference
from tests.ui.snapshots import ALL, SIZES, Pictures
from tests.ui.states import at_home, everything
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
States = dict[str, Pictures]
HOME = "home"
"""Stands for states that need no game."""


@contextmanager
def somebody() -> Iterator[Hands]:
    """Hands at a window without saved settings."""
    with tempfile.TemporaryDirectory() as folder:
        settings.path = lambda: Path(folder) / "screen.json"
        hands = Hands()
        hands.begin()
        yield hands
        hands.end()


def draw(ways: list[Way], game: str | None) -> tuple[States, States]:
    """Render every state in these ways, for sheets and as golden pictures."""
    large: States = {}
    small: States = {}
    with somebody() as hands:
        states = at_home if game == HOME else partial(everything, game=game)
        for state, way, picture in snapshots.photographs(hands, lambda _: ways, states):
            large.setdefault(state, {})[way] = picture.reduce(SHEET[way.size])
            small.setdefault(state, {})[way] = snapshots.smaller(picture)
    return large, small


def compare(states: States) -> Iterator[tuple[str, str]]:
    """Every state that differs from its golden pictures, with the reason."""
    for state, pictures in states.items():
        wanted = snapshots.golden(state)
        if not wanted:
            yield state, "new"
            continue
        found = {way: difference(wanted[way], picture) for way, picture in pictures.items()}
        others = {way: apart for way, apart in found.items() if not apart.same}
        if others:
            way = max(others, key=lambda one: (others[one].worst, others[one].share))
            yield state, f"changed in {len(others)} of {len(found)} ways, most in {way}: {others[way]}"


def gone(states: States, game: str | None) -> list[Path]:
    """Golden files of states that no longer exist."""
    files = {snapshots.file_of(state) for state in states}
    whose = {file: file.stem.split("-")[0] for file in snapshots.GOLDEN.glob("*.jpg")}
    mine = (file for file, first in whose.items() if game in (None, first if first in game_names() else HOME))
    return sorted(file for file in mine if file not in files)


def sheets(states: States, folder: Path) -> list[Path]:
    """A contact sheet for each game and size, and one for states without a game."""
    groups: dict[tuple[str, tuple[int, int]], States] = {}
    for state, pictures in states.items():
        first = state.split()[0]
        for way, picture in pictures.items():
            key = (first if first in game_names() else HOME, way.size)
            groups.setdefault(key, {}).setdefault(state, {})[way] = picture
    made = []
    for (game, size), shown in groups.items():
        made.append(folder / f"{game}-{size[0]}x{size[1]}.png")
        sheet(shown).save(made[-1])
    return made


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
    for n, (state, pictures) in enumerate(states.items()):
        left, top = n // rows * block + GAP, n % rows * row + GAP
        pen.text((left, top), state, WRITTEN, bold)
        for at, way in enumerate(ways):
            x = left + at * (wide + GAP)
            pen.text((x, top + LINE), f"{way.language} {way.theme}", WRITTEN, plain)
            image.paste(pictures[way], (x, top + 2 * LINE))
    return image


def index(folder: Path, made: list[Path], changes: dict[str, str]) -> Path:
    """A page with all sheets and all differences."""
    said = "".join(f"<li><b>{escape(state)}</b>: {escape(what)}</li>" for state, what in changes.items())
    images = "".join(f'<h2>{file.stem}</h2><a href="{file.name}"><img src="{file.name}"></a>' for file in made)
    page = folder / "index.html"
    page.write_text(
        '<!doctype html><meta charset="utf-8"><title>Every state of the screen</title>'
        "<style>body{font-family:sans-serif;background:#303030;color:#fff}img{max-width:100%}</style>"
        f"<h1>Every state of the screen</h1><ul>{said or '<li>All as the golden pictures.</li>'}</ul>{images}",
        encoding="utf-8",
    )
    return page


@click.command(help=__doc__)
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--game", type=click.Choice([HOME, *game_names()]))
@click.option("--size", type=click.Choice(list(NAMES)))
@click.option("--language", type=click.Choice(list(LANGUAGES)))
@click.option("--theme", type=click.Choice(list(THEMES)))
@click.option("--keep", is_flag=True, help="Make what is drawn the golden pictures, where they are others.")
def main(
    folder: Path | None, game: str | None, size: str | None, language: str | None, theme: str | None, keep: bool
) -> None:
    if keep and (size or language or theme):
        raise click.UsageError("--keep renews whole states: leave out --size, --language and --theme.")
    ways = [
        way for way in ALL
        if (size is None or way.size == NAMES[size]) and language in (None, way.language) and theme in (None, way.theme)
    ]  # fmt: skip
    folder = folder or Path(tempfile.mkdtemp(prefix="companion-contact-"))
    folder.mkdir(parents=True, exist_ok=True)
    large, small = draw(ways, game)
    changes = dict(compare(small))
    left = gone(small, game)
    changes |= {file.stem.replace("-", " "): "gone" for file in left}
    for state, what in changes.items():
        click.echo(f"{state}: {what}")
    page = index(folder, sheets(large, folder), changes)
    click.echo(f"{len(small)} states, {len(changes)} not as their golden pictures: {page}")
    if keep:
        for state in changes.keys() & small.keys():
            snapshots.keep(state, small[state])
        for file in left:
            file.unlink()
    sys.exit(bool(changes) and not keep)


if __name__ == "__main__":
    main()
