"""Generates README.md for boxes from the sheets and phrases of all games: ``python -m tests.packs.page``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import inspect as types

from companion.core.phrases import FIELD, Parts, Phrase
from companion.core.sheets import BoxSheets
from companion.core.texts import Say, Words, plain
from companion.core.validation import info_of
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.language import Language, tell
from companion.packs.folder import read_content
from companion.packs.loader import BUNDLED
from companion.packs.sheets.cells import about_of, cell_of, without_none
from companion.packs.sheets.columns import Columns, columns_of
from companion.packs.sheets.writing import BoxCells, cells_of

PAGE: Final = BUNDLED / "README.md"
LONGEST: Final = 120
INTRODUCTION: Final = """\
# Boxes

A box is a folder that you can edit with a spreadsheet and a text editor. `companion pack new GAME FOLDER` makes an
empty one, with all headings and with what is printed in every box; `companion pack check FOLDER` says everything that
does not fit yet, with file, row and column. What is still unknown is drawn by hand and told while you play. The bundled
boxes beside this page are whole examples.

| in the folder | what it is |
| --- | --- |
| `pack.toml` | the game, the id and name of the box, its languages, and what fits on no sheet |
| `*.csv` | the sheets: a row for each printed thing, the headings in the first row |
| `texts/es.csv` | the words of another language: a text as it stands on the sheets, or an id, and its words |
| `texts/en.csv` | words for ids in the language of the sheets, where there is no column for them |
| `texts/en.md` | long texts, each below a heading `# SHEET / ROW / COLUMN`; their cells stay empty |
| `texts/es.md` | the same texts in another language |
| `pictures/ID.png` | the picture of a card, PNG, JPEG or WebP; `companion pack photo` makes one of a photo |
| `pictures/mafia_card_7.jpg` | that of a card without a row, by its table and a number: it is told when it comes up |

Sheets may have commas, semicolons or tabs, with or without a byte order mark; save them as UTF-8. In a cell

* *yes* and *no* can be written as a spreadsheet writes them, in English or Spanish;
* several ids or numbers are separated by spaces;
* effects are phrases in the words of the rules, separated by semicolons: `alert +2; forbid subway this round`. Names
  and texts in them that are more than one word stand in quotation marks;
* accents may be left out, and capitals do not matter;
* `json:` comes before a value that has no words of its own, and `json:` alone says that there is nothing.

The sheets are in the first language of the box. Where that is Spanish, so are headings, words to choose from and
effects, as the second line of each row below says, and a new box has semicolons and decimal commas; the first line,
English, is read in a Spanish box as well. The names of files and what stands in `pack.toml` are the same in every
language.

A column `(in brackets)` is your own: it is kept, and nothing is done with it. An id is a word that nothing else on its
sheet is called; saved games know cards by it, so do not change it.

| `pack.toml`, every game | what it says |
| --- | --- |
| `game` | the game: `newyork`, `escape`, `crash` or `krysis` |
| `id` | a word that this box is known by |
| `name` | what the box is called |
| `languages` | the codes of its languages, that of the sheets first: `["en", "es"]` |
| `[unknown]` | how many printed things of a deck or bag are not on its sheet yet: `mafia_cards = 12` |

