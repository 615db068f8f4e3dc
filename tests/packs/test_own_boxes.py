"""The owner's own boxes: new ones, and copies of bundled ones."""

from __future__ import annotations

import pytest

from companion.core.refusals import BadPack
from companion.games.registry import load_game
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, installed_packs, load_pack, user_folder
from companion.packs.own import copy_of_bundled, new_box, put_away

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
def test_a_bundled_box_is_copied_under_an_id_of_its_own(name: str) -> None:
    game = load_game(name)
    bundled = str(game.rules.bundled_pack)
    paths = [copy_of_bundled(bundled), copy_of_bundled(bundled)]
    assert [path.name for path in paths] == [f"{bundled}_2", f"{bundled}_3"]
    original, copy = read_content(BUNDLED / bundled), read_content(paths[0])
    assert copy.data == {**original.data, "id": f"{bundled}_2"}
    assert (copy.texts, copy.places) == (original.texts, original.places)
    assert load_pack(game, copy.data["id"]).pack.id == f"{bundled}_2"


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
