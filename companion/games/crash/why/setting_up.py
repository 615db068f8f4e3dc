"""How the table is set."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

SETTING_UP: Final[dict[str, Text]] = {
    "R-CG-05": T(
        "Which tile lies where, and how it is turned, is left to chance: no two evenings have the same board. Its "
        "outline depends on how many saucers fly."
    ),
    "R-CG-06": T(
        "The four markers lie around the board, one at each side, in any order. They name the directions, so that a "
        "card lying face down can point to one."
    ),
    "R-CG-07": T(
        "Energy, boosters and override tokens lie within reach, and everybody begins with one energy. With two "
        "players you choose which of your saucers has it; by a house rule each saucer has one."
    ),
    "R-CG-08": T(
        "With two players no rotation die is rolled, so the upgrade that turns it over would be of no use. It stays "
        "in the box."
    ),
    "R-CG-09": T("The upgrade cards are shuffled into one face-down deck."),
    "R-CG-10": T(
        "Everybody flies one colour: its saucer, its mat and its three movement cards. The crew of that colour is "
        "lost at first, so every place aboard is empty."
    ),
    "R-CG-11": T("With two players each of you flies two saucers, of two colours, with all that belongs to them."),
    "R-CG-12": T(
        "The lost crew waits in rows by type, the Pilots nearest to the board. Crew is always taken out of the front "
        "row; when it is empty, the next row is the front."
    ),
    "R-CG-13": T(
        "Unless six of you play, the crew of a colour that nobody flies is lost as well. It is nobody's own "
        "colour, so anyone can be robbed of it."
    ),
    "R-CG-14": T(
        "The probe shows who plays first. In round 1 that is whichever of you was the last to be robbed of something; "
        "later the probe moves."
    ),
    "R-CG-15": T(
        "Nobody chooses where to begin: clockwise from the first player the placement die sends every saucer to a "
        "crash site."
    ),
    "R-CG-16": T(
        "With two players each of you has one Pilot on the board, placed by die. The second player also has a "
        "booster, on the saucer whose Pilot was not placed: a little help for flying second."
    ),
    "R-CG-17": T(
        "From four players on, whoever sits to the right of the first player begins with a booster. In return that "
        "player's Pilot stays with the lost crew."
    ),
    "R-CG-18": T(
        "The Pilots come onto the board by die, all but those of the first player and of whoever has the booster. As "
        "many crew are there again after every turn, as long as lost crew is left."
    ),
}
