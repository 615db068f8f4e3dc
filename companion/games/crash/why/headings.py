"""The headings of the printed rulebook."""

from __future__ import annotations

from companion.core.texts import T
from companion.scene.headings import headings

HEADINGS = headings(
    "R-CG",
    {
        "5": T("Setup: 1. Board tiles"),
        "6": T("Setup: 2. Direction markers"),
        "7": T("Setup: 3. Energy, boosters and overrides"),
        "8-9": T("Setup: 4. Upgrade cards"),
        "10-11": T("Setup: 5. Saucers and movement cards"),
        "12-13": T("Setup: 6. Lost crew"),
        "14": T("Setup: 7. Starting player"),
        "15": T("Setup: 8. Place the saucers"),
        "16-18": T("Setup: 9. First boosters and pilots"),
        "22": T("I. Planning: Choose a movement card"),
        "25-27": T("I. Planning: Roll the rotation die"),
        "29": T("Round summary: II. Your turn"),
        "30": T("II. Turn: 1. Place your saucer"),
        "32": T("II. Turn: 2. Start-of-turn upgrades"),
        "33-35, 39": T("II. Turn: 3. Make your move"),
        "36": T("II. Turn: 4. Boost"),
        "42": T("II. Turn: Saucers collide"),
        "46": T("II. Turn: Accelerators"),
        "49-56": T("II. Turn: Crew"),
        "40, 58, 61-63": T("III. End of turn: 1. Crash penalties and rewards"),
        "60, 64": T("III. End of turn: 2. Place crew"),
        "66": T("III. End of turn: 3. End-of-turn upgrades"),
        "67-70": T("III. End of turn: 4. Upgrade your saucer"),
        "71": T("IV. End of round: 1. Place crashed saucers"),
        "72": T("IV. End of round: 2. Pass the probe"),
        "74": T("End of the game: Winning"),
    },
)
