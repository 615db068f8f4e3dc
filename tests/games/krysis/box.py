"""A small synthetic box of Krysis with defaults for everything.

Companies are ``a`` to ``d``. Each has fighters ``a_f1`` to ``a_f9`` (combat 2, no slots), transporters ``a_t1`` to
``a_t9`` (combat 0, a slot of each colour) and special agents ``a_guard``, ``a_thief``, ``a_spy``, ``a_miner``,
``a_alchemist`` and ``a_idle``. Relics ``r01`` to ``r12`` are weapons (combat 2), ``r13`` to ``r24`` transports (a slot
of each colour), with set types A to F in turn. Of the four spaces of a level such as 3, ``3a`` gives a red crystal,
``3b`` two white ones or a relic, ``3c`` two blue ones and ``3d`` nothing; ``a`` is last, ``d`` farthest ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.games.krysis.game import GAME
from tests.games import base

COLOURS = ("red", "blue", "white")
GOODS = (*COLOURS, "relics")
COMPANIES = "abcd"
RELICS = tuple(f"r{n:02}" for n in range(1, 25))
WEAPONS = RELICS[:12]
SPECIAL = ("guard", "thief", "spy", "miner", "alchemist", "idle")
START = {"I": (1, 0, 1), "II": (0, 1, 1), "III": (0, 1, 0), "IV": (0, 0, 1)}

Json = dict[str, Any]


def crystals(red: int = 0, blue: int = 0, white: int = 0) -> Json:
    return {"red": red, "blue": blue, "white": white}


def goods(red: int = 0, blue: int = 0, white: int = 0, relics: Any = 0) -> Json:
    return {**crystals(red, blue, white), "relics": relics}


ABILITIES: Mapping[str, Json | None] = {
    "guard": {"op": "defence", "n": 2},
    "thief": {"op": "thief", **crystals(blue=2)},
    "spy": {"op": "spy"},
    "miner": {"op": "miner", **goods(red=1, relics=1)},
    "alchemist": {"op": "alchemist"},
    "idle": None,
}
SHARED = ("guard", "thief", "spy")


def box(
    agents: Mapping[str, Json] | None = None,
    spaces: Mapping[str, list[Json]] | None = None,
    printed: tuple[int, int, int] = (35, 40, 50),
    relics: Mapping[str, Json] | None = None,
    types: str = "ABCDEF",
    mission_cards: list[Json] | None = None,
) -> Json:
    """The box as JSON, with overrides for fields of agents (of every company) and relics, and options of spaces."""
    made = agents or {}
    return {
        "id": "made-up",
        "game": "krysis",
        "title": "Made up",
        "companies": [{"id": company, "name": company.upper()} for company in COMPANIES],
        "crystals": crystals(*printed),
        "start_spaces": [
            {"index": index, "crystals": crystals(*START[index]), "forward_rank": rank}
            for rank, index in enumerate(START, 1)
        ],
        "levels": [{"spaces": [_space(f"{level}{name}", spaces or {}) for name in "abcd"]} for level in range(1, 6)],
        "agents": {company: _company(company, made) for company in COMPANIES},
        "relics": [_relic(n, types, (relics or {}).get(name, {})) for n, name in enumerate(RELICS)],
        "relic_scores": {
            "same": {str(n): vp for n, vp in enumerate((0, 1, 3, 6, 10, *range(15, 40)))},
            "different": {str(n): vp for n, vp in enumerate((0, 1, 3, 5, 8, 11, 15))},
        },
        "missions": list(GOODS),
        **({} if mission_cards is None else {"mission_cards": mission_cards}),
    }


def _space(name: str, made: Mapping[str, list[Json]]) -> Json:
    usual = {
        "a": [goods(red=1)],
        "b": [goods(white=2), goods(relics=1)],
        "c": [goods(blue=2)],
        "d": [goods()],
    }
    return {"id": name, "forward_rank": "abcd".index(name[1]) + 1, "options": made.get(name, usual[name[1]])}


def _company(company: str, made: Mapping[str, Json]) -> Json:
    def agent(name: str, number: int, kind: str, ability: Json | None, combat: int, slots: Json) -> Json:
        return {
            "id": f"{company}_{name}", "name": name, "kind": kind, "stars": number % 3 + 1, "speed": 1,
            "combat": combat, "slots": slots, "ability": ability, "shared": name in SHARED, **made.get(name, {}),
        }  # fmt: skip

    return {
        "fighters": [agent(f"f{n}", n, "fighter", None, 2, crystals()) for n in range(1, 10)],
        "transporters": [agent(f"t{n}", n, "transporter", None, 0, crystals(1, 1, 1)) for n in range(1, 10)],
        "special": [
            agent(name, n, "fighter", ability, 1, crystals()) for n, (name, ability) in enumerate(ABILITIES.items())
        ],
    }


def _relic(n: int, types: str, fields: Json) -> Json:
    weapon = {"kind": "weapon", "combat": 2}
    made = weapon if n < len(WEAPONS) else {"kind": "transport", "slots": crystals(1, 1, 1)}
    if fields.get("kind") == "other":
        made = {}
    return {"id": RELICS[n], "set_type": types[n % len(types)], **made, **fields}


loaded = partial(base.loaded, GAME)
"""The box of this JSON, validated and cached."""
