"""Which number on a die is which face, and what its colour is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from companion.core.texts import T, Words

_COLOURS: Mapping[str, Words] = MappingProxyType(
    {
        "black": T("black"),
        "blue": T("blue"),
        "green": T("green"),
        "grey": T("grey"),
        "red": T("red"),
        "white": T("white"),
        "yellow": T("yellow"),
    }
)

_PURPOSES: Mapping[str, Words] = MappingProxyType(
    {"die": T("plain"), "placement": T("placement"), "rotation": T("rotation")}
)
"""Dice that are known by what they are for, as in "the placement die"."""


def colour_of(die: str) -> str:
    """The colour of a die from its id: ``red1`` is ``red``, ``blue`` is ``blue``."""
    return die.rstrip("0123456789") or die


def names_one(die: str, colour: str) -> bool:
    """True for an id that tells a die of this colour from the others: ``red1``, not ``red`` or a reader's ``D7``."""
    return die != colour and colour_of(die) == colour


def coloured(die: str) -> bool:
    """True when a die is known by its colour; others are known by what they are for."""
    return colour_of(die) in _COLOURS


def colour_name(die: str) -> Words:
    """What people call the colour of a die, or what it is for, by its id or colour; one without a word of its own is
    said as it is."""
    colour = colour_of(die)
    return _COLOURS.get(colour) or _PURPOSES.get(colour, colour)


def face_of(sides: Sequence[str], number: int, printed: int | None = None) -> str | None:
    """The face behind a number that a reader saw, or None where that would be a guess.

    ``sides`` are the faces of the die, one entry a side, side 1 first. ``number`` is 1 to the number of sides, 0 for
    unknown. ``printed`` is how many sides the reader believes the die has; if that is another number, reader and
    game mean different dice.
    """
    if printed is not None and printed != len(sides):
        return None
    return sides[number - 1] if 1 <= number <= len(sides) else None


def numbers_of(sides: Sequence[str], face: str) -> list[int]:
    """All numbers that show ``face``; empty if the die does not have it."""
    return [number for number, printed in enumerate(sides, 1) if printed == face]
