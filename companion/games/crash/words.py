"""The constants of Crash & Grab, including printed values that are not in packs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SIDES: Final = ("above", "right", "below", "left")
"""The sides of the board for direction markers (R-CG-06)."""
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
"""The largest number for the card 0-5 without upgrades (R-CG-35)."""
PILOT: Final = "pilot"
POSITIONS: Final = 4
"""The positions of a saucer mat, one a type of crew."""

PAIR_OF_SAUCERS: Final = 2
"""With two players each has two saucers (R-CG-04)."""
MOST_SEATS: Final = 6
BOOSTER_FROM: Final = 4
"""From this many players on, the last one starts with a booster (R-CG-17)."""
PILOTS: Final[Mapping[int, int]] = MappingProxyType({2: 2, 3: 2, 4: 2, 5: 3, 6: 4})
"""Number of Pilots on the board at the start, by number of players (R-CG-19)."""
OVERRIDES: Final[Mapping[int, int]] = MappingProxyType({5: 1, 6: 2})
"""Number of override tokens per round, by number of players (R-CG-27, R-CG-28)."""

UPGRADE_PRICE: Final = 2
UPGRADES_DRAWN: Final = 2
"""The cost of an upgrade, and the number of cards drawn for it (R-CG-67)."""
PATIENCE: Final = 50
"""The accelerator of a move from which on the table may end it (RULES 3.10)."""
LIGHT: Final = "table"
"""The place of everything on the board in light mode."""
LOST: Final = "lost"
