"""The comparer of pictures: another renderer's edges pass; a thing moved, gone or of another colour does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageFilter

from tests.ui.gallery import Way, settle, show
from tests.ui.hands import Hands
from tests.ui.pictures import QUALITY, SIZES, photograph, smaller
from tests.ui.similarity import difference
from ui.look import icons
from ui.look import theme as t
from ui.look.theme import look

THEME = {SIZES[0]: "night", SIZES[1]: "daylight", SIZES[2]: "contrast"}


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def table(hands: Hands, request: pytest.FixtureRequest) -> Iterator[Hands]:
    """A turn, each size in another theme."""
    hands.play()
    show(hands, Way(request.param, "normal", THEME[request.param], "en"))
    yield hands
    look.light("night")


def kept(picture: Image.Image) -> Image.Image:
    """The picture as a golden file gives it back."""
    file = BytesIO()
    smaller(picture).save(file, "JPEG", quality=QUALITY, subsampling=0)
    return Image.open(file).convert("RGB")


def grain(picture: Image.Image) -> Image.Image:
    luck = Random(1)
    return picture.point([max(0, min(255, value + luck.randint(-6, 6))) for _ in range(3) for value in range(256)])


PASSING: dict[str, Callable[[Image.Image], Image.Image]] = {
    "the same": lambda picture: picture,
    "a pixel to the right": lambda picture: ImageChops.offset(picture, 1, 0),
    "a pixel down": lambda picture: ImageChops.offset(picture, 0, 1),
    "softer edges": lambda picture: picture.filter(ImageFilter.GaussianBlur(0.6)),
    "sharper edges": lambda picture: picture.filter(ImageFilter.UnsharpMask(1, 50, 0)),
    "noise": grain,
}


@pytest.mark.parametrize("change", PASSING)
def test_differences_between_renderers_are_tolerated(table: Hands, change: str) -> None:
    picture = photograph(table)
    found = difference(kept(picture), smaller(PASSING[change](picture)))
    assert found.same, found


def move(hands: Hands) -> None:
    button = next(part for part in hands.screen.panel.buttons if part.shown)
    button.pos = (button.x, button.y + look.mm(10))


def lose_a_line(hands: Hands) -> None:
    hands.screen.over.hide()


def rename(hands: Hands) -> None:
    button = next(part for part in hands.screen.panel.buttons if part.shown)
    button.show(text="Rest")


def lose_a_button(hands: Hands) -> None:
    next(part for part in hands.screen.panel.buttons if part.shown).hide()


SEEN: dict[str, Callable[[Hands], None]] = {
    "a button 10 mm higher": move,
    "a line of text is missing": lose_a_line,
    "words of another length": rename,
    "a button is missing": lose_a_button,
}


@pytest.mark.parametrize("change", SEEN)
def test_visible_differences_are_found(table: Hands, change: str) -> None:
    before = kept(photograph(table))
    SEEN[change](table)
    settle()
    found = difference(before, smaller(photograph(table)))
    assert not found.same, found


def test_a_missing_icon_is_different(table: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kept(photograph(table))
    monkeypatch.setattr(icons, "draw", lambda *_args, **_named: None)
    table.root.repaint()
    settle()
    found = difference(before, smaller(photograph(table)))
    assert not found.same, found


@pytest.mark.parametrize("accent", ["AMBER", "STORY", "ALERT"])
def test_another_accent_is_different(table: Hands, monkeypatch: pytest.MonkeyPatch, accent: str) -> None:
    before = kept(photograph(table))
    monkeypatch.setattr(getattr(t, accent), "inks", t.Role("#b79bff").inks * 3)
    table.root.repaint()
    settle()
    found = difference(before, smaller(photograph(table)))
    assert not found.same, found
    monkeypatch.undo()
    table.root.repaint()


def test_pictures_of_different_sizes_are_different() -> None:
    assert not difference(Image.new("RGB", (10, 10)), Image.new("RGB", (10, 12))).same
