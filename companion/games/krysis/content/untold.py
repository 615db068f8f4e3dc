"""What is printed on the board of Krysis and not told yet: a box that is not whole is played without it."""

from __future__ import annotations

import copy
from typing import Any

from companion.core.content.invariants import entries
from companion.games.krysis.content.pack_checks import lacks_scores
from companion.games.krysis.words import COLOURS, GOODS

CRYSTALS, SCORES = "crystals", "relic_scores"
"""What is untold of the box as a whole: how many crystals the bank has, and what sets of relics are worth."""


def without_untold(pack: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The JSON of a pack with nothing in place of what is not told; and what that is: spaces by their ids, and
    ``CRYSTALS`` and ``SCORES``. A pack that is whole stays as it is."""
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
    """True while not all colours have been told."""
    return crystals is None or (isinstance(crystals, dict) and not crystals.keys() >= {*COLOURS})
