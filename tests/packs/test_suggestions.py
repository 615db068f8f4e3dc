"""What is proposed while people type."""

from __future__ import annotations

import pytest

from companion.games.registry import load_game
from companion.language import LANGUAGES
from companion.packs.editing.suggestions import Suggestions, common_words, said_in

BOX = {
    "cards": [
        {"title": "The humming van", "id": "humbug", "event": {"text": {"en": "Vans in Harlem", "es": "Furgonetas"}}},
        {"title": "Harlem nights"},
        {"name": "Humid van"},
    ]
}


def proposed(typed: str, *texts: str, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    return Suggestions("en", texts, names=names).of(typed, 3)


def test_the_words_of_the_box_come_first_the_most_used_one_before_the_others() -> None:
    assert proposed("the hu", "humming", "humid, humid", "hunter")[:3] == ("humid", "humming", "hunter")


def test_only_what_begins_like_the_last_word_is_proposed() -> None:
    texts = ("the humming van", "a van")
    assert proposed("", *texts) == proposed("the ", *texts) == proposed("12", *texts) == ()
    assert all(word.startswith("h") for word in proposed("van h", *texts))
    assert "humming" not in proposed("humming", *texts)
    assert "humming" not in proposed("hummin", *texts), "a single letter is typed"


def test_a_name_has_its_capital_and_other_words_have_the_one_that_is_typed() -> None:
    texts = ("Nights in Harlem", "Humming")
    assert proposed("harl", *texts) == ("Harlem",)
    assert proposed("humm", *texts) == ("humming",)
    assert proposed("Humm", *texts) == ("Humming",)


def test_accents_need_not_be_typed() -> None:
    words = Suggestions("es", ["El callejón del túnel"])
    assert words.of("callej", 1) == ("callejón",)
    assert words.completed("el callej", "callejón") == "el callejón "


def test_names_begin_like_the_whole_text_and_replace_it() -> None:
    names = Suggestions("en", ["Central"], names=("Grand Central", "Central Park", "Grand Street"))
    assert names.of("grand", 3)[:2] == ("Grand Central", "Grand Street")
    assert names.completed("grand c", "Grand Central") == "Grand Central "
    assert "Central Park" not in names.of("grand c", 3)
    assert names.is_name("Central Park")
    assert not names.is_name("central")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_language_has_words_of_its_own_without_what_is_filled_in(code: str) -> None:
    words = common_words(code)
    assert len(words) > 1000
    assert words == common_words(code)
    assert {"en": "the", "es": "que"}[code] in words[:10]
    assert not [word for word in words if "{" in word or "_" in word]


def test_what_a_box_says_is_read_in_one_language_and_ids_are_not() -> None:
    assert list(said_in(BOX, "es")) == ["The humming van", "Furgonetas", "Harlem nights", "Humid van"]
    assert "Vans in Harlem" in said_in(BOX, "en")


def test_a_game_proposes_each_name_of_a_square_once() -> None:
    sheets = load_game("newyork").rules.sheets
    assert sheets is not None
    assert len(set(sheets.names_on_board)) == len(sheets.names_on_board)
