"""A board that is laid out by hand stays one that people can walk on."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.packs.editing.board import BoardDraft
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED

BOX = BUNDLED / "manhattan_nights"


def printed() -> tuple[list[dict[str, Any]], dict[str, tuple[float, float]]]:
    content = read_content(BOX)
    squares, places = content.data["board"]["squares"], content.places
    return squares, {name: (x, y) for name, (x, y) in places.items()}


def test_a_printed_board_comes_back_as_it_was() -> None:
    squares, places = printed()
    draft = BoardDraft(squares, places)
    for row, square in zip(draft.rows(), squares, strict=True):
        assert row | {"neighbours": sorted(square["neighbours"])} == square | {"neighbours": row["neighbours"]}
    assert {name: tuple(place) for name, place in draft.places().items()} == places
    assert draft.alone() == []


def test_squares_are_put_down_named_joined_marked_and_taken_away() -> None:
    draft = BoardDraft()
    one, two = draft.add(0.1, 0.1), draft.add(1.4, -3)
    assert draft.places()[two] == [1.0, 0.0]
    assert draft.alone() == [two]
    draft.join(one, two)
    draft.name(one, "Harlem")
    draft.mark(one)
    assert draft.rows() == [
        {"id": one, "name": "Harlem", "neighbours": [two], "subway": True},
        {"id": two, "name": "square 2", "neighbours": [one], "subway": False},
    ]
    draft.join(two, one)
    assert draft.alone() == [two]
    draft.remove(two)
    assert [row["id"] for row in draft.rows()] == [one]
    assert draft.add(0, 0) == two, "the name is free again"


def test_a_square_that_was_joined_one_way_only_is_joined_both_ways() -> None:
    draft = BoardDraft([{"id": "a", "neighbours": ["b", "a", "gone", 3]}, {"id": "b"}])
    assert [row["neighbours"] for row in draft.rows()] == [["b"], ["a"]]


@given(
    st.lists(
        st.tuples(st.sampled_from(["add", "move", "join", "name", "mark", "remove"]), st.integers(0, 9)), max_size=25
    )
)
def test_all_that_is_done_can_be_taken_back(steps: list[tuple[str, int]]) -> None:
    draft = BoardDraft()
    before = []
    for what, n in steps:
        ids = list(draft.squares)
        if what != "add" and len(ids) < 2:
            continue
        then, count = copy.deepcopy((draft.rows(), draft.places())), len(draft._undo_stack)
        if what == "add":
            draft.add(n / 10, n / 7)
        elif what == "move":
            draft.lift()
            draft.move(ids[n % len(ids)], n / 5, 0.5)
        elif what == "join":
            draft.join(ids[n % len(ids)], ids[-1])
        else:
            getattr(draft, what)(ids[n % len(ids)], *(["x"] if what == "name" else []))
        if len(draft._undo_stack) > count:
            before.append(then)
        for square in draft.squares.values():
            assert square.id not in square.joined
            assert all(square.id in draft.squares[other].joined for other in square.joined)
    while before:
        draft.undo()
        assert (draft.rows(), draft.places()) == before.pop()
    assert not draft.can_undo
