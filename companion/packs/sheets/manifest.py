"""pack.toml: the game, the box's id, name and languages, the unknown counts, and whatever has no sheet."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, Final

from msgspec import inspect as types

from companion.core.refusals import BadPack, Fault, in_line
from companion.core.sheets import BoxSheets
from companion.core.texts import T
from companion.core.validation import info_of
from companion.packs.content import LANGUAGE
from companion.packs.sheets.cells import without_none
from companion.packs.sheets.csv_files import decoded

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


def write_manifest(data: Mapping[str, Any], languages: list[str], box: BoxSheets, before: bytes | None) -> bytes:
    """Serialise pack.toml, keeping the comments of the file ``before``."""
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
    """The fault for a TOML syntax error."""
    match = re.search(r"\(at line (\d+), column (\d+)\)$", error)
    if match is not None:
        wrong = T(
            "cannot be read; look for a missing quotation mark, bracket or equals sign, or an entry that is there twice"
        )
        return Fault(in_line(file, int(match[1]), int(match[2])), wrong)
    return Fault(T("{file}: the end", file=file), T("cannot be read; something before it is not closed"))
