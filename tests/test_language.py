"""Words in a language: our own out of the catalogue, a pack's as it has them."""

from __future__ import annotations

import os
import re

import pytest

import companion.language
from companion.core.piles import NOT_KNOWN
from companion.core.texts import P, T, as_printed, listed, of_seat, plain
from companion.games.newyork.words import SEATS
from companion.language import Language, language_of_machine, spoken, tell


def test_blanks_are_filled_with_words_in_the_same_language():
    words = T("{piece} on {square}", piece=P("wound", "{n} wounds", 2), square={"en": "Harlem", "es": "El Harlem"})
    assert Language("en").say(words) == "2 wounds on Harlem"
    assert "El Harlem" in Language("es").say(words)


def test_a_language_without_a_catalogue_falls_back_to_english():
    assert Language("xx").say(T("There is no such sentence in any catalogue.")).startswith("There is no such")
    assert Language("xx").say({"es": "Sí", "en": "Yes"}) == "Yes"
    assert Language("en").say(None) == ""
    assert Language("en").say(7) == "7"


@pytest.mark.parametrize("compiled", ["never", "before it was written"])
def test_a_catalogue_is_spoken_as_it_is_written_now(tmp_path, monkeypatch, compiled):
    catalogue = tmp_path / "eo" / "LC_MESSAGES" / "companion.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid ""\nmsgstr ""\n\nmsgid "Done"\nmsgstr "Farita"\n')
    if compiled != "never":
        catalogue.with_suffix(".mo").write_bytes(b"")
        os.utime(catalogue.with_suffix(".mo"), (0, 0))
    monkeypatch.setattr(companion.language, "LOCALE", tmp_path)
    assert Language("eo").say(T("Done")) == "Farita"


@pytest.mark.parametrize(
    ("environment", "code"),
    [({"LANG": "es_ES.UTF-8"}, "es"), ({"LANG": "C"}, "en"), ({}, "en"), ({"LANG": "en_GB", "LC_ALL": "es"}, "es")],
)
def test_the_machine_says_which_language_it_speaks(monkeypatch, environment, code):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_machine() == code


def test_a_seat_is_called_as_whoever_sits_there_everywhere():
    red = of_seat("red", T("Red"))
    sentence = T("{seat}'s turn", seat=red)
    anna = Language("es", {"red": "Anna", "blue": "Bob"})
    assert anna.say(sentence) == "Turno de Anna"
    assert anna.say(listed([red, T("Red"), of_seat("green", T("Green"))])) == "Anna, Rojo, Verde"
    assert anna.say(as_printed(red)) == "Rojo", "what is printed is called so whoever plays it"
    assert Language("es").say(sentence) == "Turno de Rojo"
    assert plain(sentence) == "Red's turn"


def test_people_who_are_called_as_seats_are_do_not_change_places():
    seats = {"red": of_seat("blue", "Blue"), "blue": of_seat("red", "Red")}
    said = Language("en", seats)
    assert [said.say(of_seat(seat, seat)) for seat in seats] == ["Blue", "Red"]


@pytest.mark.parametrize(
    "words", [["--language", "es"], ["--language=es"], ["-x", "--language", "en", "--language=es"]]
)
def test_a_command_line_is_answered_in_the_language_that_it_asks_for(monkeypatch, words):
    monkeypatch.setenv("LANGUAGE", "en")
    with spoken(words):
        assert tell(T("Done")) == "Hecho"
    assert tell(T("Done")) == "Done"


@pytest.mark.parametrize("words", [[], ["--language"], ["--language", "tlh"], ["--language="], ["language", "es"]])
def test_what_is_no_language_of_ours_changes_nothing(monkeypatch, words):
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LANG", "C")
    with spoken(words):
        assert language_of_machine() == "en"
    assert "LANGUAGE" not in os.environ


@pytest.mark.parametrize(
    ("sentence", "seat", "said"),
    [
        ("Roll for {seat}", "daughter", "Tira la hija"),
        ("{seat} has escaped", "father", "El padre ha escapado"),
        ("from {seat}", "father", "del padre"),
        ("Give the {item} to {seat}", "son", "Dar dinero al hijo"),
        ("{seat}: done?", "mother", "Madre: ¿acabas?"),
        ("{n} {seat}", "mother", "2 Madre"),
    ],
)
def test_the_family_has_articles_inside_spanish_sentences(sentence: str, seat: str, said: str) -> None:
    words = T(sentence, seat=SEATS[seat], item=T("cash"), n=2)
    assert Language("es").say(words) == said
    assert SEATS[seat].args["seat"].msgid in Language("en").say(words), "English has them as names"
    people = Language("es", {seat: "Ana"}).say(words)
    assert "Ana" in people
    assert not re.search(r"\b(el|la|del|al) Ana", people)


@pytest.mark.parametrize(
    ("sentence", "english", "spanish"),
    [
        ("Discard {contact}", "Discard a card that is not known", "Descartar una carta que no se conoce"),
        ("{n} × {card}", "2 × A card that is not known", "2 × Una carta que no se conoce"),
        ("{first}: {second}", "A card that is not known: there", "Una carta que no se conoce: there"),
    ],
)
def test_what_has_no_name_is_written_small_inside_a_sentence(sentence: str, english: str, spanish: str) -> None:
    words = T(sentence, contact=NOT_KNOWN, card=NOT_KNOWN, first=NOT_KNOWN, second="there", n=2)
    assert Language("en").say(words) == english
    assert Language("es").say(words) == spanish
