"""Finding and loading packs: by id, folder or file, and one clear sentence for what does not work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.refusals import BadPack
from companion.core.texts import plain
from companion.core.validation import examine, expecting
from companion.games.registry import game_names, load_game
from companion.language import Language
from companion.packs import installed_packs, load_pack
from companion.packs import loader as loading
from tests.packs.changes import Crash, Escape, Krysis, NewYork

with_board = pytest.mark.parametrize("game", [NewYork], indirect=True)
with_texts = pytest.mark.parametrize("game", [Escape, Crash, Krysis], indirect=True)


@pytest.fixture(params=[NewYork, Escape, Crash, Krysis])
def game(request: pytest.FixtureRequest) -> Any:
    """The part of a game that loading needs; of every game unless a test says which."""
    return request.param()


@pytest.fixture(autouse=True)
def user_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The owner's pack folder, empty."""
    folder = tmp_path / "user" / "packs"
    folder.mkdir(parents=True)
    monkeypatch.setattr(loading, "user_folder", lambda: folder)
    return folder


def write(path: Path, data: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def problems_of(game: Any, where: Path | str | None) -> list[str]:
    with pytest.raises(BadPack) as refusal:
        load_pack(game, where if where is None else str(where))
    return refusal.value.problems


@with_board
def test_the_bundled_pack_brings_its_map(game: Any) -> None:
    loaded = load_pack(game)
    assert loaded.map.keys() == {square.id for square in loaded.pack.board.squares}
    assert loaded.pack.map == loaded.map


def test_the_bundled_pack_is_found_again_by_its_id(game: Any) -> None:
    loaded = load_pack(game)
    assert loaded.source == loaded.pack.id == game.rules.bundled_pack
    assert load_pack(game, loaded.source).hash == loaded.hash


def test_a_folder_a_file_and_an_id_load_the_same(
    game: Any, raw: dict[str, Any], tmp_path: Path, user_packs: Path
) -> None:
    folder = write(tmp_path / "mine" / "pack.json", raw).parent
    file = write(tmp_path / "single.json", raw)
    write(user_packs / "ours" / "pack.json", raw)
    write(user_packs / "flat.json", raw)
    hashes = {load_pack(game, where).hash for where in (str(folder), str(file), "ours", "flat", None)}
    assert len(hashes) == 1


def test_the_source_finds_a_pack_again_from_anywhere(
    game: Any, raw: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "single.json", raw)
    monkeypatch.chdir(tmp_path)
    source = load_pack(game, "single.json").source
    monkeypatch.chdir("/")
    assert load_pack(game, source).pack.id == game.rules.bundled_pack


def test_the_hash_is_that_of_the_content_not_of_the_lines(game: Any, raw: dict[str, Any], tmp_path: Path) -> None:
    spread = write(tmp_path / "spread.json", json.dumps(raw, indent=4))
    other = write(tmp_path / "other.json", raw | {"id": "other"})
    assert load_pack(game, str(spread)).hash == load_pack(game).hash
    assert load_pack(game, str(other)).hash != load_pack(game).hash


@with_board
def test_without_a_map_squares_get_places_of_their_own(game: Any, raw: dict[str, Any], tmp_path: Path) -> None:
    places = load_pack(game, str(write(tmp_path / "single.json", raw))).map
    assert len(set(places.values())) == len(raw["board"]["squares"])


def test_what_is_not_there_is_said_with_what_is(game: Any) -> None:
    [problem] = problems_of(game, "atlantis")
    assert problem.startswith("atlantis: there is no folder or file of this name")
    assert game.rules.bundled_pack in problem


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_played_with_its_bundled_pack_if_no_other_is_named(name: str) -> None:
    game = load_game(name)
    assert load_pack(game).source == (game.rules.bundled_pack or "")


def test_a_folder_without_a_pack_is_refused(game: Any, tmp_path: Path) -> None:
    assert problems_of(game, tmp_path) == [f"{tmp_path}: there is no pack.toml and no pack.json in this folder"]


def test_a_file_that_is_not_json_is_refused_with_line_and_column(game: Any, tmp_path: Path) -> None:
    file = write(tmp_path / "pack.json", '{"game": "newyork",\n "schema" 1}')
    [problem] = problems_of(game, file)
    assert problem.startswith(f"{file}: line 2, column 11: cannot be read as JSON; look for a missing comma")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b'{"a": NaN}', b'{"name": "\\ud800"}', b"[" * 100_000, b""])
