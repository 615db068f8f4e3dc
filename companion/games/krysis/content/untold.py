"""The parts of the board of Krysis that a box may lack while it is not whole."""

from __future__ import annotations

import copy
from typing import Any

from companion.core.validation import entries
from companion.games.krysis.content.pack_checks import lacks_scores
from companion.games.krysis.words import COLOURS, GOODS

CRYSTALS, SCORES = "crystals", "relic_scores"
"""Keys of missing parts of the box as a whole: the crystals of the bank, and the values of relic sets."""


def without_untold(pack: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Fill in placeholders for missing parts of a pack; returns the JSON, and the missing parts.

    These are spaces by id, ``CRYSTALS`` and ``SCORES``. A whole pack is unchanged.
    """
    if pack.get("whole") is not False:
        return pack, []
    made, untold = copy.deepcopy(pack), []
    if _lacks(made.get(CRYSTALS)):
        made[CRYSTALS] = dict.fromkeys(COLOURS, 0)
        untold.append(CRYSTALS)
    if lacks_scores(made):
        made[SCORES] = {"same": {}, "different": {}} | (made.get(SCORES) or {})
        untold.append(SCORES)
    for _, start in entries(made, "start_spaces"):
        if _lacks(start.get("crystals")):
            start["crystals"] = dict.fromkeys(COLOURS, 0)
            untold.append(str(start.get("index")))
    for _, level in entries(made, "levels"):
        for _, space in entries(level, "spaces"):
            if space.get("options") in (None, []):
                space["options"] = [dict.fromkeys(GOODS, 0)]
                untold.append(str(space.get("id")))
    return made, untold


def _lacks(crystals: object) -> bool:
    """True while a colour is missing."""
    return crystals is None or (isinstance(crystals, dict) and not crystals.keys() >= {*COLOURS})
