"""How the table is set."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

SETTING_UP: Final[dict[str, Text]] = {
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
}
