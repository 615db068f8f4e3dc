"""A small synthetic box of Escape Plan with descriptive ids.

City tiles are ``hospital`` and ``headquarters``, then ``a1`` to ``d3``; the exits are on ``a1``, ``b2`` and ``c3``.
Tiles have no spaces by default. Officers are ``red``, ``blue`` and ``grey``, ten each. Contacts are ``c01`` to ``c32``,
escape plans ``p1`` to ``p9``, business tiles ``b1`` to ``b6``, safe houses ``h1`` to ``h3``; exit tiles have the backs
``sun`` and ``moon``, in this order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from companion.games.escape.game import GAME
from tests.games import base

STACKS = {letter: [f"{letter.lower()}{n}" for n in (1, 2, 3)] for letter in "ABCD"}
TILES = ("hospital", "headquarters", *(tile for tiles in STACKS.values() for tile in tiles))
CONTACTS = tuple(f"c{n:02}" for n in range(1, 33))
PLANS = tuple(f"p{n}" for n in range(1, 10))
BUSINESS = tuple(f"b{n}" for n in range(1, 7))
SAFE_HOUSES = ("h1", "h2", "h3")
KEYS, LOCKERS = ("black", "gold", "white"), ("tall", "wide", "flat")
TOOLS = ("rope", "torch", "wig", "map")
PRINTED = {"equipment": 16, "gas": 6, "handcuffs": 10, "fixers": 8, "key:black": 3, "key:gold": 3, "key:white": 3,
           "locker:flat": 5, "locker:tall": 5, "locker:wide": 5}  # fmt: skip
"""The default stock."""

Json = dict[str, Any]


def tile(name: str, exits: Mapping[str, str], spaces: str) -> Json:
    """A city tile; ``spaces`` are the spaces on it."""
    return {
        "id": name,
        "group": name[0].upper() if len(name) == 2 else "start",
        "exit": next((int(exit) for exit, at in exits.items() if at == name), None),
        "hospital": name == "hospital",
        "gang_hq": name == "headquarters",
        **{space: space in spaces.split() for space in ("business", "safe_house", "gang")},
        "edges": None,
    }


def box(
    *,
    exits: Mapping[str, str] | None = None,
    spaces: Mapping[str, str] | None = None,
    officers: Mapping[str, int] | None = None,
    locker_types: Sequence[str] = LOCKERS * 5,
    key_colours: Sequence[str] = KEYS * 3,
    backs: Sequence[str] = ("sun", "moon") * 5,
    notoriety: tuple[int, int | None] = (0, 10),
    **more: Any,
) -> Json:
    """The box as JSON.

    ``exits`` maps tiles to exits, ``spaces`` tiles to spaces (``"business gang"``). ``more`` are fields of the pack,
    such as ``scoring`` and ``exit_cost``.
    """
    exits = exits or {"1": "a1", "2": "b2", "3": "c3"}
    spaces, officers = spaces or {}, officers or {"red": 10, "blue": 10, "grey": 10}
    return {
        "game": "escape",
        "id": "letters",
        "name": "Letters",
        "language": "en",
        "origin": "made up for tests",
        "edition": "one",
        "players_min": 1,
        "players_max": 5,
        "city_tiles": [tile(name, exits, spaces.get(name, "")) for name in TILES],
        "patrol_cards": [{"exit": exit} for exit in (1, 2, 3, 1, 2, 3)],
        "officers": [{"type": name, "count": n} for name, n in officers.items()],
        "contacts": [{"id": name, "name": None, "text": None} for name in CONTACTS],
        "escape_plans": [{"id": name, "text": None} for name in PLANS],
        "lockers": [{"id": f"l{n}", "type": name} for n, name in enumerate(locker_types)],
        "equipment": [{"id": f"e{n}", "type": name} for n, name in enumerate(TOOLS * 4)],
        "keys": [{"id": f"k{n}", "colour": name} for n, name in enumerate(key_colours)],
        "exit_tiles": [{"id": f"x{n}", "back": name} for n, name in enumerate(backs)],
        "business": [{"id": name, "name": None} for name in BUSINESS],
        "safe_houses": [{"id": name, "name": None} for name in SAFE_HOUSES],
        "fixers": [{"id": f"f{n}"} for n in range(8)],
        "notoriety": {"start": notoriety[0], "max": notoriety[1]},
        "income_track": list(range(10)),
        "exit_cost": None,
        "scoring": None,
        "day_change": None,
        **more,
    }


loaded = partial(base.loaded, GAME)
"""The box of this JSON, validated and cached."""
