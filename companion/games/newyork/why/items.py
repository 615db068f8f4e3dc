"""Items and skills."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

ITEMS: Final[dict[str, Text]] = {
    "R-NYC-83": T(
        "In your turn you may give items to a relative on your square, as many as you like and without an "
        "action. A used item stays face down."
    ),
    "R-NYC-85": T(
        "You use an item in your own turn, without an action, and turn it face down. Face down it cannot be used."
    ),
    "R-NYC-86": T("When a round begins, all used items are turned face up again."),
    "R-NYC-87": T(
        "A skill costs one skill token and no action. You may use it in your turn as long as you have tokens."
    ),
    "R-NYC-88": T("The father heals: for a skill token he takes one wound from a relative on his square."),
    "R-NYC-89": T("The mother fights: for a skill token she re-rolls one of her red dice."),
    "R-NYC-90": T("The daughter hacks: for a skill token she re-rolls one of her blue dice."),
    "R-NYC-91": T("The son charms: for a skill token he re-rolls one of his yellow dice."),
    "R-NYC-115": T("The laptop collects one info from an adjacent square. It costs what it always costs."),
    "R-NYC-116": T(
        "Cash heals one of your wounds or sends away one mafia on your square. Then it is gone, like all that is"
        " handed in; house rules can change where it works."
    ),
    "R-NYC-120": T(
        "The newspaper pays for a trip from station to station: no step, and the alert stays where it is. The "
        "subway must be running."
    ),
    "R-NYC-121": T(
        "The police radio moves one police car to an adjacent square without a car or FBI. The alert rises by one."
    ),
    "R-NYC-122": T("The drone can fetch the item from an adjacent square. It costs two equal results, as always."),
    "R-NYC-123": T(
        "The drone can carry another of your items to any player, wherever that player is. It stays there "
        "itself, face down."
    ),
    "R-NYC-124": T(
        "The raincoat lets you ignore the mafia of one square this turn: no wounds, and you are free to go."
    ),
    "R-NYC-125": T("The raincoat lets you ignore police or FBI on one square this turn. The alert rises by one."),
}
