"""Spending results on info, items and mafia; wounds."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

COLLECTING: Final[dict[str, Text]] = {
    "R-NYC-70": T(
        "Info on your square costs two results of its kind, sometimes three: blue is mental, red physical, yellow"
        " social. It comes off the board, and the story moves on by one."
    ),
    "R-NYC-72": T("The item on your square costs two equal results of any kind, and goes to your hand."),
    "R-NYC-73": T("Two physical results remove one mafia on your square."),
    "R-NYC-74": T(
        "Three physical results remove two mafia on your square. By a house rule the second one may be where you "
        "have been this turn."
    ),
    "R-NYC-75": T(
        "After a fight for two physical results a second mafia costs only one more in the same turn. A third "
        "costs two again."
    ),
    "R-NYC-77": T(
        "Dodging the mafia costs one physical result: nobody on this square hurts you this turn, but you cannot "
        "leave it."
    ),
    "R-NYC-78": T(
        "Avoiding the mafia costs one social result: nobody on this square hurts you this turn, and you are free to go."
    ),
    "R-NYC-80": T("At the end of your turn each mafia on your square that you have not dealt with gives you a wound."),
    "R-NYC-81": T("For each wound you choose one of your dice. It is not rolled until that wound is healed."),
}
