"""An owner opens the box, tells what a first game needs, and plays: all of it by touches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.loader import user_folder
from tests.ui.finger import Finger
from tests.ui.hands import Hands, clipped
from tests.ui.rig import Rig
from tests.ui.test_boxes import center, lay_squares, named, tap_row, type_
from ui.widgets.rows import RowView


def test_a_new_box_of_new_york_is_played_lightly_with_six_squares_and_one_story(hands: Hands) -> None:
    named(hands, "New York Crisis", "Ours")
    lay_squares(hands, 6)
    hands.tap("Done")
    hands.tap("What does not fit?")
    tell_the_tracks(hands)
    tell_a_story(hands)
    hands.tap("Play with it")
    while hands.screen.primary.text == "Next":
        if hands.screen.title.text == "What the companion follows":
            assert [one.text for one in hands.screen.rows.rows] == ["Cards, board and tracks only"]
        hands.tap("Next")
    tap_row(hands, "Father")
    hands.tap("Start")
    table = hands.session.table
    assert table.setup.pack == "ours"
    assert table.state.world.options.light
    assert "Pick a square" in str(hands.session.scene.prompt.title)


def test_at_a_table_that_speaks_spanish_a_new_box_has_spanish_sheets(hands: Hands) -> None:
    hands.speak("es")
    hands.tap("Cajas")
    hands.tap("Una caja nueva")
    tap_row(hands, "New York Crisis")
    type_(hands, "Nuestra")
    hands.tap("Hecho")
    lay_squares(hands, 2)
    box = user_folder() / "nuestra"
    assert 'languages = ["es"' in (box / "pack.toml").read_text(encoding="utf-8")
    assert (box / "squares.csv").read_text(encoding="utf-8-sig").startswith("id;nombre;junto_a;metro;x;y\n")
    assert "daughter;hija;Hija;" in (box / "characters.csv").read_text(encoding="utf-8-sig")


def tell_the_tracks(hands: Hands) -> None:
    tap_row(hands, "About the box")
    hands.tap("20")
    hands.tap("12")
    hands.tap("That is all of it")
    assert hands.screen.title.text == "1 thing does not fit yet", "what is mended leads to the next"


def tell_a_story(hands: Hands) -> None:
    """Its first card with a police car on the alert track, its second with the final challenge."""
    tap_row(hands, "Stories: First game")
    tap_row(hands, "Entry 1")
    tap_row(hands, "Mafia a turn")
    hands.tap("1")
    tap_row(hands, "Entry 1")
    tap_row(hands, "Police cars on the alert track")
    tap_row(hands, "Another one")
    hands.tap("5")
    hands.tap("Done")
    hands.tap("Done")
    tap_row(hands, "Cards")
    tap_row(hands, "Another one")
    hands.tap("4")
    tap_row(hands, "Entry 2")
    tap_row(hands, "Mafia a turn")
    hands.tap("2")
    tap_row(hands, "Entry 2")
    tap_row(hands, "Final challenge")
    tap_row(hands, "Square")
    hands.tap_spot("square:square_1")
    tap_row(hands, "No mafia there")
    hands.tap("yes")
    hands.tap("Done")
    hands.tap("Done")
    hands.tap("That is it")


# How many taps it takes from a new box to the first question of the game.

MOST = 40
"""A tap every seven seconds makes five minutes of it."""
PAGES = ("lines", "card", "check")


@pytest.fixture
def no_text_is_cut_short(rig: Rig) -> Iterator[None]:
    yield
    assert clipped == set()


class Newcomer(Finger):
    """Somebody who begins a new box, and plays with it at once; ``taps`` counts."""

    def __init__(self, rig: Rig, game: str) -> None:
        super().__init__(rig.hands)
        self.rig = rig
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
        while self.rig.session.mode in PAGES:
            self.amber()
        assert self.rig.session.table.rev < 9
        return self.taps


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_crash_and_grab(rig: Rig) -> None:
    assert Newcomer(rig, "crash").play("Red", "Blue", "Yellow") <= MOST


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_krysis(rig: Rig) -> None:
    assert Newcomer(rig, "krysis").play("Company 1", "Company 2") <= MOST


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_escape_plan_once_it_is_told_where_the_exits_are(rig: Rig) -> None:
    newcomer = Newcomer(rig, "escape")
    newcomer.label("What does not fit?")
    for number, tile in enumerate(("City tile A1", "City tile B1", "City tile C1"), 1):
        newcomer.row("City tiles")
        newcomer.row(tile)
        newcomer.label("Change it")
        drawn = rig.hands.screen.tile
        newcomer.touch(*center(drawn.cell(f"exit:{number}")))
        newcomer.touch(*center(drawn.tile()))
        newcomer.label("Done")
    assert newcomer.play("Yellow", "Red") <= MOST


@pytest.mark.usefixtures("no_text_is_cut_short")
def test_new_york_crisis_with_six_squares_and_the_backs_of_the_first_story(rig: Rig) -> None:
    newcomer = Newcomer(rig, "newyork")
    sketch = rig.hands.screen.sketch
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
