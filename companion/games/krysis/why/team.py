"""Three agents, face down."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

TEAM: Final[dict[str, Text]] = {
    "R-KR-28": T(
        "All lay one agent face down and turn it up together, three times in a row. From the second on you see whom "
        "the others send, so keep your answer for the end."
    ),
    "R-KR-32": T(
        "The team with the highest initiative acts first; in a tie, the one whose miner is ahead. The order "
        "stands for the whole round, whatever happens to the camps."
    ),
}
