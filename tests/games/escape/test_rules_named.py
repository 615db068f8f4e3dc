"""Every rule of Escape Plan is named by a test, or it is a thing of hands alone, and then here is what hands do."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = {f"R-EP-{number:02}" for number in range(1, 93)}
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


def named() -> set[str]:
    """The rules that tests name; ``R-EP-11 to R-EP-39`` names all between, too."""
    found: set[str] = set()
    for file in TESTS.glob("test_*.py"):
        if file.name == Path(__file__).name:
            continue
        text = file.read_text(encoding="utf-8")
        docs = "\n".join(re.findall(r'^\s+""".*?"""|"R-EP-\d\d"|# .*', text, re.MULTILINE | re.DOTALL))
        for first, last in re.findall(r"R-EP-(\d\d)(?: to R-EP-(\d\d))?", docs):
            found |= {f"R-EP-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_every_rule_is_named_by_a_test_or_done_by_hand() -> None:
    assert named() <= RULES
    assert RULES - named() == set(BY_HAND), sorted(RULES - named() ^ set(BY_HAND))
