"""The rules of Crash & Grab in plain words, by number, for "why?" on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import T, Text
from companion.scene.presenter import headings

WHY: Final[Mapping[str, Text]] = {
    # How the table is set.
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
    # Cards in secret, and who plays when.
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
    # A turn: coming back, the card, the boost.
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
    # Flying, bumping, picking up crew.
    "R-CG-39": T(
        "A saucer flies straight ahead, square by square; edges, saucers, crew and accelerators count as it comes to "
        "them. Where the companion does not follow the board, you tell it what happened, in that order."
    ),
    "R-CG-40": T(
        "Over the edge is a crash: the flight ends, and the saucer waits on its mat until it is placed again. From "
        "there it cannot boost either."
    ),
    "R-CG-42": T(
        "Whoever hits a saucer takes its square and stops. The other one flies on the whole distance in the same "
        "direction, and so does whatever it hits; only its own upgrades can help it."
    ),
    "R-CG-46": T(
        "An accelerator sends a saucer on by its whole distance again. In its own turn you choose where to; pushed, "
        "it goes on as it was pushed. With two players a house rule lets you steer your other saucer too."
    ),
    "R-CG-49": T(
        "Crew stops nobody: a saucer that comes to it takes it aboard and flies on, also when it is pushed. Crew of "
        "the saucer's own colour stays for good, any other can be lost again."
    ),
    "R-CG-56": T(
        "With two players: as soon as your saucers are side by side, each may take crew of its own colour from "
        "the other, and there it is safe. By a house rule, only when a move ends."
    ),
    # After the flight: crashes, crew, upgrades.
    "R-CG-58": T(
        "A crash in your own turn costs you one crew of another colour, if you have any: it goes to whoever has "
        "the fewest seated. You decide which one and, in a tie, to whom. With two players this goes for both your"
        " saucers."
    ),
    "R-CG-60": T(
        "The die names a crash site. If a saucer or crew is there, the next free one counts, and after 12 comes 1. An "
        "upgrade may allow another roll."
    ),
    "R-CG-61": T(
        "Somebody else has crashed in your turn, and that pays: an energy or, if you may steal, one of the crew of "
        "that saucer. Each such crash pays, and you may also decline."
    ),
    "R-CG-62": T(
        "Energy is the reward you can always take, even when nobody can be stolen. If the cubes run out, use "
        "anything else: there is enough for all."
    ),
    "R-CG-63": T(
        "You steal only from a saucer with at least as many seated as yours, and never crew of its own colour: "
        "whoever is behind is spared. With two players a house rule compares both saucers together."
    ),
    "R-CG-64": T(
        "For each crew picked up this turn, no matter by whom, a lost one comes onto the board, so that there is "
        "always something to fly for. You choose it from the front row, and the die says where it goes."
    ),
    "R-CG-66": T(
        "Upgrades for the end of a turn come now: each once, and only if you want to. If they make anybody crash or "
        "pick up crew, that is settled like the rest of the turn."
    ),
    "R-CG-67": T(
        "Two energy buy an upgrade: of two cards you keep one, for the whole game. You cannot use it this turn. "
        "One a turn, or more by a house rule; other upgrades may change price and cards."
    ),
    "R-CG-68": T(
        "An upgrade does what its card says, and nobody needs to use it. Have as many as you can pay for. What the "
        "companion cannot do itself, you do on the table and then correct it here."
    ),
    "R-CG-69": T(
        "When an upgrade is drawn and the deck is empty, its discard is shuffled and becomes the deck. If there is "
        "none either, you make do with fewer cards."
    ),
    # The end of a round, and who wins.
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
"""One to three sentences each. House rules are mentioned, not applied."""

HEADINGS = headings(
    "R-CG",
    {
        "5": T("Setup: 1. Board tiles"),
        "6": T("Setup: 2. Direction markers"),
        "7": T("Setup: 3. Energy, boosters and overrides"),
        "8-9": T("Setup: 4. Upgrade cards"),
        "10-11": T("Setup: 5. Saucers and movement cards"),
        "12-13": T("Setup: 6. Lost crew"),
        "14": T("Setup: 7. Starting player"),
        "15": T("Setup: 8. Place the saucers"),
        "16-18": T("Setup: 9. First boosters and pilots"),
        "22": T("I. Planning: Choose a movement card"),
        "25-27": T("I. Planning: Roll the rotation die"),
        "29": T("Round summary: II. Your turn"),
        "30": T("II. Turn: 1. Place your saucer"),
        "32": T("II. Turn: 2. Start-of-turn upgrades"),
        "33-35, 39": T("II. Turn: 3. Make your move"),
        "36": T("II. Turn: 4. Boost"),
        "42": T("II. Turn: Saucers collide"),
        "46": T("II. Turn: Accelerators"),
        "49-56": T("II. Turn: Crew"),
        "40, 58, 61-63": T("III. End of turn: 1. Crash penalties and rewards"),
        "60, 64": T("III. End of turn: 2. Place crew"),
        "66": T("III. End of turn: 3. End-of-turn upgrades"),
        "67-70": T("III. End of turn: 4. Upgrade your saucer"),
        "71": T("IV. End of round: 1. Place crashed saucers"),
        "72": T("IV. End of round: 2. Pass the probe"),
        "74": T("End of the game: Winning"),
    },
)
"""The headings of the printed rulebook."""
