"""Every sentence that the wall says itself in its templates."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import T, Words

WORDS: Mapping[str, Words] = MappingProxyType(
    {
        "title": T("All tables"),
        "tables": T("Tables"),
        "results": T("Results of the evening"),
        "no_results": T("No game has ended yet this evening."),
        "no_tables": T("No table speaks yet"),
        "no_tables_hint": T("A table appears by itself as soon as its companion reaches the broker."),
        "away": T("This page has lost the wall's program. It is tried again by itself."),
        "helps": T("Help!"),
        "come": T("Somebody comes"),
        "sound": T("Ring here"),
        "sound_on": T("Rings here"),
        "track": T("Tracks"),
        "standings": T("Standings"),
        "players": T("Players"),
        "charts": T("So far"),
        "no_chart": T("The charts begin with the next answers."),
        "last_games": T("Last games here"),
        "unknown": T("No table has this address any more"),
        "back": T("All tables"),
        "let_in": T("Answer from this browser"),
        "let_in_hint": T("Then it can tell a table that somebody comes. The others only show."),
        "wrong_address": T("This address does not open anything any more"),
        "wrong_address_hint": T("The terminal in which the wall runs shows the one of now."),
    }
)
"""By the names that templates use."""
