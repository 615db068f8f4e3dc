"""The tables that fill decks and the bag (WIRE, Boxes known in part)."""

from __future__ import annotations

from types import MappingProxyType

from companion.core.learning import Stock
from companion.core.texts import T
from companion.games.escape.content.pack_data import Contact, EscapePlan, OfficerKind

STOCKS = MappingProxyType(
    {
        "contacts": Stock(T("Contacts"), "contacts", ("contacts",), Contact),
        "escape_plans": Stock(T("Escape plans"), "plans", ("plans",), EscapePlan, secret=True),
        "officers": Stock(T("Officers"), "officers", ("officers",), OfficerKind, ("type",)),
    }
)
