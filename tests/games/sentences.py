"""What every card of a paper box must hold: its sentence is read and written the same in both languages."""

from __future__ import annotations

from companion.core.sheets import BoxSheets


def assert_said_in_both(sheets: BoxSheets, english: str, spanish: str) -> None:
    """The effects of a card are one sentence in English, and the same in Spanish, which is read back."""
    effects = sheets.phrases.read_list(english)
    assert sheets.phrases.write_list(effects) == english
    said = sheets.spoken("es").phrases
    assert said.read_list(spanish) == said.read_list(english) == effects
    assert said.read_list(said.write_list(effects)) == effects
