"""The table that fills the deck (WIRE, Boxes known in part)."""

from __future__ import annotations

from types import MappingProxyType

from companion.core.learning import Stock
from companion.core.texts import T
from companion.games.crash.content.pack_data import Upgrade

STOCKS = MappingProxyType({"upgrades": Stock(T("Upgrades"), "upgrades", ("upgrades",), Upgrade)})
