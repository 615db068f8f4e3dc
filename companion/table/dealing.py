"""Dealing groups of cards that belong together: a single card, or a whole display."""

from __future__ import annotations

from companion.table.history import PlayedEntry
from companion.table.played import Played
from companion.table.table import Table


def draw(table: Table, rev: int | None = None) -> Played:
    """Let the dealer answer the open ask, and the asks that go along with it (``Game.goes_along``), as one undo step.

    Raises ``Refused`` like ``Table.deal``.
    """
    first = table.deal(rev=table.rev if rev is None else rev, tapped=True)
    entries = [*first.entries, *deal_followups(table)]
    return Played(table.rev, entries)


def deal_followups(table: Table) -> list[PlayedEntry]:
    """Let the dealer answer for as long as the open ask goes along with the one before."""
    entries: list[PlayedEntry] = []
    while table.can_deal and table.game.rules.goes_along(table.ask):
        entries += table.deal().entries
    return entries
