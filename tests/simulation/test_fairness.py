"""Dice are called unfair where they are, and hardly ever where they are not, however often one looks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance.fairness import DieTest
from tests.daily import share

SIX = [str(n) for n in range(1, 7)]
RED = ["PHYS"] * 3 + ["MENT", "SOC", "WILD"]
LOADED = {"6": 3, "1": 1, "2": 2, "3": 2, "4": 2, "5": 2}
"""One face at 1/4, at the cost of the one opposite."""
HEAVY = {"6": 5, **dict.fromkeys("12345", 3)}
"""One face at 1/4, at the cost of all others."""


def rolled(
    weights: Mapping[str, int], n: int, luck: random.Random, read: Callable[[int], bool] = lambda _: False
) -> DieTest:
    """A die whose faces come with these weights, after so many rolls; it is looked at after each."""
    test = DieTest(SIX)
    for at, face in enumerate(luck.choices(list(weights), list(weights.values()), k=n)):
        test.add(face, read=read(at))
    return test


def found(weights: Mapping[str, int], n: int, lives: int, seed: int = 1) -> float:
    """In which share of so many lives the die was called unfair within ``n`` rolls."""
    luck = random.Random(seed)
    return sum(rolled(weights, n, luck).found is not None for _ in range(lives)) / lives


def test_fair_dice_are_called_unfair_in_fewer_than_one_of_a_hundred_lives() -> None:
    lives = share(1000)
    # Of 4,000 lives of 10,000 rolls 17 were called unfair, each within 1,000 rolls. Of fewer lives one more may be.
    assert found(dict.fromkeys(SIX, 1), 1250, lives) < (0.01 if lives == 1000 else 0.02)


def test_a_loaded_die_is_found_within_400_rolls_in_nine_of_ten() -> None:
    assert found(LOADED, 400, share(1000)) >= 0.9


def test_a_face_that_all_others_pay_for_takes_longer() -> None:
    """With so few false alarms no test tells it in nine of ten: after 400 rolls the best one finds 85 of 100, and that
    one may look only once (likelihood ratio, simulated)."""
    assert found(HEAVY, 400, share(1000)) >= 0.6
    assert found(HEAVY, 650, share(1000)) >= 0.9


@pytest.mark.parametrize("sides", [SIX, RED, ["cw", "ccw"], [str(n) for n in range(1, 13)]], ids=len)
def test_few_rolls_say_nothing(sides: list[str]) -> None:
    test, luck = DieTest(sides), random.Random(3)
    assert test.verdict == "few"
    while test.n < test.enough:
        assert test.verdict == "few"
        test.add(luck.choice(sides))
    assert test.verdict == "fair"


@pytest.mark.parametrize(
    ("weights", "verdict", "face"),
    [(HEAVY, "often", "6"), (LOADED, "rare", "1"), ({"1": 0, **dict.fromkeys("23456", 1)}, "rare", "1")],
    ids=["often", "loaded", "rare"],
)
def test_what_is_wrong_is_named(weights: dict[str, int], verdict: str, face: str) -> None:
    test = rolled(weights, 1000, random.Random(5))
    assert test.found is not None
    assert (test.verdict, test.found.face) == (verdict, face)


def test_a_face_that_only_the_reader_sees_is_laid_to_the_reader() -> None:
    test, luck = DieTest(SIX), random.Random(7)
    for at in range(3000):
        face = luck.choice(SIX)
        read = at % 3 > 0
        test.add("6" if read and face == "1" and luck.random() < 0.6 else face, read=read)
    assert test.verdict == "reader"


def test_where_nearly_all_was_read_it_may_be_either() -> None:
    assert rolled(LOADED, 1000, random.Random(9), lambda at: at > 5).verdict == "unclear"


def test_a_die_that_people_see_so_too_is_not_fair() -> None:
    assert rolled(LOADED, 2000, random.Random(9), lambda at: at % 2 == 0).verdict == "often"


@given(st.lists(st.sampled_from(SIX), max_size=60))
def test_the_stakes_are_what_they_were_whatever_the_order(faces: list[str]) -> None:
    one, other = DieTest(SIX), DieTest(SIX)
    for face in faces:
        one.add(face)
    for face in sorted(faces):
        other.add(face)
    assert one.worth == pytest.approx(other.worth)


@given(st.lists(st.sampled_from(RED), max_size=5))
def test_no_stake_grows_in_the_mean_while_the_die_is_fair(faces: list[str]) -> None:
    """The mean over all that can come next, each face with its share, is what the stakes are worth now."""
    now = DieTest(RED)
    for face in faces:
        now.add(face)
    mean = 0.0
    for side in RED:
        after = DieTest(RED)
        for face in [*faces, side]:
            after.add(face)
        mean += after.worth / len(RED)
    assert mean == pytest.approx(now.worth)
