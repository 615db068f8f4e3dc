"""What many games say together, held against published values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance.report import share, spread


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_of_a_share_is_that_of_wilson(hits: int, games: int, low: float, high: float) -> None:
    """The values are method 3 of R. G. Newcombe, Statistics in Medicine 17 (1998), table I."""
    found = share(hits, games)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_a_share_lies_in_its_interval(found: tuple[int, int]) -> None:
    measure = share(*found)
    assert 0 <= measure.low <= measure.mean <= measure.high <= 1


def test_more_games_make_the_interval_narrower() -> None:
    few, many = share(5, 10), share(500, 1000)
    assert few.mean == many.mean
    assert many.high - many.low < few.high - few.low


def test_eight_of_ten_games_lie_where_it_says() -> None:
    found = spread([*range(1, 102)])
    assert (found.low, found.mean, found.high) == (11, 51, 91)


def test_one_game_says_only_what_it_was() -> None:
    found = spread([7])
    assert (found.low, found.mean, found.high) == (7, 7, 7)
