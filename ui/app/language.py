"""The language that the screen speaks: one for all its parts, switched while everything runs."""

from __future__ import annotations

from companion.language import LANGUAGES, Language

__all__ = ["LANGUAGES", "Language", "language", "say"]

language = Language()
say = language.say