def test_a_file_that_cannot_be_read_is_refused_in_one_sentence(game: Any, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "pack.json"
    file.write_bytes(content)
    [problem] = problems_of(game, file)
    assert problem.startswith(f"{file}: ")


@pytest.mark.parametrize("where", ["x" * 5000, "~nobody-of-this-name/pack.json", "no\0name"])
def test_a_name_that_no_file_can_have_is_refused(game: Any, where: str) -> None:
    assert len(problems_of(game, where)) == 1


def test_a_pack_of_another_game_is_refused(game: Any, tmp_path: Path) -> None:
    file = write(tmp_path / "pack.json", {"game": "draughts"})
    assert problems_of(game, file) == [f"{file}: game: this is a box of draughts, not of {game.name}"]


def test_every_problem_names_the_file_and_the_field(game: Any, raw: dict[str, Any], tmp_path: Path) -> None:
    file = write(tmp_path / "pack.json", raw | {"id": "", game.title_field: 3})
    fields = [problem.removeprefix(f"{file}: ").partition(":")[0] for problem in problems_of(game, file)]
    assert fields == ["id", game.title_field]


@with_board
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"soho": [0.5, 1.5]}, "squares.soho: must be two numbers from 0 to 1, like [0.1, 0.5]"),
        ({"soho": "south"}, "squares.soho: must be two numbers from 0 to 1, like [0.1, 0.5]"),
        ({"gotham": [0.5, 0.5]}, "squares.gotham: is no square of the board"),
    ],
)
def test_a_map_that_does_not_fit_is_refused(
    game: Any, raw: dict[str, Any], tmp_path: Path, change: dict[str, Any], problem: str
) -> None:
    places = {square["id"]: [0.5, 0.5] for square in raw["board"]["squares"]}
    write(tmp_path / "pack.json", raw)
    file = write(tmp_path / "map.json", {"squares": places | change})
    assert problems_of(game, tmp_path) == [f"{file}: {problem}"]


@with_board
def test_a_map_with_a_square_missing_is_refused(game: Any, raw: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path / "pack.json", raw)
    file = write(tmp_path / "map.json", {"squares": {}})
    assert f"{file}: squares.soho: is missing" in problems_of(game, tmp_path)


BRACES = '; write fields in braces, such as {"name": "…"}'
WRONG_TEXTS = [
    ([], f"the file: must be a group of fields, not []{BRACES}"),
    ('"es"', f'the file: must be a group of fields, not "es"{BRACES}'),
    ({"es": "Lonja"}, f'es: must be a group of fields, not "Lonja"{BRACES}'),
    ({"es": {"fish_market": 3}}, "es.fish_market: must be a text, not 3; put quotation marks round it"),
    ({"es": {"fish_market": None}}, "es.fish_market: is missing; it must be a text"),
    ({"fish_market": {"es": "Lonja"}}, 'fish_market: must be the code of a language, like "es"'),
]


def test_texts_beside_a_pack_are_checked_and_said_with_their_file(
    game: Any, raw: dict[str, Any], tmp_path: Path
) -> None:
    write(tmp_path / "pack.json", raw)
    for wrong, problem in WRONG_TEXTS:
        file = write(tmp_path / "texts.json", wrong)
        assert problems_of(game, tmp_path) == [f"{file}: {problem}"]


