"""Bids, and what the mine gives."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

MINING: Final[dict[str, Text]] = {
    "R-KR-18": T(
        "Take any number of crystals from home into your fist: that is your bid for choosing early in the mine. None "
        "is a bid too. What lies in your camp cannot be bid."
    ),
    "R-KR-19": T("All fists open at the same moment, so nobody can answer another player's bid."),
    "R-KR-20": T(
        "Everybody pays the whole bid, even whoever chooses last, and nobody gets change. Think twice: what stays at "
        "home is points in the end."
    ),
    "R-KR-21": T(
        "The most valuable bid chooses first: red counts 3, blue 2, white 1. In a tie the miner that is ahead "
        "goes first. Each moves to a free space on the next level down."
    ),
    "R-KR-23": T(
        "The miners go down together, one level a round. When all have moved, they stand on the same level, each on a "
        "space of its own."
    ),
    "R-KR-24": T(
        "What the space shows comes into your camp at once, where others can still get at it. If the bank is short of "
        "a colour, you get what there is; by a house rule it never is."
    ),
    "R-KR-25": T(
        "A question mark means one or the other: you take all the goods on one side of it, and nothing of the rest."
    ),
    "R-KR-26": T(
        "For each relic symbol you draw two relics and keep one, face down in your camp. The other is discarded face "
        "up: everybody may see what you could do without."
    ),
    "R-KR-27": T(
        "When a relic is needed and the deck is empty, its discard is shuffled and becomes the deck. If there is none "
        "either, you make do with what you have drawn."
    ),
}
