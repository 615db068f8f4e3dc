"""Dealing what belongs together at once: one card to look at, or a whole display with all that lies on it."""

from __future__ import annotations

from companion.table.history import Part
from companion.table.played import Played
from companion.table.table import Table


def draw(table: Table, rev: int | None = None) -> Played:
    """Let the dealer answer the open ask, and everything that goes along with it (``Game.goes_along``).

    Refused as ``Table.deal`` is.
    """
    first = table.deal(rev=table.rev if rev is None else rev)
    parts = [*first.parts, *along(table)]
    return Played(table.rev, parts)


def along(table: Table) -> list[Part]:
    """Let the dealer answer as long as the open ask goes along with what was before."""
    parts: list[Part] = []
    while table.can_deal and table.game.rules.goes_along(table.ask):
        parts += table.deal().parts
    return parts
