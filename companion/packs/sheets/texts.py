"""Texts beside the sheets: long ones in Markdown, and the words of other languages.

``texts/es.csv`` has a row for each text as it stands in the sheets, or for an id, with the Spanish words.
``texts/en.md`` has what is too long for a cell, each text below the heading ``# SHEET / ROW / COLUMN``, and
``texts/es.md`` has the same headings with Spanish below them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.core.content.faults import Fault, in_line, in_row
from companion.core.content.languages import COMMON
from companion.core.content.phrases import ENGLISH, Unreadable
from companion.core.content.phrases.words import plainly
from companion.core.refusals import BadPack
from companion.core.texts import T
from companion.packs.sheets.cell import Cell, free
from companion.packs.sheets.csv_files import CONTROL, Dialect, decoded, read_rows, written

HEADING: Final = re.compile(r"# +([a-z0-9_]+) / (\S.*?) / ([\w.]+) *", re.MULTILINE)
COLUMNS: Final = ("text", "words")
KNOWN: Final = {plainly(forms.heading(name)): name for forms in COMMON.values() for name in COLUMNS} | {
    name: name for name in COLUMNS
}
"""What each of them can be called."""
LONG: Final = 160
"""A text of more letters stands in Markdown."""
WORDS: Final[Cell] = free()


class Place(NamedTuple):
    """The cell that a long text is for."""

    sheet: str
    row: str
    """What tells the row from all others."""
    heading: str


class LongText(NamedTuple):
    """A text, and the line of its heading."""

    text: str
    line: int


def read_words(data: bytes, file: str) -> dict[str, str]:
    """Words by text or id; ``BadPack`` if the file has other columns, or a text twice."""
    found = read_rows(data, file)
    if [KNOWN.get(plainly(heading)) for heading in found.headings] != list(COLUMNS):
        raise BadPack([Fault(in_row(file, 1), T("the headings must be text and words"))])
    words: dict[str, str] = {}
    problems = []
    for number, row in found.rows:
        try:
            text, said = (WORDS.value(cell) for cell in row)
        except Unreadable as no:
            problems.append(Fault(in_row(file, number), no.said))
            continue
        if not isinstance(text, str):
            problems.append(Fault(in_row(file, number, "text"), T("is missing")))
        elif text in words:
            problems.append(Fault(in_row(file, number, "text"), T('"{text}" has words already', text=text)))
        elif isinstance(said, str):
            words[str(text)] = str(said)
    if problems:
        raise BadPack(problems)
    return words


def write_words(words: Mapping[str, str], dialect: Dialect, language: str) -> bytes:
    """A file of words by text or id, for a box in that language."""
    headings = [COMMON.get(language, ENGLISH).heading(name) for name in COLUMNS]
    return written(headings, ([WORDS.said(text), WORDS.said(said)] for text, said in words.items()), dialect)


def read_long(data: bytes, file: str) -> dict[Place, LongText]:
    """Long texts by their places; ``BadPack`` if a place has two, or something stands above the first heading."""
    text = decoded(data, file).replace("\r\n", "\n")
    found: dict[Place, LongText] = {}
    problems = []
    headings = list(HEADING.finditer(text))
    if text[: headings[0].start() if headings else len(text)].strip():
        example = "# story_cards / high_water 0 / text"
        problems.append(Fault(in_line(file, 1), T("must be a heading such as {example}", example=example)))
    for heading, after in zip(headings, [*headings, None][1:], strict=True):
        place = Place(*heading.groups())
        line = text.count("\n", 0, heading.start()) + 1
        if place in found:
            same = T("has the same heading as line {line}", line=found[place].line)
            problems.append(Fault(in_line(file, line), same))
        inner = text[heading.end() : after.start() if after else len(text)]
        found.setdefault(place, LongText(inner.strip(), line))
    if problems:
        raise BadPack(problems)
    return found


def write_long(texts: Mapping[Place, str]) -> bytes:
    """A file of long texts."""
    return "\n".join(
        f"# {place.sheet} / {place.row} / {place.heading}\n\n{text}\n" for place, text in texts.items()
    ).encode()


def is_long(text: object) -> bool:
    """True of a text that stands in Markdown."""
    return isinstance(text, str) and len(text) > LONG and reads_the_same(text)


def reads_the_same(text: str) -> bool:
    """True of a text that is the same when it is read out of Markdown again."""
    return text.strip() == text and not CONTROL.search(text) and "\r" not in text and not HEADING.search(text)


def can_be_row(row: str) -> bool:
    """True of what can stand in a heading as the name of a row."""
    return bool(row.strip()) and row == row.strip() and " / " not in row and "\n" not in row and not CONTROL.search(row)


def twice(rows: Iterable[str]) -> set[str]:
    """Names that more than one row has."""
    seen: set[str] = set()
    return {row for row in rows if row in seen or seen.add(row)}  # type: ignore[func-returns-value]
