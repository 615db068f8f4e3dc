"""The city grows."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

CITY: Final[dict[str, Text]] = {
    "R-EP-59": T(
        "In turn order everybody lays one tile from the display, until all four are in the city. It must touch "
        "two tiles and continue at least one kind of land."
    ),
    "R-EP-66": T(
        "A tile with a business space gets one of the business tiles that are left on the board. Whoever lays "
        "the tile chooses it."
    ),
    "R-EP-67": T(
        "A tile with a safe house space gets one of the safe houses that are left on the board. Whoever lays the"
        " tile chooses it."
    ),
    "R-EP-68": T("A tile with a gang space brings two gang members from their place on the board."),
    "R-EP-69": T(
        "When all four tiles are laid, the next ones are turned up with two officers each. Where both are of the"
        " same kind, one goes back into the bag."
    ),
}
