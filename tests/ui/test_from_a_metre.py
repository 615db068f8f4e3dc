"""From a metre away: the figures that say how the game stands; from where one plays: what is to be done now.

Sixteen minutes of arc are the least that is read (FIELD-NOTES, "Kivy"): capitals of 4.65 mm at a metre.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, tan
from random import Random

import pytest

from companion.games.registry import GAMES
from tests.ui.gallery import go_on, sit_down
from tests.ui.hands import Hands
from tests.ui.test_screens import SIZES
from ui import text
from ui.theme import Look, look
from ui.widgets.button import Words

CAPITAL = 0.727
"""How much of the em the capitals and figures of the font take."""
METRE, PLAYING = 1000.0, 600.0
"""Millimetres from the eye."""
LOWEST = 3.5
"""Millimetres of the em that a title keeps where dice and many choices need the height of upright glass."""


def least(distance: float, minutes: float = 16) -> float:
    """The em (mm) of letters that are read from so far away."""
    return distance * tan(radians(minutes / 60)) / CAPITAL


def em(words: Words) -> float:
    """The em (mm) of a text as it stands there."""
    most = look.text(words.size_mm)
    lowest = min(most, look.text(Look.LEAST))
    px, _, whole = text.fit(
        words.text, words.face, most, lowest, int(words.width), int(words.height), words.lines
    )  # fmt: skip
    assert whole, words.text
    return px / look.panel.density


def titles(hands: Hands, game: str) -> Iterator[tuple[str, Words]]:
    """The title of each play screen, at many moments of a game, in all sizes."""
    flow, luck = sit_down(hands, game), Random(3)
    for step in range(120):
        if flow.mode == "over":
            break
        if step % 8 == 0 or flow.mode == "roll":
            for size in SIZES:
                hands.resize(*size)
                hands.app.go("game")
                hands.look()
                title = hands.screen.ids.get("title")
                if title is not None and title.shown and title.text:
                    yield f"{size[0]}x{size[1]} {hands.root.name} {title.text}", title
        go_on(flow, luck)


def test_the_figures_of_tracks_and_days_are_read_from_a_metre() -> None:
    assert round(least(METRE), 1) == Look.STATE


@pytest.mark.parametrize("game", GAMES)
def test_what_is_to_be_done_is_read_from_where_one_plays(hands: Hands, game: str) -> None:
    found = [(round(em(title), 1), what) for what, title in titles(hands, game)]
    assert min(found)[0] >= LOWEST
    assert sum(size >= round(least(PLAYING), 1) for size, _ in found) >= 0.9 * len(found), sorted(found)[:9]
    assert sum(size >= least(METRE) * 0.72 for size, _ in found) >= 0.6 * len(found), sorted(found)
