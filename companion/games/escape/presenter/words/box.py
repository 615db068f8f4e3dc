"""The labels of the box editor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import T, Words

BOX: Final[Mapping[str, Words]] = {
    "players_min": T("Players, at least"),
    "players_max": T("Players, at most"),
    "city_tiles": T("City tiles"),
    "patrol_cards": T("Patrol cards"),
    "officers": T("Officers"),
    "contacts": T("Contacts"),
    "escape_plans": T("Escape plans"),
    "lockers": T("Lockers"),
    "equipment": T("Equipment"),
    "keys": T("Keys"),
    "exit_tiles": T("Exit tiles"),
    "safe_houses": T("Safe houses"),
    "fixers": T("Fixers"),
    "notoriety": T("Notoriety"),
    "income_track": T("Income track"),
    "exit_cost": T("Price of the exits"),
    "scoring": T("Score sheet"),
    "day_change": T("At the end of a day"),
    "start": T("Start"),
    "max": T("End"),
    "line": T("Line"),
    "from": T("What is counted"),
    "sign": T("Plus or minus"),
    "table": T("Value of each count"),
    "per_unit": T("Value of one"),
    "=free": T("asked"),
    "=cubes": T("income"),
    "=gas": T("gas cans"),
    "=gangs": T("gang markers"),
    "=cash": T("money"),
    "=wounds": T("wounds"),
    "=handcuffs": T("handcuffs"),
    "=assets": T("assets"),
    "=contacts": T("contacts"),
    "=equipment": T("equipment"),
    "=keys": T("keys"),
    "=lockers": T("lockers"),
    "=notoriety": T("notoriety"),
    **{f"exit.{n}": T("Exit {n}", n=n) for n in (1, 2, 3)},
    "1": T("First exit"),
    "2": T("Second exit"),
    "3": T("Third exit"),
    "group": T("Stack"),
    "exit": T("Exit"),
    "hospital": T("Hospital"),
    "gang_hq": T("Gang headquarters"),
    "business": T("Business"),
    "safe_house": T("Safe house"),
    "gang": T("Gang"),
    "edges": T("Land around it"),
    "back": T("Back"),
    "=start": T("at the start"),
    "=industrial": T("industrial"),
    "=commercial": T("commercial"),
    "=residential": T("residential"),
    "=water": T("water"),
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""

ICONS: Final[Mapping[str, str]] = {
    **{f"={land}": f"land:{land}" for land in ("industrial", "commercial", "residential", "water")},
    **{f"exit={n}": f"door:{n}" for n in (1, 2, 3)},
    "=wounds": "wound",
    "=handcuffs": "handcuffs",
    "=gas": "gas",
    "=equipment": "equipment",
    "=cash": "cash",
    "=notoriety": "notoriety",
    "=contacts": "contact",
    "=cubes": "cube",
    "=gangs": "gang_marker",
    "=assets": "asset",
}
"""Icons by the same keys."""
