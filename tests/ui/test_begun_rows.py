"""What is begun is kept: however people leave, when the power goes, and when the screen is turned; and a keyboard that
is plugged in types into it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.games.newyork.content import PoliceCard
from companion.packs.folder import read_content
from companion.packs.loader import user_folder
from tests.ui.hands import Hands
from tests.ui.keys import ENTER, ESCAPE, SPACE, Keys
from tests.ui.rig import Rig
from tests.ui.test_boxes import finish, named, opened, row, tap_row, type_, type_done
from tests.ui.test_row import open_editor
from tests.ui.test_screens import SIZES
from ui.app.hints import _meet
from ui.widgets.rows import RowView

EACH_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
BACKSPACE = 8


def begin_story(hands: Hands) -> None:
    """From a new box of New York to a story with a name and the first card half told."""
    named(hands, "New York Crisis", "Ours")
    hands.tap("Back")
    tap_row(hands, "Stories")
    hands.tap("Another one")
    type_(hands, "rain")


def at_overview(hands: Hands) -> None:
    while hands.screen.editor.path:
        hands.tap("Back")


def test_a_story_is_there_after_back_and_can_be_taken_away(hands: Hands) -> None:
    begin_story(hands)
    hands.tap("Done")
    at_overview(hands)
    hands.tap("Back")
    assert row(hands, "Rain").row.detail == "Begun, and not finished yet"
    hands.tap("Back")
    tap_row(hands, "Stories")
    hands.tap("Go on with it")
    at_overview(hands)
    assert hands.screen.editor.form.row["name"] == "Rain"
    hands.tap("Take it away")
    assert "Rain" not in [one.text for one in hands.screen.rows.rows[:]]
    hands.tap("Another one")
    assert hands.screen.typed == ""


def test_letters_that_were_not_confirmed_are_there_after_back(hands: Hands) -> None:
    begin_story(hands)
    at_overview(hands)
    hands.tap("Back")
    hands.tap("Go on with it")
    assert hands.screen.editor.form.row["name"] == "Rain"


def test_what_was_begun_survives_a_power_cut(tmp_path: Path, hands: Hands) -> None:
    journal = tmp_path / "journal.db"
    hands.app.box_editor.keep_beside(journal)
    begin_story(hands)
    # Nobody says goodbye: the power goes. What was written is all that is left.
    hands.app.box_editor.close()
    hands.end()
    hands.begin((800, 480))
    hands.app.box_editor.keep_beside(journal)
    opened(hands, "Ours")
    tap_row(hands, "Stories")
    hands.tap("Go on with it")
    assert hands.screen.text.text == "Rain"
    hands.tap("Done")
    assert hands.screen.editor.form.row["name"] == "Rain"


@EACH_SIZE
def test_what_is_typed_is_there_when_the_screen_is_turned(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    begin_story(hands)
    hands.resize(*reversed(size))
    assert hands.screen.text.text == "Rain"
    type_(hands, "y")
    assert hands.screen.text.text == "Rainy"
    hands.speak("es")
    assert hands.screen.text.text == "Rainy"


def test_a_changed_row_is_kept_and_can_be_as_it_was(hands: Hands) -> None:
    named(hands, "Crash & Grab", "Ours")
    tap_row(hands, "Upgrades")
    hands.tap("Another one")
    type_done(hands, "Brake")
    hands.tap("Always works")
    finish(hands)
    hands.tap("Change it")
    tap_row(hands, "Name")
    type_done(hands, "s")
    hands.tap("Back")
    hands.tap("Change it")
    assert hands.screen.editor.form.row["name"] == "Brakes"
    hands.tap("As it was before")
    hands.tap("Change it")
    assert hands.screen.editor.form.row["name"] == "Brake"
    hands.tap("Back")
    [saved] = read_content(user_folder() / "ours").data["upgrades"]
    assert saved["name"] == "Brake"


def test_what_is_saved_is_no_longer_begun(hands: Hands) -> None:
    named(hands, "Crash & Grab", "Ours")
    tap_row(hands, "Upgrades")
    hands.tap("Another one")
    type_done(hands, "Brake")
    hands.tap("Always works")
    hands.tap("That is it, the next one")
    hands.tap("Back")
    assert "Another one" in hands.labels()
    assert len(hands.screen.rows.rows) == 1


def police_card(hands: Hands) -> None:
    """At the effects of a police card."""
    event = {"title": "x", "text": "", "random_location": False, "effects": []}
    open_editor(hands, "newyork", PoliceCard, {"id": "p", "square": "soho", "event": event})
    tap_row(hands, "What it does")


def test_back_takes_away_the_effect_that_was_only_begun(hands: Hands) -> None:
    police_card(hands)
    hands.tap("The alert changes")
    assert len(hands.screen.editor.form.row["event"]["effects"]) == 1
    hands.tap("Back")
    assert hands.screen.editor.form.row["event"]["effects"] == []
    assert hands.screen.editor.path == ("event", "effects")


def test_back_keeps_an_effect_that_was_told(hands: Hands) -> None:
    police_card(hands)
    hands.tap("The alert changes")
    hands.tap("2")
    tap_row(hands, hands.screen.rows.rows[0].text)
    hands.tap("Back")
    assert hands.screen.editor.form.row["event"]["effects"] == [{"op": "alert", "n": 2}]


def test_done_says_what_it_waits_for(hands: Hands) -> None:
    begin_story(hands)
    for _ in "rain":
        hands.tap("Delete")
    hands.tap("Done")
    assert str(hands.root.banner.text).startswith("Type it first")


def test_that_is_it_says_what_is_still_to_be_told(hands: Hands) -> None:
    result = open_editor(hands, "newyork", PoliceCard)
    at_overview(hands)
    hands.tap("That is it")
    banner = hands.root.banner
    assert banner.text == "Still missing: Square, Title."
    assert result.row is None
    named_in_it = [view for view in hands.screen.walk(restrict=True) if isinstance(view, RowView) and view.shown]
    named_in_it = [view for view in named_in_it if view.row.text in ("Square", "Title")]
    assert len(named_in_it) == 2
    assert not any(_meet(banner.area, view.area) for view in named_in_it), "it covers what it speaks of"


# The keyboards.


@EACH_SIZE
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_keyboard_is_qwerty_with_accents_in_both_languages(
    hands: Hands, size: tuple[int, int], language: str
) -> None:
    hands.resize(*size)
    begin_story(hands)
    hands.speak(language)
    keys = [key.text for key in hands.screen.keyboard.keys if key.shown]
    assert "".join(keys[:19]).lower() == "qwertyuiopasdfghjkl"
    assert keys[19].lower() == "ñ"
    for letter in "áéíóúüñ¿¡":
        if letter not in [key.text for key in hands.screen.keyboard.keys if key.shown]:
            hands.tap("áü¿")
        hands.tap(letter)
    assert hands.screen.text.text == "Raináéíóúüñ¿¡"


def write(hands: Hands, text: str) -> None:
    """Type on a keyboard that is plugged in, as SDL tells it: a key, then what it means in its layout."""
    for letter in text:
        code = ord(letter.lower())
        Window.dispatch("on_key_down", code, 0, letter, [])
        Window.dispatch("on_textinput", letter)
        Window.dispatch("on_key_up", code, 0)
        hands.look()


def test_a_keyboard_that_is_plugged_in_types_into_a_field(rig: Rig) -> None:
    hands, keys = rig.hands, Keys(rig.hands)
    begin_story(hands)
    write(hands, "y señor 12 ñÑ¿")
    assert hands.screen.text.text == "Rainy señor 12 ñÑ¿"
    keys.press(BACKSPACE)
    assert hands.screen.text.text == "Rainy señor 12 ñÑ"
    keys.press(ENTER)
    assert hands.screen.editor.form.row["name"] == "Rainy señor 12 ñÑ"
    keys.press(ESCAPE)
    assert hands.root.name == "entries"


def test_with_a_focus_ring_enter_confirms_what_it_is_on_and_space_stays_a_space(rig: Rig) -> None:
    hands, keys = rig.hands, Keys(rig.hands)
    begin_story(hands)
    key = next(key for key in hands.screen.keyboard.keys if key.text == "y")
    keys.touch(*key.center)
    assert hands.screen.text.text == "Rainy"
    Window.dispatch("on_key_down", SPACE, 0, " ", [])
    Window.dispatch("on_textinput", " ")
    Window.dispatch("on_key_up", SPACE, 0)
    hands.look()
    assert hands.screen.typed == "Rainy "


def test_digits_of_a_keyboard_enter_numbers_of_a_card(rig: Rig) -> None:
    hands, keys = rig.hands, Keys(rig.hands)
    police_card(hands)
    hands.tap("The alert changes")
    write(hands, "13")
    assert hands.screen.text.text == "13"
    keys.press(BACKSPACE)
    keys.press(ENTER)
    assert hands.screen.editor.form.row["event"]["effects"] == [{"op": "alert", "n": 1}]
