"""Income, patrols, the turn order."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

MORNING: Final[dict[str, Text]] = {
    "R-EP-45": T("Everybody receives the lowest number on their income track that no cube covers, in thousands."),
    "R-EP-49": T(
        "After the income, whoever has a notoriety of 1 or 2 may pay $3k to unlock one asset: one a day, and none"
        " twice."
    ),
    "R-EP-50": T(
        "On days 1 and 2 two patrol cards are turned up, on day 3 the last one. Each goes to the patrol space of "
        "its exit and is resolved before the next."
    ),
    "R-EP-51": T("The first patrol card of an exit does nothing yet. A second one will block it."),
    "R-EP-52": T("The second patrol card of the same exit blocks it: nobody gets out there."),
    "R-EP-53": T(
        "When an exit is blocked and its tile lies open, a stack of exit tiles goes face down onto the exit of "
        "that tile."
    ),
    "R-EP-54": T(
        "When an exit is blocked before its tile is in sight, a stack of exit tiles waits on its patrol cards."
    ),
    "R-EP-55": T(
        "As soon as the tile of a blocked exit comes up, the stack that waits on the patrol cards moves onto it."
    ),
    "R-EP-56": T("Two of the three exits get blocked. As soon as the second one is, everybody knows the only way out."),
    "R-EP-71": T(
        "The highest notoriety plays first. In a tie, whoever was later before now comes first; on day 1 that "
        "turns the whole order round."
    ),
}
