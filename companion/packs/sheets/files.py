"""The files of a box: CSV as spreadsheets save it, with commas, semicolons or tabs, and ``pack.toml``."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any, Final
from unicodedata import normalize

from msgspec import Struct
from msgspec import inspect as types

from companion.core.refusals import BadPack, Fault, in_line, in_row
from companion.core.sheets import BoxSheets
from companion.core.texts import T, Text
from companion.core.validation import info_of
from companion.packs.content import LANGUAGE, encoding_of
from companion.packs.sheets.cells import INVISIBLE, without_none

DELIMITERS: Final = ",;\t"
BOM: Final = b"\xef\xbb\xbf"
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
SEPARATING: Final = re.compile('[,;\t"\r\n]')
SEP: Final = re.compile(r'\A"?sep=(.)"?\r?\n', re.IGNORECASE)
"""The line with which Excel says what separates the cells."""
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
    """Decode a file in UTF-8, or in UTF-16 with its mark. Raises ``BadPack`` if it is not text."""
    try:
        text = data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        wrong = T('is not UTF-8 text; save it as "CSV UTF-8" or "Unicode (UTF-8)"')
        raise BadPack([Fault(in_line(file, line), wrong)]) from None
    text = normalize("NFC", text)
    found = CONTROL.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        sign = f"U+{ord(found[0]):04X}"
        wrong = T("has a character that cannot be printed ({sign}); take it out", sign=sign)
        raise BadPack([Fault(in_line(file, line), wrong)])
    return text


def dialect_of(data: bytes) -> Dialect:
    bom = data.startswith(BOM)
    text = data.decode(encoding_of(data), errors="replace")
    named = SEP.match(text)
    first = text[named.end() if named else 0 :].lstrip("\r\n").split("\n", 1)[0]
    bare = re.sub(r'"[^"]*"', "", first)
    delimiter = named[1] if named and named[1] in DELIMITERS else max(DELIMITERS, key=bare.count)
    return Dialect(delimiter, bom, "\r\n" if first.endswith("\r") else "\n")


def read_rows(data: bytes, file: str) -> Rows:
    """Parse a file. Empty last cells may be missing, and there may be empty rows above the headings.

    Raises ``BadPack`` with every row that has more cells than there are headings.
    """
    text = decoded(data, file)
    named = SEP.match(text)
    text = text[named.end() if named else 0 :]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=dialect_of(data).delimiter, strict=True)
    rows: list[list[str]] = []
    try:
        rows.extend(reader)
    except csv.Error:
        wrong = T("has cells that cannot be told apart; is a quotation mark missing, or one too many?")
        raise BadPack([Fault(in_line(file, reader.line_num + (named is not None)), wrong)]) from None
    numbered = [(n, row) for n, row in enumerate(rows, 2 if named else 1) if any(map(_visible, row))]
    first, top = numbered[0] if numbered else (1, [])
    headings = [_normal_heading(cell) for cell in top]
    while headings and not headings[-1]:
        headings.pop()
    if _is_title(top, [row for _, row in numbered[1:3]]):
        title = next(filter(_visible, top)).strip()
        wrong = T('"{title}" is a title; the first row must name the columns, so take it out', title=title)
        raise BadPack([Fault(in_row(file, first), wrong)])
    problems = list(_wrong_headings(headings, file))
    found: list[tuple[int, list[str]]] = []
    for number, row in numbered[1:]:
        while len(row) > len(headings) and not _visible(row[-1]):
            row.pop()
        if len(row) > len(headings):
            problems.append(Fault(in_row(file, number), _too_many_cells(row, headings)))
        row.extend([""] * (len(headings) - len(row)))
        problems.extend(
            Fault(in_row(file, number, heading), T("is too long, at most {most} letters have room", most=LONGEST))
            for heading, cell in zip(headings, row, strict=False)
            if len(cell) > LONGEST
        )
        found.append((number, row))
    if problems:
        raise BadPack(problems)
    return Rows(headings, found)


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[str]], dialect: Dialect) -> bytes:
    """Serialise rows.

    Cells with any delimiter are quoted, since LibreOffice splits at commas and semicolons alike.
    """
    lines = [dialect.delimiter.join(map(_quoted, row)) or '""' for row in (headings, *rows)]
    text = "".join(f"{line}{dialect.newline}" for line in lines)
    return (BOM if dialect.bom else b"") + text.encode()


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if SEPARATING.search(cell) else cell


def _normal_heading(cell: str) -> str:
    return re.sub(r"\s+", " ", INVISIBLE.sub("", cell)).strip().casefold()


def _visible(cell: str) -> str:
    """What is seen of a cell."""
    return INVISIBLE.sub("", cell).strip()


def _is_title(top: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """True if one cell alone stands above rows of several cells, as a title of the sheet does."""
    return sum(map(bool, map(_visible, top))) == 1 and any(sum(map(bool, map(_visible, row))) > 1 for row in below)


def _too_many_cells(row: Sequence[str], headings: Sequence[str]) -> Text:
    """The sentence for a row with too many cells."""
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


# pack.toml: the game, the box's id, name and languages, the unknown counts, and whatever has no sheet.

MANIFEST: Final = "pack.toml"
LANGUAGES: Final = "languages"
DEEPEST: Final = 50


def read_toml(data: bytes, file: str) -> dict[str, Any]:
    """Parse a TOML file into JSON values. Raises ``BadPack``."""
    try:
        found = tomllib.loads(decoded(data, file).replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadPack([_syntax_fault(file, str(error))]) from None
    problems = [problem.in_file(file) for problem in _not_json(found, "")]
    if problems:
        raise BadPack(problems)
    return found


def read_manifest(found: dict[str, Any], file: str, box: BoxSheets) -> tuple[dict[str, Any], list[str]]:
    """The pack's fields in pack.toml, and its languages, that of the sheets first. Raises ``BadPack``."""
    codes = found.get(LANGUAGES, ["en"])
    if not isinstance(codes, list) or not codes or not all(isinstance(c, str) and LANGUAGE.fullmatch(c) for c in codes):
        wrong = T("must be a list of codes of languages, like {example}", example='["en", "es"]')
        raise BadPack([Fault(LANGUAGES, wrong).in_file(file)])
    fields = {heading: field for field, heading in box.headings.items()}
    data = {fields.get(name, name): value for name, value in found.items() if name != LANGUAGES}
    info = info_of(box.pack)
    assert isinstance(info, types.StructType)
    if any(field.encode_name == "language" for field in info.fields):
        data["language"] = codes[0]
    on_sheets = {str(sheet.path[0]) for sheet in box.sheets}
    return _with_nulls(info, data, on_sheets), codes


