"""Getting out, and who wins."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

ENDING: Final[dict[str, Text]] = {
    "R-EP-86": T(
        "Nobody gets out before day 3, and then only through the exit that is still open. Who is out plays no "
        "more turns."
    ),
    "R-EP-87": T(
        "Escaping costs more the later one gets out; the first one pays the least. The prices are on the exit "
        "cost cards of your box."
    ),
    "R-EP-89": T(
        "Of those who have escaped, the highest total wins. Whoever is still in the city after day 3 is arrested"
        " and cannot win."
    ),
    "R-EP-91": T("In a tie, your rulebook says who wins. Tell the companion, or share the win."),
    "R-EP-92": T(
        "Whoever has escaped fills in the lines of their score sheet, unseen by the others. The companion adds them up."
    ),
}
