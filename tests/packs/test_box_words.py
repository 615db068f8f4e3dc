"""What a form says is what a person would say of a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.core.texts import Words
from companion.games.newyork.content import PoliceCard
from companion.games.newyork.words import BOX
from companion.language import Language
from companion.packs.editing.rows import MISSING, RowForm
from companion.packs.editing.words import BoxWords

SQUARES: Mapping[str, Words] = {"soho": "SoHo", "harlem": {"en": "Harlem", "es": "El Harlem"}}
CARD: dict[str, Any] = {
    "id": "x",
    "square": "harlem",
    "event": {
        "title": {"en": "Alarm", "es": "Alarma"},
        "text": "",
        "random_location": True,
        "effects": [{"op": "alert", "n": 2}, {"op": "add_car"}, {"op": "place_mafia", "at": "soho", "n": 3}],
    },
}
WORDS = BoxWords(BOX)


def said(path: tuple[str | int, ...], language: str = "en", card: dict[str, Any] = CARD) -> str:
    return Language(language).say(WORDS.said(RowForm(PoliceCard, card).line(path), SQUARES))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("square",), "Harlem"),
        (("event", "title"), "Alarm"),
        (("event", "random_location"), "yes"),
        (("event", "effects", 1), "A police car joins the deck"),
    ],
)
def test_a_line_says_its_value(path: tuple[str | int, ...], words: str) -> None:
    assert said(path) == words


def test_a_name_is_said_in_the_language_of_the_table() -> None:
    assert said(("square",), "es") == "El Harlem"
    assert said(("event", "title"), "es") == "Alarma"


def test_effects_are_said_with_what_they_do() -> None:
    every = said(("event", "effects"))
    assert "SoHo" in every
    assert "3" in every


def test_what_was_not_said_is_told_from_what_is_not_there() -> None:
    form = RowForm(PoliceCard)
    assert form.line(("square",)).value is MISSING
    assert said(("square",), card={}) == "not said yet"
    assert said(("event", "effects"), card={"event": {"effects": []}}) == "none"


def test_a_card_is_called_by_its_title_and_an_effect_by_what_it_does() -> None:
    say = Language().say
    assert say(WORDS.called(CARD)) == "Alarm"
    assert say(WORDS.called({"op": "add_car"})) == "A police car joins the deck"
    assert "SoHo" in say(WORDS.called({"id": "m", "mafia": "soho", "info": None}, SQUARES))


def test_what_a_game_has_no_words_for_is_shown_by_its_own_name() -> None:
    bare = BoxWords()
    assert bare.field("extra_step") == "extra step"
    assert bare.kind("place_mafia") == "place mafia"
    assert bare.value("until", "end_of_round") == "end of round"
