"""From a metre away: the figures that say how the game stands, whose turn it is, and what is to be done now.

Sixteen minutes of arc are the least that is read (FIELD-NOTES, "Kivy"): capitals of 4.65 mm at a metre.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import radians, tan
from random import Random

import pytest

from companion.games.registry import game_names
from companion.session.session import Session
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands
from tests.ui.test_screens import LANGUAGES, SIZES
from ui.app.language import say
from ui.bench.taps import go_on
from ui.look import text
from ui.look.theme import Look, look
from ui.model.entries import people
from ui.widgets.button import TextView
from ui.widgets.heading import Heading

CAPITAL = 0.727
"""How much of the em the capitals and figures of the font take."""
METRE = 1000.0
"""Millimetres from the eye."""


def least(distance: float, minutes: float = 16) -> float:
    """The em (mm) of letters that are read from so far away."""
    return distance * tan(radians(minutes / 60)) / CAPITAL


def em(words: TextView) -> float:
    """The em (mm) of a text as it stands there."""
    most = look.text(words.size_mm)
    lowest = min(most, look.text(Look.LEAST))
    px, _, whole = text.fit(
        words.text, words.face, most, lowest, int(words.width), int(words.height), words.lines
    )  # fmt: skip
    assert whole, words.text
    return px / look.panel.density


def titles(hands: Hands, game: str) -> Iterator[tuple[Session, str, TextView]]:
    """The title of each play screen, at many moments of a game, in all sizes and languages."""
    session, luck = sit_down(hands, game), Random(3)
    for step in range(200):
        if session.mode == "over":
            break
        if step % 8 == 0 or session.mode == "roll":
            for language, size in product(LANGUAGES, SIZES):
                hands.speak(language)
                hands.resize(*size)
                hands.app.go("game")
                hands.look()
                title = getattr(hands.screen, "title", None)
                if title is not None and title.shown and title.text:
                    yield session, f"{size[0]}x{size[1]} {language} {hands.root.name} {title.text}", title
        go_on(session, luck)


def test_the_figures_of_tracks_and_days_are_read_from_a_metre() -> None:
    assert round(least(METRE), 1) == Look.STATE


@pytest.mark.parametrize("game", game_names())
def test_what_is_to_be_done_and_by_whom_is_read_from_a_metre(hands: Hands, game: str) -> None:
    low, unnamed, pages = [], [], []
    for session, what, title in titles(hands, game):
        # Letters stand in whole pixels. Over a page lines for hands may need the room of a second line.
        high = em(title) >= Look.STATE - 0.5 / look.panel.density
        if session.page is not None:
            pages.append((high, f"{em(title):.1f} {what}"))
        elif not high:
            low.append(f"{em(title):.1f} {what}")
        who = session.table.ask.who
        if who is not None and session.page is None and say(people(session.scene)[who][1]) not in title.text:
            unnamed.append(what)
    assert not low
    assert not unnamed
    assert sum(high for high, _ in pages) >= 0.9 * len(pages), [what for high, what in pages if not high]


@pytest.mark.parametrize("game", game_names())
def test_it_stays_so_in_large_letters(hands: Hands, game: str) -> None:
    hands.app.settings.text = "large"
    hands.app.apply_settings()
    found = [(em(title) >= Look.STATE - 0.5 / look.panel.density, what) for _, what, title in titles(hands, game)]
    assert sum(high for high, _ in found) >= 0.9 * len(found), [what for high, what in found if not high]


@pytest.mark.parametrize("game", game_names())
def test_the_round_is_as_high_as_the_rest_of_the_state_wherever_there_is_room(hands: Hands, game: str) -> None:
    found = []
    for _, what, _ in titles(hands, game):
        over = getattr(hands.screen, "over", None)
        if isinstance(over, Heading) and over.shown and any(letter.isdigit() for letter in over.text):
            found.append((over.large, what))
    assert sum(high for high, _ in found) >= 0.75 * len(found), [what for high, what in found if not high]
