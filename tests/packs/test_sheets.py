"""A box as sheets says exactly what its JSON says, and stays the same box when a spreadsheet has saved it."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.refusals import BadPack
from companion.core.texts import plain
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.content import Content, content_hash
from companion.packs.folder import files_for, read_content, read_files, write_content
from companion.packs.loader import BUNDLED, load_pack, new_box
from companion.packs.sheets.columns import columns_of
from companion.packs.sheets.files import Dialect, Rows, dialect_of, read_rows
from tests.packs.changes import spanish
from tests.packs.page import PAGE, entries_of, page
from tests.playthroughs import recording

GAMES = ["newyork", "escape", "crash", "krysis"]
HASHES = {
    "manhattan_nights": "8fec2ceffa3bb67f08e8053e9870116c",
    "lanternhead": "888f51b557622468fdda86944ccb3950",
    "fenderbend": "429209b71e00f7cb89509231e7d82a79",
    "deepvein": "ae82550c546729be95758a90c636d1a1",
}
"""Of the bundled boxes as they were in JSON."""
Change = Callable[[str], str]


def bundled(game: str) -> Path:
    return BUNDLED / str(load_game(game).rules.bundled_pack)


@pytest.fixture(params=[f"{game}-{code}" for game in GAMES for code in ("en", "es")])
def box(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a bundled box, or the same with Spanish sheets."""
    game, _, code = request.param.partition("-")
    if code == "en":
        return Path(shutil.copytree(bundled(game), tmp_path / "box"))
    write_content(tmp_path / "box", spanish(read_content(bundled(game))))
    return tmp_path / "box"


@pytest.mark.parametrize("name", HASHES)
def test_a_bundled_box_has_the_hash_that_it_had_as_json(name: str) -> None:
    assert content_hash(read_content(BUNDLED / name).data) == HASHES[name]


def test_recorded_games_name_the_hashes_of_bundled_boxes_that_have_not_changed_since() -> None:
    named = {recording.read(name)[0]["setup"]["pack_hash"] for name in recording.names()}
    assert HASHES["fenderbend"] in named
    assert HASHES["deepvein"] in named


@pytest.mark.parametrize("file", sorted(recording.HERE.glob("packs/*.json")), ids=lambda file: file.stem)
def test_packs_of_recorded_games_say_the_same_as_sheets(file: Path, tmp_path: Path) -> None:
    content = Content(json.loads(file.read_text()))
    write_content(tmp_path / "box", content)
    assert (tmp_path / "box" / "pack.toml").exists()
    assert read_content(tmp_path / "box") == content


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_empty_box_says_the_same_as_sheets(game: str, language: str) -> None:
    path = new_box(load_game(game), "Our box", language)
    assert (path / "pack.toml").exists()
    content = read_content(path)
    assert files_for(content, {}) == {
        file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()
    }


def test_what_is_written_again_is_written_the_same(box: Path) -> None:
    before = {file: file.read_bytes() for file in box.rglob("*") if file.is_file()}
    write_content(box, read_content(box))
    assert {file: file.read_bytes() for file in box.rglob("*") if file.is_file()} == before


def saved(file: Path, delimiter: str, newline: str, bom: bool, quoting: Any, width: int) -> None:
    """Save a sheet as a spreadsheet would, ``width`` columns and rows wider than it is."""
    data = file.read_bytes()
    text = io.StringIO(data.decode("utf-8-sig"), newline="")
    rows = [[*row, *[""] * width] for row in csv.reader(text, delimiter=dialect_of(data).delimiter)]
    text = io.StringIO(newline="")
    empty = [[""] * len(rows[0])] * width
    csv.writer(text, delimiter=delimiter, lineterminator=newline, quoting=quoting).writerows([*rows, *empty])
    file.write_bytes((b"\xef\xbb\xbf" if bom else b"") + text.getvalue().encode())


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", [False, True])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("width", [0, 3])
def test_a_box_that_a_spreadsheet_has_saved_is_the_same(
    box: Path, delimiter: str, newline: str, bom: bool, quoting: Any, width: int
) -> None:
    before = read_content(box)
    for file in box.rglob("*.csv"):
        saved(file, delimiter, newline, bom, quoting, width)
    assert read_content(box) == before


