"""A board that nobody has drawn gets a picture in which nothing overlaps."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scene.layout import layout


@st.composite
def boards(draw: st.DrawFn) -> dict[str, list[str]]:
    """Any board of up to 30 squares, connected or not."""
    names = [f"s{number:02}" for number in range(draw(st.integers(1, 30)))]
    links = draw(st.sets(st.sampled_from(list(combinations(names, 2))))) if len(names) > 1 else set()
    board: dict[str, list[str]] = {name: [] for name in names}
    for one, other in sorted(links):
        board[one].append(other)
        board[other].append(one)
    return board


@given(boards())
def test_every_square_has_a_box_of_its_own_inside_the_picture(board: dict[str, list[str]]) -> None:
    places = layout(board)
    assert places.keys() == board.keys()
    least = 1 / 8
    for x, y in places.values():
        assert 0 < x < 1
        assert 0 < y < 1
    for (x1, y1), (x2, y2) in combinations(places.values(), 2):
        assert abs(x1 - x2) > least or abs(y1 - y2) > least


@given(boards())
def test_the_same_board_always_looks_the_same(board: dict[str, list[str]]) -> None:
    assert layout(dict(reversed(board.items()))) == layout(board)


def test_squares_in_a_ring_stay_together() -> None:
    names = [f"s{number}" for number in range(6)]
    ring = {name: [names[number - 1], names[(number + 1) % 6]] for number, name in enumerate(names)}
    places = layout(ring)
    for name, around in ring.items():
        for other in around:
            assert abs(places[name][0] - places[other][0]) < 0.5
            assert abs(places[name][1] - places[other][1]) <= 0.5


@pytest.mark.parametrize("passes", [1, 2])
def test_squares_change_places_only_where_that_shortens_a_connection(
    passes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it goes through them: so it comes to an end."""
    monkeypatch.setattr("companion.scene.layout.MOST_PASSES", passes)
    places = layout({f"s{number}": [] for number in range(7)})
    assert sorted(places, key=places.__getitem__) == sorted(places)


def test_a_board_without_squares_has_no_picture() -> None:
    assert layout({}) == {}
