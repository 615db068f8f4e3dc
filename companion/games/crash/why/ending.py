"""The end of a round, and who wins."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

ENDING: Final[dict[str, Text]] = {
    "R-CG-70": T(
        "Upgrades for the end of a round come now, clockwise from the first player, before any saucer is placed. Here "
        "even what was bought a moment ago works already."
    ),
    "R-CG-71": T(
        "No saucer sits out a round: those off the board are placed by die, from the first player on. It goes "
        "clockwise here, whatever the rotation die said."
    ),
    "R-CG-72": T(
        "Whoever has the fewest seated gets the probe and plays first: it helps those who are behind. In a tie it"
        " goes to whoever came last this round; with two players both saucers count together."
    ),
    "R-CG-74": T(
        "A Pilot, a Scientist, a Doctor and an Engineer aboard, of whatever colours: you win on the spot, even if the "
        "saucer crashes right after. With two players both your saucers must be full."
    ),
}
