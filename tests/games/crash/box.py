"""A small synthetic box of Crash & Grab whose board is drawn in characters.

``.`` is a square, ``*`` an accelerator, ``1`` to ``9``, ``a``, ``b`` and ``c`` are the crash sites 1 to 12. The board
is one tile for any number of players; missing sites are added in rows below. Markers are as on a map: ``north`` above,
``east`` to the right. Upgrades have the names a test gives them; the others are ``u1``, ``u2``, … without effect; the
last one, ``stabilizer``, is not for two players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.crash.game import GAME
from tests.games import base

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")
TYPES = ("pilot", "scientist", "doctor", "engineer")
DIRECTIONS = ("north", "east", "south", "west")
SITES = "123456789abc"
STABILIZER = "stabilizer"
TILES, UPGRADES = 14, 23
FIELD = ("........",) * 4
"""An empty board, with its crash sites below."""

Json = dict[str, Any]
Upgrades = Mapping[str, tuple[str, Sequence[Json] | None]]
"""By name: timing and effects."""


def op(name: str, **fields: Any) -> Json:
    """An operation of an upgrade."""
    return {"op": name, **fields}


def box(rows: Sequence[str] = FIELD, upgrades: Upgrades | None = None) -> Json:
    """The box as JSON."""
    full = [*rows, *_rest(rows)]
    wide, high = len(full[0]), len(full)
    spare = [{"id": f"spare{n}", "w": 1, "h": 1, "cells": [_cell(0, 0, ".")]} for n in range(1, TILES)]
    cells = [_cell(x, y, sign) for y, row in enumerate(full) for x, sign in enumerate(row)]
    slot = {"x": 0, "y": 0, "w": wide, "h": high, "tile_pool": ["board"]}
    return {
        "game": "crash",
        "id": "rows",
        "name": "Rows",
        "language": "en",
        "origin": "made up for tests",
        "colours": list(COLOURS),
        "types": list(TYPES),
        "directions": list(DIRECTIONS),
        "tiles": [{"id": "board", "w": wide, "h": high, "cells": cells}, *spare],
        "layouts": {key: [slot] for key in ("3-4", "5", "6")},
        "upgrades": _upgrades(upgrades or {}),
    }


def _rest(rows: Sequence[str]) -> list[str]:
    """Rows for the crash sites that are missing on the board."""
    wide = len(rows[0])
    missing = "".join(site for site in SITES if not any(site in row for row in rows))
    return [missing[at : at + wide].ljust(wide, ".") for at in range(0, len(missing), wide)]


def _cell(x: int, y: int, sign: str) -> Json:
    site = SITES.index(sign) + 1 if sign in SITES else None
    return {"x": x, "y": y, "accelerator": sign == "*", "crash_site": site}


def _upgrades(made: Upgrades) -> list[Json]:
    dull = {f"u{n}": ("passive", None) for n in range(1, UPGRADES - len(made))}
    return [
        {"id": name, "name": name.title(), "text": "It does something.", "timing": timing,
         "not_in_2p": name == STABILIZER, "effects": None if effects is None else list(effects)}
        for name, (timing, effects) in ({**made, **dull} | {STABILIZER: ("planning", [op("reverse")])}).items()
    ]  # fmt: skip


loaded = partial(base.loaded, GAME)
"""The box of this JSON, validated and cached."""
