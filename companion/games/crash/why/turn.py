"""A turn: coming back, the card, the boost."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

TURN: Final[dict[str, Text]] = {
    "R-CG-29": T(
        "Your card is turned over: first what it brings, then the flight in the planned direction, then a boost if "
        "you like. With an override token, or if you have just come back onto the board, any direction will do."
    ),
    "R-CG-30": T(
        "A saucer that is off the board when its turn comes is first placed by die. It plays its card with all that "
        "it brings, and may fly in any direction, whatever was planned."
    ),
    "R-CG-32": T("Upgrades for the start of a turn come before the card: each once, and only if you want to."),
    "R-CG-33": T("Card 2 brings a booster before it flies two squares. You may spend it on a boost in the same turn."),
    "R-CG-34": T("Card 3 brings an energy before it flies three squares. Energy is what upgrades are bought with."),
    "R-CG-35": T(
        "Card 0-5 brings nothing by itself, but you name its number only now that you see the board. An upgrade may "
        "let it fly farther."
    ),
    "R-CG-36": T(
        "For a booster you fly the number on your card again, in any direction, however far you really got. You "
        "must still be on the board; once a turn, or more often by a house rule."
    ),
}
