"""The constants of the game: colours, results, items, dice (RULES 1.1, 1.2; wire/newyork.md section 1)."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("blue", "red", "yellow")
"""The colours of info tokens and own dice, always in this order."""

TYPE_OF_COLOUR: Final = {"blue": "MENT", "red": "PHYS", "yellow": "SOC"}
"""R-NYC-68."""

TYPES: Final = ("MENT", "PHYS", "SOC")
WILD: Final = "WILD"
FACES: Final = ("PHYS", "MENT", "SOC", WILD)

ITEMS: Final = ("phone", "laptop", "cash", "mask", "gloves", "bike", "newspaper", "radio", "drone", "raincoat")
RESULT_ITEMS: Final = {"phone": "MENT", "mask": "SOC", "gloves": "PHYS"}
"""Items that provide a result (R-NYC-114, R-NYC-117, R-NYC-118)."""

ROLES: Final = ("father", "mother", "daughter", "son")
SKILL_COLOUR: Final = {"mother": "red", "daughter": "blue", "son": "yellow"}
"""The die colour that each skill re-rolls (R-NYC-89 to 91)."""
SKILL_RULE: Final = {"father": "R-NYC-88", "mother": "R-NYC-89", "daughter": "R-NYC-90", "son": "R-NYC-91"}

DICE: Final = tuple(f"{colour}{n}" for colour in ("blue", "grey", "red", "yellow") for n in (1, 2, 3))
"""R-NYC-09, R-NYC-10: three dice of each colour."""

_GREY = ("MENT", "MENT", "PHYS", "PHYS", "SOC", "SOC")
_SIDES = {
    "blue": ("MENT", "MENT", "MENT", "PHYS", "SOC", WILD),
    "red": ("PHYS", "PHYS", "PHYS", "MENT", "SOC", WILD),
    "yellow": ("SOC", "SOC", "SOC", "MENT", "PHYS", WILD),
    "grey": _GREY,
}
SIDES: Final = {die: _SIDES[die[:-1]] for die in DICE}
"""The faces of each die, one entry a side (R-NYC-09, R-NYC-10)."""

MAFIA: Final = 25
CARS: Final = 5
FBI: Final = 5
TOKENS: Final = 10
SKILL_TOKENS: Final = 2
MOST_DICE: Final = 3
"""Dice of one colour in the box, the most that a roll can have."""


def is_die(name: str) -> bool:
    """True for a real die, False for a result from an item."""
    return name in SIDES


def kind_of(colour: str, cost: int) -> str:
    """The name of an info token: its colour, followed by ``3`` if it costs 3."""
    return colour if cost == 2 else f"{colour}{cost}"


def colour_of(token: str) -> str:
    """The colour of an info token by its name."""
    return token.rstrip("3")


def cost_of(token: str) -> int:
    """How many results an info token costs before effects (R-NYC-70, R-NYC-71)."""
    return 3 if token.endswith("3") else 2