The same box can be JSON, as `companion pack export BOX pack.json` writes it and `companion pack schema GAME` describes
it: texts and places stand in its field `beside` then. A folder with `pack.json`, and `texts.json` and `map.json` beside
it, is read as well.
"""


def page() -> str:
    """The whole page."""
    games = [load_game(name) for name in game_names()]
    return "\n".join(
        [INTRODUCTION, *(_game(game, game.rules.sheets) for game in games if game.rules.sheets is not None)]
    )


def _game(game: Game, box: BoxSheets) -> str:
    content = read_content(BUNDLED / str(game.rules.bundled_pack))
    versions = [
        Version(box.spoken(code), cells_of(content, box, code), Language(code).say) for code in ("en", *box.languages)
    ]
    parts = [f"## {tell(game.title)}: `{game.name}`", "\n".join(_entries(box, versions))]
    sheets = zip(*(columns_of(one.box) for one in versions), strict=True)
    parts += ["\n".join(_sheet(columns, versions)) for columns in sheets]
    if box.phrases.effects:
        parts.append("\n".join(_phrases(versions)))
    return "\n\n".join(parts) + "\n"


class Version(NamedTuple):
    """The sheets in one language, with the cells of the bundled box."""

    box: BoxSheets
    cells: BoxCells
    say: Say


def _entries(box: BoxSheets, versions: Sequence[Version]) -> Iterator[str]:
    yield "| `pack.toml` | what it says | what can stand there | example |"
    yield "| --- | --- | --- | --- |"
    for path, about in entries_of(box):
        example = _code(_entry_at(versions[0].cells.manifest, path))
        yield f"| `{path}` | {_in_each_language(box.notes.get(path, ''), versions)} | {about} | {example} |"


def entries_of(box: BoxSheets) -> Iterator[tuple[str, str]]:
    """The game's own entries of pack.toml, and what each accepts."""
    info = info_of(box.pack)
    assert isinstance(info, types.StructType)
    known = {"game", "id", "language", "name", "title", "unknown", "missing", "untold", "map", "texts"}
    known |= {str(sheet.path[0]) for sheet in box.sheets if len(sheet.path) == 1 or not isinstance(sheet.path[1], str)}
    sheets = {".".join(map(str, sheet.path)) for sheet in box.sheets}
    for field in info.fields:
        if field.encode_name not in known:
            yield from (
                (path, about) for path, about in _inner(field.encode_name, field.type, box) if path not in sheets
            )


def _inner(path: str, info: types.Type, box: BoxSheets) -> Iterator[tuple[str, str]]:
    bare, _ = without_none(info)
    if isinstance(bare, types.StructType):
        for field in bare.fields:
            yield from _inner(f"{path}.{field.encode_name}", field.type, box)
    elif isinstance(bare, types.ListType):
        yield path, "a list"
    elif isinstance(bare, types.DictType):
        yield path, "a table"
    else:
        cell = cell_of(info, box.phrases, required=True)
        yield (
            path,
            "true or false" if isinstance(bare, types.BoolType) else plain(cell.about) if cell is not None else "",
        )


def _sheet(columns: Sequence[Columns], versions: Sequence[Version]) -> Iterator[str]:
    sheet = columns[0].sheet
    yield f"### `{sheet.name}.csv`"
    yield ""
    yield _in_each_language(sheet.about, versions)
    yield ""
    yield "| heading | what it says | what can stand there | example |"
    yield "| --- | --- | --- | --- |"
    abouts = [_abouts(one) for one in columns]
    for headings in zip(*(one.sheet.notes for one in columns), strict=True):
        possible = _possible_below(headings, abouts, versions)
        row = _example(versions[0].cells, sheet.name, headings[0])
        cells = [list(version.cells.sheets[sheet.name].values()) for version in versions]
        examples = [rows[row][heading] if row >= 0 else "" for rows, heading in zip(cells, headings, strict=True)]
        said = _in_each_language(sheet.notes[headings[0]], versions)
        yield f"| {_lines(map(_code, headings))} | {said} | {possible} | {_lines(map(_code, examples))} |"


def _possible_below(headings: Sequence[str], abouts: Sequence[Mapping[str, Words]], versions: Sequence[Version]) -> str:
    """What a column accepts, in every language in which that differs."""
    said = {
        plain(about[heading]): version.say(about[heading])
        for heading, about, version in reversed(list(zip(headings, abouts, versions, strict=True)))
    }
    return _lines(reversed(said.values()))


def _abouts(columns: Columns) -> dict[str, Words]:
    """What each column accepts."""
    about: dict[str, Words] = {step.heading: cell.about for step, cell in columns.where if not isinstance(step, str)}
    about |= {column.heading: column.cell.about for column in columns.fields}
    about |= {"x": "a number from 0 to 1", "y": "a number from 0 to 1"} if columns.sheet.placed else {}
    return about | ({columns.name: "a text"} if columns.sheet.named else {})


def _in_each_language(words: Words, versions: Sequence[Version]) -> str:
    return _lines(version.say(words) for version in versions)


def _lines(texts: Iterable[str]) -> str:
    """The distinct texts, one per line."""
    return "<br>".join(dict.fromkeys(texts))


def _example(cells: BoxCells, sheet: str, heading: str) -> int:
    """The row with the best example of a column: a value of medium length; -1 if there is none."""
    found = [(index, row[heading]) for index, row in enumerate(cells.sheets[sheet].values()) if row.get(heading)]
    return min(found, key=lambda one: (one[1] == "none", abs(len(one[1]) - 24)), default=(-1, ""))[0]


