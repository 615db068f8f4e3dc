"""Texts and ids of a pack in the languages that somebody wrote them in."""

from __future__ import annotations

import pytest

from companion.core.texts import PackWords, T, Words, listed, own_name, plain, translated, unjoined

TEXTS = {
    "es": {"The ferry leaves at dawn.": "El ferri sale al alba.", "old_market": "El mercado viejo"},
    "en": {"old_market": "The Old Market"},
}


def test_a_text_has_its_own_language_and_those_it_was_put_into() -> None:
    assert translated(TEXTS, "The ferry leaves at dawn.") == {
        "en": "The ferry leaves at dawn.",
        "es": "El ferri sale al alba.",
    }


def test_the_language_of_a_text_is_that_of_its_pack() -> None:
    words = translated({"en": {"Sale al alba.": "It leaves at dawn."}}, "Sale al alba.", "es")
    assert (plain(words, "es"), plain(words, "en")) == ("Sale al alba.", "It leaves at dawn.")


def test_an_id_is_in_the_words_of_each_language() -> None:
    assert translated(TEXTS, "old_market") == {"en": "The Old Market", "es": "El mercado viejo"}


def test_an_id_that_only_another_language_has_can_still_be_read() -> None:
    assert translated({"es": {"fish_market": "Lonja"}}, "fish_market") == {"en": "Fish market", "es": "Lonja"}


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("north_gate", "North gate"),
        ("red", "Red"),
        ("c07", "C07"),
        ("_", "_"),
        ("A text that nobody translated.", "A text that nobody translated."),
        ("", ""),
    ],
)
def test_what_nobody_put_in_words_is_shown_as_it_can_be_read(source: str, shown: str) -> None:
    words: Words = translated(TEXTS, source)
    assert words == shown


def test_what_a_pack_says_is_looked_up_once() -> None:
    words = PackWords(TEXTS, "en")
    assert words("old_market") == {"en": "The Old Market", "es": "El mercado viejo"}
    assert words("old_market") is words("old_market")
    assert PackWords({}, "es")("new_pier") == "New pier"


def test_people_are_called_as_they_named_their_seat() -> None:
    assert [plain(own_name(seat)) for seat in ("ann", "aunt_may", "_")] == ["Ann", "Aunt May", "_"]


def test_things_in_a_row_can_be_taken_apart_again() -> None:
    things: list[Words] = ["a", T("{first}, {second} of them", first="b", second=3), {"en": "c"}]
    assert unjoined(listed(things)) == things
