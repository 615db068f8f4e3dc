"""Boards and tiles as people draw them: they come back as they were printed, and stay such as can be played on."""

from __future__ import annotations

import copy
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert

from companion.games.crash.content import BoardTile
from companion.games.escape.content import CityTile
from companion.packs.editing.board import LARGEST, SIDES, SIGNS, SITES, BoardDraft, CityTileDraft, SlotsDraft, TileDraft
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from companion.scene.layout import layout
from tests.packs.test_open_box import copied, new, on_disk

# Boards: laid out by hand they stay such as people can walk on.

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
        {"id": two, "name": {"en": "square 2", "es": "casilla 2"}, "neighbours": [one], "subway": False},
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


# Tiles of squares, and the places where they are laid.

JUNCTION = read_content(BUNDLED / "fenderbend").data
LAYOUTS = ("3-4", "5", "6")
TILES, SLOTS = ("tiles",), ("layouts", "6")


@pytest.mark.parametrize("tile", JUNCTION["tiles"], ids=lambda tile: tile["id"])
def test_a_printed_tile_comes_back_as_it_was(tile: dict[str, Any]) -> None:
    assert TileDraft(tile).row() == tile


@pytest.mark.parametrize("layout", LAYOUTS)
def test_printed_places_come_back_as_they_were(layout: str) -> None:
    assert SlotsDraft(JUNCTION["layouts"][layout]).row() == JUNCTION["layouts"][layout]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_in_a_place_may_lie_every_tile_of_its_shape(layout: str) -> None:
    bare = [{name: slot[name] for name in ("x", "y", "w", "h")} for slot in JUNCTION["layouts"][layout]]
    sizes = {tile["id"]: (tile["w"], tile["h"]) for tile in JUNCTION["tiles"]}
    assert SlotsDraft(bare, sizes).row() == JUNCTION["layouts"][layout]


def test_accelerators_come_and_go() -> None:
    draft = TileDraft()
    draft.accelerate((1, 2))
    assert draft.signs() == (((1, 2), "accelerator"),)
    draft.accelerate((1, 2))
    assert draft.signs() == ()


def test_crash_sites_are_counted_past_those_that_stand_elsewhere() -> None:
    draft = TileDraft(taken={1, 2, 4})
    draft.crash((0, 0))
    draft.crash((1, 0))
    assert dict(draft.labels()) == {(0, 0): "3", (1, 0): "5"}
    draft.crash((0, 0))
    assert dict(draft.labels()) == {(0, 0): "6", (1, 0): "5"}
    for _ in SITES:
        draft.crash((0, 0))
        if (0, 0) not in dict(draft.labels()):
            break
    assert (0, 0) not in dict(draft.labels()), "after the last one there is none"


def test_what_is_printed_outside_a_smaller_tile_goes_and_comes_back() -> None:
    draft = TileDraft()
    draft.accelerate((3, 3))
    draft.resize(-1, 0)
    assert (draft.wide, draft.high, draft.signs()) == (3, 4, ())
    draft.undo()
    assert (draft.wide, draft.signs()) == (4, (((3, 3), "accelerator"),))
    for _ in range(20):
        draft.resize(1, -1)
    assert (draft.wide, draft.high) == (LARGEST, 1)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("acrs"), st.integers(0, 3), st.integers(0, 3)), max_size=12))
def test_whatever_is_drawn_is_a_tile_and_is_taken_back_step_by_step(steps: list[tuple[str, int, int]]) -> None:
    draft, before = TileDraft({"id": "t"}), []
    for what, x, y in steps:
        before.append(draft.row())
        if what == "a":
            draft.accelerate((min(x, draft.wide - 1), min(y, draft.high - 1)))
        elif what == "c":
            draft.crash((min(x, draft.wide - 1), min(y, draft.high - 1)))
        else:
            draft.resize(x - 1, y - 1)
    box = new("crash")
    at = box.put_tile(TILES, 0, draft)
    assert not [one for one in box.problems() if one.table == TILES and one.index == at and one.place]
    for row in reversed(before):
        draft.undo()
        assert draft.row() == row
    assert not draft.can_undo


