"""The page on boxes, made from the sheets and phrases of all games: ``python -m companion.packs.sheets.page``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import inspect as types

from companion.core.content.phrases import Parts, Phrase
from companion.core.content.phrases.template import FIELD
from companion.core.content.sheets import BoxSheets
from companion.core.content.validation import info_of
from companion.core.texts import plain
from companion.games.game import Game
from companion.games.registry import game_names, load_game
from companion.language import tell
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
| `pictures/ID.png` | the picture of a card, PNG, JPEG or WebP |

Sheets may have commas, semicolons or tabs, with or without a byte order mark; save them as UTF-8. In a cell

* *yes* and *no* can be written as a spreadsheet writes them, in English or Spanish;
* several ids or numbers are separated by spaces;
* effects are phrases in the words of the rules, separated by semicolons: `alert +2; forbid subway this round`. Names
  and texts in them that are more than one word stand in quotation marks;
* `json:` comes before a value that has no words of its own, and `json:` alone says that there is nothing.

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
it. A folder with `pack.json`, and `texts.json` and `map.json` beside it, is read as well.
"""


def page() -> str:
    """The whole page."""
    games = [load_game(name) for name in game_names()]
    return "\n".join(
        [INTRODUCTION, *(_game(game, game.rules.sheets) for game in games if game.rules.sheets is not None)]
    )


def _game(game: Game, box: BoxSheets) -> str:
    cells = cells_of(read_content(BUNDLED / str(game.rules.bundled_pack)), box)
    parts = [f"## {tell(game.title)}: `{game.name}`", "\n".join(_entries(box, cells))]
    parts += ["\n".join(_sheet(columns, cells)) for columns in columns_of(box)]
    if box.phrases.effects:
        parts.append("\n".join(_phrases(box)))
    return "\n\n".join(parts) + "\n"


def _entries(box: BoxSheets, cells: BoxCells) -> Iterator[str]:
    yield "| `pack.toml` | what it says | what can stand there | example |"
    yield "| --- | --- | --- | --- |"
    for path, about in entries_of(box):
        yield f"| `{path}` | {box.notes.get(path, '')} | {about} | {_code(_at(cells.manifest, path))} |"


def entries_of(box: BoxSheets) -> Iterator[tuple[str, str]]:
    """What stands in pack.toml besides what every box has there, and what can stand there."""
    info = info_of(box.pack)
    assert isinstance(info, types.StructType)
    known = {"game", "id", "language", "name", "title", "unknown", "untold", "map", "texts"}
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


def _sheet(columns: Columns, cells: BoxCells) -> Iterator[str]:
    sheet = columns.sheet
    yield f"### `{sheet.name}.csv`"
    yield ""
    yield sheet.about
    yield ""
    yield "| heading | what it says | what can stand there | example |"
    yield "| --- | --- | --- | --- |"
    about = {step.heading: plain(cell.about) for step, cell in columns.where if not isinstance(step, str)}
    about |= {column.heading: plain(column.cell.about) for column in columns.fields}
    about |= {"x": "a number from 0 to 1", "y": "a number from 0 to 1"} if sheet.placed else {}
    about |= {"name": "a text"} if sheet.named else {}
    for heading, note in sheet.notes.items():
        yield f"| `{heading}` | {note} | {about[heading]} | {_code(_example(cells, sheet.name, heading))} |"


def _example(cells: BoxCells, sheet: str, heading: str) -> str:
    """The shortest of the longer things that stand below a heading in the bundled box."""
    found = [row[heading] for row in cells.sheets[sheet].values() if row.get(heading)]
    return min(found, key=lambda text: (text == "none", abs(len(text) - 24)), default="")


def _phrases(box: BoxSheets) -> Iterator[str]:
    yield "### Effects"
    yield ""
    yield "What stands in brackets may be left out."
    yield ""
    yield "| write | what it does | where | example |"
    yield "| --- | --- | --- | --- |"
    for phrase in box.phrases.effects:
        yield _row(phrase, box)
    for record in box.phrases.records.values():
        yield ""
        several = ". Several are joined by `and`" if isinstance(record, Parts) else ""
        yield f"{_told(record.kind.__doc__)}{several}:"
        yield ""
        yield "| write | where | example |"
        yield "| --- | --- | --- |"
        for phrase in record.phrases if isinstance(record, Parts) else [record]:
            yield f"| {_code(_usage(phrase))} | {_where(phrase, box.names)} | {_code(phrase.example)} |"


def _row(phrase: Phrase, box: BoxSheets) -> str:
    told = _told(phrase.kind.__doc__)
    return f"| {_code(_usage(phrase))} | {told} | {_where(phrase, box.names)} | {_code(phrase.example)} |"


def _usage(phrase: Phrase) -> str:
    """The template with the names of fields in capitals."""
    return re.sub(FIELD, lambda field: field[1].rpartition(".")[2].upper(), phrase.template)


def _where(phrase: Phrase, names: Mapping[str, str]) -> str:
    """What can stand for each field."""
    told = []
    for match in re.finditer(FIELD, phrase.template):
        info: types.Type = phrase.about
        for name in match[1].split("."):
            info = _type_of(info, name)
        none = f"; or {match[4]}" if match[4] else ""
        told.append(f"{match[1].rpartition('.')[2].upper()}: {_possible(info, names)}{none}")
    return "<br>".join(told)


def _possible(info: types.Type, names: Mapping[str, str]) -> str:
    match info:
        case types.Metadata():
            sort = (info.extra or {}).get("names")
            return names[sort] if sort else _possible(info.type, names)
        case types.UnionType() if any(isinstance(one, types.DictType) for one in info.types):
            return "a text in quotation marks"
        case types.UnionType():
            return " or ".join(_possible(one, names) for one in info.types if not isinstance(one, types.NoneType))
        case types.ListType():
            return "effects"
        case types.StructType():
            return "as below"
    return plain(about_of(info))


def _type_of(info: types.Type, name: str) -> types.Type:
    if isinstance(info, types.StructType):
        return next(field.type for field in info.fields if field.encode_name == name)
    return info.value_type if isinstance(info, types.DictType) else _type_of(info.type, name)  # type: ignore[attr-defined]


def _told(doc: str | None) -> str:
    """The first sentence of a description, without the numbers of rules, fields in capitals as in the phrase."""
    text = re.sub(r" \((R-|section |wire)[^)]*\)", "", " ".join((doc or "").split()))
    sentence = text.partition(". ")[0].rstrip(".")
    return re.sub("``([a-z_]+)``", lambda name: name[1].rstrip("_").upper(), sentence)


def _at(value: object, path: str) -> str:
    """What an entry of pack.toml says, as JSON."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _code(text: str) -> str:
    """A text as it is written, in a cell of a table."""
    plain = " ".join(text.split()).replace("|", "\\|")
    shown = plain if len(plain) <= LONGEST else plain[:LONGEST].rpartition(" ")[0] + " …"
    return f"`{shown}`" if shown else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(Path(PAGE))
