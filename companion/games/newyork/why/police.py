"""The police phase: cars, police cards, the event of the round."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

POLICE: Final[dict[str, Text]] = {
    "R-NYC-26": T(
        "A round begins with the police going home: every car comes off the board and stands beside the police deck."
    ),
    "R-NYC-27": T(
        "In round 1 two cars stand beside the police deck, if the first card of the story names no other number."
    ),
    "R-NYC-28": T(
        "Cars that wait on the police deck join those beside it. Only when one has joined are the deck and its "
        "discard shuffled together."
    ),
    "R-NYC-30": T(
        "A police card is drawn for each car beside the deck, one after the other. They are stacked, so that "
        "only the event of the last one can be read."
    ),
    "R-NYC-31": T("Each police card that is drawn sends one car to its square."),
    "R-NYC-33": T(
        "A police car catches the mafia on the square where it arrives: they go back to the reserve, and the "
        "alert rises by one for each."
    ),
    "R-NYC-34": T(
        "Whoever begins a turn on a square with a police car must first flee to an adjacent square that is open,"
        " and has one action less this turn."
    ),
    "R-NYC-36": T(
        "The last police card that was drawn brings the event of the round. It is read aloud and holds until the"
        " round is over."
    ),
    "R-NYC-37": T(
        "Events and story cards may change the rules while they are in force: close squares, stop the subway, "
        "forbid items or re-rolls, or set a task with a reward."
    ),
    "R-NYC-38": T(
        "Where an event, a story or a task happens at a random place, a police card finds it: only its square counts. "
        "The card goes back, and the deck is shuffled without its discard."
    ),
    "R-NYC-39": T(
        "The police cards of a round stay in sight until the next round begins. Then they go onto the police discard."
    ),
    "R-NYC-40": T(
        "When the police deck is empty, its discard is shuffled and becomes the deck. If there is none, no more "
        "cards are drawn and the other cars stay beside it."
    ),
}
