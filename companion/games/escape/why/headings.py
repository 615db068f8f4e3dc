"""The headings of the printed rulebook."""

from __future__ import annotations

from companion.core.texts import T
from companion.scene.headings import headings

HEADINGS = headings(
    "R-EP",
    {
        "11-14": T("Setup: City setup"),
        "15-18": T("Setup: Police setup"),
        "19-24": T("Setup: Business and safe house locations"),
        "25-27": T("Setup: Additional setup"),
        "28-39": T("Setup: Player setup"),
        "45-49": T("1. Income"),
        "50-56": T("2. Patrol"),
        "59-69": T("3. City"),
        "71": T("4. Turn order"),
        "76, 78-80": T("How to play: Day turns phase"),
        "83-84": T("How the companion keeps count"),
        "85": T("How to play: Day change phase"),
        "86, 89": T("Object of the game"),
        "87": T("On the exit cost cards"),
        "91": T("Ties, in your rulebook"),
        "92": T("Score sheet"),
    },
)
