"""Words in a language: our own out of the catalogue, a pack's as it has them."""

from __future__ import annotations

import os

import pytest

import companion.language
from companion.core.texts import P, T
from companion.language import Language, language_of_machine


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
