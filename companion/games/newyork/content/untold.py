"""The parts that a box may lack while its board is incomplete: dice, and the content of story cards."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.core.validation import entries
from companion.games.newyork.words import COLOURS

NOTHING: Mapping[str, Any] = MappingProxyType({"mafia_per_turn": 0, "bag_add": {}, "effects": []})
"""Placeholders for the content of a story card."""
LATER = frozenset({"dice", *NOTHING})
"""Fields that may be missing: without dice the table rolls, and a card is entered when it is turned up."""
FINAL = "final"
"""Key of a story's final challenge."""


def without_untold(pack: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Fill in placeholders for missing parts of a pack; returns the JSON, and the missing parts of its stories.

    These are listed by story id, as card numbers or ``FINAL``. A pack with a whole board is unchanged.
    """
    board = pack.get("board")
    if not isinstance(board, dict) or board.get("whole") is not False:
        return pack, []
    made, untold = copy.deepcopy(pack), []
    for _, person in entries(made, "characters"):
        if person.get("dice") in (None, {}):
            person["dice"] = dict.fromkeys(COLOURS, 0)
    squares = [square.get("id") for _, square in entries(made, "board", "squares")]
    for _, story in entries(made, "scenarios"):
        cards = [card for _, card in entries(story, "cards")]
        for index, card in enumerate(cards):
            lacks = {name: nothing for name, nothing in NOTHING.items() if card.get(name) is None}
            if lacks:
                if lacks.keys() != {"effects"} or (not index and card.get("alert_cars") is None):
                    untold.append(untold_numbers(str(story.get("id")), index))
                cars = {} if index else {"alert_cars": card.get("alert_cars") or []}
                card.update(copy.deepcopy({"text": card.get("text") or "", **lacks, **cars}))
                untold.append(untold_card(str(story.get("id")), index))
        if cards and cards[-1].get("final_challenge") is None and squares:
            cards[-1]["final_challenge"] = {"square": squares[0], "text": "", "need": {"table": True}}
            untold.append(untold_card(str(story.get("id")), FINAL))
    return made, untold


def untold_card(story: str, card: int | str) -> str:
    """The key of a card, or of ``FINAL``, among the missing parts."""
    return f"{story}:{card}"


def untold_numbers(story: str, card: int) -> str:
    """The key of a card whose numbers are missing too; people enter them when it is turned up."""
    return f"{story}:{card}:numbers"
