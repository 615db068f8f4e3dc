"""CSV files as spreadsheets save them: commas, semicolons or tabs, with or without a byte order mark."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from companion.core.refusals import BadPack, Fault, in_line, in_row
from companion.core.texts import T, Text

DELIMITERS: Final = ",;\t"
BOM: Final = b"\xef\xbb\xbf"
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
SEPARATING: Final = re.compile('[,;\t"\r\n]')
LONGEST: Final = 20_000
"""Most characters in a cell."""


class Dialect(Struct, frozen=True):
    """The format of a file; it is kept when the file is rewritten."""

    delimiter: str = ","
    bom: bool = False
    newline: str = "\n"


class Rows(Struct, frozen=True):
    """The headings of a file, and its non-empty rows with their spreadsheet row numbers."""

    headings: list[str]
    rows: list[tuple[int, list[str]]]


def decoded(data: bytes, file: str) -> str:
    """Decode a UTF-8 file. Raises ``BadPack`` if it is not text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wrong = T('is not UTF-8 text; save it as "CSV UTF-8" or "Unicode (UTF-8)"')
        raise BadPack([Fault(in_line(file, line), wrong)]) from None
    found = CONTROL.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        sign = f"U+{ord(found[0]):04X}"
        wrong = T("has a character that cannot be printed ({sign}); take it out", sign=sign)
        raise BadPack([Fault(in_line(file, line), wrong)])
    return text


def dialect_of(data: bytes) -> Dialect:
    """Detect the dialect of a file."""
    bom = data.startswith(BOM)
    first = data[len(BOM) if bom else 0 :].split(b"\n", 1)[0].decode(errors="replace")
    bare = re.sub(r'"[^"]*"', "", first)
    delimiter = max(DELIMITERS, key=bare.count)
    return Dialect(delimiter, bom, "\r\n" if first.endswith("\r") else "\n")


def read_rows(data: bytes, file: str) -> Rows:
    """Parse a file. Raises ``BadPack`` with every row whose number of cells differs from the headings."""
    text = decoded(data, file)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=dialect_of(data).delimiter, strict=True)
    rows: list[list[str]] = []
    try:
        rows.extend(reader)
    except csv.Error:
        wrong = T("has cells that cannot be told apart; is a quotation mark missing, or one too many?")
        raise BadPack([Fault(in_line(file, reader.line_num), wrong)]) from None
    headings = [_normal_heading(cell) for cell in (rows[0] if rows else [])]
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
            problems.append(Fault(in_row(file, number), _wrong_number_of_cells(row, headings)))
        problems.extend(
            Fault(in_row(file, number, heading), T("is too long, at most {most} letters have room", most=LONGEST))
            for heading, cell in zip(headings, row, strict=False)
            if len(cell) > LONGEST
        )
        found.append((number, row))
    if problems:
        raise BadPack(problems)
    return Rows(headings, found)


def written(headings: Sequence[str], rows: Iterable[Sequence[str]], dialect: Dialect) -> bytes:
    """Serialise rows.

    Cells with any delimiter are quoted, since LibreOffice splits at commas and semicolons alike.
    """
    lines = [dialect.delimiter.join(map(_quoted, row)) or '""' for row in (headings, *rows)]
    text = "".join(f"{line}{dialect.newline}" for line in lines)
    return (BOM if dialect.bom else b"") + text.encode()


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if SEPARATING.search(cell) else cell


def _normal_heading(cell: str) -> str:
    return re.sub(r"\s+", " ", cell).strip().casefold()


def _wrong_number_of_cells(row: Sequence[str], headings: Sequence[str]) -> Text:
    """The sentence for a row with too few or too many cells."""
    if len(row) < len(headings):
        return T(
            "has {cells} cells, there must be {headings}, one below each heading",
            cells=len(row), headings=len(headings),
        )  # fmt: skip
    return T(
        "has {cells} cells, there must be {headings}, one below each heading; if a spreadsheet has cut a cell in two "
        "at a comma or a semicolon, open the file again with only one of them as separator",
        cells=len(row), headings=len(headings),
    )  # fmt: skip


def _wrong_headings(headings: Sequence[str], file: str) -> Iterable[Fault]:
    if not headings:
        yield Fault(file, T("there is no heading; the first row must name the columns"))
    for number, heading in enumerate(headings, 1):
        if not heading:
            yield Fault(in_row(file, 1), T("column {number} has no heading", number=number))
        elif heading in headings[: number - 1]:
            yield Fault(in_row(file, 1), T('there are two columns "{heading}"', heading=heading))
