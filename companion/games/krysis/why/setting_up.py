"""How the table is set."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

SETTING_UP: Final[dict[str, Text]] = {
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
}
