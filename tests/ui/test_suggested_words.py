"""The words above the keyboard that complete what is typed, by touch."""

from __future__ import annotations

import pytest

from tests.ui.hands import Hands, least_target
from tests.ui.test_boxes import EACH_SIZE, named, tap_row, type_
from ui.look.theme import look

LANGUAGES = pytest.mark.parametrize("spoken", ["en", "es"])
NEW_YORK = "New York Crisis"


def naming(hands: Hands) -> None:
    """A box with three squares, of which the first is being named."""
    named(hands, NEW_YORK, "Ours")
    sketch = hands.screen.sketch
    for x in (0.2, 0.5, 0.8):
        hands.touch(sketch.x + x * sketch.width, sketch.y + 0.5 * sketch.height)
    hands.tap("Names")


def words(hands: Hands) -> list[str]:
    hands.look(2)
    proposed = hands.screen.proposed
    return [button.text for button in proposed.buttons if button.shown] if proposed.shown else []


def take(hands: Hands, word: str) -> None:
    hands.touch(*next(one for one in hands.screen.proposed.buttons if one.shown and one.text == word).center)


@LANGUAGES
@EACH_SIZE
def test_a_finger_hits_every_word_and_no_key(hands: Hands, size: tuple[int, int], spoken: str) -> None:
    naming(hands)
    hands.speak(spoken)
    hands.resize(*size)
    assert words(hands) == [], "nothing is typed yet"
    type_(hands, "c")
    assert words(hands) == ["Carnegie Hill", "Central Park", "Chelsea"]
    screen = hands.screen
    shown = [button.area for button in screen.proposed.buttons if button.shown]
    others = [screen.text.area, *(key.area for key in screen.keyboard.keys if key.shown)]
    for area in shown:
        assert min(area.w, area.h) >= least_target() - 1
        assert area.x >= 0
        assert area.x + area.w <= size[0]
        for other in [*others, *(one for one in shown if one is not area)]:
            apart_across = area.x >= other.x + other.w - 1 or other.x >= area.x + area.w - 1
            assert apart_across or area.y >= other.y + other.h - 1 or other.y >= area.y + area.h - 1
    assert all(key.height >= least_target() - 1 for key in screen.keyboard.keys if key.shown)


def test_a_name_that_is_tapped_is_the_name_and_the_next_one_is_asked_for(hands: Hands) -> None:
    naming(hands)
    type_(hands, "c")
    words(hands)
    take(hands, "Central Park")
    assert hands.screen.draft.squares["square_1"].name == "Central Park"
    assert hands.screen._naming == "square_2"
    type_(hands, "c")
    assert words(hands) == ["Carnegie Hill", "Chelsea", "Chinatown"], "no two squares have the same name"


def test_a_word_comes_with_its_space_which_a_mark_takes_away(hands: Hands) -> None:
    naming(hands)
    hands.tap("Done") if hands.screen.primary.enabled else hands.tap("Back")
    hands.tap("Done")
    if hands.root.name == "board":
        hands.tap("More of it later")
    tap_row(hands, "Police cards")
    hands.tap("Another one")
    hands.tap_spot("square:square_1")
    screen = hands.screen
    assert screen.editor.path == ("event", "title")
    type_(hands, "the mid")
    assert "middle" in words(hands)
    take(hands, "middle")
    assert screen.typed == "The middle "
    type_(hands, "t")
    assert screen.typed == "The middle t"
    assert all(word.startswith("t") for word in words(hands))
    take(hands, words(hands)[0])
    assert screen.typed.endswith(" ")
    type_(hands, ".")
    assert screen.typed.endswith(".")
    assert " ." not in screen.typed


def test_a_word_that_no_longer_fits_what_is_typed_is_not_taken(hands: Hands) -> None:
    naming(hands)
    type_(hands, "c")
    words(hands)
    screen = hands.screen
    screen._type("q")
    screen._complete("Central Park")
    assert screen.typed.lower() == "cq"


def test_a_long_text_has_the_whole_line(hands: Hands) -> None:
    naming(hands)
    wide = hands.screen.text.width
    hands.screen.typed = "long " * 13 + "c"
    hands.app.refresh()
    assert words(hands) == []
    assert hands.screen.text.width > wide
    assert look.panel.shape != "portrait"


def test_where_people_or_secrets_are_named_nothing_is_proposed(hands: Hands) -> None:
    """Names of people and boxes, and what is told in a game; only the box itself and its cards have proposals."""
    naming(hands)
    assert hands.screen.suggestions is not None
    for name in ("boxes", "telling", "people", "entries"):
        assert hands.root.screen(name).suggestions is None, name
