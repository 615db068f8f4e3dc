"""The fixed words of Crash & Grab, and what is printed but stands in no pack."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SIDES: Final = ("above", "right", "below", "left")
"""The sides of the board at which the direction markers lie (R-CG-06)."""
SITES: Final = 12
FACES: Final = tuple(range(1, SITES + 1))
"""The placement die (R-CG-01)."""
CLOCKWISE: Final = "cw"
COUNTER: Final = "ccw"
DICE: Final[Mapping[str, tuple[str | int, ...]]] = MappingProxyType(
    {"placement": FACES, "rotation": (CLOCKWISE, COUNTER)}
)
CARDS: Final = ("2", "3", "0-5")
"""The movement cards of every saucer (R-CG-02)."""
NUMBER_CARD: Final = "0-5"
MOST_NAMED: Final = 5
"""The greatest number that the card 0-5 names without an upgrade (R-CG-35)."""
PILOT: Final = "pilot"
POSITIONS: Final = 4
"""The positions of a saucer mat, one a type of crew."""

PAIR_OF_SAUCERS: Final = 2
"""With two players each has two saucers (R-CG-04)."""
MOST_SEATS: Final = 6
BOOSTER_FROM: Final = 4
"""From so many players on the last one begins with a booster (R-CG-17)."""
PILOTS: Final[Mapping[int, int]] = MappingProxyType({2: 2, 3: 2, 4: 2, 5: 3, 6: 4})
"""How many Pilots lie on the board at first, by number of players (R-CG-19)."""
OVERRIDES: Final[Mapping[int, int]] = MappingProxyType({5: 1, 6: 2})
"""How many are given an override token in a round, by number of players (R-CG-27, R-CG-28)."""

UPGRADE_PRICE: Final = 2
UPGRADES_DRAWN: Final = 2
"""What an upgrade costs, and how many cards are drawn for it (R-CG-67)."""
PATIENCE: Final = 50
"""At which accelerator of a move the table may end it (RULES 3.10)."""
LIGHT: Final = "table"
"""Where everything on the board is, where the board is not followed."""
LOST: Final = "lost"
