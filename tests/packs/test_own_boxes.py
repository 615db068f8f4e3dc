"""The owner's own boxes: new ones with what is printed in every box of their game, and copies of bundled ones."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from companion.core.refusals import BadPack, BadSetup
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.content import why_not
from companion.packs.editing.board import SlotsDraft, TileDraft
from companion.packs.editing.box import OpenBox
from companion.packs.editing.rows import MISSING
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED, copy_box, installed_packs, load_pack, new_box, user_folder
from companion.packs.sheets.files import read_rows
from companion.packs.versions import put_away
from companion.table.table import Table

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


# What is printed in every box of a game, in plain words of both languages.

LANGUAGES = pytest.mark.parametrize("language", ["en", "es"])


def cells(box: Path) -> Iterator[str]:
    for file in sorted(box.rglob("*.csv")):
        for _, row in read_rows(file.read_bytes(), file.name).rows:
            yield from row


@GAMES
@LANGUAGES
def test_every_cell_of_a_new_box_is_in_plain_words(name: str, language: str) -> None:
    found = list(cells(new_box(load_game(name), "Our box", language)))
    assert found
    assert [cell for cell in found if cell.startswith("json:")] == []


@GAMES
def test_every_cell_of_a_bundled_box_is_in_plain_words(name: str) -> None:
    found = list(cells(BUNDLED / str(load_game(name).rules.bundled_pack)))
    assert found
    assert [cell for cell in found if cell.startswith("json:")] == []


@pytest.mark.parametrize(
    ("name", "sheet", "english", "spanish"),
    [
        ("newyork", "characters.csv", "daughter,daughter,Daughter,,hacker", "daughter;hija;Hija;;hackeo"),
        ("escape", "business.csv", "business_3,Business 3", "business_3;Negocio 3"),
        ("escape", "safe_houses.csv", "safe_house_1,Safe house 1", "safe_house_1;Casa segura 1"),
        ("escape", "city_tiles.csv", "b_2,Tile B number 2,B,,no", "b_2;Loseta B número 2;B;;no"),
        ("crash", "tiles.csv", "tile_14,Tile 14,1,1,.", "tile_14;Loseta 14;1;1;."),
        ("krysis", "companies.csv", "company_4,Company 4", "company_4;Compañía 4"),
        ("krysis", "spaces.csv", "5,level_5_1,Space 5.1,1", "5;level_5_1;Espacio 5.1;1"),
    ],
)
def test_names_stand_on_the_sheets_in_the_language_of_the_box(
    name: str, sheet: str, english: str, spanish: str
) -> None:
    for language, line in (("en", english), ("es", spanish)):
        text = (new_box(load_game(name), "Our box", language) / sheet).read_text(encoding="utf-8")
        assert [found for found in text.splitlines() if found.startswith(line)], text


def in_the_editor(name: str, language: str = "en") -> OpenBox:
    path = new_box(load_game(name), "Our box", language)
    return OpenBox(load_game(name), path, read_content(path))


def test_tiles_and_levels_are_told_apart_by_their_names_in_both_languages() -> None:
    for code, tile, level in (
        ("en", "Tile A number 1", "Levels: Level 2"),
        ("es", "Loseta A número 1", "Niveles: Nivel 2"),
    ):
        say = Language(code).say
        box = in_the_editor("escape", code)
        names = [say(box.row_name(("city_tiles",), row)) for row in box.rows(("city_tiles",))]
        assert len(set(names)) == len(names)
        assert tile in names
        mine = in_the_editor("krysis", code)
        places = [say(mine.where(one)) for one in mine.missing_parts()]
        assert level in places
        assert len(set(places)) == len(places)


def test_the_goods_of_a_level_are_told_one_space_after_the_other() -> None:
    box = in_the_editor("krysis")
    problem = next(one for one in box.missing_parts() if one.table == ("levels",))
    editor = box.row_editor(problem.table, problem.index)
    editor.open_nearest(problem.place)
    for n in range(4):
        assert editor.path == ("spaces", n, "options", 0)
        editor.form.put((*editor.path, "red"), n + 1)
        editor.go_on()
        assert editor.path == ("spaces", n, "options"), "there may be more that can be chosen"
        editor.go_on()
    assert editor.complete
    assert [one["options"][0]["red"] for one in editor.row()["spaces"]] == [1, 2, 3, 4]


def test_what_sets_of_relics_are_worth_is_told_for_one_card_and_then_for_as_many_as_there_are() -> None:
    box = in_the_editor("krysis")
    [about] = [one for one in box.missing_parts() if not one.table]
    assert "Of the same set" in Language("en").say(box.said(about))
    editor = box.about()
    assert editor.form.value(("crystals", "red")) is MISSING, "what nobody has said is not nothing"
    for colour in ("red", "blue", "white"):
        editor.open(("crystals", colour))
        editor.put(40)
    editor.open(("relic_scores", "same"))
    for n in (1, 2, 3):
        assert [line.name for line in editor.lines()] == [str(one) for one in range(1, n + 1)]
        editor.open(("relic_scores", "same", str(n)))
        editor.put(n * n)
        assert editor.path == ("relic_scores", "same")
    assert editor.row()["relic_scores"]["same"] == {"0": 0, "1": 1, "2": 4, "3": 9}


@GAMES
@LANGUAGES
def test_what_a_new_box_names_it_names_in_both_languages(name: str, language: str) -> None:
    box = new_box(load_game(name), "Our box", language)
    other = {"en": "es", "es": "en"}[language]
    assert f'languages = ["{language}", "{other}"]' in (box / "pack.toml").read_text(encoding="utf-8")
    texts = {code: words for code, words in read_content(box).texts.items() if words}
    ids = load_game(name).rules.blank_words().keys()
    assert all(ids <= texts[code].keys() for code in texts)
    assert len(texts) == (2 if ids else 0)


@LANGUAGES
def test_companies_are_called_in_the_language_that_people_speak(language: str) -> None:
    path = new_box(load_game("krysis"), "Our box", language)
    game, box = load_game("krysis"), OpenBox(load_game("krysis"), path, read_content(path))
    _, seat = game.rules.seats(load_pack(game, str(path)).pack)[0]
    row = box.rows(("companies",))[0]
    for code, called in (("en", "Company 1"), ("es", "Compañía 1")):
        assert Language(code).say(seat) == called
        assert Language(code).say(box.row_name(("companies",), row)) == called


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_family_is_called_by_its_roles_in_both_languages(language: str) -> None:
    characters = read_content(new_box(load_game("newyork"), "Our box", language)).data["characters"]
    assert [person["name"] for person in characters] == [
        {"en": "Father", "es": "Padre"},
        {"en": "Mother", "es": "Madre"},
        {"en": "Daughter", "es": "Hija"},
        {"en": "Son", "es": "Hijo"},
    ]


def test_tiles_that_nobody_has_described_get_their_numbers_at_the_table() -> None:
    """No printed tile says "number 2": whoever turns one up is told so, until the tiles differ in the box."""
    game = load_game("escape")
    box = load_pack(game, str(new_box(game, "Our box")))
    table = Table(game, box, ["red", "blue"], game.rules.settings_for(box.pack, ["red", "blue"]), chance={}, auto=False)
    hints = []
    for alike in (True, False):
        for n, tile in enumerate(table.state.world.stacks["A"]):
            printed = table.state.world.tiles[tile]
            table.state.world.tiles[tile] = printed if alike else structs.replace(printed, business=n == 1, gang=n == 2)
        hints.append(str(plain(game.presenter.scene(table.state).prompt.hint)))
    assert hints[0].endswith("their numbers are yours to give: the first one is number 1.")
    assert hints[1] == "It stays on its stack, face up."


def test_tiles_of_a_box_whose_land_is_drawn_are_turned_up_as_usual() -> None:
    """Tiles with the land around them cannot be put into a set, and two of them never look alike."""
    game = load_game("escape")
    box = load_pack(game, "lanternhead")
    table = Table(game, box, ["red", "blue"], game.rules.settings_for(box.pack, ["red", "blue"]), chance={}, auto=False)
    assert any(tile.edges for tile in table.state.world.tiles.values())
    hint = game.presenter.scene(table.state).prompt.hint
    assert hint is not None
    assert plain(hint) == "It stays on its stack, face up."
