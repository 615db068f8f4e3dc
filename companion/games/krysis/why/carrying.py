"""Carrying goods, and their destinations."""

from __future__ import annotations

from typing import Final

from companion.core.texts import T, Text

CARRYING: Final[dict[str, Text]] = {
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
}
