"""The sketch of the city: a tap lays a tile, another turns it, and nobody must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import pytest
from msgspec import structs

from companion.core.texts import plain
from companion.games.escape.answers import Officer
from companion.games.escape.words import tile_name
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.loader import load_pack
from companion.table.table import Table
from tests.ui.hands import Hands, clipped, least_target
from ui.base.language import short_names
from ui.layout.geometry import Area, beside, frame, met, sides
from ui.model.library import Offers, put_tile, sketch_of
from ui.widgets.board import FreeCell, TileView

SIZES = [(800, 480), (1280, 720), (720, 1280)]
Place: TypeAlias = tuple[int, int, int]
"""Column, row and quarter turns."""


def city(hands: Hands) -> Table:
    """Six tiles of Escape Plan; two of them lie in the sketch, side by side."""
    table = hands.play("boards")
    lay(table, {0: (0, 0, 0), 1: (1, 0, 0)})
    hands.app.go("city")
    hands.look()
    return table


def lay(table: Table, places: Mapping[int, Place]) -> None:
    """Lay tiles in the sketch, by their number in the scene."""
    tiles = table.scene().tiles
    for n, place in places.items():
        put_tile(table, tiles[n].id, place)


def name(table: Table, n: int) -> str:
    """The name of a tile, by its number in the scene."""
    return plain(table.scene().tiles[n].name)


def free(hands: Hands) -> list[FreeCell]:
    return [part for part in hands.parts() if isinstance(part, FreeCell)]


def placed(table: Table, n: int) -> Place | None:
    """Where a tile lies in the sketch."""
    return sketch_of(table).get(table.scene().tiles[n].id)


def tile(hands: Hands, table: Table, n: int) -> TileView:
    one = table.scene().tiles[n].id
    return next(part for part in hands.parts() if isinstance(part, TileView) and part.tile and part.tile.id == one)


def new_tile(hands: Hands, table: Table) -> str:
    """Somebody lays the tile that comes first in the list of those there are, and hands have done it; its name."""
    before = {tile.id for tile in table.scene().tiles}
    while len(table.scene().tiles) == len(before) or hands.session.mode != "choose":
        if hands.session.pages:
            hands.session.done()
        elif hands.session.mode == "choose":
            hands.session.answer(min(table.legal() or [], key=str))
        else:
            hands.session.draw()
    hands.look()
    (new,) = (tile for tile in table.scene().tiles if tile.id not in before)
    return plain(new.name)


def test_a_tile_from_the_tray_is_laid_turned_and_kept(hands: Hands) -> None:
    table = city(hands)
    hands.tap(name(table, 2))
    square = next(one for one in free(hands) if one.near)
    cell = square.key
    hands.touch(*square.center)
    for _ in range(2):
        hands.touch(*tile(hands, table, 2).center)
    hands.touch(*hands.screen.primary.center)
    assert placed(table, 2) == (*cell, 2)
    assert name(table, 2) not in hands.labels()


def test_free_squares_beside_tiles_are_highlighted_and_taken_ones_not_offered(hands: Hands) -> None:
    table = city(hands)
    hands.tap(name(table, 2))
    lit = {one.key for one in free(hands) if one.near}
    assert lit == {(-1, 0), (2, 0), (0, -1), (1, -1), (0, 1), (1, 1)}
    assert not {(0, 0), (1, 0)} & {one.key for one in free(hands)}


def test_skip_leaves_a_tile_unplaced(hands: Hands) -> None:
    table = city(hands)
    hands.tap(name(table, 2))
    hands.touch(*free(hands)[0].center)
    hands.tap("Skip")
    assert placed(table, 2) is None


def test_a_laid_tile_offers_its_actions(hands: Hands) -> None:
    table = city(hands)
    hands.touch(*tile(hands, table, 1).center)
    assert hands.screen.title.text == name(table, 1)
    hands.tap("+ Red officer")
    assert hands.answers == [(Officer("ropewalk", "red", 1), "touch")]
    assert hands.root.name == "city"


def test_a_laid_tile_can_be_moved(hands: Hands) -> None:
    table = city(hands)
    hands.touch(*tile(hands, table, 1).center)
    hands.tap("It is elsewhere")
    square = next(one for one in free(hands) if one.key == (0, 1))
    hands.touch(*square.center)
    hands.tap("Done")
    assert placed(table, 1) == (0, 1, 0)


def test_the_position_of_a_new_tile_is_asked_once(hands: Hands) -> None:
    table = hands.play("tile")
    lay(table, {n: (n, 0, 0) for n in range(4)})
    new = new_tile(hands, table)
    assert hands.root.name == "city"
    assert hands.screen.title.text == f"Where is {new}?"
    hands.tap("Skip")
    assert hands.root.name != "city"
    second = new_tile(hands, table)
    assert hands.screen.title.text == f"Where is {second}?"
    hands.tap("Skip")
    assert hands.root.name != "city"


def test_the_first_new_tile_asks_for_all_others_and_skip_declines_the_sketch(hands: Hands) -> None:
    table = hands.play("tile")
    new_tile(hands, table)
    assert hands.screen.title.text == f"Where is {name(table, 0)}?"
    hands.tap("Skip")
    assert hands.root.name != "city"
    new_tile(hands, table)
    assert hands.root.name != "city"


def test_tiles_already_on_the_table_are_asked_for_before_the_new_one(hands: Hands) -> None:
    """However the game lists it."""
    table = hands.play("tile")
    before = [name(table, n) for n in range(4)]
    new = new_tile(hands, table)
    assert name(table, 4) != new
    asked = []
    while hands.root.name == "city":
        asked.append(hands.screen.title.text)
        hands.touch(*free(hands)[0].center)
        hands.touch(*hands.screen.primary.center)
    assert asked == [f"Where is {tile}?" for tile in (*before, new)]


def test_a_tile_that_is_taken_back_is_not_asked_for(hands: Hands) -> None:
    table = hands.play("tile")
    lay(table, {n: (n, 0, 0) for n in range(4)})
    new_tile(hands, table)
    assert hands.root.name == "city"
    while len(table.scene().tiles) > 4:
        hands.session.undo()
    while hands.session.pages:
        hands.session.done()
    hands.look(2)
    assert hands.root.name != "city"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_whole_city_fits_and_can_be_tapped(hands: Hands, size: tuple[int, int]) -> None:
    hands.resize(*size)
    table = hands.play("whole city")
    lay(table, {n: (n % 4, n // 4, n) for n in range(13)})
    hands.app.go("city")
    hands.look()
    hands.tap(name(table, 13))
    targets = [part for part in hands.parts() if isinstance(part, FreeCell | TileView)]
    assert len(targets) == 36
    assert min(part.width for part in targets) >= least_target() - 1
    assert not clipped


@pytest.mark.parametrize("side", [5, 9])
@pytest.mark.parametrize("letters", ["small", "large"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_squares_of_a_city_of_any_size_can_be_tapped(
    hands: Hands, size: tuple[int, int], letters: str, side: int
) -> None:
    hands.app.settings.text = letters
    hands.app.apply_settings()
    hands.resize(*size)
    table = hands.play("whole city")
    hands.change_scene(tiles=table.scene().tiles[: side + 1])
    lay(table, {n: (n, n, 0) for n in range(side)})
    hands.app.go("city")
    hands.look()
    hands.screen.open([table.scene().tiles[side].id])
    hands.app.refresh()
    hands.look()
    reached: set[tuple[int, int]] = set()
    for _ in range(12):
        here = [part for part in hands.parts() if isinstance(part, FreeCell | TileView)]
        assert min(min(part.size) for part in here) >= least_target() - 1
        reached |= {part.key for part in here if isinstance(part, FreeCell)}
        if not hands.screen.map.further.shown:
            break
        hands.touch(*hands.screen.map.further.center)
    assert len(reached) == (side + 2) ** 2 - side
    assert hands.screen.map.further.shown == (side == 9)
    assert not clipped


def test_parts_of_a_city_cover_it_exactly() -> None:
    whole = frame([(0, 0), (8, 8)])
    parts = whole.parts(7, 5)
    assert [(one.column, one.row, one.columns, one.rows) for one in parts] == [
        (0, 0, 7, 5), (2, 0, 7, 5), (0, 4, 7, 5), (2, 4, 7, 5),
    ]  # fmt: skip
    assert all(any(one.holds(cell) for one in parts) for cell in whole.cells())
    assert not parts[0].holds((7, 0))


@pytest.mark.parametrize("language", ["en", "es"])
def test_small_tiles_show_initials_in_the_language_of_the_table(language: str) -> None:
    game = load_game("escape")
    world = Table(game, load_pack(game), ["red", "blue"], {}).state.world
    names = [Language(language).say(tile_name(world, tile)) for tile in world.tiles]
    found = short_names(names)
    assert len(set(found.values())) == len(set(names))
    assert max(map(len, found.values())) <= 5
    assert found[{"en": "The Ropewalk", "es": "La Cordelería"}[language]] == {"en": "R", "es": "C"}[language]


def test_only_new_tiles_are_offered_once() -> None:
    offers = Offers(["a", "b"])
    assert offers.fresh(["a", "b"], {}) == []
    assert offers.fresh(["a", "b", "c"], {}) == ["a", "b", "c"]
    assert offers.fresh(["a", "b", "c"], {}) == []
    assert offers.fresh(["a", "b", "c", "d"], {"a": 1}) == ["d"]
    offers.declined = True
    assert offers.fresh(["a", "b", "c", "d", "e"], {}) == []


def test_a_frame_shows_all_cells_and_squares_do_not_overlap() -> None:
    shown = frame([(2, 5), (4, 6)], 1)
    assert (shown.columns, shown.rows) == (5, 4)
    room = Area(0, 0, 500, 400)
    first, second = shown.place((2, 5), room, 999), shown.place((3, 5), room, 999)
    assert (first.w, first.h) == (100, 100)
    assert second.x == first.x + 100
    assert shown.place((2, 6), room, 999).y == first.y - 100


def test_neighbouring_squares_are_free_and_share_an_edge() -> None:
    assert beside([(0, 0), (1, 0)]) == {(-1, 0), (2, 0), (0, 1), (0, -1), (1, 1), (1, -1)}


def test_edges_turn_with_their_tile() -> None:
    assert sides(["n", "e", "s", "w"], 0) == [["n"], ["e"], ["s"], ["w"]]
    assert sides(["n", "e", "s", "w"], 1) == [["w"], ["n"], ["e"], ["s"]]
    assert sides(["a", "b", "c", "d", "e", "f", "g", "h"], 2)[2] == ["a", "b"]


LANDS = ["land:water", "land:water", None, None, "land:residential", "land:residential", None, None]
"""Water at the top, houses at the bottom."""


@pytest.mark.parametrize(
    ("place", "touched", "joined"),
    [
        ((0, 1, 0), 1, 0),  # its water on the houses of the tile above
        ((0, 1, 2), 1, 2),  # turned round, houses on houses
        ((0, -1, 2), 1, 2),  # water on water
        ((1, 0, 0), 1, 0),  # bare edges
        ((1, 1, 0), 0, 0),
    ],
)
def test_edges_tell_what_a_tile_touches_and_joins(place: tuple[int, int, int], touched: int, joined: int) -> None:
    found = met(LANDS, place, [(LANDS, (0, 0, 0))])
    assert (found.touched, found.joined) == (touched, joined)


def test_unknown_edges_join_nothing() -> None:
    assert met([], (1, 0, 0), [(LANDS, (0, 0, 0))]).joined is None


def strict(hands: Hands, **limits: int) -> Table:
    """A city in which a tile of lands is to be laid, by the rules of the game."""
    table = city(hands)
    tiles = [structs.replace(one, edges=LANDS, joining=0, touching=0) for one in table.scene().tiles]
    tiles[2] = structs.replace(tiles[2], **limits)
    hands.change_scene(tiles=tiles)
    hands.tap(name(table, 2))
    return table


def test_a_tile_that_does_not_join_can_be_laid_against_advice(hands: Hands) -> None:
    table = strict(hands, joining=1)
    hands.touch(*next(one for one in free(hands) if one.key == (0, 1)).center)
    assert hands.screen.hint.text == "No land goes on from it here: turn it, or lay it elsewhere."
    assert hands.screen.primary.role == "plain"
    for _ in range(2):
        hands.touch(*tile(hands, table, 2).center)
    assert hands.screen.hint.text == "Tap it again to turn it."
    assert (hands.screen.primary.text, hands.screen.primary.role) == ("Done", "primary")
    hands.touch(*tile(hands, table, 2).center)
    hands.tap("Lay it here all the same")
    assert placed(table, 2) == (0, 1, 3)


def test_a_tile_with_too_few_neighbours_is_reported(hands: Hands) -> None:
    strict(hands, touching=2)
    hands.touch(*next(one for one in free(hands) if one.key == (2, 0)).center)
    assert hands.screen.hint.text == "It must touch 2 other tiles."
