"""Mafia cards: mafia, info and items come onto the board."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

MAFIA: Final[dict[str, Text]] = {
    "R-NYC-44": T(
        "At the beginning of a turn as many mafia cards are drawn as the last story card says. They stay in sight"
        " until the turn ends, and are then discarded."
    ),
    "R-NYC-45": T("Each mafia card puts one mafia onto the square it names for it."),
    "R-NYC-47": T(
        "A square holds two mafia at most. A third brings the FBI instead: the two go back to the reserve, FBI "
        "stands there, and the alert rises by two."
    ),
    "R-NYC-51": T(
        "After the mafia one info token is drawn out of the bag, for the info square of the last mafia card only."
    ),
    "R-NYC-53": T(
        "If the bag is empty when info should come out of it, the alert rises by one instead, once for each "
        "token that is missing."
    ),
    "R-NYC-54": T(
        "Finally a random item goes onto the item square of the last mafia card. A square that already has an "
        "item gets no other."
    ),
    "R-NYC-56": T("When the mafia deck is empty, its discard is shuffled and becomes the deck."),
    "R-NYC-57": T("When no mafia or no item is left, none is put out. By a house rule the alert rises by one instead."),
}
