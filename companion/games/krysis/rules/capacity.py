"""The capacity of a team (R-KR-38 to R-KR-43; the exact check of RULES 4.14)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.krysis.state import State, strength
from companion.games.krysis.words import BLUE, RED, RELICS, WHITE


def fits(slots: Mapping[str, int], goods: Mapping[str, int]) -> bool:
    """True if the goods (colours and relics) fit into the slots."""
    return goods[WHITE] <= room_for_white(slots, goods[RED], goods[BLUE], goods[RELICS])


def room_for_white(slots: Mapping[str, int], red: int, blue: int, relics: int) -> int:
    """The number of white crystals that fit beside other goods; relics use blue slots first; -1 if those do not fit."""
    free_red, free_blue = slots[RED] - red, slots[BLUE] - blue
    if free_red < 0 or free_blue < 0 or relics > free_red + free_blue:
        return -1
    in_blue = min(relics, free_blue)
    return slots[WHITE] + 2 * (free_blue - in_blue) + 3 * (free_red - (relics - in_blue))


def most(slots: Mapping[str, int], there: Mapping[str, int]) -> dict[str, int]:
    """The maximum of each good by itself that is available and fits."""
    red, blue, white, relics = slots[RED], slots[BLUE], slots[WHITE] + 2 * slots[BLUE] + 3 * slots[RED], there[RELICS]
    return {
        RED: red if red < there[RED] else there[RED],
        BLUE: blue if blue < there[BLUE] else there[BLUE],
        WHITE: white if white < there[WHITE] else there[WHITE],
        RELICS: red + blue if red + blue < relics else relics,
    }


def slots_of(s: State, seat: str) -> Mapping[str, int]:
    """R-KR-38: the slots of the team and of a face-up transport relic."""
    return strength(s, seat).slots
