"""The rules of Krysis in plain words, by number, for "why?" on the screen; and the headings of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import T, Text
from companion.scene.presenter import headings

WHY: Final[Mapping[str, Text]] = {
    # How the table is set.
    "R-KR-05": T(
        "Everybody runs one company and takes all that has its colour: agents, miner, score cube and screen. Two "
        "summary cards say what can be done in a round."
    ),
    "R-KR-06": T(
        "Every company works with its own people: agents of two companies never mix, neither in a hand nor in a team. "
        "Sign and colour on the cards say whose they are."
    ),
    "R-KR-07": T(
        "What belongs to companies that nobody runs goes back into the box. In the basic game the special agents stay "
        "there, too."
    ),
    "R-KR-08": T(
        "All score cubes begin on 0. During the game only the bank pays points; what lies at home is added at the end."
    ),
    "R-KR-09": T(
        "The mine has five levels below its entrances, and every miner goes down one of them a round. All crystals "
        "that lie nowhere else are the bank."
    ),
    "R-KR-11": T(
        "Fighters and transporters are shuffled as two decks, and everybody draws three of each. So nobody begins"
        " with only fists, or only backs to carry."
    ),
    "R-KR-12": T(
        "Everybody begins with one relic, face down in their camp. Look at your own relics as often as you like; "
        "the others only see how many you have."
    ),
    "R-KR-14": T(
        "1 red, 2 blue and 3 white crystals lie behind each screen at first. The first bids are made with them."
    ),
    "R-KR-15": T("The miners are drawn blindly: the first one stands on I, farthest back, the next on II, and so on."),
    "R-KR-16": T("Two players use only the start spaces I and III; three leave IV empty."),
    "R-KR-17": T(
        "The crystals shown on your start space come into your camp. They cannot be bid from there: first they have to "
        "be carried home."
    ),
    "R-KR-64": T(
        "In the advanced game everybody has six more agents, the special ones, and sends six of the 24 back into "
        "the box, unseen: two with one star, two with two, two with three. Fighters or transporters, as you like."
    ),
    "R-KR-72": T(
        "With missions everybody has a secret aim: the most crystals of one colour, or the most relics, at home in the "
        "end. It is worth 10 points; a shared first place brings nothing, except by a house rule."
    ),
    "R-KR-85": T(
        "In the tactical game you pick nine of your 18 agents yourself, and the others become your two decks. You draw "
        "as always, but they run out early: in round 5 your hand is down to six."
    ),
    # Bids, and what the mine gives.
    "R-KR-18": T(
        "Take any number of crystals from home into your fist: that is your bid for choosing early in the mine. None "
        "is a bid too. What lies in your camp cannot be bid."
    ),
    "R-KR-19": T("All fists open at the same moment, so nobody can answer another player's bid."),
    "R-KR-20": T(
        "Everybody pays the whole bid, even whoever chooses last, and nobody gets change. Think twice: what stays at "
        "home is points in the end."
    ),
    "R-KR-21": T(
        "The most valuable bid chooses first: red counts 3, blue 2, white 1. In a tie the miner that is ahead "
        "goes first. Each moves to a free space on the next level down."
    ),
    "R-KR-23": T(
        "The miners go down together, one level a round. When all have moved, they stand on the same level, each on a "
        "space of its own."
    ),
    "R-KR-24": T(
        "What the space shows comes into your camp at once, where others can still get at it. If the bank is short of "
        "a colour, you get what there is; by a house rule it never is."
    ),
    "R-KR-25": T(
        "A question mark means one or the other: you take all the goods on one side of it, and nothing of the rest."
    ),
    "R-KR-26": T(
        "For each relic symbol you draw two relics and keep one, face down in your camp. The other is discarded face "
        "up: everybody may see what you could do without."
    ),
    "R-KR-27": T(
        "When a relic is needed and the deck is empty, its discard is shuffled and becomes the deck. If there is none "
        "either, you make do with what you have drawn."
    ),
    # Three agents, face down.
    "R-KR-28": T(
        "All lay one agent face down and turn it up together, three times in a row. From the second on you see whom "
        "the others send, so keep your answer for the end."
    ),
    "R-KR-30": T("The speeds of the three agents together say how early a team acts."),
    "R-KR-32": T(
        "The team with the highest initiative acts first; in a tie, the one whose miner is ahead. The order "
        "stands for the whole round, whatever happens to the camps."
    ),
    # A turn: one action, and relics before it.
    "R-KR-33": T(
        "The fastest team begins; in a tie, the one whose miner is ahead. Everybody has one turn and one action: "
        "load, raid or overtime. The order stays, even if a camp changes meanwhile."
    ),
    "R-KR-34": T(
        "Relics of your camp help you in your own turn, before the action: turn them up. Nobody can steal them any "
        "more, but after use they are discarded, so they score nothing."
    ),
    "R-KR-35": T(
        "One weapon and one transport a turn is the most. A weapon makes the team stronger, in attack and as long as "
        "it stays there also in defence; a transport adds its slots."
    ),
    "R-KR-49": T(
        "Whoever loads, or carries booty home or to the bank, leaves for this round: the three agents and the relics "
        "used are discarded. The camp lies deserted, and now even the weakest team can raid it."
    ),
    "R-KR-60": T(
        "Overtime brings crystals worth 6 from the bank into your camp, in any mixture, and your team stays there on "
        "guard. If the bank cannot make up 6, you take the most valuable mixture there is."
    ),
    # Carrying goods, and their destinations.
    "R-KR-38": T(
        "A red slot takes 1 red or up to 3 white, a blue one 1 blue or up to 2 white, a white one 1 white. A relic "
        "fills a red or a blue slot. Nothing else fits, and kinds never mix in a slot."
    ),
    "R-KR-46": T(
        "You load goods of your own camp, as much as the slots hold or nothing at all. Everything goes to one place, "
        "home or the bank; what stays behind is unguarded."
    ),
    "R-KR-47": T(
        "At home, behind your screen, goods are safe, and they score at the end. Crystals can be bid from there; "
        "a relic at home no longer helps any team."
    ),
    "R-KR-48": T(
        "The bank pays 2 points at once for each good, whatever it is. That is much for a white crystal and little for "
        "a red one, which is worth 3 at home."
    ),
    "R-KR-51": T(
        "You raid a camp only if your combat is higher than its defence; equal is not enough. Defence points and a "
        "weapon that was used there count for it. A deserted camp can be raided by anybody."
    ),
    "R-KR-54": T(
        "You take what your slots hold, or nothing, and all of it to one place: home, bank or your own camp. Only if "
        "it goes into your camp does your team stay there to defend it."
    ),
    "R-KR-55": T(
        "Relics are stolen blindly: first you say how many, then chance picks them. Each needs a red or a blue slot, "
        "and those turned up are out of reach."
    ),
    # The abilities of special agents.
    "R-KR-65": T(
        "A special agent acts in your turn, once, before or after your action. It has to, unless there is nothing it "
        "could do. Only Defence waits: it counts when you are raided."
    ),
    "R-KR-67": T(
        "A thief brings the crystals shown on the card from any other camp into yours, however strong the team there "
        "is. If it has fewer, you get those."
    ),
    "R-KR-68": T(
        "A spy looks at the face-down relics of one other camp and brings the one of your choice into yours. It needs "
        "no slot; but one has to be taken."
    ),
    "R-KR-69": T(
        "An eminent miner digs without waiting for the next level: what the card shows comes into your camp, as far as "
        "the bank has it. For a relic you draw two and keep one, as in the mine."
    ),
    "R-KR-70": T(
        "An alchemist turns white crystals of your camp into blue ones or blue into red, one for one, as far as the "
        "bank has them. Only one of the two; none at all is fine too, except by a house rule."
    ),
    # The end of a round, and who wins.
    "R-KR-76": T(
        "The round is over: teams that are still there and relics turned up are discarded. The agents do not come "
        "back; a relic may, when its deck runs out."
    ),
    "R-KR-77": T(
        "You draw three agents, one at a time, each from whichever deck you like: see who comes before you choose "
        "again. Used agents never come back, so when one deck is empty, the other has to do."
    ),
    "R-KR-80": T(
        "At home a red crystal is worth 3, a blue one 2, a white one 1. Relics score in sets of the same or of "
        "different ones, split as is best for you. What is still in a camp scores nothing."
    ),
    "R-KR-81": T(
        "Relics at home are put into sets, all of one type or all of different types, split as is best for you. Each "
        "card counts in one set only."
    ),
    "R-KR-83": T(
        "After five rounds the most points win: what the bank has paid, plus crystals and relics at home and missions."
    ),
    "R-KR-84": T(
        "Ties are decided in the mine: of the tied players, the one whose miner is farthest ahead wins. So a "
        "place in front is worth something to the very end."
    ),
}
"""One to three sentences for each rule. House rules are mentioned, not applied."""


HEADINGS = headings(
    "R-KR",
    {
        "5-17": T("Setup"),
        "18-27": T("1. Mining"),
        "28-32": T("2. Team building"),
        "33": T("3. Action"),
        "34-35": T("3. Action: Relic cards"),
        "38": T("3. Action: Carrying capacity"),
        "46-49": T("3. Action: A. Loading goods"),
        "51-55": T("3. Action: B. Raid"),
        "60": T("3. Action: C. Mining overtime"),
        "64-65": T("Advanced game with special agents"),
        "67-70": T("List of special abilities"),
        "72": T("Mission cards"),
        "76-77": T("Ending the round"),
        "80-84": T("Game end"),
        "85": T("Optional rules for a more tactical game"),
    },
)
