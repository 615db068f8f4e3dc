"""The dice of all games, and ordinary ones: how they look."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.registry import game_names, load_game
from companion.session.tray import colour_of

Colour = tuple[int, int, int]


class Print(NamedTuple):
    """What stands on a side: a face, in a style (symbol, pips, digits), in colours as red, green, blue."""

    face: str
    style: str
    body: Colour
    ink: Colour


BODIES: dict[str, tuple[Colour, Colour]] = {
    "red": ((186, 34, 38), (240, 236, 228)),
    "blue": ((34, 78, 168), (240, 236, 228)),
    "yellow": ((232, 190, 40), (30, 28, 26)),
    "grey": ((132, 134, 138), (246, 244, 240)),
    "die": ((236, 232, 222), (24, 24, 28)),
    "placement": ((240, 238, 232), (22, 22, 26)),
    "rotation": ((226, 118, 30), (28, 26, 24)),
    "ordinary": ((120, 44, 140), (244, 240, 232)),
}
"""Body and ink of a kind of dice."""
STYLES = {"die": "pips", "placement": "digits", "ordinary": "digits"}
ORDINARY = {f"ordinary{n}": [str(face) for face in range(1, 7)] for n in range(1, 7)}
"""Dice with digits, of no game here."""


def dice() -> dict[str, dict[str, list[str]]]:
    """The dice of every game that has some, and ordinary ones: by game and name, a face for each side."""
    found = {name: load_game(name).rules.dice for name in game_names()}
    named = {name: {die: [str(side) for side in sides] for die, sides in dice.items()} for name, dice in found.items()}
    return {name: dice for name, dice in named.items() if dice} | {"ordinary": ORDINARY}


def look(die: str, face: str) -> Print:
    """How a face of this die is printed."""
    kind = colour_of(die)
    return Print(face, STYLES.get(kind, "symbol"), *BODIES[kind])
