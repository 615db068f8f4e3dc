"""Cards in secret, and who plays when."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

PLANNING: Final[dict[str, Text]] = {
    "R-CG-22": T(
        "All choose one of their three cards at once and lay it face down, its corner pointing to the marker they"
        " want to fly to. It stays secret, even from the companion; the same card may be chosen again next round."
    ),
    "R-CG-25": T(
        "Only when all cards lie there, the rotation die shows which way round you play, so nobody can count on it. "
        "Whoever has the probe is always first."
    ),
    "R-CG-26": T(
        "With two players you simply take turns, without a rotation die, until each saucer has flown once. In your "
        "first turn of the round you choose which of yours flies, in your second the other one does."
    ),
    "R-CG-27": T(
        "In a crowd, much happens before the last ones fly. So with five players the last one has an override "
        "token, and with six the last two: any direction instead of the planned one, for this round."
    ),
}