def write_manifest(data: Mapping[str, Any], languages: list[str], box: BoxSheets, before: bytes | None) -> bytes | None:
    """Serialise pack.toml, keeping the comments of the file ``before``; None if TOML cannot represent it."""
    wanted = {box.headings.get(name, name): _without_nulls(value) for name, value in data.items() if value is not None}
    wanted.pop("language", None)
    front: dict[str, Any] = {name: wanted.pop(name) for name in ("game", "id", "name") if name in wanted}
    wanted = front | {LANGUAGES: languages} | wanted
    # Imported here because it is slow and reading does not need it.
    from companion.packs.sheets.toml import written  # noqa: PLC0415

    return written(wanted, before)


def _with_nulls(info: types.StructType, data: Mapping[str, Any], elsewhere: set[str]) -> dict[str, Any]:
    """Fill in missing nullable fields with null, because TOML has no null."""
    filled = dict(data)
    for field in info.fields:
        name, (inner, nullable) = field.encode_name, without_none(field.type)
        if name in elsewhere:
            continue
        if name in filled and isinstance(inner, types.StructType) and isinstance(filled[name], dict):
            filled[name] = _with_nulls(inner, filled[name], set())
        elif name not in filled and nullable and field.required:
            filled[name] = None
    return filled


def _without_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_nulls(entry) for name, entry in value.items() if entry is not None}
    return value


def _not_json(value: Any, path: str) -> Iterator[Fault]:
    """A fault for each value that a pack cannot hold, such as a date."""
    if path.count(".") + path.count("[") > DEEPEST:
        yield Fault(f"{path[:40]}…", T("has too many tables in one another"))
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from _not_json(entry, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _not_json(entry, f"{path}[{index}]")
    elif not isinstance(value, str | int | bool) and not (isinstance(value, float) and isfinite(value)):
        yield Fault(path, T("must be a text, a number, true or false; put quotation marks round a date"))


def _syntax_fault(file: str, error: str) -> Fault:
    match = re.search(r"\(at line (\d+), column (\d+)\)$", error)
    if match is not None:
        wrong = T(
            "cannot be read; look for a missing quotation mark, bracket or equals sign, or an entry that is there twice"
        )
        return Fault(in_line(file, int(match[1]), int(match[2])), wrong)
    return Fault(T("{file}: the end", file=file), T("cannot be read; something before it is not closed"))