def test_a_sheet_is_written_again_as_it_was_laid_out(box: Path) -> None:
    files = list(box.rglob("*.csv"))
    for file in files:
        saved(file, ";", "\r\n", True, csv.QUOTE_MINIMAL, 0)
    before = {file: placements(file) for file in files}
    write_content(box, read_content(box))
    assert {file: placements(file) for file in files} == before


def placements(file: Path) -> tuple[Dialect, Rows]:
    data = file.read_bytes()
    return dialect_of(data), read_rows(data, file.name)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_spreadsheet_that_parts_cells_at_every_separator_finds_the_same_cells(box: Path, delimiter: str) -> None:
    """LibreOffice does so unless it is told otherwise."""
    for file in box.rglob("*.csv"):
        saved(file, delimiter, "\n", False, csv.QUOTE_MINIMAL, 0)
    content = read_content(box)
    write_content(box, content)
    for file in box.rglob("*.csv"):
        bare = re.sub('"[^"]*"', "", file.read_text(encoding="utf-8"))
        assert not set(",;\t") - {delimiter} & set(bare), file


def test_comments_in_the_manifest_stay(box: Path) -> None:
    file = box / "pack.toml"
    file.write_text("# Bought in Essen.\n" + file.read_text())
    content = read_content(box)
    name = "title" if "title" in content.data else "name"
    write_content(box, Content({**content.data, name: "Ours"}, content.texts, content.places))
    assert file.read_text().startswith("# Bought in Essen.\n")
    assert read_content(box).data[name] == "Ours"


def changed(box: Path, file: str, change: Change) -> None:
    path = box / file
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")


@pytest.fixture
def york(tmp_path: Path) -> Path:
    """A copy of the bundled box of New York Crisis."""
    return Path(shutil.copytree(bundled("newyork"), tmp_path / "york"))


def test_a_text_with_a_line_break_stays_in_its_cell(york: Path) -> None:
    changed(
        york,
        "police_cards.csv",
        lambda text: text.replace("A strike:", '"A strike\nof all trains:', 1).replace("away.,no", 'away.",no', 1),
    )
    assert read_content(york).data["police_cards"][1]["event"]["text"].startswith("A strike\nof all trains:")


def test_a_text_without_words_in_another_language_is_a_plain_one(york: Path) -> None:
    changed(york, "police_cards.csv", lambda text: text.replace("Night Doctor", "Day Doctor"))
    assert read_content(york).data["police_cards"][5]["event"]["title"] == "Day Doctor"


def test_a_card_that_people_add_in_one_language_stays_beside_those_in_two(york: Path) -> None:
    content = read_content(york)
    cards = content.data["police_cards"]
    cards[0]["event"]["title"] = "Night Doctor"
    cards[1]["event"]["title"] = {"en": "Night Doctor", "es": "Otro"}
    cards[2]["event"]["title"] = {"es": "Solo en español"}
    cards[3]["event"]["title"] = {"en": "Only in English"}
    write_content(york, content)
    assert (york / "pack.toml").exists()
    assert read_content(york) == content


def test_cells_can_say_anything(york: Path) -> None:
    content = read_content(york)
    for card, text in zip(
        content.data["police_cards"], ["json:", "?", "", " a ", "\r\n", "\x07", "a\tb", '"x"', "=1+1"], strict=False
    ):
        card["event"]["text"] = text
        card["id"] = f"{card['id']} {text}"
    content.data["police_cards"][9]["note"] = "worn at the edge"
    content.data["police_cards"][10]["event"]["note"] = [1, None, {"a": 2.5}]
    content.data["police_cards"][11]["event"]["effects"] = [{"op": "dance", "n": 1}]
    content.data["police_cards"][12]["square"] = 7
    content.data["police_cards"][13]["square"] = None
    del content.data["police_cards"][14]["square"]
    content.data["police_cards"][15]["square"] = "7"
    content.data["publisher"] = {"name": "us", "since": 1999}
    content.data["unknown"] = {"mafia_cards": 3}
    write_content(york, content)
    assert (york / "pack.toml").exists()
    assert "(note)" in (york / "police_cards.csv").read_text()
    assert read_content(york) == content


def test_a_box_that_sheets_cannot_say_is_kept_as_json(york: Path) -> None:
    content = read_content(york)
    content.data["police_cards"][0] = "a card"
    write_content(york, content)
    assert not (york / "pack.toml").exists()
    assert not (york / "police_cards.csv").exists()
    assert read_content(york) == content


