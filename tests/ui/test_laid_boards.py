"""A board is told on its picture by touches: squares tapped, paths swiped, stations ticked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import platformdirs
import pytest
from PIL import Image, ImageDraw

from companion.packs.editing.box import SQUARES
from companion.packs.folder import read_content
from companion.packs.loader import user_folder
from tests.ui.finger import Finger
from tests.ui.hands import Hands, clipped
from tests.ui.test_boxes import named, tap_row
from tests.ui.test_card_pictures import AtOnce, with_pictures

MOST = 60
"""Taps and swipes for a board of twenty squares with its paths and stations."""
COLUMNS, ROWS = 4, 5
SWIPES = (
    (1, 2, 3, 4, 8, 12, 16, 20),
    (1, 5, 9, 13, 17, 18, 19, 20),
    (5, 6, 7, 8),
    (9, 10),
    (11, 12),
    (13, 14, 15, 16),
    (2, 6, 10, 14, 18),
    (3, 7, 11, 15, 19),
    (6, 11),
)
STATIONS = (2, 7, 9, 12, 15, 18)
WORDS = {
    "en": ("New York Crisis", "Board", "Stations", "No more stations", "Done", "square 7"),
    "es": ("New York Crisis", "Tablero", "Estaciones", "No hay más estaciones", "Hecho", "casilla 7"),
}


def printed(n: int) -> tuple[float, float]:
    """Where a square is printed, from 0 (left, top) to 1."""
    column, line = (n - 1) % COLUMNS, (n - 1) // COLUMNS
    return 0.14 + 0.24 * column + 0.02 * (line % 2), 0.1 + 0.2 * line


def photo(path: Path) -> Path:
    """A picture of the board, as it is printed."""
    picture = Image.new("RGB", (1200, 800), "#d8c9a0")
    draw = ImageDraw.Draw(picture)
    for line in SWIPES:
        for one, other in pairwise(line):
            draw.line([(x * 1200, y * 800) for x, y in (printed(one), printed(other))], fill="#805030", width=9)
    for n in range(1, 21):
        x, y = printed(n)
        draw.ellipse((x * 1200 - 42, y * 800 - 42, x * 1200 + 42, y * 800 + 42), fill="#607080")
    picture.save(path)
    return path


@pytest.fixture(autouse=True)
def no_text_is_cut_short(hands: Hands) -> Iterator[None]:
    yield
    assert clipped == set()


def begun(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, pictured: bool = True) -> Path:
    """A new box, with a photo of its board; at the board."""
    named(hands, "New York Crisis", "Ours")
    box = user_folder() / "ours"
    if pictured:
        hands.app.box_editor._beside = AtOnce()
        with_pictures(hands)
        monkeypatch.setattr(platformdirs, "user_pictures_dir", lambda: str(tmp_path))
        photo(tmp_path / "photo.jpg")
        hands.tap("Picture")
        tap_row(hands, "photo.jpg")
        hands.look()
        assert hands.screen.sketch.picture is not None
    return box


def lay(finger: Finger) -> None:
    """Tap every square where it is printed."""
    sketch = finger.hands.screen.sketch
    for n in range(1, 21):
        x, y = printed(n)
        ground = sketch._ground()
        finger.touch(ground.x + x * ground.w, ground.y + (1 - y) * ground.h)


def swipe(finger: Finger, *squares: int) -> None:
    spots = [finger.hands.screen.sketch.spot(f"square_{n}") for n in squares]
    finger.swipe(*((spot.cx, spot.cy) for spot in spots))


def squares(box: Path) -> dict[str, set[str]]:
    found = read_content(box).data["board"]["squares"]
    return {one["id"]: set(one["neighbours"]) for one in found}


def joined() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {f"square_{n}": set() for n in range(1, 21)}
    for line in SWIPES:
        for one, other in pairwise(line):
            found[f"square_{one}"].add(f"square_{other}")
            found[f"square_{other}"].add(f"square_{one}")
    return found


@pytest.mark.parametrize("pictured", [True, False], ids=["on its photo", "on a plain ground"])
@pytest.mark.parametrize("code", ["en", "es"])
def test_twenty_squares_with_paths_and_stations_take_at_most_sixty_touches(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, *, pictured: bool
) -> None:
    box = begun(hands, tmp_path, monkeypatch, pictured=pictured)
    hands.speak(code)
    _, _, stations, no_more, done, seventh = WORDS[code]
    finger = Finger(hands)
    lay(finger)
    for line in SWIPES:
        swipe(finger, *line)
    finger.label(stations)
    for n in STATIONS:
        spot = hands.screen.sketch.spot(f"square_{n}")
        finger.touch(spot.cx, spot.cy)
    finger.label(no_more)
    finger.label(done)
    assert hands.root.name == "box", "only what is missing elsewhere keeps it from being whole"
    assert finger.taps <= MOST
    assert squares(box) == joined()
    content = read_content(box)
    found = content.data["board"]["squares"]
    assert {one["id"] for one in found if one["subway"]} == {f"square_{n}" for n in STATIONS}
    assert {"en": "square 7", "es": "casilla 7"}.items() <= found[6]["name"].items()
    assert content.places is not None
    if pictured:
        assert all(abs(a - b) < 0.01 for n in range(1, 21)
                   for a, b in zip(content.places[f"square_{n}"], printed(n), strict=True))  # fmt: skip
    assert seventh in [finger.hands.app.box_editor.opened.row_name(SQUARES, found[6])[code]]
