"""An owner opens the box, tells what a first game needs, and plays: all of it by touches."""

from __future__ import annotations

from companion.packs.loader import user_folder
from tests.ui.hands import Hands
from tests.ui.test_boxes import lay_squares, named, tap_row, type_


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
