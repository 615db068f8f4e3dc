"""The abilities of special agents."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

ABILITIES: Final[dict[str, Text]] = {
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
}
