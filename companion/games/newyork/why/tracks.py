"""Story and alert, winning and losing."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

TRACKS: Final[dict[str, Text]] = {
    "R-NYC-93": T("For each info that you collect the story marker moves on by one."),
    "R-NYC-94": T(
        "When the story marker reaches the place of a story card, that card is turned up and resolved at once."
    ),
    "R-NYC-95": T(
        "A story card is read aloud. It may change rules, put more info into the bag, and say how many mafia "
        "cards a turn brings from now on."
    ),
    "R-NYC-96": T("With each new story card all mafia cards that were drawn are shuffled back into their deck."),
    "R-NYC-97": T("With each new story card everybody gets back one spent skill token. Nobody has more than two."),
    "R-NYC-102": T("When the FBI takes the place of two mafia, the alert rises by two."),
    "R-NYC-104": T("The extra step of a turn raises the alert by one."),
    "R-NYC-105": T(
        "A wildcard pays as any kind. For each one that you spend the alert rises by one; unspent it costs nothing."
    ),
    "R-NYC-106": T(
        "Moving a police car by radio and ignoring police or FBI with the raincoat raise the alert by one each."
    ),
    "R-NYC-107": T(
        "The alert rises place by place, so that no police car on the track is passed over. At its limit it "
        "rises no further."
    ),
    "R-NYC-108": T(
        "When the alert reaches a police car on its track, that car goes onto the police deck. It waits there "
        "and is on the streets from the next round on."
    ),
    "R-NYC-110": T(
        "When the alert reaches its limit during your turns, you may still play this round to its end. If you "
        "have not won by then, you have lost, even if the alert has fallen again."
    ),
    "R-NYC-111": T(
        "When the alert reaches its limit while the police moves, everybody still has the turn of this round. If"
        " you have not won by then, you have lost."
    ),
    "R-NYC-112": T("When all five FBI are on the board, you lose at that very moment."),
    "R-NYC-113": T(
        "Whoever does the final challenge of the last story card in time wins the game for the whole family, at once."
    ),
}
