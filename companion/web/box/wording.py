"""Every sentence that the pages of boxes say themselves; what a box is made of is said by its game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import T, Words

WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "boxes": T("Boxes"),
        "come_in": T("Change a box in this browser?"),
        "come_in_hint": T("People at the table are asked whether you may, and see two words by which they know you."),
        "ask": T("Ask them"),
        "wait_box": T("They are asked now whether you may change it. Say these words to them."),
        "become_editor": T("Change the box here"),
        "become_editor_hint": T(
            "This browser changes the box, and says who else may. There is one such browser at a time."
        ),
        "who_else": T("Who else changes it"),
        "whole": T("A game can begin with it."),
        "about_box": T("About the box"),
        "wrong": T("What does not fit yet"),
        "untold": T("Still to be told"),
        "search": T("Search"),
        "show_all": T("Show all"),
        "another": T("Another one"),
        "back_to_box": T("To the box"),
    }
)
"""By the names that templates use, beside those of all pages."""
