"""Sheets in Spanish: every heading, word and phrase has its Spanish, no two are the same, and what is said about a
Spanish box is said in its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect as types

from companion.core.phrases import ALOUD, FIELD, Forms, Parts, plainly
from companion.core.refusals import BadPack
from companion.core.sheets import COMMON, BoxSheets, By, Sheet
from companion.core.texts import plain
from companion.core.validation import info_of
from companion.games.newyork.content import WORDS_FOR, AnyEffect
from companion.games.registry import load_game
from companion.language import Language
from companion.packs.content import content_hash
from companion.packs.exchange import export_box, import_box, install
from companion.packs.folder import files_for, read_content, read_files, write_content
from companion.packs.loader import BUNDLED, copy_box, load_pack, new_box
from companion.packs.sheets.cells import without_none
from companion.packs.sheets.columns import columns_of
from companion.packs.sheets.files import Dialect, dialect_of
from tests.packs.changes import spanish

GAMES = ["newyork", "escape", "crash", "krysis"]
game = pytest.mark.parametrize("game", GAMES)
WORD = re.compile("[a-z]{2}")
"""What has no such letters, as I, II, A or 3, is the same in every language."""


def sheets(game: str) -> BoxSheets:
    box = load_game(game).rules.sheets
    assert box is not None
    return box


def forms(game: str) -> Forms:
    return COMMON["es"] | sheets(game).languages["es"]


def picked(
    info: types.Type, field: str, box: BoxSheets, inside: set[type] | None = None
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """What can be picked in a type, by the field: also the kinds of records, and what amounts are of."""
    inside = set() if inside is None else inside
    match info:
        case types.Metadata():
            yield from picked(info.type, field, box, inside)
        case types.LiteralType():
            yield field, info.values
        case types.UnionType():
            records = [one for one in info.types if isinstance(one, types.StructType) and one.tag is not None]
            if records and not box.phrases.holds(info):
                yield str(records[0].tag_field), tuple(one.tag for one in records)
            for one in info.types:
                yield from picked(one, field, box, inside)
        case types.ListType():
            yield from picked(info.item_type, field, box, inside)
        case types.DictType():
            yield from picked(info.key_type, field, box, inside)
            yield from picked(info.value_type, field, box, inside)
        case types.StructType() if info.cls not in inside:
            inside.add(info.cls)
            if info.tag is None and all(isinstance(bare(one.type), types.IntType) for one in info.fields):
                yield field, tuple(one.encode_name for one in info.fields)
            for one in info.fields:
                if not one.encode_name.startswith("raw_"):
                    yield from picked(one.type, one.encode_name, box, inside)


def bare(info: types.Type) -> types.Type:
    return bare(info.type) if isinstance(info, types.Metadata) else info


def keys_of(info: types.Type) -> tuple[Any, ...]:
    """The keys of a map or a record that a column says."""
    if isinstance(info, types.StructType):
        return tuple(field.encode_name for field in info.fields)
    assert isinstance(info, types.DictType)
    return info.key_type.values if isinstance(info.key_type, types.LiteralType) else ()


def below(info: types.Type, step: Any) -> types.Type:
    info, _ = without_none(info)
    match info:
        case types.StructType() if isinstance(step, str):
            return next(field.type for field in info.fields if field.encode_name == step)
        case types.StructType():
            return info.fields[0].type
        case types.DictType():
            return info.value_type
    assert isinstance(info, types.ListType)
    return info.item_type


def picked_on(sheet: Sheet, box: BoxSheets) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """What can be picked on a sheet, by the field."""
    info: types.Type = info_of(box.pack)
    for step in sheet.path:
        if isinstance(step, By):
            yield "", tuple(step.words.get(key, key) for key in keys_of(without_none(info)[0]))
        info = below(info, step)
    elsewhere = {other.path[-1] for other in box.sheets if other.path[:-2] == sheet.path}
    inner, _ = without_none(below(info, None))
    if isinstance(inner, types.StructType):
        for field in inner.fields:
            if field.encode_name not in elsewhere and field.encode_name not in sheet.drawn:
                yield from picked(field.type, field.encode_name, box)
    else:
        yield from picked(inner, "", box)


def everything(game: str) -> list[tuple[str, tuple[str, ...]]]:
    box = sheets(game)
    found = [one for sheet in box.sheets for one in picked_on(sheet, box)]
    return [(field, tuple(str(value).replace("_", " ") for value in values)) for field, values in found]


def phrases(game: str) -> Iterator[str]:
    for one in [*sheets(game).phrases.effects, *sheets(game).phrases.records.values()]:
        yield from (phrase.template for phrase in (one.phrases if isinstance(one, Parts) else [one]))


@game
def test_every_heading_has_its_spanish(game: str) -> None:
    known = forms(game).headings
    assert [heading for sheet in sheets(game).sheets for heading in sheet.notes if heading not in known] == []


@game
def test_every_word_that_can_be_picked_has_its_spanish(game: str) -> None:
    known = forms(game)
    missing = [
        (field, word)
        for field, words in everything(game)
        for word in words
        if WORD.search(word) and known.of(word, field) == [word] and word not in known.words
    ]
    assert missing == []


@game
def test_every_phrase_has_its_spanish_with_the_same_fields(game: str) -> None:
    for english in phrases(game):
        said = forms(game).phrases[english]
        fields = [sorted(match[:3] for match in re.findall(FIELD, template)) for template in (english, said)]
        assert fields[0] == fields[1], said


def test_every_word_that_stands_for_squares_has_its_spanish_and_can_be_no_id() -> None:
    known = forms("newyork")
    for kind in AnyEffect.__args__:
        for field in info_of(kind).fields:  # type: ignore[attr-defined]
            inner, _ = without_none(field.type)
            sort = (inner.extra or {}).get("names") if isinstance(inner, types.Metadata) else None
            names = known.names(field.encode_name) if sort else {}
            assert not sort or WORDS_FOR[sort] <= names.keys()
            # A word for an item comes after its own connector, where the ids of items are known.
            assert sort == "item" or all(" " in form for form in names.values())


@game
def test_nothing_in_the_spanish_is_for_what_is_not_there(game: str) -> None:
    own = sheets(game).languages["es"]
    assert own.headings.keys() <= {heading for sheet in sheets(game).sheets for heading in sheet.notes}
    said = {phrase.template for phrase in sheets(game).phrases.only_said}
    assert {key for key in own.phrases if not key.startswith(ALOUD)} == set(phrases(game)) | said
    assert {key.removeprefix(ALOUD) for key in own.phrases} == set(phrases(game)) | said
    words = {word for _, some in everything(game) for word in some}
    words |= {name.replace("_", " ") for names in WORDS_FOR.values() for name in names}
    assert {key.rpartition("=")[2] for key in own.words} <= words
    fields = {field for field, _ in everything(game)} | {"2", "at", "to", "from", "item"}
    assert {key.removeprefix(ALOUD).partition("=")[0] for key in own.words if "=" in key} <= fields


@game
def test_no_two_headings_of_a_sheet_are_the_same_in_any_language(game: str) -> None:
    for sheet in sheets(game).sheets:
        every = [name for heading in sheet.notes for name in {plainly(heading), plainly(forms(game).heading(heading))}]
        assert len(every) == len(set(every)), sheet.name


@game
def test_no_two_words_of_a_field_are_the_same_in_any_language(game: str) -> None:
    for field, words in everything(game):
        every = [form for word in words for form in {plainly(form) for form in forms(game).of(word, field)}]
        every += [form for word in words for form in {plainly(one) for one in forms(game).every(word)} - set(every)]
        assert len(every) == len(set(every)), (field, every)


@game
def test_words_among_which_several_stand_in_a_cell_have_no_space(game: str) -> None:
    known = forms(game)
    for sheet in sheets(game).sheets:
        info: types.Type = info_of(sheets(game).pack)
        for step in sheet.path:
            info = below(info, step)
        row, _ = without_none(below(info, None))
        for field in row.fields if isinstance(row, types.StructType) else ():
            inner, _ = without_none(field.type)
            if isinstance(inner, types.DictType) or (
                isinstance(inner, types.ListType)
                and not isinstance(inner.item_type, types.StructType | types.UnionType)
            ):
                for name, words in picked(inner, field.encode_name, sheets(game)):
                    assert not [form for word in words for form in known.of(word, name) if " " in form], name


@game
def test_a_box_with_spanish_sheets_is_written_in_spanish_and_read_as_it_was(game: str) -> None:
    content = spanish(read_content(BUNDLED / str(load_game(game).rules.bundled_pack)))
    files = files_for(content, {})
    assert read_files(files).content == content
    for columns in columns_of(sheets(game).spoken("es")):
        if columns.sheet.rare:
            continue
        first = files[f"{columns.sheet.name}.csv"].decode("utf-8-sig").splitlines()[0]
        seldom = {columns.sheet.headings.get(name, name) for name in columns.sheet.seldom}
        assert first.split(";") == [heading for heading in columns.headings if heading not in seldom]
        if len(columns.headings) > 1:
            assert dialect_of(files[f"{columns.sheet.name}.csv"]) == Dialect(";", bom=True)


@game
def test_sheets_in_english_in_a_spanish_box_are_read_as_well(game: str) -> None:
    bundled = read_content(BUNDLED / str(load_game(game).rules.bundled_pack))
    content = spanish(bundled)
    ours, english = files_for(content, {}), files_for(bundled, {})
    sheets = sorted(name for name in ours if name.endswith(".csv") and "/" not in name)
    for mixed in (sheets, sheets[::2], sheets[1::2]):
        files = ours | {name: english[name] for name in mixed}
        if "texts/en.md" in english:  # long texts stand in Markdown in both
            files["texts/es.md"] = ours["texts/es.md"]
        found = read_files(files)
        assert found.problems == []
        assert without_texts(found.content.data) == without_texts(content.data)


def without_texts(value: Any) -> Any:
    """The same without texts, of which the sheets have now one language and now the other."""
    if isinstance(value, Mapping):
        return {
            name: without_texts(entry)
            for name, entry in value.items()
            if name not in ("name", "title", "text", "effects", "need")
        }
    return [without_texts(entry) for entry in value] if isinstance(value, list) else value


@game
def test_a_box_that_is_changed_stays_in_its_language(game: str, tmp_path: Path) -> None:
    """Also where no text says which that is."""
    path = new_box(load_game(game), "Nuestra caja", "es")
    content = read_content(path)
    data = content.data
    if game == "newyork":
        data["characters"] = [{**one, "name": f"La {one['role']}"} for one in data["characters"]]
    write_content(path, content)
    copy = copy_box(path, "Otra")
    for box in (path, copy):
        assert read_content(box).data.keys() == data.keys()
        assert 'languages = ["es"' in (box / "pack.toml").read_text(encoding="utf-8")
        for columns in columns_of(sheets(game).spoken("es")):
            if columns.sheet.rare:
                continue
            first = (box / f"{columns.sheet.name}.csv").read_text(encoding="utf-8-sig").splitlines()[0]
            seldom = {columns.sheet.headings.get(name, name) for name in columns.sheet.seldom}
            usual = [heading for heading in columns.headings if heading not in seldom]
            assert first.split(";")[: len(usual)] == usual


def test_numbers_and_words_are_as_a_spanish_spreadsheet_writes_them(tmp_path: Path) -> None:
    write_content(tmp_path / "box", spanish(read_content(BUNDLED / "manhattan_nights")))
    lines = (tmp_path / "box" / "squares.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[:2] == ["id;nombre;junto_a;metro;x;y", 'inwood;Inwood;heights riverside;sí;"0,13";"0,1"']
    lines = (tmp_path / "box" / "characters.csv").read_text(encoding="utf-8-sig").splitlines()
    assert lines[1] == "walter;padre;Walter;2 rojos 2 azules;curación"


CELLS = [
    ("newyork", "characters.csv", ";padre;", ";abuelo;", "characters.csv: row 2, column papel",
     'must be one of hija, padre, madre, hijo, not "abuelo"'),
    ("newyork", "characters.csv", "curación", "lucha", "characters.csv: row 2, column habilidad",
     'the padre has "curación", not "lucha"'),
    ("newyork", "characters.csv", "2 rojos 2 azules", "2 verdes", "characters.csv: row 2, column dados",
     'there is no "verdes" here, only rojo, amarillo, azul'),
    ("newyork", "info_tokens.csv", "precio", "preci", "info_tokens.csv: row 1",
     "there is no column preci; did you mean precio?"),
    ("newyork", "info_tokens.csv", "precio;cantidad", "cantidad;count", "info_tokens.csv: row 1",
     "the columns cantidad and count are the same; take one of them out"),
    ("newyork", "police_cards.csv", "prohibir el metro esta ronda", "prohibir el metro",
     "police_cards.csv: row 3, column efectos",
     '"prohibir el metro" is no effect; write it like "prohibir el metro esta ronda"'),
    ("newyork", "police_cards.csv", "en un lugar al azar", "en nadie",
     "police_cards.csv: row 3, column efectos, entry 2",
     '"nadie" is no square of the board, nor one of el lugar del reto final, el lugar de cada personaje, '
     "el lugar de esta carta, este lugar, un lugar al azar"),
    ("newyork", "police_cards.csv", "curar 1 herida a toda la familia", 'json:[{"op": "heal", "who": "uncle"}]',
     "police_cards.csv: row 7, column efectos, entry 1, who",
     "must be one of a quien tiene el turno, a toda la familia, a la hija, al padre, a quien tenga menos objetos"),
    ("newyork", "police_cards.csv", "curar 1 herida a toda la familia", 'json:[{"op": "alert"}]',
     "police_cards.csv: row 7, column efectos, entry 1, n", "is missing; it must be a whole number from -20 to 20"),
    ("newyork", "story_cards.csv", "three_voices;1;", "json:[;1;", "story_cards.csv: row 6, column historia",
     "[ after json: cannot be read; write it in plain words"),
    ("newyork", "scenarios.csv", "hijo grand_central", "hijo gotham",
     "scenarios.csv: row 2, column dónde_empiezan, hijo", '"gotham" is no square of the board'),
    ("escape", "scoring.csv", "stashes;", "cash;", "scoring.csv: row 3, column línea", '"cash" is already that of'),
    ("escape", "scoring.csv", "cash;dinero;1;;1", "cash;dinero;1;0 1;1", "scoring.csv: row 2",
     "must have either tabla or por_unidad, it has both"),
    ("escape", "city_tiles.csv", "residencial comercial agua industrial", "residencial bosque agua industrial",
     "city_tiles.csv: row 2, column terreno, entry 2",
     "must be one of comercial, industrial, residencial, agua or nothing"),
    ("crash", "upgrades.csv", "tras el dado de rotación", "siempre", "upgrades.csv: row 2, column efectos, entry 1",
     '"dar la vuelta al dado de rotación" does not go with "siempre"; it goes with: tras el dado de rotación'),
    ("krysis", "agents.csv", "transportadores;lamp", "porteros;lamp", "agents.csv: row 10, column mazo",
     'must be one of transportadores, luchadores, especiales, not "porteros"'),
    ("krysis", "agents.csv", "Oilcan Ben;transportador", "Oilcan Ben;luchador", "agents.csv: row 2, column clase",
     "must be transportador, as it stands among the transportadores"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "file", "before", "after", "place", "problem"), CELLS)
def test_what_is_wrong_with_a_spanish_box_is_said_in_its_words(
    game: str, file: str, before: str, after: str, place: str, problem: str, tmp_path: Path
) -> None:
    box = tmp_path / "box"
    write_content(box, spanish(read_content(BUNDLED / str(load_game(game).rules.bundled_pack))))
    text = (box / file).read_text(encoding="utf-8")
    assert before in text
    (box / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadPack) as refusal:
        load_pack(load_game(game), str(box))
    told = [f"{plain(fault.place).rpartition('/')[2]}: {plain(fault.said)}" for fault in refusal.value.problems]
    assert [line for line in told if line.startswith(f"{place}: {problem}")], told
    assert all(Language("es").say(fault.said) != plain(fault.said) for fault in refusal.value.problems)


def test_spanish_headings_in_an_english_box_are_told_from_wrong_ones(tmp_path: Path) -> None:
    box = tmp_path / "box"
    write_content(box, read_content(BUNDLED / "manhattan_nights"))
    text = (box / "items.csv").read_text(encoding="utf-8")
    (box / "items.csv").write_text(text.replace("kind,count", "tipo,cantidad", 1), encoding="utf-8")
    with pytest.raises(BadPack) as refusal:
        load_pack(load_game("newyork"), str(box))
    told = [plain(fault.said) for fault in refusal.value.problems]
    right = 'is in another language than the box; put "es" first in languages of pack.toml'
    assert f"the column tipo {right}" in told
    assert f"the column cantidad {right}" in told
    manifest = (box / "pack.toml").read_text(encoding="utf-8")
    (box / "pack.toml").write_text(manifest.replace('["en", "es"]', '["es", "en"]'), encoding="utf-8")
    assert read_content(box).data["items"] == read_content(BUNDLED / "manhattan_nights").data["items"]


@pytest.mark.parametrize("game", GAMES)
def test_a_box_in_one_file_keeps_its_language(game: str, tmp_path: Path) -> None:
    content = spanish(read_content(BUNDLED / str(load_game(game).rules.bundled_pack)))
    write_content(tmp_path / "box", content)
    export_box(import_box(tmp_path / "box"), tmp_path / "box.json")
    brought = import_box(tmp_path / "box.json")
    assert brought.content == read_content(tmp_path / "box")
    assert load_pack(load_game(game), str(tmp_path / "box.json")).hash == content_hash(content.data)
    taken = install(brought, "again")
    assert {file.name: file.read_bytes() for file in taken.glob("*.csv")} == {
        file.name: file.read_bytes() for file in (tmp_path / "box").glob("*.csv")
    }


@pytest.mark.parametrize(
    ("beside", "problem"),
    [
        ("7", "beside: must be a group of fields"),
        ('{"texts": {"Spanish": {}}}', 'Spanish: must be the code of a language, like "es"'),
        ('{"map": {"squares": {"soho": [7, 0]}}}', "squares.soho: must be two numbers from 0 to 1"),
    ],
)
def test_what_is_wrong_beside_the_pack_in_one_file_is_said(beside: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "box.json").write_text(f'{{"game": "newyork", "beside": {beside}}}')
    with pytest.raises(BadPack) as refusal:
        read_content(tmp_path / "box.json")
    assert str(refusal.value.problems[0]).startswith(f"{tmp_path / 'box.json'}: {problem}")
