"""Colour never alone: without colours, or seen by colour-blind eyes, everything is still told apart by its shape.

The three matrices are those for full protanopia, deuteranopia and tritanopia of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, table 1; they are for
linear light.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from operator import sub
from random import Random

import pytest
from kivy.graphics import Color, Fbo, Rectangle

from companion.bench import go_on
from companion.games.registry import game_names, load_game
from companion.scene.charts import MARKS, SHAPES
from companion.scene.scene import DieView
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands
from tests.ui.test_drawing import icons_of
from ui.layout.geometry import Area
from ui.look import icons, paint
from ui.look import theme as t
from ui.look.theme import THEMES, look
from ui.widgets.entry import paint_die
from ui.widgets.timeline import INKS, draw_mark

SIDE = 32
"""Pixels of a picture: smaller than anything is drawn on the smallest screen."""
LEAST_DIFFERENCE = 0.01
"""The least mean difference of two pictures: a digit of another shape makes as much."""
PART = 256
"""So many values are compared before it looks whether two pictures are far enough apart already."""
Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
Pixels = list[int]


def picture(paint: Callable[[Area], object]) -> Pixels:
    """What ``paint`` draws on the ground of the room: red, green, blue and opacity of each pixel as one number."""
    fbo = Fbo(size=(SIDE, SIDE))
    with fbo:
        Color(*t.NIGHT)
        Rectangle(size=(SIDE, SIDE))
        paint(Area(0, 0, SIDE, SIDE))
    fbo.draw()
    return memoryview(fbo.pixels).cast("I").tolist()


@cache
def _linear(value: int) -> float:
    c = value / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


@cache
def _light(pixel: int, eye: Matrix) -> tuple[float, ...]:
    r, g, b = (_linear(value) for value in pixel.to_bytes(4, sys.byteorder)[:3])
    return tuple(max(0.0, min(1.0, row[0] * r + row[1] * g + row[2] * b)) ** (1 / 2.2) for row in eye)


def seen(pixels: Pixels, eye: Matrix) -> list[float]:
    """The picture as these eyes see it, flattened; each value is a light from 0 to 1 in even steps for the eye."""
    light = {pixel: _light(pixel, eye) for pixel in set(pixels)}
    return [value for pixel in pixels for value in light[pixel]]


def apart(one: list[float], other: list[float]) -> float:
    """How far two pictures are apart, or a part of it that is enough."""
    found, enough = 0.0, LEAST_DIFFERENCE * len(one)
    for at in range(0, len(one), PART):
        found += sum(map(abs, map(sub, one[at : at + PART], other[at : at + PART])))
        if found >= enough:
            break
    return found / len(one)


def alike(pictures: dict[str, Pixels], eye: Matrix) -> list[str]:
    """Pairs that these eyes cannot tell apart."""
    views = {name: seen(pixels, eye) for name, pixels in pictures.items()}
    return [
        f"{one} and {other}: {found:.4f}"
        for one, other in combinations(sorted(views), 2)
        if (found := apart(views[one], views[other])) < LEAST_DIFFERENCE
    ]


def shown_in(hands: Hands, game: str) -> set[str]:
    """Every icon that a whole game shows, but for those of which a number tells how many."""
    session = sit_down(hands, game)
    luck = Random(8)
    used: set[str] = set()
    for _ in range(500):
        used |= set(icons_of(session.scene))
        if session.mode == "over":
            break
        go_on(session, luck)
    return used


def drawer(icon: str) -> Callable[[Area], None]:
    return lambda area: icons.draw(icon, area)


def die(colour: str, face: str) -> Callable[[Area], None]:
    return lambda area: paint_die(area, DieView("die", colour, face))


@pytest.fixture(params=THEMES)
def theme(hands: Hands, request: pytest.FixtureRequest) -> Iterator[str]:
    hands.app.settings.theme = request.param
    hands.app.apply_settings()
    yield request.param
    look.light("night")


@pytest.mark.by_turns
@pytest.mark.parametrize("game", game_names())
def test_everything_a_game_shows_is_distinguishable_without_colours(hands: Hands, theme: str, game: str) -> None:
    pictures = {icon: picture(drawer(icon)) for icon in sorted(shown_in(hands, game))}
    assert len(pictures) > 5
    assert {name: alike(pictures, eye) for name, eye in EYES.items()} == {name: [] for name in EYES}


COLOURED = range(1, 7)
SAUCERS = [f"saucer:{n}" for n in COLOURED]
CREW = [f"crew:{n}:{kind}" for n in COLOURED for kind in ("pilot", "scientist", "doctor", "engineer")]


@pytest.mark.parametrize("pieces", [SAUCERS, CREW], ids=["saucers", "crew"])
def test_pieces_of_six_colours_are_distinguishable_without_colours(theme: str, pieces: list[str]) -> None:
    pictures = {icon: picture(drawer(icon)) for icon in pieces}
    assert {name: alike(pictures, eye) for name, eye in EYES.items()} == {name: [] for name in EYES}


def test_faces_of_dice_are_distinguishable_without_colours(hands: Hands, theme: str) -> None:
    for game in map(load_game, game_names()):
        faces = sorted({str(face) for sides in game.rules.dice.values() for face in sides})
        for colour in t.DICE:
            pictures = {face: picture(die(colour, face)) for face in faces}
            assert {name: alike(pictures, eye) for name, eye in EYES.items()} == {name: [] for name in EYES}


def test_lines_of_a_chart_are_distinguishable_without_colours(theme: str) -> None:
    marks = ["disc", *SHAPES]
    pictures = {mark: picture(lambda area, mark=mark: draw_mark(mark, area.cx, area.cy, 9, t.PAPER)) for mark in marks}
    assert len(pictures) > 3
    assert {name: alike(pictures, eye) for name, eye in EYES.items()} == {name: [] for name in EYES}


def test_the_simulated_eyes_do_not_distinguish_red_from_green(theme: str) -> None:
    """What differs by nothing but a colour is found: the same disc in two colours of the same light."""
    discs = {name: picture(disc(colour)) for name, colour in {"one": (0.8, 0.2, 0, 1), "other": (0, 0.5, 0, 1)}.items()}
    assert alike(discs, EYES["greyscale"])


def disc(colour: tuple[float, ...]) -> Callable[[Area], None]:
    return lambda area: paint.disc(area.cx, area.cy, area.w / 2, colour)


SIGHT: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""Eyes that see all colours."""
PLAYERS = ("red", "blue", "yellow", "green", "purple", "orange")


