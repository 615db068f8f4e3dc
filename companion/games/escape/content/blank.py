"""The parts that are the same in every box of Escape Plan, and the printed numbers of the rest."""

from __future__ import annotations

from typing import Any, get_args

from companion.core.texts import T, Words
from companion.games.escape.content.pack_checks import (
    ALL_OFFICERS,
    CARDS_OF_AN_EXIT,
    INCOME_TRACK,
    PRINTED,
    START_TILES,
    TILES_OF_A_LETTER,
)
from companion.games.escape.content.pack_data import Exit, Group


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-EP-01 to R-EP-07). Contacts, plans and officers are unknown.

    Tiles that differ only in kind are split evenly among the kinds. The exits and content of city tiles are still to be
    filled in.
    """
    return {
        "game": "escape",
        "language": "en",
        "origin": "",
        "edition": "",
        "players_min": 1,
        "players_max": 5,
        "city_tiles": [_tile(group, n) for group in get_args(Group) for n in range(1, _tiles_of(group) + 1)],
        "patrol_cards": [{"exit": exit_} for exit_ in get_args(Exit) for _ in range(CARDS_OF_AN_EXIT)],
        "officers": [],
        "contacts": [],
        "escape_plans": [],
        "lockers": _shared_out("lockers", "type", "abc"),
        "equipment": _shared_out("equipment", "type", "abcd"),
        "keys": _shared_out("keys", "colour", "abc"),
        "exit_tiles": _shared_out("exit_tiles", "back", "ab"),
        "business": [
            {"id": f"business_{n}", "name": T("Business {n}", n=n)} for n in range(1, PRINTED["business"] + 1)
        ],
        "safe_houses": [
            {"id": f"safe_house_{n}", "name": T("Safe house {n}", n=n)} for n in range(1, PRINTED["safe_houses"] + 1)
        ],
        "fixers": [{"id": f"fixer_{n}"} for n in range(1, PRINTED["fixers"] + 1)],
        "notoriety": {"start": 0, "max": None},
        "income_track": INCOME_TRACK,
        "exit_cost": None,
        "scoring": None,
        "day_change": None,
        "unknown": {
            "contacts": PRINTED["contacts"],
            "escape_plans": PRINTED["escape_plans"],
            "officers": ALL_OFFICERS,
        },
    }


def blank_words() -> dict[str, Words]:
    """The names of city tiles, by stack."""
    tiles = {
        _id(group, n): T("City tile {stack}{n}", stack=group, n=n)
        for group in get_args(Group)
        if group != "start"
        for n in range(1, TILES_OF_A_LETTER + 1)
    }
    return {
        _id("start", 1): T("Start tile with the hospital"),
        _id("start", START_TILES): T("Start tile with the gang headquarters"),
        **tiles,
    }


def _tiles_of(group: str) -> int:
    return START_TILES if group == "start" else TILES_OF_A_LETTER


def _id(group: str, n: int) -> str:
    return f"{group.lower()}_{n}"


def _tile(group: str, n: int) -> dict[str, Any]:
    """A city tile of which only the stack is known; one start tile has the hospital, the other the headquarters."""
    start = group == "start"
    return {
        "id": _id(group, n),
        "group": group,
        "exit": None,
        "hospital": start and n == 1,
        "gang_hq": start and n == START_TILES,
        "business": False,
        "safe_house": False,
        "gang": False,
        "edges": None,
    }


def _shared_out(field: str, kind: str, kinds: str) -> list[dict[str, Any]]:
    """Tiles in equal numbers of each kind: a, b, c and so on."""
    count, singular = PRINTED[field], field.removesuffix("s")
    return [{"id": f"{singular}_{n + 1}", kind: kinds[n * len(kinds) // count]} for n in range(count)]
