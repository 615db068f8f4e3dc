"""The tables that fill decks (WIRE, Boxes known in part)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from companion.core.learning import Stock
from companion.core.piles import UNKNOWN
from companion.core.texts import T, Words, translated
from companion.games.krysis.content.pack_data import Agent, Crystals, Pack, Relic, Weapon

NO_AGENT = Agent(UNKNOWN, UNKNOWN, "fighter", 0, 0, 0, Crystals(0, 0, 0), None, False)
NO_RELIC = Weapon(UNKNOWN, "", 0)
"""The effects of an unknown agent or relic: none."""
FILLS: Mapping[str, Sequence[str]] = MappingProxyType(
    {"fighters": ("fighters",), "transporters": ("transporters",), "special": ("fighters", "transporters")}
)
"""The decks that agents go into, by table; a special agent's ``kind`` decides."""


def deck_path(company: str, deck: str) -> str:
    """The path of a company's agents in the pack: ``fighters``, ``transporters`` or ``special``."""
    return f"agents.{company}.{deck}"


def stocks(pack: Pack, runs: Mapping[str, str] | None = None) -> dict[str, Stock]:
    """The relics, and the agents of each company; ``runs`` maps companies to seats, else seats are named after them."""
    found = {"relics": Stock(T("Relics"), "relics", ("relics",), Relic, secret=True)}
    for company in pack.companies:
        seat = (runs or {}).get(company.id, company.id)
        for deck, fills in FILLS.items():
            places = tuple(f"{one}:{seat}" for one in fills)
            name = _called(translated(pack.texts, company.name), deck)
            found[deck_path(company.id, deck)] = Stock(name, "agents", places, Agent, secret=True)
    return found


def _called(company: Words, deck: str) -> Words:
    match deck:
        case "fighters":
            return T("{company}: fighters", company=company)
        case "transporters":
            return T("{company}: transporters", company=company)
    return T("{company}: special agents", company=company)