@pytest.mark.parametrize(
    ("kind", "value", "english", "spanish"),
    [
        (str, 7, "must be a text, not 7; put quotation marks round it", "no 7; ponlo entre comillas"),
        (str, ["a", "b"], "must be a text, not a list", "debe ser un texto, no una lista"),
        (int, "7", 'must be a whole number, not "7"; take the quotation marks away', "quita las comillas"),
        (int, "seven", 'must be a whole number, not "seven"', 'debe ser un número entero, no "seven"'),
        (bool, "yes", "; write true or false, without quotation marks", "; escribe true o false, sin comillas"),
        (list[str], "a", 'must be a list, not "a"; put square brackets [ ] round it', "; ponlo entre corchetes [ ]"),
        (dict[str, str], [["a"]], "must be a group of fields, not a list; write fields in braces", "escribe campos"),
    ],
)  # fmt: skip
def test_whoever_wrote_it_by_hand_is_told_what_to_change(kind: Any, value: Any, english: str, spanish: str) -> None:
    (fault,) = examine(kind, value, "name").problems
    assert english in plain(fault.said)
    assert spanish in Language("es").say(fault.said)
    assert plain(expecting(fault.said, "a number")).startswith("must be a number, not")
    assert ";" not in plain(expecting(fault.said, "a number")), "cells of a sheet need no marks"


def test_texts_that_are_not_json_are_refused_with_line_and_column(
    game: Any, raw: dict[str, Any], tmp_path: Path
) -> None:
    write(tmp_path / "pack.json", raw)
    file = write(tmp_path / "texts.json", '{"es": {\n"red" "Rojo"}}')
    [problem] = problems_of(game, tmp_path)
    assert problem.startswith(f"{file}: line 2, column 7: cannot be read as JSON; look for a missing comma")


def test_everything_that_is_wrong_with_texts_is_said_at_once(game: Any, raw: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path / "pack.json", raw)
    write(tmp_path / "texts.json", {"es": {"red": 1}, "EN": {}, "en": []})
    assert len(problems_of(game, tmp_path)) == 3


@with_texts
def test_texts_come_with_a_pack_that_has_a_place_for_them(game: Any, raw: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path / "pack.json", raw)
    assert load_pack(game, str(tmp_path)).pack.texts == {}
    write(tmp_path / "texts.json", {"es": {"red": "Rojo"}})
    assert load_pack(game, str(tmp_path)).pack.texts == {"es": {"red": "Rojo"}}
    assert load_pack(game, str(write(tmp_path / "single.json", raw))).pack.texts == {}


@with_texts
def test_texts_of_another_language_leave_the_hash_as_it_is(game: Any, raw: dict[str, Any], tmp_path: Path) -> None:
    write(tmp_path / "pack.json", raw)
    assert load_pack(game, str(tmp_path)).hash == load_pack(game).hash


def test_installed_packs_are_listed_the_broken_ones_too(game: Any, raw: dict[str, Any], user_packs: Path) -> None:
    write(user_packs / "ours" / "pack.json", raw | {game.title_field: "Our box"})
    write(user_packs / "torn.json", "{")
    write(user_packs / "babel" / "pack.json", raw)
    write(user_packs / "babel" / "texts.json", [])
    listed = {pack.id: pack for pack in installed_packs()}
    assert listed[game.rules.bundled_pack].bundled
    assert (listed["ours"].game, listed["ours"].name, listed["ours"].bundled) == (game.name, "Our box", False)
    assert "line 1" in str(listed["torn"].problem)
    assert "texts.json: the file: must be a group of fields" in str(listed["babel"].problem)


def test_installed_packs_are_listed_by_their_names_in_every_language_that_they_have(
    game: Any, raw: dict[str, Any], user_packs: Path
) -> None:
    write(user_packs / "ours" / "pack.json", raw | {game.title_field: "Our box", "language": "en"})
    write(user_packs / "ours" / "texts.json", {"es": {"Our box": "Nuestra caja"}})
    listed = {pack.id: pack for pack in installed_packs()}
    assert listed["ours"].name == {"en": "Our box", "es": "Nuestra caja"}
