"""City tiles as people draw them: land at the edges, signs on the tile."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert

from companion.games.escape.content import CityTile
from companion.packs.editing.board import SIDES, SIGNS, CityTileDraft
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED

TILES = read_content(BUNDLED / "lanternhead").data["city_tiles"]
DONE = st.lists(st.one_of(
    st.tuples(st.sampled_from(SIGNS), st.integers(0, SIDES - 1)),
    st.tuples(st.integers(0, SIDES - 1), st.none() | st.integers(0, SIDES - 1)),
))  # fmt: skip


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile["id"])
def test_a_printed_tile_comes_back_as_it_was(tile: dict[str, Any]) -> None:
    assert CityTileDraft(tile).row() == tile


def test_the_same_sign_once_more_takes_it_away() -> None:
    draft = CityTileDraft(TILES[0])
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
    draft = CityTileDraft({**TILES[0], "edges": None})
    draft.put("land:water", 0)
    draft.move(0, 2)
    assert draft.edges == [None, None, "water", None]
    draft.move(2, None)
    assert draft.row()["edges"] is None


def test_a_tile_with_two_edges_on_each_side_keeps_as_many() -> None:
    draft = CityTileDraft({**TILES[0], "edges": ["water"] * 8})
    draft.put("land:commercial", 1)
    assert draft.edges == ["water", "water", "commercial", "commercial", *["water"] * 4]


@settings(max_examples=60, deadline=None)
@given(done=DONE)
def test_whatever_is_done_makes_a_tile_and_undo_leads_back(done: list[tuple[Any, Any]]) -> None:
    draft = CityTileDraft(TILES[0])
    for one, other in done:
        draft.put(one, other) if isinstance(one, str) else draft.move(one, other)
        convert(draft.row(), CityTile)
    while draft.can_undo:
        draft.undo()
    assert draft.row() == TILES[0]
