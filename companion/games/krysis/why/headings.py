"""The headings of the printed rulebook."""

from __future__ import annotations

from companion.core.texts import T
from companion.scene.headings import headings

HEADINGS = headings(
    "R-KR",
    {
        "5-17": T("Setup"),
        "18-27": T("1. Mining"),
        "28-32": T("2. Team building"),
        "33": T("3. Action"),
        "34-35": T("3. Action: Relic cards"),
        "38": T("3. Action: Carrying capacity"),
        "46-49": T("3. Action: A. Loading goods"),
        "51-55": T("3. Action: B. Raid"),
        "60": T("3. Action: C. Mining overtime"),
        "64-65": T("Advanced game with special agents"),
        "67-70": T("List of special abilities"),
        "72": T("Mission cards"),
        "76-77": T("Ending the round"),
        "80-84": T("Game end"),
        "85": T("Optional rules for a more tactical game"),
    },
)
