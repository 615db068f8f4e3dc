"""Dealing what belongs together at once: one card to look at, or a whole display with all that lies on it."""

from __future__ import annotations

from companion.table.history import PlayedEntry
from companion.table.played import Played
from companion.table.table import Table


def draw(table: Table, rev: int | None = None) -> Played:
    """Somebody lets the dealer answer the open ask, and everything that goes along with it (``Game.goes_along``): one
    undo takes back as much.

    Refused as ``Table.deal`` is.
    """
    first = table.deal(rev=table.rev if rev is None else rev, tapped=True)
    entries = [*first.entries, *along(table)]
    return Played(table.rev, entries)


def along(table: Table) -> list[PlayedEntry]:
    """Let the dealer answer as long as the open ask goes along with what was before."""
    entries: list[PlayedEntry] = []
    while table.can_deal and table.game.rules.goes_along(table.ask):
        entries += table.deal().entries
    return entries
