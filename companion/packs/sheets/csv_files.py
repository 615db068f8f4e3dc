"""CSV files as spreadsheets save them: commas, semicolons or tabs, with or without a byte order mark."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from companion.core.refusals import BadPack

DELIMITERS: Final = ",;\t"
BOM: Final = b"\xef\xbb\xbf"
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
SEPARATING: Final = re.compile('[,;\t"\r\n]')
LONGEST: Final = 20_000
"""No cell is longer."""


class Dialect(Struct, frozen=True):
    """How a file is laid out; a file that is written again keeps its own."""

    delimiter: str = ","
    bom: bool = False
    newline: str = "\n"


class Rows(Struct, frozen=True):
    """The rows of a file, the headings first, each with its number as a spreadsheet counts them. Empty ones are left
    out."""

    headings: list[str]
    rows: list[tuple[int, list[str]]]


def decoded(data: bytes, file: str) -> str:
    """A file as text; ``BadPack`` if it is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadPack(
            [f'{file}: line {line}: is not UTF-8 text; save it as "CSV UTF-8" or "Unicode (UTF-8)"']
        ) from None
    found = CONTROL.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise BadPack(
            [f"{file}: line {line}: has a character that cannot be printed (U+{ord(found[0]):04X}); take it out"]
        )
    return text


def dialect_of(data: bytes) -> Dialect:
    """How a file is laid out."""
    bom = data.startswith(BOM)
    first = data[len(BOM) if bom else 0 :].split(b"\n", 1)[0].decode(errors="replace")
    bare = re.sub(r'"[^"]*"', "", first)
    delimiter = max(DELIMITERS, key=bare.count)
    return Dialect(delimiter, bom, "\r\n" if first.endswith("\r") else "\n")


def read_rows(data: bytes, file: str) -> Rows:
    """The rows of a file; ``BadPack`` with each row that has not as many cells as there are headings."""
    text = decoded(data, file)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=dialect_of(data).delimiter, strict=True)
    rows: list[list[str]] = []
    try:
        rows.extend(reader)
    except csv.Error as error:
        raise BadPack([f"{file}: line {reader.line_num}: is not CSV ({error}); is a quotation mark missing?"]) from None
    headings = [_trimmed(cell) for cell in (rows[0] if rows else [])]
    while headings and not headings[-1]:
        headings.pop()
    problems = list(_wrong_headings(headings, file))
    found: list[tuple[int, list[str]]] = []
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        while len(row) > len(headings) and not row[-1].strip():
            row.pop()
        if len(row) != len(headings):
            problems.append(
                f"{file}: row {number}: has {len(row)} cells, there must be {len(headings)}, one below each heading"
            )
        problems.extend(
            f"{file}: row {number}, column {heading}: is too long, at most {LONGEST} letters have room"
            for heading, cell in zip(headings, row, strict=False)
            if len(cell) > LONGEST
        )
        found.append((number, row))
    if problems:
        raise BadPack(problems)
    return Rows(headings, found)


def written(headings: Sequence[str], rows: Iterable[Sequence[str]], dialect: Dialect) -> bytes:
    """A file with these rows.

    What any spreadsheet could take for a separator is quoted: LibreOffice opens a file with commas and semicolons.
    """
    lines = [dialect.delimiter.join(map(_quoted, row)) or '""' for row in (headings, *rows)]
    text = "".join(f"{line}{dialect.newline}" for line in lines)
    return (BOM if dialect.bom else b"") + text.encode()


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if SEPARATING.search(cell) else cell


def _trimmed(cell: str) -> str:
    return re.sub(r"\s+", " ", cell).strip().casefold()


def _wrong_headings(headings: Sequence[str], file: str) -> Iterable[str]:
    if not headings:
        yield f"{file}: there is no heading; the first row must name the columns"
    for number, heading in enumerate(headings, 1):
        if not heading:
            yield f"{file}: row 1: column {number} has no heading"
        elif heading in headings[: number - 1]:
            yield f'{file}: row 1: there are two columns "{heading}"'
