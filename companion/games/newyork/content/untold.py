"""What a box of New York Crisis may leave untold while its board is laid in part: dice, and what story cards say."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.core.content.invariants import entries
from companion.games.newyork.words import COLOURS

NOTHING: Mapping[str, Any] = MappingProxyType({"mafia_per_turn": 0, "bag_add": {}, "effects": []})
"""What stands in place of what a story card says until it is told."""
LATER = frozenset({"dice", *NOTHING})
"""Fields that are told later: without them dice stay with people, and a card is told when it is turned up."""
FINAL = "final"
"""Stands for the final challenge of a story."""


def without_untold(pack: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The JSON of a pack with nothing in place of what is not told; and what of its stories that is: by the id of the
    story, with the number of the card or ``FINAL``. A pack whose board is whole stays as it is."""
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
    """How a card, or ``FINAL``, is named among what is untold."""
    return f"{story}:{card}"


def untold_numbers(story: str, card: int) -> str:
    """The same of a card of which the numbers are not told either, so that they are said when it is turned up."""
    return f"{story}:{card}:numbers"
