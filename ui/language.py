"""The language of the screen, the same for all of it."""

from __future__ import annotations

from companion.language import LANGUAGES, Language

__all__ = ["LANGUAGES", "Language", "language", "say"]

language = Language()
say = language.say
