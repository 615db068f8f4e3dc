"""The rules of New York Crisis in plain words, by number, for "why?" on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import T, Text
from companion.scene.presenter import HOUSE_RULE, headings

WHY: Final[Mapping[str, Text]] = {
    # The content of the box, and the setup.
    "R-NYC-10": T(
        "A die can show only what is printed on it. Coloured dice have their own kind three times, the other two "
        "once each, and one wildcard. Grey dice have each kind twice, and no wildcard."
    ),
    "R-NYC-02": T(
        "The board has two tracks with a marker each: the alert, which you lose by, and the story, which you win by."
    ),
    "R-NYC-12": T(
        "Everybody plays a different member of the family, with its card, its figure and two skill tokens. The "
        "figure begins where the story says, or where its player likes."
    ),
    "R-NYC-13": T(
        "Before the game six items come onto six different squares. Both are left to chance: the square, and the"
        " item on it."
    ),
    "R-NYC-14": T("You choose a story. Its first card is turned up and read aloud before anything else happens."),
    "R-NYC-15": T(
        "The first card of the story says how much info of each colour goes out of the reserve into the bag."
    ),
    "R-NYC-16": T(
        "The first card of the story says at which places of the alert track a police car waits, one at each."
    ),
    "R-NYC-19": T(
        "Before round 1 a mafia card is drawn for each player and resolved in full: mafia, info and an item go "
        "onto the squares it names. Then it is discarded."
    ),
    # The police phase: cars, police cards, the event of the round.
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
    # The turn: who plays, dice, moving.
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
    # Mafia cards: mafia, info and items come onto the board.
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
    # Spending results on info, items and mafia; wounds.
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
    # Items and skills.
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
    # Story and alert, winning and losing.
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
    "R-NYC-99": T("The last card of the story says what the final challenge is, and where."),
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
"""One to three sentences each. House rules are mentioned, not applied."""

HEADINGS = headings(
    "R-NYC",
    {
        "02, 10": T("Components"),
        "12-19": T("Game setup"),
        "25, 42-43": T("Player phase"),
        "26-27, 30-39": T("Police phase"),
        "44-54, 102": T("Player phase: Draw mafia cards"),
        "58-81, 86": T("Player phase: Actions"),
        "83-85": T("Player phase: Free actions"),
        "87-91": T("Skills tokens"),
        "28, 93-99, 104-105, 107-108": T("Story and Alert tracks"),
        "110-113": T("End of the game"),
        "106, 115-125": T("Item list"),
        "40, 56-57": HOUSE_RULE,
    },
)
"""The headings of the printed rulebook."""
