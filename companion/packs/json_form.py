"""Boxes as JSON: ``pack.json`` in a folder with ``texts.json`` and ``map.json`` beside it, or all in one file; and the
JSON Schema of packs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion.core.refusals import BadPack, Fault, in_line
from companion.core.rules import Rules
from companion.core.texts import T, Words
from companion.core.validation import examine
from companion.packs.content import LANGUAGE, BadFile, Content, Texts, content_hash, encoding_of, not_read, read_file
from companion.packs.editing.tables import LOADED
from companion.packs.intake import kind_of, not_a_box

PACK, TEXTS, MAP = "pack.json", "texts.json", "map.json"
BESIDE = "beside"
"""The field of a single file that holds what a folder keeps beside pack.json. It is not part of the pack."""


def read_json(data: bytes, file: object) -> object:
    """Parse a JSON file. Raises ``BadPack`` with line and column."""
    try:
        value = json.loads(data.decode(encoding_of(data)), parse_constant=_no_number)
        content_hash(value)  # a lone surrogate, written as an escape, fails only when the text is encoded
    except (ValueError, RecursionError) as error:
        where: Words = str(file)
        wrong = not_a_box(kind_of(data))
        if wrong is None and isinstance(error, json.JSONDecodeError):
            where = in_line(file, error.lineno, error.colno)
            wrong = T("cannot be read as JSON; look for a missing comma, quotation mark or bracket")
        raise BadPack([Fault(where, wrong or T("cannot be read as JSON text"))]) from None
    return value


def read_pack_file(file: Path) -> Content:
    """Read a box whose pack is ``file``. Files beside it are read only if it is called pack.json."""
    try:
        if file.name == PACK:
            beside = (PACK, TEXTS, MAP)
            files = {name: read_file(file.with_name(name)) for name in beside if file.with_name(name).exists()}
            return read_pack_files(file.parent, files)
        return _single(read_json(read_file(file), file), file)
    except BadFile as no:
        raise BadPack([Fault(str(file), no.said)]) from None
    except OSError as error:
        raise BadPack([not_read(file, error)]) from None


def read_pack_files(folder: Path, files: Mapping[str, bytes]) -> Content:
    content = _content(read_json(files[PACK], folder / PACK), folder / PACK)
    texts = _texts(read_json(files[TEXTS], folder / TEXTS), folder / TEXTS) if TEXTS in files else {}
    places = _places(read_json(files[MAP], folder / MAP), folder / MAP) if MAP in files else None
    return Content(content.data, texts, places)


def _single(data: object, file: Path) -> Content:
    content = _content(data, file)
    beside = content.data.pop(BESIDE, {})
    if not isinstance(beside, dict):
        raise BadPack([Fault(BESIDE, T("must be a group of fields")).in_file(file)])
    texts = _texts(beside["texts"], file) if "texts" in beside else {}
    return Content(content.data, texts, _places(beside["map"], file) if "map" in beside else None)


def _content(data: object, file: Path) -> Content:
    if not isinstance(data, dict):
        raise BadPack([Fault(str(file), T("must hold the fields of a pack"))])
    return Content(data)


def files_of(content: Content) -> dict[str, bytes]:
    """Serialise a box as JSON files, keyed by name."""
    files: dict[str, object] = {PACK: content.data}
    if content.texts:
        files[TEXTS] = content.texts
    if content.places is not None:
        files[MAP] = {"squares": content.places}
    return {name: written(value) for name, value in files.items()}


def single_file(content: Content) -> bytes:
    beside: dict[str, object] = {"texts": content.texts} if content.texts else {}
    if content.places is not None:
        beside["map"] = {"squares": content.places}
    return written(content.data | ({BESIDE: beside} if beside else {}))


def written(value: object) -> bytes:
    """Serialise a JSON value, indented for people."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _texts(data: object, file: Path) -> Texts:
    problems = list(wrong_texts(data))
    if problems or not isinstance(data, dict):
        raise BadPack([problem.in_file(file) for problem in problems])
    return data


def wrong_texts(data: object) -> Iterable[Fault]:
    """The faults that keep ``data`` from being texts by language."""
    for code in data if isinstance(data, dict) else ():
        if not LANGUAGE.fullmatch(code):
            yield Fault(code, T('must be the code of a language, like "es"'))
    yield from examine(Texts, data).problems


def _places(data: object, file: Path) -> dict[str, list[float]]:
    places = data.get("squares") if isinstance(data, dict) else None
    if not isinstance(places, dict):
        example = T("must say of each square where it lies, like {example}", example='{"soho": [0.1, 0.5]}')
        raise BadPack([Fault("squares", example).in_file(file)])
    wrong = [name for name in places if not _is_point(places[name])]
    if wrong:
        right = T("must be two numbers from 0 to 1, like {example}", example="[0.1, 0.5]")
        raise BadPack([Fault(f"squares.{name}", right).in_file(file) for name in wrong])
    return {name: [float(x), float(y)] for name, (x, y) in places.items()}


def _is_point(raw: Any) -> bool:
    return (
        isinstance(raw, list)
        and len(raw) == 2
        and all(isinstance(part, int | float) and not isinstance(part, bool) and 0 <= part <= 1 for part in raw)
    )


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def json_schema(rules: Rules[Any]) -> dict[str, Any]:
    """The schema of the game's pack.json; empty for a game without packs.

    It omits invariants across fields, such as the number of cards; ``companion pack check`` checks those.
    """
    if rules.pack_type is None:
        return {}
    schema = msgspec.json.schema(rules.pack_type)
    described: dict[str, Any] = _cleaned(schema)
    own = described["$defs"][rules.pack_type.__name__]["properties"]
    for name in LOADED - {"unknown", "lost"}:
        own.pop(name, None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": str(rules.name), **described}


def _cleaned(value: Any) -> Any:
    """The schema without derived fields, and with portable patterns."""
    if isinstance(value, str):
        return value.removesuffix("\\Z") + "$" if value.endswith("\\Z") else value
    if isinstance(value, dict):
        return {name: _cleaned(entry) for name, entry in value.items() if not name.startswith("raw_")}
    return [_cleaned(entry) for entry in value] if isinstance(value, list) else value
