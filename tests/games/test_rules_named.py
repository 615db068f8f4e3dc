"""Every rule is named by a test of its game, or it is a thing of hands alone, and then here is what hands do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LAST = {("crash", "R-CG"): 77, ("escape", "R-EP"): 92, ("krysis", "R-KR"): 87, ("thousand", "R-TT"): 13}
"""The last rule of each family that is held to this."""
BY_HAND = {
    "R-EP-09": "action discs; the time marker is in R-EP-76",
    "R-EP-11": "which side of the board lies up",
    "R-EP-20": "keys on the key spaces of the safe houses, by hand and not tracked",
    "R-EP-21": "the order of the fixer tiles",
    "R-EP-22": "lockers shuffled by colour, face down",
    "R-EP-23": "equipment sorted by type near the store",
    "R-EP-29": "pawns on the hospital; where pawns are is not tracked",
    "R-EP-62": "where a tile touches is for the table to see",
    "R-EP-63": "which sides of a tile join is for the table to see",
    "R-EP-64": "land types are printed, and have no effect here",
}
"""Rules that the companion tells or shows, but neither asks nor knows."""


def named(folder: Path, family: str) -> set[str]:
    """The rules that the tests in a folder name in docstrings, comments and as the rule that is expected;
    ``R-EP-11 to R-EP-39`` names all between, too."""
    found: set[str] = set()
    for file in folder.glob("test_*.py"):
        text = file.read_text(encoding="utf-8")
        docs = "\n".join(re.findall(rf'^\s+""".*?"""|"{family}-\d+"|# .*', text, re.MULTILINE | re.DOTALL))
        for first, last in re.findall(rf"{family}-(\d+)(?: to {family}-(\d+))?", docs):
            found |= {f"{family}-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


@pytest.mark.parametrize(("game", "family"), LAST)
def test_every_rule_is_named_by_a_test_or_done_by_hand(game: str, family: str) -> None:
    rules = {f"{family}-{number:02}" for number in range(1, LAST[game, family] + 1)}
    by_hand = rules & set(BY_HAND)
    found = named(Path(__file__).parent / game, family)
    assert found <= rules
    assert rules - found == by_hand, sorted((rules - found) ^ by_hand)
