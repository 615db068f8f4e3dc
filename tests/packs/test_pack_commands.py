"""``companion pack``: boxes are made, checked, handed on, taken in, compared and described."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from companion.commands.packs import pack
from companion.games.registry import load_game
from companion.packs.folder import read_content, write_content
from companion.packs.json_form import json_schema
from companion.packs.loader import BUNDLED, user_folder
from companion.packs.sheets.columns import columns_of
from tests.packs.changes import spanish

GAMES = {"newyork": "manhattan_nights", "escape": "lanternhead", "crash": "fenderbend", "krysis": "deepvein"}


def run(*words: object) -> Result:
    return CliRunner().invoke(pack, [str(word) for word in words])


def changed(box: Path, file: str, before: str, after: str) -> None:
    text = (box / file).read_text(encoding="utf-8")
    assert before in text
    (box / file).write_text(text.replace(before, after, 1), encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_new_box_has_all_headings_and_can_be_played_with(game: str, tmp_path: Path) -> None:
    box = tmp_path / "our box"
    assert run("new", game, box, "--name", "Our box").exit_code == 0
    for file in (BUNDLED / GAMES[game]).glob("*.csv"):
        named = file.read_text().splitlines()[0]
        assert (box / file.name).read_text().splitlines()[0] in (named, f"{named},whole")
    assert 'name = "Our box"' in (box / "pack.toml").read_text()
    assert "[unknown]" in (box / "pack.toml").read_text()
    assert run("check", box).exit_code == 0, "it can be played with at once"


@pytest.mark.parametrize("game", GAMES)
def test_a_new_box_can_have_spanish_sheets_and_keeps_them_wherever_it_goes(game: str, tmp_path: Path) -> None:
    box, handed, put_down = tmp_path / "caja", tmp_path / "caja.zip", tmp_path / "otra"
    assert run("new", game, box, "--language", "es").exit_code == 0
    assert run("check", box).exit_code == 0
    assert run("export", box, handed).exit_code == 0
    assert run("import", handed).exit_code == 0
    assert run("export", "caja", put_down).exit_code == 0
    for columns in columns_of(load_game(game).rules.sheets.spoken("es")):
        files = [where / f"{columns.sheet.name}.csv" for where in (box, user_folder() / "caja", put_down)]
        if columns.sheet.rare:
            assert not any(file.exists() for file in files)
            continue
        assert len({file.read_bytes() for file in files}) == 1
        written = files[0].read_text(encoding="utf-8-sig").splitlines()[0].split(";")
        seldom = {columns.sheet.headings.get(name, name) for name in columns.sheet.seldom}
        assert [name for name in columns.headings if name in written] == written
        assert set(columns.headings) - set(written) <= seldom


def test_what_differs_between_spanish_boxes_is_said_in_the_words_of_their_sheets(tmp_path: Path) -> None:
    box = tmp_path / "caja"
    write_content(box, spanish(read_content(BUNDLED / "manhattan_nights")))
    other = shutil.copytree(box, tmp_path / "otra")
    changed(other, "characters.csv", "2 rojos 2 azules", "1 rojo 2 azules")
    changed(other, "police_cards.csv", "prohibir el metro", "prohibir los objetos")
    result = run("diff", box, other).stdout
    assert "characters: walter, dados: 2 rojos 2 azules becomes 1 rojo 2 azules" in result
    assert "police_cards: p02, efectos: prohibir el metro esta ronda" in result


def test_a_new_box_is_not_made_where_something_is(tmp_path: Path) -> None:
    (tmp_path / "note.txt").touch()
    result = run("new", "newyork", tmp_path)
    assert result.exit_code == 2
    assert [file.name for file in tmp_path.iterdir() if file.name != "owner"] == ["note.txt"]


def test_a_new_box_of_a_game_without_boxes_is_refused(tmp_path: Path) -> None:
    assert run("new", "thousand", tmp_path / "x").exit_code == 2
    assert run("schema", "thousand").exit_code == 2


@pytest.mark.parametrize("name", GAMES.values())
@pytest.mark.parametrize("ending", ["", ".zip", ".json"])
def test_a_box_is_handed_on_and_taken_in_as_it_was(name: str, ending: str, tmp_path: Path) -> None:
    target = tmp_path / f"box{ending}"
    assert run("export", name, target).exit_code == 0
    assert run("export", name, target).exit_code == 2
    assert run("import", target).exit_code == 0
    assert run("import", target).exit_code == 2
    assert run("import", target, "--replace").exit_code == 0
    there, before = read_content(user_folder() / name), read_content(BUNDLED / name)
    assert there.data == before.data
    if ending != ".json":
        assert there == before


def test_what_is_listed_tells_how_much_of_an_owners_box_is_known(tmp_path: Path) -> None:
    run("new", "newyork", tmp_path / "ours", "--name", "Ours")
    run("import", tmp_path / "ours")
    result = run("list").stdout
    assert "mafia_cards: 0 of 50 known" in result
    assert "fenderbend" in result


def test_what_differs_between_two_boxes_is_said_row_by_row(tmp_path: Path) -> None:
    box = Path(shutil.copytree(BUNDLED / "manhattan_nights", tmp_path / "box"))
    assert run("diff", "manhattan_nights", box).exit_code == 0
    changed(box, "police_cards.csv", "forbid subway this round", "alert +1")
    changed(box, "mafia_cards.csv", "m50,", "m51,")
    changed(box, "pack.toml", "length = 20", "length = 21")
    changed(box, "texts/es.csv", "Noches de Manhattan", "Noches")
    result = run("diff", "manhattan_nights", box)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "tracks.alert.length: 20 becomes 21",
        "mafia_cards: m50 is only in the first",
        "mafia_cards: m51 is only in the second",
        "police_cards: p02, effects: forbid subway this round; remove 1 mafia from random becomes "
        "alert +1; remove 1 mafia from random",
        "texts, es, Manhattan Nights: Noches de Manhattan becomes Noches",
    ]


def test_a_box_is_again_what_it_was(tmp_path: Path) -> None:
    run("export", "manhattan_nights", tmp_path / "box")
    run("import", tmp_path / "box")
    result = run("back", user_folder() / "manhattan_nights")
    assert result.exit_code == 2
    assert "0 states" in result.stderr
    changed(tmp_path / "box", "pack.toml", "Manhattan Nights", "Another print")
    run("import", tmp_path / "box", "--replace")
    assert len(run("back", "manhattan_nights", "--list").stdout.splitlines()) == 1
    assert read_content(user_folder() / "manhattan_nights").data["name"] == "Another print"
    for name in ("Noches", "Another print", "Noches"):
        assert run("back", "manhattan_nights").exit_code == 0
        assert name in str(read_content(user_folder() / "manhattan_nights").data["name"])


def test_boxes_of_two_games_are_not_compared() -> None:
    assert run("diff", "manhattan_nights", "deepvein").exit_code == 2


@pytest.mark.parametrize(("game", "name"), GAMES.items())
def test_the_schema_takes_the_bundled_pack_and_nothing_that_is_broken(game: str, name: str) -> None:
    schema = json.loads(run("schema", game).stdout)
    assert schema == json_schema(load_game(game).rules)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    data = read_content(BUNDLED / name).data
    assert validator.is_valid(data)
    for field in data:
        assert not validator.is_valid({**data, field: 3.5})


def test_what_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run("export", "deepvein", tmp_path / "file" / "box.zip")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
