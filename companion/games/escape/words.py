"""The constants of Escape Plan: stacks, parts of the day, assets, and printed values that are not in packs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LETTERS: Final = ("A", "B", "C", "D")
"""The stacks of city tiles (R-EP-13)."""
EXITS: Final = ("1", "2", "3")
DAYS: Final = 3
PARTS: Final = 5
"""The five parts of a day (R-EP-76); everybody acts in the first three (R-EP-78)."""
SURE_PARTS: Final = 3

BADGES: Final = ("badge1", "badge2", "badge3")
CARD_ASSETS: Final = ("card1", "card2", "card3")
EXTRA: Final = "extra"
ASSETS: Final = (*BADGES, EXTRA, *CARD_ASSETS)
"""The assets of a player (R-EP-31 to R-EP-33)."""

BOARD_COUNTERS: Final = (
    "notoriety",
    "wounds",
    "gangs",
    "cubes",
    "first_aid",
    "rest",
    *(f"asset:{asset}" for asset in ASSETS),
)
"""The counters of a seat (WHAT) that are not kinds of the stock."""

CONTACTS_OPEN: Final = 7
"""Number of open contact cards (R-EP-25)."""
TOUCHING: Final = 2
"""The number of city tiles that a new tile must touch (R-EP-62)."""
JOINING: Final = 1
"""The number of its lands that must continue there (R-EP-63)."""
TILES_A_DAY: Final = 4
OFFICERS_A_TILE: Final = 2
CARDS_OF_AN_EXIT: Final = 2
PATROL_IN_DECK: Final = 5
"""One of the six patrol cards is out of the game (R-EP-15)."""
PATROL_ON_DAY: Final[Mapping[int, int]] = MappingProxyType({1: 2, 2: 2, 3: 1})
"""Number of patrol cards revealed per day (R-EP-50)."""

GANG: Final = 8
GANG_AT_HQ: Final = 2
GANG_ON_TILE: Final = 2
GAS: Final = 6
HANDCUFFS: Final = 10
CUBES: Final = 9
WOUNDS: Final = 3
GANG_MARKERS: Final = 2
NOTORIETY_END: Final = 99
"""The end of the notoriety track if the pack has none (wire, "Counters")."""
CASH: Final = 9
"""Starting cash in $k (R-EP-36)."""
ASSET_PRICE: Final = 3
MOST_CASH: Final = 999
CASH_STEPS: Final = (-5, -1, 1, 5)
LEAST_VALUE: Final = -50
MOST_VALUE: Final = 249
"""The limits of entries on the score sheet."""
