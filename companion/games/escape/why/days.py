"""The turns of a day, and what is noted meanwhile."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

DAYS: Final[dict[str, Text]] = {
    "R-EP-76": T(
        "A day has five parts: morning, afternoon, evening, night and dawn. The time marker shows which it is."
    ),
    "R-EP-78": T(
        "In the first three parts of a day everybody plays. At night and at dawn only those with an extra action "
        "play; you say who they are."
    ),
    "R-EP-79": T(
        "On your turn you move or, once a day, rest, as your rulebook says. Whatever changes meanwhile can be "
        "noted here, contacts too: take an open one, or draw from the deck."
    ),
    "R-EP-80": T(
        "A player has three wound cubes at most. A fourth wound leaves them at three and means a handcuffs card,"
        " if one is left."
    ),
    "R-EP-83": T(
        "What is counted on a player's board you change yourselves: the companion only keeps it between the "
        "least and the most that the box allows."
    ),
    "R-EP-84": T(
        "What lies ready for all you change yourselves: contacts, officers in the bag, gang members, stock. "
        "Seven contacts lie open as long as the deck lasts."
    ),
    "R-EP-85": T(
        "When a day ends, follow the day change of your rulebook. Then the next day begins in the morning, and "
        "everybody may rest again."
    ),
}
