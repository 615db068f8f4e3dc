"""The language that the screen speaks: one for all its parts, switched while everything runs."""

from __future__ import annotations

from companion.language import LANGUAGES, Language

__all__ = ["LANGUAGES", "Language", "language", "say", "sentence"]

language = Language()
say = language.say


def sentence(text: str) -> str:
    """The text as it stands alone, with a capital at its beginning."""
    return text[:1].upper() + text[1:]
