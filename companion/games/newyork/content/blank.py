"""The parts that are the same in every box of New York Crisis, and the printed numbers of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from companion.core.texts import T, Words
from companion.games.newyork.content.effect_data import Colour, Role
from companion.games.newyork.content.pack_checks import ALL_ITEMS, INFO_OF_A_COLOUR, PRINTED
from companion.games.newyork.content.pack_data import SKILL_OF_ROLE, ItemKind

NAMES: Final[Mapping[Role, Words]] = MappingProxyType(
    {"father": T("Father"), "mother": T("Mother"), "daughter": T("Daughter"), "son": T("Son")}
)


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-NYC-02 to R-NYC-06, R-NYC-88 to 91, R-NYC-114 to 125).

    Squares, tracks, dice and stories are still to be filled in; cards and tokens are unknown. One story is the
    tutorial, and has a card 0.
    """
    return {
        "game": "newyork",
        "schema": 1,
        "board": {"squares": []},
        "tracks": {"alert": {}, "story": {}},
        "characters": [
            {"id": role, "role": role, "name": name, "skill": SKILL_OF_ROLE[role]} for role, name in NAMES.items()
        ],
        "items": [{"kind": kind, "count": 0} for kind in get_args(ItemKind)],
        "info_tokens": [],
        "mafia_cards": [],
        "police_cards": [],
        "scenarios": [_first_game()],
        "unknown": {
            "items": ALL_ITEMS,
            "info_tokens": INFO_OF_A_COLOUR * len(get_args(Colour)),
            "mafia_cards": PRINTED["mafia_cards"],
            "police_cards": PRINTED["police_cards"],
            "scenarios": PRINTED["scenarios"] - 1,
        },
    }


def _first_game() -> dict[str, Any]:
    """The tutorial with its card 0, without numbers."""
    card: dict[str, Any] = {"index": 0, "position": None, "text": "", "effects": [], "final_challenge": None}
    name = T("First game")
    return {
        "id": "first_game", "name": name, "tutorial": True, "alert_limit": None, "start_squares": None, "cards": [card],
    }  # fmt: skip