def test_a_column_of_the_owner_is_kept_and_not_looked_at(york: Path) -> None:
    hash_ = load_pack(load_game("newyork"), str(york)).hash
    lines = (york / "items.csv").read_text().splitlines()
    (york / "items.csv").write_text("\n".join([lines[0] + ",(where)", *(line + ",tin" for line in lines[1:])]))
    loaded = load_pack(load_game("newyork"), str(york))
    assert loaded.hash != hash_
    assert loaded.data["items"][0] == {"kind": "phone", "count": 2, "where": "tin"}
    assert loaded.pack.items == load_pack(load_game("newyork")).pack.items


def test_a_box_that_says_its_squares_without_places_gets_places(york: Path) -> None:
    rows = [",".join(line.split(",")[:-2]) for line in (york / "squares.csv").read_text().splitlines()]
    (york / "squares.csv").write_text("\n".join(rows))
    assert read_content(york).places is None
    assert len(load_pack(load_game("newyork"), str(york)).map) == 20


def test_places_are_read_with_a_comma_as_well(york: Path) -> None:
    before = read_content(york)
    for file in york.glob("*.csv"):
        saved(file, ";", "\n", False, csv.QUOTE_MINIMAL, 0)
    changed(york, "squares.csv", lambda text: text.replace("0.", "0,"))
    assert read_content(york) == before


def test_a_game_whose_boxes_have_no_sheets_keeps_them_as_json(tmp_path: Path) -> None:
    content = Content({"game": "draughts", "id": "x"})
    write_content(tmp_path / "box", content)
    assert [file.name for file in (tmp_path / "box").iterdir()] == ["pack.json"]
    assert read_content(tmp_path / "box") == content


def test_files_without_a_game_are_refused() -> None:
    with pytest.raises(BadPack, match="game: is missing"):
        read_files({"pack.toml": b'id = "x"'})


# The page on boxes: every entry, every column and every effect, each with an example.


def test_the_page_is_the_one_that_is_made_from_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.packs.page writes it anew"


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_every_heading_and_every_effect_stands_below_its_english_in_spanish(game: str) -> None:
    box = load_game(game).rules.sheets
    assert box is not None
    told = page()
    for first, second in zip(columns_of(box), columns_of(box.spoken("es")), strict=True):
        for one, other in zip(first.headings, second.headings, strict=True):
            assert f"| `{one}`{'' if one == other else f'<br>`{other}`'} |" in told
    say = Language("es").say
    for words in (*box.notes.values(), *(one for sheet in box.sheets for one in (sheet.about, *sheet.notes.values()))):
        assert f"{plain(words)}<br>{say(words)}" in told
    for one, other in zip(box.phrases.effects, box.spoken("es").phrases.effects, strict=True):
        assert f"`{one.example[:90]}" in told
        assert f"<br>`{other.example[:90]}" in told


@pytest.mark.parametrize("game", ["newyork", "escape", "crash", "krysis"])
def test_every_entry_every_column_and_every_effect_is_on_it(game: str) -> None:
    box = load_game(game).rules.sheets
    assert box is not None
    told = page()
    for columns in columns_of(box):
        assert f"### `{columns.sheet.name}.csv`" in told
        headings = [step.heading for step, _ in columns.where if not isinstance(step, str)]
        headings += [column.heading for column in columns.fields]
        assert set(headings) <= columns.sheet.notes.keys()
        assert all(columns.sheet.notes.values())
        assert set(columns.sheet.key) <= columns.sheet.notes.keys()
    assert {path for path, _ in entries_of(box)} == box.notes.keys()
    for phrase in box.phrases.effects:
        assert f"`{phrase.example}`" in told


def test_the_same_heading_means_the_same_in_every_game() -> None:
    told: dict[str, set[str]] = {}
    for game in ("newyork", "escape", "crash", "krysis"):
        box = load_game(game).rules.sheets
        assert box is not None
        for columns in columns_of(box):
            for column in columns.fields:
                told.setdefault(column.heading, set()).add(plain(column.cell.about))
    assert "title" not in told
    for heading in ("name", "text", "effects", "subway", "hospital"):
        assert len(told[heading]) == 1, told[heading]
