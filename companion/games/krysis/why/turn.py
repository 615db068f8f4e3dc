"""A turn: one action, and relics before it."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

TURN: Final[dict[str, Text]] = {
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
}
