"""The headings of the printed rulebook."""

from __future__ import annotations

from companion.core.texts import T
from companion.scene.headings import HOUSE_RULE, headings

HEADINGS = headings(
    "R-NYC",
    {
        "10": T("Components"),
        "12-19": T("Game setup"),
        "25, 42-43": T("Player phase"),
        "26-27, 30-39": T("Police phase"),
        "44-54, 102": T("Player phase: Draw mafia cards"),
        "58-81, 86": T("Player phase: Actions"),
        "83-85": T("Player phase: Free actions"),
        "87-91": T("Skills tokens"),
        "28, 93-97, 104-105, 107-108": T("Story and Alert tracks"),
        "110-113": T("End of the game"),
        "106, 115-125": T("Item list"),
        "40, 56-57": HOUSE_RULE,
    },
)