def test_players_of_six_colours_are_distinguishable_without_colours(theme: str) -> None:
    pictures = {colour: picture(drawer(f"figure:{colour}")) for colour in PLAYERS}
    assert {name: alike(pictures, eye) for name, eye in EYES.items()} == {name: [] for name in EYES}


def test_a_player_has_one_sign_before_the_game_at_the_table_and_in_charts(hands: Hands, theme: str) -> None:
    for n, colour in enumerate(PLAYERS):
        signs = [seen(picture(drawer(icon)), SIGHT) for icon in (f"figure:{colour}", f"seat:{n}:", f"crew:{n + 1}:")]
        assert max(apart(signs[0], other) for other in signs[1:]) < LEAST_DIFFERENCE / 10
        assert MARKS[n][0] == colour
        assert list(INKS[MARKS[n][0]]) == list(icons.hue(f"saucer:{n + 1}"))


def test_before_a_game_every_player_has_the_sign_of_the_game(hands: Hands) -> None:
    for game in ("crash", "escape"):
        hands.app.new_game(game)
        hands.look()
        while hands.screen.pages - 1 > hands.screen._page:
            hands.screen.act()
            hands.look()
        shown = [view.row.icon for view in hands.screen.rows.views if view.shown]
        assert [f"figure:{colour}" for colour in PLAYERS if f"figure:{colour}" in shown] == [
            f"figure:{colour}" for colour in (PLAYERS if game == "crash" else PLAYERS[:5])
        ]
