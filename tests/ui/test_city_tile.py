"""City tiles of a box are drawn: land is dragged to their edges, what is printed on them to their middle."""

from __future__ import annotations

from typing import Any

from companion.packs.folder import read_content
from companion.packs.loader import user_folder
from tests.ui.hands import Hands
from tests.ui.test_boxes import EACH_SIZE, center, drag, named, tap_row


def tile_on_disk() -> dict[str, Any]:
    tiles = read_content(user_folder() / "ours").data["city_tiles"]
    return dict(next(tile for tile in tiles if tile["id"] == "a_1"))


def open_tile(hands: Hands) -> Any:
    named(hands, "Escape Plan", "Ours")
    tap_row(hands, "City tiles")
    tap_row(hands, "City tile A1")
    hands.tap("Change it")
    assert hands.root.name == "city tile"
    return hands.screen.tile


@EACH_SIZE
def test_land_and_signs_are_dragged_onto_a_tile(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    tile = open_tile(hands)
    for sign, side in (("land:water", 0), ("land:commercial", 1), ("exit:2", 4), ("business", 4)):
        drag(hands, center(tile.cell(sign)), center(tile.spot(side)))
    drag(hands, center(tile.spot(0)), center(tile.spot(3)))
    hands.tap("Done")
    found = tile_on_disk()
    assert found["edges"] == [None, "commercial", None, "water"]
    assert (found["exit"], found["business"], found["gang"]) == (2, True, False)


@EACH_SIZE
def test_a_sign_that_is_tapped_is_put_down_by_a_tap(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    tile = open_tile(hands)
    hands.touch(*center(tile.cell("land:water")))
    for side in (0, 2):
        hands.touch(*center(tile.spot(side)))
    hands.touch(*center(tile.spot(0)))
    hands.touch(*center(tile.cell("gang")))
    hands.touch(*center(tile.spot(4)))
    hands.tap("Done")
    assert tile_on_disk()["edges"] == [None, None, "water", None]
    assert tile_on_disk()["gang"]


def test_land_that_is_dragged_off_the_tile_is_gone_and_undo_brings_it_back(hands: Hands) -> None:
    tile = open_tile(hands)
    drag(hands, center(tile.cell("land:water")), center(tile.spot(0)))
    drag(hands, center(tile.spot(0)), center(tile.cell("gang")))
    assert set(tile.edges) == {None}
    hands.tap("Undo")
    assert tile.edges[0] == "land:water"
    hands.tap("Back")
    assert tile_on_disk()["edges"] is None, "nothing was given"


def test_a_sign_that_is_let_go_beside_the_tile_changes_nothing(hands: Hands) -> None:
    tile = open_tile(hands)
    drag(hands, center(tile.cell("business")), center(tile.cell("gang")))
    assert tile.things == ()
    assert not hands.screen.undo.shown
