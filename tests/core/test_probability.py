"""What is said to be likely is what counting every case gives."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.steps.chance import at_least_one, paid

FACES = ("A", "B", "*")
SIDES = st.lists(st.sampled_from((*FACES, "C")), min_size=1, max_size=4)
COUNTS = st.dictionaries(st.sampled_from("AB"), st.integers(0, 3))


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 9))
def test_one_of_the_good_ones_among_those_that_are_drawn(good: int, others: int, drawn: int) -> None:
    pile = [True] * good + [False] * others
    hands = list(combinations(pile, min(drawn, len(pile))))
    assert at_least_one(good, len(pile), drawn) == pytest.approx(sum(map(any, hands)) / len(hands))


@given(COUNTS, st.dictionaries(st.sampled_from(FACES), st.integers(0, 2)), st.lists(SIDES, max_size=4))
def test_what_is_needed_is_there_after_a_roll(
    need: dict[str, int], kept: dict[str, int], dice: list[list[str]]
) -> None:
    rolls = list(product(*dice))
    good = 0
    for roll in rolls:
        have = {face: kept.get(face, 0) + roll.count(face) for face in FACES}
        good += sum(max(0, n - have[face]) for face, n in need.items()) <= have["*"]
    assert paid(need, kept, dice, "*") == pytest.approx(good / len(rolls))
