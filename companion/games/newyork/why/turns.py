"""The turn: who plays, dice, moving."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

TURNS: Final[dict[str, Text]] = {
    "R-NYC-25": T("Everybody has exactly one turn in a round. When all have played, the next round begins."),
    "R-NYC-42": T("You agree freely who takes the next turn, among those who have not played this round."),
    "R-NYC-43": T(
        "A turn goes like this: flee from the police, draw mafia, roll the dice, then do what you like in any "
        "order. It ends with wounds from any mafia you have not dealt with."
    ),
    "R-NYC-58": T(
        "You roll the dice of your character, without those lost to wounds, and a grey die for each relative on "
        "your square, two at most."
    ),
    "R-NYC-59": T(
        "A turn has two actions: each is either moving up to two steps or re-rolling dice. A step goes to a "
        "connected square, or by subway between stations."
    ),
    "R-NYC-60": T("Nobody steps onto a square with police or FBI."),
    "R-NYC-62": T(
        "Mafia on your square holds you until you deal with it: fight, dodge or avoid it. Fighting or avoiding "
        "lets you go, dodging does not."
    ),
    "R-NYC-63": T("Once a turn you may take one step more without an action. The alert rises by one for it."),
    "R-NYC-64": T(
        "For one action you re-roll any of your dice, even spent ones. What they show then is new and can be spent."
    ),
    "R-NYC-67": T("A die pays once. What it shows counts until your turn ends or until it is rolled again."),
}
