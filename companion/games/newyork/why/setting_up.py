"""The content of the box, and the setup."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

SETTING_UP: Final[dict[str, Text]] = {
    "R-NYC-10": T(
        "A die can show only what is printed on it. Coloured dice have their own kind three times, the other two "
        "once each, and one wildcard. Grey dice have each kind twice, and no wildcard."
    ),
    "R-NYC-12": T(
        "Everybody plays a different member of the family, with its card, its figure and two skill tokens. The "
        "figure begins where the story says, or where its player likes."
    ),
    "R-NYC-13": T(
        "Before the game six items come onto six different squares. Both are left to chance: the square, and the"
        " item on it."
    ),
    "R-NYC-14": T("You choose a story. Its first card is turned up and read aloud before anything else happens."),
    "R-NYC-15": T(
        "The first card of the story says how much info of each colour goes out of the reserve into the bag."
    ),
    "R-NYC-16": T(
        "The first card of the story says at which places of the alert track a police car waits, one at each."
    ),
    "R-NYC-19": T(
        "Before round 1 a mafia card is drawn for each player and resolved in full: mafia, info and an item go "
        "onto the squares it names. Then it is discarded."
    ),
}
