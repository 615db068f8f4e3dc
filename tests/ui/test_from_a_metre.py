"""From a metre away: the figures that say how the game stands, whose turn it is, and what is to be done now.

Sixteen minutes of arc are the least that is read (FIELD-NOTES, "Kivy"): capitals of 4.65 mm at a metre.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import radians, tan
from random import Random
from typing import NamedTuple

import pytest

from companion.bench import go_on
from companion.games.registry import game_names
from companion.language import LANGUAGES
from companion.scene.scene import people
from tests.daily import Pairs, share
from tests.ui.gallery import sit_down
from tests.ui.hands import Hands
from tests.ui.test_screens import SIZES
from ui.base.language import say
from ui.look import text
from ui.look.theme import Look, look
from ui.widgets.buttons import Heading, TextView

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


class Seen(NamedTuple):
    """A title on a play screen, what it is like, and the rest of what stands there."""

    what: str
    letters: str
    high: bool
    page: bool
    named: bool
    """Who is asked is named."""
    round_is_large: bool | None
    """None where no round stands over the title."""


WAYS = list(product(SIZES, ("normal", "large"), LANGUAGES))


def titles(hands: Hands, game: str) -> Iterator[Seen]:
    """The title of each play screen, at many moments of a game, on all glass, in normal and large letters."""
    session, luck = sit_down(hands, game), Random(3)
    settings, pairs = hands.app.settings, Pairs()
    for step in range(max(120, share(200))):
        if session.mode == "over":
            break
        if step % 8 == 0 or session.mode == "roll":
            kind = session.mode, session.table.ask.rule
            for size, settings.text, settings.language in pairs.some(WAYS, lambda way: (kind, *way), least=1):  # noqa: B023
                hands.app.apply_settings()
                hands.app.go("game")
                hands.resize(*size)
                title = getattr(hands.screen, "title", None)
                if title is not None and title.shown and title.text:
                    yield seen(hands, title)
        go_on(session, luck)


def seen(hands: Hands, title: TextView) -> Seen:
    """What is in front."""
    session, over = hands.session, getattr(hands.screen, "over", None)
    who = session.table.ask.who
    rounds = isinstance(over, Heading) and over.shown and any(letter.isdigit() for letter in over.text)
    named = "" if who is None else say(people(session.scene)[who][1])
    what = f"{em(title):.1f} {hands.root.size} {hands.app.settings.language} {hands.root.name} {title.text}"
    return Seen(
        what,
        hands.app.settings.text,
        # Letters stand in whole pixels. Over a page lines for hands may need the room of a second line.
        em(title) >= Look.STATE - 0.5 / look.panel.density,
        session.page is not None,
        who is None or session.page is not None or named.casefold() in title.text.casefold(),
        over.large if rounds else None,
    )


def test_figures_of_tracks_and_days_are_readable_from_a_metre() -> None:
    assert round(least(METRE), 1) == Look.STATE


@pytest.mark.by_turns
@pytest.mark.parametrize("game", game_names())
def test_round_player_and_question_are_readable_from_a_metre(hands: Hands, game: str) -> None:
    found = list(titles(hands, game))
    normal = [one for one in found if one.letters == "normal"]
    assert [one.what for one in normal if not (one.high or one.page)] == []
    assert [one.what for one in normal if not one.named] == []
    assert_nearly_all([one for one in normal if one.page], 0.9, lambda one: one.high)
    assert_nearly_all([one for one in found if one.letters == "large"], 0.9, lambda one: one.high)
    assert_nearly_all([one for one in normal if one.round_is_large is not None], 0.7, lambda one: one.round_is_large)


def assert_nearly_all(found: list[Seen], share: float, wanted: Callable[[Seen], bool | None]) -> None:
    """Nearly all are so."""
    others = [one.what for one in found if not wanted(one)]
    assert len(others) <= (1 - share) * len(found), others
