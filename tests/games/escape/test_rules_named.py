"""Every rule of Escape Plan is named by a test, or it is a thing of hands alone, and then here is what hands do."""

from __future__ import annotations

from pathlib import Path

from tests.games.rules_named import named, rules

TESTS = Path(__file__).parent
RULES = rules("R-EP", 92)
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


def test_every_rule_is_named_by_a_test_or_done_by_hand() -> None:
    found = named(TESTS, "R-EP")
    assert found <= RULES
    assert RULES - found == set(BY_HAND), sorted(RULES - found ^ set(BY_HAND))
