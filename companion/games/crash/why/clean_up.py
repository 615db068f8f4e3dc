"""After the flight: crashes, crew, upgrades."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

CLEAN_UP: Final[dict[str, Text]] = {
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
}
