"""What a team can carry (R-KR-38 to R-KR-43; the exact check of RULES 4.14)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.krysis.state import State, Store, strength
from companion.games.krysis.words import BLUE, RED, RELICS, WHITE


def fits(slots: Mapping[str, int], goods: Mapping[str, int]) -> bool:
    """Whether the goods (colours and relics) can be laid onto the slots; relics go into blue slots first."""
    if goods[RED] > slots[RED] or goods[BLUE] > slots[BLUE]:
        return False
    red, blue = slots[RED] - goods[RED], slots[BLUE] - goods[BLUE]
    relics = goods[RELICS]
    if relics > red + blue:
        return False
    in_blue = min(relics, blue)
    return goods[WHITE] <= slots[WHITE] + 2 * (blue - in_blue) + 3 * (red - (relics - in_blue))


def most(slots: Mapping[str, int], there: Store) -> dict[str, int]:
    """The most of each good alone that lies there and fits."""
    has = there.count()
    return {
        RED: min(has[RED], slots[RED]),
        BLUE: min(has[BLUE], slots[BLUE]),
        WHITE: min(has[WHITE], slots[WHITE] + 2 * slots[BLUE] + 3 * slots[RED]),
        RELICS: min(has[RELICS], slots[RED] + slots[BLUE]),
    }


def slots_of(s: State, seat: str) -> Mapping[str, int]:
    """R-KR-38: the slots of the team and of the transport relic that was turned up."""
    return strength(s, seat).slots
