"""Capacity and relic sets against trying everything (R-KR-38 to R-KR-43, R-KR-81; RULES.md 14)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.krysis.content import RelicScores
from companion.games.krysis.rules.action import fits, most_carried
from companion.games.krysis.rules.ending import best_sets
from tests.daily import share
from tests.games.krysis.box import crystals, goods
from tests.games.krysis.brute import best_partition, can_be_laid, most_of_each

few = st.integers(0, 3)


@pytest.mark.rule("R-KR-43")
def test_everything_small_is_carried_just_if_it_can_be_laid_out():
    """Every load of up to six goods on every row of up to two slots of a colour."""
    for slots in (crystals(*row) for row in product(range(3), repeat=3)):
        for row in product(range(3), range(3), range(7), range(4)):
            assert fits(slots, goods(*row)) == can_be_laid(slots, goods(*row)), (slots, row)


@pytest.mark.rule("R-KR-38", "R-KR-39", "R-KR-40", "R-KR-41", "R-KR-42", "R-KR-43")
@settings(max_examples=share(400), deadline=None)
@given(red=few, blue=few, white=few, load=st.tuples(few, few, st.integers(0, 16), st.integers(0, 6)))
def test_any_load_is_carried_just_if_it_can_be_laid_out(red, blue, white, load):
    slots = crystals(red, blue, white)
    assert fits(slots, goods(*load)) == can_be_laid(slots, goods(*load))


@settings(max_examples=share(150), deadline=None)
@given(red=few, blue=few, white=few, load=st.tuples(few, few, st.integers(0, 16), st.integers(0, 6)))
def test_the_most_of_each_good_alone(red, blue, white, load):
    """WIRE.md 5.4: what a template tells as ``max``."""
    slots, there = crystals(red, blue, white), goods(*load)
    assert most_carried(slots, there) == most_of_each(slots, there)


@pytest.mark.rule("R-KR-39", "R-KR-40", "R-KR-41", "R-KR-42")
@pytest.mark.parametrize(
    ("rule", "slots", "load", "carried"),
    [
        ("R-KR-39", (0, 1, 0), (0, 0, 2, 0), True),
        ("R-KR-39", (1, 0, 0), (0, 0, 3, 0), True),
        ("R-KR-39", (0, 0, 1), (0, 0, 2, 0), False),
        ("R-KR-40", (1, 0, 0), (0, 1, 0, 0), False),
        ("R-KR-41", (1, 1, 0), (0, 0, 0, 2), True),
        ("R-KR-41", (0, 0, 5), (0, 0, 0, 1), False),
        ("R-KR-42", (1, 0, 0), (0, 0, 1, 1), False),
        ("G-KR-09", (1, 0, 0), (0, 0, 1, 0), True),
    ],
)
def test_each_rule_of_a_slot(rule, slots, load, carried):
    """What a slot of each colour carries."""
    assert fits(crystals(*slots), goods(*load)) is carried, rule
    assert can_be_laid(crystals(*slots), goods(*load)) is carried, rule


# Relic sets.

worths = st.lists(st.integers(0, 30), min_size=8, max_size=8)


@pytest.mark.rule("R-KR-81")
@settings(max_examples=share(150), deadline=None)
@given(types=st.lists(st.sampled_from("ABCDE"), max_size=8), same=worths, different=worths)
def test_the_best_sets_are_those_of_the_best_of_all_partitions(types, same, different):
    """With any table, also one in which more cards bring less."""
    scores = RelicScores(_table(same), _table(different))
    assert best_sets(types, scores) == best_partition(types, scores.same, scores.different)


def _table(worths: list[int]) -> dict[str, int]:
    return {"0": 0} | {str(n): vp for n, vp in enumerate(worths, 1)}


@pytest.mark.rule("R-KR-81")
def test_no_relics_bring_nothing_and_a_single_one_what_is_more():
    """WIRE.md 9."""
    for same, different in ((2, 5), (5, 2)):
        scores = RelicScores({"0": 0, "1": same}, {"0": 0, "1": different})
        assert best_sets([], scores) == 0
        assert best_sets(["A"], scores) == 5


@pytest.mark.rule("R-KR-81")
@pytest.mark.parametrize(("three", "six", "best"), [(7, 50, 200), (10, 30, 120), (10, 50, 200), (15, 29, 119)])
def test_all_24_relics_are_scored(three, six, best):
    """Six types of four, in four sets of six different ones, or by threes and one set of six."""
    scores = RelicScores(_table([0, 0, three, 0]), _table([0, 0, 0, 0, 0, six]))
    assert best_sets([kind for kind in "ABCDEF" for _ in range(4)], scores) == best
