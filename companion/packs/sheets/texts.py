"""Texts beside the sheets: translations, and long texts in Markdown.

``texts/es.csv`` maps each text of the sheets, or id, to Spanish. ``texts/en.md`` holds texts too long for a cell, each
below a heading ``# SHEET / ROW / COLUMN``; ``texts/es.md`` has their translations below the same headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from companion.core.phrases import ENGLISH, Unreadable, plainly
from companion.core.refusals import BadPack, Fault, in_line, in_row
from companion.core.sheets import COMMON
from companion.core.texts import T
from companion.packs.sheets.cell import Cell, free
from companion.packs.sheets.csv_files import CONTROL, Dialect, decoded, read_rows, written

HEADING: Final = re.compile(r"# +([a-z0-9_]+) / (\S.*?) / ([\w.]+) *", re.MULTILINE)
COLUMNS: Final = ("text", "words")
KNOWN: Final = {plainly(forms.heading(name)): name for forms in COMMON.values() for name in COLUMNS} | {
    name: name for name in COLUMNS
}
"""The columns by their accepted headings."""
LONG: Final = 160
"""Texts with more characters are written as Markdown."""
WORDS: Final[Cell] = free()


class Place(NamedTuple):
    """The cell that a long text belongs to."""

    sheet: str
    row: str
    """The key of the row."""
    heading: str


class LongText(NamedTuple):
    """A text, and the line of its heading."""

    text: str
    line: int


def read_words(data: bytes, file: str) -> dict[str, str]:
    """Parse words by text or id. Raises ``BadPack`` for wrong columns or a duplicate text."""
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
    """Serialise words by text or id, with headings in the language of the box."""
    headings = [COMMON.get(language, ENGLISH).heading(name) for name in COLUMNS]
    return written(headings, ([WORDS.said(text), WORDS.said(said)] for text, said in words.items()), dialect)


def read_long(data: bytes, file: str) -> dict[Place, LongText]:
    """Parse long texts. Raises ``BadPack`` for a duplicate heading or text above the first one."""
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
    """Serialise long texts."""
    return "\n".join(
        f"# {place.sheet} / {place.row} / {place.heading}\n\n{text}\n" for place, text in texts.items()
    ).encode()


def is_long(text: object) -> bool:
    """True if a text is written as Markdown."""
    return isinstance(text, str) and len(text) > LONG and reads_the_same(text)


def reads_the_same(text: str) -> bool:
    """True if a text survives a round trip through Markdown."""
    return text.strip() == text and not CONTROL.search(text) and "\r" not in text and not HEADING.search(text)


def can_be_row(row: str) -> bool:
    """True if a row key can be used in a heading."""
    return bool(row.strip()) and row == row.strip() and " / " not in row and "\n" not in row and not CONTROL.search(row)


def twice(rows: Iterable[str]) -> set[str]:
    """The keys that occur more than once."""
    seen: set[str] = set()
    return {row for row in rows if row in seen or seen.add(row)}  # type: ignore[func-returns-value]
