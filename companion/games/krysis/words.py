"""The constants of Krysis."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

RED, BLUE, WHITE = "red", "blue", "white"
COLOURS: Final = (RED, BLUE, WHITE)
RELICS: Final = "relics"
GOODS: Final = (*COLOURS, RELICS)
WORTH: Final[Mapping[str, int]] = MappingProxyType({RED: 3, BLUE: 2, WHITE: 1})
"""The value of a crystal (R-KR-21, R-KR-80)."""
HOME_AT_START: Final[Mapping[str, int]] = MappingProxyType({RED: 1, BLUE: 2, WHITE: 3})
"""R-KR-14."""
MISSIONS: Final = GOODS
STARTS: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {2: ("I", "III"), 3: ("I", "II", "III"), 4: ("I", "II", "III", "IV")}
)
"""The start spaces in use, by number of players (R-KR-15, R-KR-16)."""
DECKS: Final = ("fighters", "transporters")
DECK_OF: Final[Mapping[str, str]] = MappingProxyType({"fighter": "fighters", "transporter": "transporters"})
DESTINATIONS: Final = ("home", "bank", "camp")
ROUNDS: Final = 5
TEAM: Final = 3
DRAWN_AT_START: Final = 3
"""Number of agents drawn from each deck for the first hand (R-KR-11)."""
DRAWN_A_ROUND: Final = 3
SQUAD_DISCARDS: Final = 6
DISCARDS_A_LEVEL: Final = 2
"""R-KR-64."""
TACTICAL_HAND: Final = 9
SPECIAL_OF_A_KIND: Final = 3
"""Assumed split of unknown special agents: half fighters, half transporters."""
AGENTS: Final = 18
"""The agents of a company that play (R-KR-64, R-KR-78)."""
OVERTIME: Final = 6
BANK_VP: Final = 2
"""For each good that is brought to the bank (R-KR-48)."""
MISSION_VP: Final = 10
LEAST_SEATS, MOST_SEATS = 2, 4
