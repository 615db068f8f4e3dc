"""Every rule of Krysis is named by a test, or it is a thing of hands alone, and then here is what hands do."""

from __future__ import annotations

from pathlib import Path

from tests.games.rules_named import named, rules

TESTS = Path(__file__).parent
RULES = rules("R-KR", 87)
BY_HAND: dict[str, str] = {}
"""Rules that the companion tells or shows, but neither asks nor knows: none."""


def test_every_rule_is_named_by_a_test_or_done_by_hand() -> None:
    found = named(TESTS, "R-KR")
    assert found <= RULES
    assert RULES - found == set(BY_HAND), sorted(RULES - found ^ set(BY_HAND))
