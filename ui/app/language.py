"""The screen's language, switchable at run time."""

from __future__ import annotations

from companion.language import LANGUAGES, Language

__all__ = ["LANGUAGES", "Language", "language", "say", "sentence"]

language = Language()
say = language.say


def sentence(text: str) -> str:
    """The text with an initial capital."""
    return text[:1].upper() + text[1:]
