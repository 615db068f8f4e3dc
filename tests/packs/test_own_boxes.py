"""The owner's own boxes: new ones, and copies of bundled ones."""

from __future__ import annotations

import errno
import os

import pytest

from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.packs.content import why_not
from companion.packs.editing.board import SlotsDraft, TileDraft
from companion.packs.editing.box import OpenBox
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, copy_box, installed_packs, load_pack, new_box, user_folder
from companion.packs.versions import put_away

GAMES = pytest.mark.parametrize("name", ["newyork", "escape", "crash", "krysis"])


@GAMES
def test_a_new_box_is_listed_by_its_name_and_says_how_much_of_it_is_unknown(name: str) -> None:
    path = new_box(load_game(name), "Our box", "es")
    assert path == user_folder() / "our_box"
    [listed] = [pack for pack in installed_packs() if not pack.bundled]
    assert (listed.id, listed.game, listed.problem) == ("our_box", name, None)
    data = read_content(path).data
    assert sum(data["unknown"].values()) > 0
    assert data.get("language", "es") == "es"


@GAMES
def test_a_bundled_box_is_copied_under_an_id_and_a_name_of_its_own(name: str) -> None:
    game = load_game(name)
    bundled = BUNDLED / str(game.rules.bundled_pack)
    paths = [copy_box(bundled, "Our box"), copy_box(bundled, "Our box")]
    assert [path.name for path in paths] == ["our_box", "our_box_2"]
    original, copy = read_content(bundled), read_content(paths[0])
    title = "title" if "title" in original.data else "name"
    assert copy.data == {**original.data, "id": "our_box", title: "Our box"}
    assert (copy.texts, copy.places) == (original.texts, original.places)
    assert load_pack(game, "our_box").pack.id == "our_box"


def test_names_that_are_taken_get_a_number() -> None:
    game = load_game("newyork")
    assert [new_box(game, name).name for name in ("Ours", "ours!", "Año 1", "7", "")] == [
        "ours", "ours_2", "ano_1", "newyork", "newyork_2",
    ]  # fmt: skip


def test_a_box_that_is_put_away_is_not_listed() -> None:
    path = new_box(load_game("crash"), "Ours")
    put_away(path)
    assert [pack for pack in installed_packs() if not pack.bundled] == []


def test_a_game_without_boxes_has_no_new_one() -> None:
    with pytest.raises(BadPack, match="without a box"):
        new_box(load_game("thousand"), "Ours")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "nothing can be written to its folder"),
        (errno.EACCES, "nothing can be written to its folder"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
def test_why_a_box_cannot_be_written_is_said_as_people_say_it(code: int, words: str) -> None:
    assert plain(why_not(OSError(code, os.strerror(code)))) == words


def test_a_board_of_tiles_is_left_to_people_until_all_of_it_is_laid() -> None:
    game = load_game("crash")
    path, printed = new_box(game, "Our box"), read_content(BUNDLED / "fenderbend").data
    pack = load_pack(game, str(path)).pack
    seats = [seat for seat, _ in game.rules.seats(pack)][:3]
    assert dict(game.rules.setup_choices(pack)[0].values).keys() == {"light"}
    with pytest.raises(BadSetup, match="lay the rest"):
        game.rules.lay_out(pack, seats, {})
    assert game.rules.lay_out(pack, seats, game.rules.settings_for(pack, seats)).world.light
    box = OpenBox(game, path, read_content(path))
    names = [tile["id"] for tile in box.rows(("tiles",))]
    for number, tile in enumerate(printed["tiles"]):
        box.put_tile(("tiles",), number, TileDraft({**tile, "id": names[number]}))
    sizes = {id_: (tile["w"], tile["h"]) for id_, tile in zip(names, printed["tiles"], strict=True)}
    for saucers, slots in printed["layouts"].items():
        assert box.laid_in_part
        box.put_slots(("layouts", saucers), SlotsDraft([{**slot, "tile_pool": []} for slot in slots], sizes))
    assert not box.laid_in_part
    assert game.rules.settings_for(load_pack(game, str(path)).pack, seats).keys() == {"colours"}
