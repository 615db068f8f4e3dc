"""The rules of Escape Plan in plain words, by number, for "why?" on the screen; and the headings of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import T, Text
from companion.scene.presenter import headings

WHY: Final[Mapping[str, Text]] = {
    # How the table is set.
    "R-EP-11": T("The board lies in the middle, with the side for your number of players up."),
    "R-EP-12": T(
        "The two starting tiles go onto the marked places at random, the arrows on their backs pointing the same "
        "way, and are then turned over. One has the hospital, the other the gang headquarters."
    ),
    "R-EP-13": T(
        "The other city tiles are sorted by the letter on their back and shuffled: four stacks of three, face down."
    ),
    "R-EP-14": T(
        "The top tile of each stack is turned face up and stays on it. These four are the display: they come "
        "into the city next."
    ),
    "R-EP-15": T(
        "The patrol cards are shuffled, and one goes back into the box unseen. Its exit is the one that will stay open."
    ),
    "R-EP-16": T("All police officers go into the bag."),
    "R-EP-17": T(
        "Two officers, pulled without looking, go onto each tile of the display and onto the starting tile "
        "without the hospital."
    ),
    "R-EP-18": T(
        "When all are out: where two officers of the same kind stand together, one goes back into the bag. No "
        "other is pulled for it."
    ),
    "R-EP-19": T(
        "Business and safe house tiles lie face up on their places on the board. They come into the city with "
        "the tiles that have room for them."
    ),
    "R-EP-20": T("The keys lie face up at random on the key spaces of the safe houses."),
    "R-EP-21": T("The fixer tiles lie in one face-up stack beside the safe houses, in any order."),
    "R-EP-22": T("The lockers are sorted by colour, shuffled and laid face down on the locker places of the store."),
    "R-EP-23": T("The equipment lies face up near the store, sorted by type, with the gas cans beside it."),
    "R-EP-24": T("The exit tiles are sorted by their back and shuffled: two face-down stacks near the board."),
    "R-EP-25": T("The contact cards are shuffled, and seven of them lie open beside their deck."),
    "R-EP-26": T("Two gang members begin on the gang headquarters, the other six on their place on the board."),
    "R-EP-27": T(
        "The time marker begins on the first space. Money, action discs and handcuffs cards lie ready beside the board."
    ),
    "R-EP-28": T("Everybody takes one colour: its board, its screen and all its pieces."),
    "R-EP-29": T("Everybody begins in the hospital: all pawns stand on its tile."),
    "R-EP-30": T("Everybody begins with nine income cubes, on the income spaces 0 to 8."),
    "R-EP-31": T("The three assets with a police badge begin locked, face up on the item spaces, in any order."),
    "R-EP-32": T("The extra action asset is unlocked from the start. It lies on the space worth $5k."),
    "R-EP-33": T("The other three assets begin locked, face up on the contact spaces, in any order."),
    "R-EP-34": T(
        "Everybody begins unhurt and rested: two gang markers in the gang area, first aid face up, three wound "
        "cubes in the green box, the rest tile with its sun up."
    ),
    "R-EP-35": T("Four notoriety cubes lie in the space below the red and blue notoriety boxes."),
    "R-EP-36": T(
        "Everybody begins with $9k behind the screen. Money stays hidden from the others, and the companion "
        "counts it only if you have chosen a ledger."
    ),
    "R-EP-37": T(
        "Everybody is dealt one escape plan, face down, to look at alone. It stays secret until the game ends."
    ),
    "R-EP-38": T("Whoever robbed a bank most recently begins. The others follow clockwise."),
    "R-EP-39": T("All notoriety markers begin at the bottom of their track."),
    # Income, patrols, the turn order.
    "R-EP-45": T("Everybody receives the lowest number on their income track that no cube covers, in thousands."),
    "R-EP-49": T(
        "After the income, whoever has a notoriety of 1 or 2 may pay $3k to unlock one asset: one a day, and none"
        " twice."
    ),
    "R-EP-50": T(
        "On days 1 and 2 two patrol cards are turned up, on day 3 the last one. Each goes to the patrol space of "
        "its exit and is resolved before the next."
    ),
    "R-EP-51": T("The first patrol card of an exit does nothing yet. A second one will block it."),
    "R-EP-52": T("The second patrol card of the same exit blocks it: nobody gets out there."),
    "R-EP-53": T(
        "When an exit is blocked and its tile lies open, a stack of exit tiles goes face down onto the exit of "
        "that tile."
    ),
    "R-EP-54": T(
        "When an exit is blocked before its tile is in sight, a stack of exit tiles waits on its patrol cards."
    ),
    "R-EP-55": T(
        "As soon as the tile of a blocked exit comes up, the stack that waits on the patrol cards moves onto it."
    ),
    "R-EP-56": T("Two of the three exits get blocked. As soon as the second one is, everybody knows the only way out."),
    "R-EP-71": T(
        "The highest notoriety plays first. In a tie, whoever was later before now comes first; on day 1 that "
        "turns the whole order round."
    ),
    # The city grows.
    "R-EP-59": T(
        "In turn order everybody lays one tile from the display, until all four are in the city. It must touch "
        "two tiles and continue at least one kind of land."
    ),
    "R-EP-66": T(
        "A tile with a business space gets one of the business tiles that are left on the board. Whoever lays "
        "the tile chooses it."
    ),
    "R-EP-67": T(
        "A tile with a safe house space gets one of the safe houses that are left on the board. Whoever lays the"
        " tile chooses it."
    ),
    "R-EP-68": T("A tile with a gang space brings two gang members from their place on the board."),
    "R-EP-69": T(
        "When all four tiles are laid, the next ones are turned up with two officers each. Where both are of the"
        " same kind, one goes back into the bag."
    ),
    # The turns of a day, and what is noted meanwhile.
    "R-EP-76": T(
        "A day has five parts: morning, afternoon, evening, night and dawn. The time marker shows which it is."
    ),
    "R-EP-78": T(
        "In the first three parts of a day everybody plays. At night and at dawn only those with an extra action "
        "play; you say who they are."
    ),
    "R-EP-79": T(
        "On your turn you move or, once a day, rest, as your rulebook says. Whatever changes meanwhile can be "
        "noted here, contacts too: take an open one, or draw from the deck."
    ),
    "R-EP-80": T(
        "A player has three wound cubes at most. A fourth wound leaves them at three and means a handcuffs card,"
        " if one is left."
    ),
    "R-EP-83": T(
        "What is counted on a player's board you change yourselves: the companion only keeps it between the "
        "least and the most that the box allows."
    ),
    "R-EP-84": T(
        "What lies ready for all you change yourselves: contacts, officers in the bag, gang members, stock. "
        "Seven contacts lie open as long as the deck lasts."
    ),
    "R-EP-85": T(
        "When a day ends, follow the day change of your rulebook. Then the next day begins in the morning, and "
        "everybody may rest again."
    ),
    # Getting out, and who wins.
    "R-EP-86": T(
        "Nobody gets out before day 3, and then only through the exit that is still open. Who is out plays no "
        "more turns."
    ),
    "R-EP-87": T(
        "Escaping costs more the later one gets out; the first one pays the least. The prices are on the exit "
        "cost cards of your box."
    ),
    "R-EP-89": T(
        "Of those who have escaped, the highest total wins. Whoever is still in the city after day 3 is arrested"
        " and cannot win."
    ),
    "R-EP-91": T("In a tie, your rulebook says who wins. Tell the companion, or share the win."),
    "R-EP-92": T(
        "Whoever has escaped fills in the lines of their score sheet, unseen by the others. The companion adds them up."
    ),
}
"""One to three sentences for each rule. House rules are mentioned, not applied."""


HEADINGS = headings(
    "R-EP",
    {
        "11-14": T("Setup: City setup"),
        "15-18": T("Setup: Police setup"),
        "19-24": T("Setup: Business and safe house locations"),
        "25-27": T("Setup: Additional setup"),
        "28-39": T("Setup: Player setup"),
        "45-49": T("1. Income"),
        "50-56": T("2. Patrol"),
        "59-69": T("3. City"),
        "71": T("4. Turn order"),
        "76, 78-80": T("How to play: Day turns phase"),
        "83-84": T("How the companion keeps count"),
        "85": T("How to play: Day change phase"),
        "86, 89": T("Object of the game"),
        "87": T("On the exit cost cards"),
        "91": T("Ties, in your rulebook"),
        "92": T("Score sheet"),
    },
)
