"""The end of a round, and who wins."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

ENDING: Final[dict[str, Text]] = {
    "R-KR-76": T(
        "The round is over: teams that are still there and relics turned up are discarded. The agents do not come "
        "back; a relic may, when its deck runs out."
    ),
    "R-KR-77": T(
        "You draw three agents, one at a time, each from whichever deck you like: see who comes before you choose "
        "again. Used agents never come back, so when one deck is empty, the other has to do."
    ),
    "R-KR-80": T(
        "At home a red crystal is worth 3, a blue one 2, a white one 1. Relics score in sets of the same or of "
        "different ones, split as is best for you. What is still in a camp scores nothing."
    ),
    "R-KR-81": T(
        "Relics at home are put into sets, all of one type or all of different types, split as is best for you. Each "
        "card counts in one set only."
    ),
    "R-KR-83": T(
        "After five rounds the most points win: what the bank has paid, plus crystals and relics at home and missions."
    ),
    "R-KR-84": T(
        "Ties are decided in the mine: of the tied players, the one whose miner is farthest ahead wins. So a "
        "place in front is worth something to the very end."
    ),
}
