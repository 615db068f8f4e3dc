"""The parts that are the same in every box of Crash & Grab, and the printed numbers of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from companion.core.texts import T, Words
from companion.games.crash.content.pack_checks import PRINTED
from companion.games.crash.content.pack_data import CrewType, LayoutKey

LARGE_TILES, SIDE = 4, 4
"""Four tiles have four by four squares (RULES 3.12)."""
WORDS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "red": {"en": "Red", "es": "rojo"},
        "blue": {"en": "Blue", "es": "azul"},
        "yellow": {"en": "Yellow", "es": "amarillo"},
        "green": {"en": "Green", "es": "verde"},
        "purple": {"en": "Purple", "es": "morado"},
        "orange": {"en": "Orange", "es": "naranja"},
        "pilot": {"en": "Pilot", "es": "Piloto"},
        "scientist": {"en": "Scientist", "es": "Científico"},
        "doctor": {"en": "Doctor", "es": "Doctor"},
        "engineer": {"en": "Engineer", "es": "Ingeniero"},
        "sun": {"en": "Sun", "es": "Sol"},
        "asteroids": {"en": "Asteroids", "es": "Asteroides"},
        "meteor": {"en": "Meteor", "es": "Meteorito"},
        "stars": {"en": "Stars", "es": "Estrellas"},
    }
)


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-CG-01, R-CG-02). Upgrades are unknown; tiles and layouts are still to be filled in."""
    return {
        "game": "crash",
        "language": "en",
        "origin": "",
        "colours": ["red", "blue", "yellow", "green", "purple", "orange"],
        "types": list(get_args(CrewType)),
        "directions": ["sun", "asteroids", "meteor", "stars"],
        "tiles": [_tile(n) for n in range(1, PRINTED["tiles"] + 1)],
        "layouts": {key: [] for key in get_args(LayoutKey)},
        "upgrades": [],
        "unknown": {"upgrades": PRINTED["upgrades"]},
    }


def blank_words() -> dict[str, Words]:
    """The names of colours, crew, directions and tiles."""
    return {**WORDS, **{_id(n): T("Tile {n}", n=n) for n in range(1, PRINTED["tiles"] + 1)}}


def _id(n: int) -> str:
    return f"tile_{n}"


def _tile(n: int) -> dict[str, Any]:
    side = SIDE if n <= LARGE_TILES else 1
    cells = [{"x": x, "y": y, "accelerator": False, "crash_site": None} for y in range(side) for x in range(side)]
    return {"id": _id(n), "w": side, "h": side, "cells": cells}
