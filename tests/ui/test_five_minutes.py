"""An owner has opened the box for the first time: how many taps until the first question of the game.

A tap every seven seconds makes five minutes of ``MOST``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from companion.core.texts import plain
from companion.games.registry import load_game
from tests.ui.cuts import clipped
from tests.ui.evening import Evening
from tests.ui.finger import Finger
from tests.ui.test_boxes import center
from ui.widgets.rows import RowView

MOST = 40
PAGES = ("lines", "card", "check")


@pytest.fixture(autouse=True)
def no_text_is_cut_short(evening: Evening) -> Iterator[None]:
    yield
    assert clipped == set()


class Newcomer(Finger):
    """Somebody who begins a new box, and plays with it at once; ``taps`` counts."""

    def __init__(self, evening: Evening, game: str) -> None:
        super().__init__(evening.hands)
        self.evening = evening
        self.label("Boxes")
        self.label("A new box")
        self.row(str(plain(load_game(game).title)))
        self.amber()

    def row(self, text: str) -> None:
        """Tap the row that says so, on whatever page it is."""
        while not (found := [one for one in self._rows() if one.row.text == text]):
            self.tap(self.hands.screen.rows.after)
        self.tap(found[0])

    def _rows(self) -> list[RowView]:
        return [one for one in self.hands.parts() if isinstance(one, RowView)]

    def play(self, *seats: str) -> int:
        """From the open box to the first question, with all as it stands there; gives the taps from home."""
        self.label("Play with it")
        while self.hands.screen.primary.text == "Next":
            self.amber()
        for seat in seats:
            self.row(seat)
        self.label("Start")
        while self.evening.session.mode in PAGES:
            self.amber()
        assert self.evening.session.table.rev < 9
        return self.taps


def test_crash_and_grab(evening: Evening) -> None:
    assert Newcomer(evening, "crash").play("Red", "Blue", "Yellow") <= MOST


def test_krysis(evening: Evening) -> None:
    assert Newcomer(evening, "krysis").play("Company 1", "Company 2") <= MOST


def test_escape_plan_once_it_is_told_where_the_exits_are(evening: Evening) -> None:
    newcomer = Newcomer(evening, "escape")
    newcomer.label("What does not fit?")
    for number, tile in enumerate(("City tile A1", "City tile B1", "City tile C1"), 1):
        newcomer.row("City tiles")
        newcomer.row(tile)
        newcomer.label("Change it")
        drawn = evening.hands.screen.tile
        newcomer.touch(*center(drawn.cell(f"exit:{number}")))
        newcomer.touch(*center(drawn.tile()))
        newcomer.label("Done")
    assert newcomer.play("Yellow", "Red") <= MOST


def test_new_york_crisis_with_six_squares_and_the_backs_of_the_first_story(evening: Evening) -> None:
    newcomer = Newcomer(evening, "newyork")
    sketch = evening.hands.screen.sketch
    for x, y in product((0.2, 0.5, 0.8), (0.3, 0.7)):
        newcomer.touch(sketch.x + sketch.width * x, sketch.y + sketch.height * y)
    newcomer.label("Done")
    newcomer.label("What does not fit?")
    newcomer.row("About the box")
    newcomer.label("20")
    newcomer.label("12")
    newcomer.label("That is all of it")
    newcomer.row("Stories: First game")
    for position in ("4", "8", "12"):
        newcomer.row("Another one")
        newcomer.label(position)
    newcomer.label("Done")
    newcomer.label("That is it")
    assert newcomer.play("Father", "Mother") <= MOST
