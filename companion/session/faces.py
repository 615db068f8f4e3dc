"""Faces, numbers and colours of dice."""

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
"""Dice named by their purpose, as in "the placement die"."""


def colour_of(die: str) -> str:
    """The colour in the id of a die: ``red`` for ``red1``, ``blue`` for ``blue``."""
    return die.rstrip("0123456789") or die


def names_one(die: str, colour: str) -> bool:
    """True for an id that identifies one die of this colour: ``red1``, not ``red`` or a reader's ``D7``."""
    return die != colour and colour_of(die) == colour


def coloured(die: str) -> bool:
    """True if a die is named by its colour, not by its purpose."""
    return colour_of(die) in _COLOURS


def colour_name(die: str) -> Words:
    """The name of a die's colour or purpose, by its id or colour; an unknown one is returned as it is."""
    colour = colour_of(die)
    return _COLOURS.get(colour) or _PURPOSES.get(colour, colour)


def face_of(sides: Sequence[str], number: int, printed: int | None = None) -> str | None:
    """The face for the number of a side; None if unknown.

    ``sides`` are the faces of the die, one entry per side, side 1 first. ``number`` is 1 to the number of sides, 0 for
    unknown. ``printed`` is the number of sides according to the reader; if it differs, reader and game mean different
    dice.
    """
    if printed is not None and printed != len(sides):
        return None
    return sides[number - 1] if 1 <= number <= len(sides) else None


def numbers_of(sides: Sequence[str], face: str) -> list[int]:
    """The numbers of all sides with ``face``."""
    return [number for number, printed in enumerate(sides, 1) if printed == face]
