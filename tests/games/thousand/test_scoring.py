"""The scoring table, against an independent scorer, over every throw of one to six dice in every house."""

from __future__ import annotations

from itertools import product

import pytest

from companion.core.setup import PlainWorld, plain_world
from companion.games.thousand.game import CHOICES, keeps, score
from tests.games.thousand.brute import Scorer

SCORING = [
    [value for value, _ in one.values] for one in CHOICES if one.key in ("kinds", "straight", "pairs", "triplets")
]
HOUSES = [
    {"kinds": kinds, "straight": SCORING[1][n], "pairs": SCORING[2][(n + more) % 3], "triplets": SCORING[3][more]}
    for n, kinds in enumerate(SCORING[0])
    for more in range(2)
]
"""Every value of every choice, and each with each of some others."""


def world(**settings: str) -> PlainWorld:
    return plain_world(None, ("ann", "ben"), CHOICES, settings)


@pytest.mark.rule("R-TT-03", "R-TT-04", "R-TT-05", "R-TT-06", "R-TT-07", "R-TT-08", "R-TT-10")
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(house.values()))
def test_what_every_throw_brings_in_every_house(house: dict[str, str]) -> None:
    """Also throws of which nothing can be kept."""
    brute, table = Scorer(house), world(**house)
    throws = {tuple(sorted(faces)) for n in range(1, 7) for faces in product(range(1, 7), repeat=n)}
    assert len(throws) == 923
    for thrown in throws:
        found = {some: score(some, table)[0] for some in keeps(thrown, table)}
        assert found == brute.keeps(thrown)
        assert list(found.values()) == sorted(found.values(), reverse=True)


@pytest.mark.rule("R-TT-03", "R-TT-04", "R-TT-05", "R-TT-06", "R-TT-07", "R-TT-08")
@pytest.mark.parametrize(
    ("faces", "points", "rule"),
    [
        ("1", 100, "R-TT-03"), ("55", 100, "R-TT-03"), ("2", 0, "R-TT-03"), ("111", 1000, "R-TT-04"),
        ("222", 200, "R-TT-04"), ("1555", 600, "R-TT-04"), ("3333", 600, "R-TT-05"), ("66666", 2400, "R-TT-05"),
        ("111111", 8000, "R-TT-05"), ("123456", 1500, "R-TT-06"), ("223344", 1500, "R-TT-07"),
        ("222233", 1500, "R-TT-07"), ("222222", 1600, "R-TT-05"), ("222333", 500, "R-TT-04"), ("12345", 0, ""),
    ],
)  # fmt: skip
def test_what_it_brings_and_which_rule_says_so(faces: str, points: int, rule: str) -> None:
    """As a house without rules of its own plays."""
    found = score(tuple(map(int, faces)), world())
    assert found[0] == points
    if rule:
        assert found[1] == rule


@pytest.mark.rule("R-TT-08")
def test_two_triplets_are_worth_something_where_the_house_says_so() -> None:
    assert score((2, 2, 2, 3, 3, 3), world(triplets="2500")) == (2500, "R-TT-08")
