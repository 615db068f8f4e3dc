"""Tiles drawn square by square, and the places where they are laid."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.crash.content import BoardTile
from companion.packs.editing.board import LARGEST, SITES, SlotsDraft, TileDraft
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from tests.packs.test_open_box import copied, new, on_disk

JUNCTION = read_content(BUNDLED / "fenderbend").data
LAYOUTS = ("3-4", "5", "6")
TILES, SLOTS = ("tiles",), ("layouts", "6")


@pytest.mark.parametrize("tile", JUNCTION["tiles"], ids=lambda tile: tile["id"])
def test_a_printed_tile_comes_back_as_it_was(tile: dict[str, Any]) -> None:
    assert TileDraft(tile).row() == tile


@pytest.mark.parametrize("layout", LAYOUTS)
def test_printed_places_come_back_as_they_were(layout: str) -> None:
    assert SlotsDraft(JUNCTION["layouts"][layout]).rows() == JUNCTION["layouts"][layout]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_in_a_place_may_lie_every_tile_of_its_shape(layout: str) -> None:
    bare = [{name: slot[name] for name in ("x", "y", "w", "h")} for slot in JUNCTION["layouts"][layout]]
    sizes = {tile["id"]: (tile["w"], tile["h"]) for tile in JUNCTION["tiles"]}
    assert SlotsDraft(bare, sizes).rows() == JUNCTION["layouts"][layout]


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
    assert draft.rows() == [
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