def _phrases(versions: Sequence[Version]) -> Iterator[str]:
    boxes = [version.box for version in versions]
    yield "### Effects"
    yield ""
    yield "What stands in brackets may be left out."
    yield ""
    yield "| write | what it does | where | example |"
    yield "| --- | --- | --- | --- |"
    for phrases in zip(*(box.phrases.effects for box in boxes), strict=True):
        usage, where, example = _row(phrases, boxes)
        yield f"| {usage} | {_summary(phrases[0].kind.__doc__)} | {where} | {example} |"
    for records in zip(*(box.phrases.records.values() for box in boxes), strict=True):
        yield ""
        ands = " or ".join(f"`{box.forms.of('and')[0]}`" for box in boxes)
        several = f". Several are joined by {ands}" if isinstance(records[0], Parts) else ""
        yield f"{_summary(records[0].kind.__doc__)}{several}:"
        yield ""
        yield "| write | where | example |"
        yield "| --- | --- | --- |"
        parts = [record.phrases if isinstance(record, Parts) else (record,) for record in records]
        for phrases in zip(*parts, strict=True):
            yield f"| {' | '.join(_row(phrases, boxes))} |"


def _row(phrases: Sequence[Phrase], boxes: Sequence[BoxSheets]) -> tuple[str, str, str]:
    """A phrase in every language, what its fields accept, and an example."""
    pairs = list(zip(phrases, boxes, strict=True))
    where = _lines(
        line for field in _fields(phrases[0]) for phrase, box in pairs for line in [_where(phrase, field, box)]
    )
    return _lines(_code(_usage(one)) for one in phrases), where, _lines(_code(one.example) for one in phrases)


def _usage(phrase: Phrase) -> str:
    """The template with field names in capitals."""
    return re.sub(FIELD, lambda field: field[1].rpartition(".")[2].upper(), phrase.template)


def _fields(phrase: Phrase) -> list[str]:
    return [match[1] for match in re.finditer(FIELD, phrase.template)]


def _where(phrase: Phrase, field: str, box: BoxSheets) -> str:
    """What a field accepts."""
    info: types.Type = phrase.about
    for name in field.split("."):
        info = _type_of(info, name)
    [none] = [match[4] for match in re.finditer(FIELD, phrase.template) if match[1] == field]
    name = field.rpartition(".")[2]
    return f"{name.upper()}: {_possible(info, box, name)}{f'; or {none}' if none else ''}"


def _possible(info: types.Type, box: BoxSheets, field: str) -> str:  # noqa: PLR0911  (one line a type)
    match info:
        case types.Metadata():
            words = box.names.get((info.extra or {}).get("names", ""))
            if words is not None:
                said = box.forms.names(field)
                thing = "an item" if info.extra and info.extra["names"] == "item" else "a square"
                return f"the id of {thing}, or {', '.join(said.get(word, word) for word in sorted(words))}"
            return _possible(info.type, box, field)
        case types.UnionType() if any(isinstance(one, types.DictType) for one in info.types):
            return "a text in quotation marks"
        case types.UnionType():
            members = [one for one in info.types if not isinstance(one, types.NoneType)]
            return " or ".join(_possible(one, box, field) for one in members)
        case types.ListType():
            return "effects"
        case types.StructType():
            return "as below"
    return plain(about_of(info, box.forms, field))


def _type_of(info: types.Type, name: str) -> types.Type:
    if isinstance(info, types.StructType):
        return next(field.type for field in info.fields if field.encode_name == name)
    return info.value_type if isinstance(info, types.DictType) else _type_of(info.type, name)  # type: ignore[attr-defined]


def _summary(doc: str | None) -> str:
    """The first sentence of a docstring, without rule numbers, with fields in capitals as in the phrase."""
    text = re.sub(r" \((R-|section |wire|WIRE|RULES)[^)]*\)", "", " ".join((doc or "").split()))
    sentence = text.partition(". ")[0].rstrip(".")
    return re.sub("``([a-z_]+)``", lambda name: name[1].rstrip("_").upper(), sentence)


def _entry_at(value: object, path: str) -> str:
    """An entry of pack.toml as JSON."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _code(text: str) -> str:
    """A text as inline code in a table cell."""
    plain = " ".join(text.split()).replace("|", "\\|")
    shown = plain if len(plain) <= LONGEST else plain[:LONGEST].rpartition(" ")[0] + " …"
    return f"`{shown}`" if shown else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(Path(PAGE))