def test_places_are_moved_turned_and_taken_away() -> None:
    draft = SlotsDraft((), {"long": (4, 2), "small": (2, 2)})
    assert draft.shapes() == [(4, 2), (2, 2)]
    at = draft.add((5, 5), (4, 2))
    draft.shape(at, (4, 2))
    assert (draft.slots[at].w, draft.slots[at].h) == (2, 4)
    other = draft.add((9, 9), (2, 2))
    draft.lift()
    draft.move(other, (6, 6))
    assert draft.overlaps()
    draft.move(other, (7, 5))
    assert not draft.overlaps()
    assert draft.row() == [
        {"x": 0, "y": 0, "w": 2, "h": 4, "tile_pool": ["long"]},
        {"x": 2, "y": 0, "w": 2, "h": 2, "tile_pool": ["small"]},
    ]
    draft.undo()
    assert draft.slots[other].x == 9
    draft.remove(at)
    assert len(draft.slots) == 1
    assert draft.at((5, 5)) is None
    draft.undo()
    assert draft.at((5, 5)) == at


def test_a_place_does_not_leave_the_board() -> None:
    draft = SlotsDraft((), {})
    at = draft.add((0, 0), (4, 4))
    draft.move(at, (-5, 100))
    assert (draft.slots[at].x, draft.slots[at].y) == (0, 20)


def test_tiles_are_drawn_and_places_laid_in_a_box() -> None:
    box = copied("crash")
    assert box.is_drawn(TILES)
    assert box.is_laid(SLOTS)
    assert not box.is_drawn(("upgrades",))
    assert not copied("krysis").is_drawn(("relics",))
    assert box.table(TILES).kind is BoardTile
    box.put_slots(SLOTS, box.slots(SLOTS))
    box.put_tile(TILES, 0, box.tile(TILES, 0))
    assert box.data == {**JUNCTION, "id": box.data["id"], "name": "Ours"}
    assert on_disk(box) == box.data


# City tiles: land at the edges, signs on the tile.

CITY_TILES = read_content(BUNDLED / "lanternhead").data["city_tiles"]
CITY_DONE = st.lists(st.one_of(
    st.tuples(st.sampled_from(SIGNS), st.integers(0, SIDES - 1)),
    st.tuples(st.integers(0, SIDES - 1), st.none() | st.integers(0, SIDES - 1)),
))  # fmt: skip


@pytest.mark.parametrize("tile", CITY_TILES, ids=lambda tile: tile["id"])
def test_a_printed_city_tile_comes_back_as_it_was(tile: dict[str, Any]) -> None:
    assert CityTileDraft(tile).row() == tile


def test_the_same_sign_once_more_takes_it_away() -> None:
    draft = CityTileDraft(CITY_TILES[0])
    before = draft.things
    for sign in ("exit:2", "business", "land:water"):
        draft.put(sign, 3)
    assert set(draft.things) == {*before, "exit:2", "business"}
    assert draft.land(3) == "water"
    for sign in ("exit:2", "business", "land:water"):
        draft.put(sign, 3)
    assert draft.things == before
    assert draft.land(3) is None


def test_land_is_moved_from_side_to_side_and_off_the_tile() -> None:
    draft = CityTileDraft({**CITY_TILES[0], "edges": None})
    draft.put("land:water", 0)
    draft.move(0, 2)
    assert draft.edges == [None, None, "water", None]
    draft.move(2, None)
    assert draft.row()["edges"] is None


def test_a_tile_with_two_edges_on_each_side_keeps_as_many() -> None:
    draft = CityTileDraft({**CITY_TILES[0], "edges": ["water"] * 8})
    draft.put("land:commercial", 1)
    assert draft.edges == ["water", "water", "commercial", "commercial", *["water"] * 4]


@settings(max_examples=60, deadline=None)
@given(done=CITY_DONE)
def test_whatever_is_done_makes_a_tile_and_undo_leads_back(done: list[tuple[Any, Any]]) -> None:
    draft = CityTileDraft(CITY_TILES[0])
    for one, other in done:
        draft.put(one, other) if isinstance(one, str) else draft.move(one, other)
        convert(draft.row(), CityTile)
    while draft.can_undo:
        draft.undo()
    assert draft.row() == CITY_TILES[0]


# Boards that nobody has drawn get a picture in which nothing overlaps.


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
