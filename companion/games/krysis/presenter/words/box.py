"""The labels of the box editor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import P, T, Words

BOX: Final[Mapping[str, Words]] = {
    "whole": T("All of it is told"),
    "companies": T("Companies"),
    "crystals": T("Crystals"),
    "start_spaces": T("Start spaces"),
    "levels": T("Levels"),
    "levels#": T("Level"),
    "agents": T("Agents"),
    "relic_scores": T("Points for relics"),
    "missions": T("Missions"),
    "forward_rank": T("How far ahead"),
    "spaces": T("Spaces"),
    "options": T("What lies there"),
    "fighters": T("Fighters"),
    "transporters": T("Transporters"),
    "special": T("Special agents"),
    "same": T("Of the same set"),
    "different": T("Of different sets"),
    **{f"{kind}.{n}": P("{n} card", "{n} cards", n) for kind in ("same", "different") for n in range(1, 13)},
    "set_type": T("Set"),
    "combat": T("Combat"),
    "slots": T("Slots"),
    "stars": T("Stars"),
    "speed": T("Speed"),
    "ability": T("Ability"),
    "shared": T("In every company"),
    "relics": T("Relics"),
    "per": T("For each crystal that is"),
    "times": T("That much speed"),
    "n": T("Combat"),
    "+weapon": T("A weapon"),
    "+transport": T("A transport"),
    "+multiplier": T("So much for each crystal"),
    "+defence": T("Defence"),
    "+thief": T("Thief"),
    "+spy": T("Spy"),
    "+miner": T("Miner"),
    "+alchemist": T("Alchemist"),
    "=fighter": T("Fighter"),
    "=transporter": T("Transporter"),
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""

ICONS: Final[Mapping[str, str]] = {
    **{colour: f"crystal:{colour}" for colour in ("red", "blue", "white")},
    **{f"per={colour}": f"crystal:{colour}" for colour in ("red", "blue", "white")},
    **{f"+{ability}": f"ability:{ability}" for ability in ("defence", "thief", "spy", "miner", "alchemist")},
    **{f"={kind}": f"agent:{kind}" for kind in ("fighter", "transporter")},
    "relics": "relic",
    "+weapon": "weapon",
    "+transport": "transport",
}
"""Icons by the same keys."""
