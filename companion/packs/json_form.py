"""A box as JSON: ``pack.json`` in a folder with ``texts.json`` and ``map.json`` beside it, or all in a single file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from companion.core.content.validation import examine
from companion.core.refusals import BadPack
from companion.packs.content import LANGUAGE, Content, Texts, content_hash

FILES: Final = frozenset({"pack.json", "texts.json", "map.json"})


def read_json(file: Path) -> object:
    """The JSON value of a file; ``BadPack`` with line and column if it has none."""
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"), parse_constant=_no_number)
        content_hash(data)  # half a character, written as an escape, shows only when the text is encoded again
    except json.JSONDecodeError as error:
        raise BadPack([f"{file}: line {error.lineno}, column {error.colno}: is not JSON ({error.msg})."]) from None
    except OSError as error:
        raise BadPack([f"{file}: cannot be read ({error.strerror or error})."]) from None
    except (ValueError, RecursionError) as error:
        raise BadPack([f"{file}: cannot be read as JSON text ({error})."]) from None
    return data


def read_pack_file(file: Path) -> Content:
    """The content of a box whose pack is ``file``; what lies beside it counts only if that is called pack.json."""
    data = read_json(file)
    if not isinstance(data, dict):
        raise BadPack([f"{file}: the file: must be a JSON object"])
    if file.name != "pack.json":
        return Content(data)
    return Content(data, _read_texts(file.with_name("texts.json")), _read_places(file.with_name("map.json")))


def files_of(content: Content) -> dict[str, bytes]:
    """The files of a box in this form, by name."""
    files: dict[str, object] = {"pack.json": content.data}
    if content.texts:
        files["texts.json"] = content.texts
    if content.places is not None:
        files["map.json"] = {"squares": content.places}
    return {name: written(value) for name, value in files.items()}


def written(value: object) -> bytes:
    """A JSON value as a file that people can read."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _read_texts(file: Path) -> Texts:
    if not file.exists():
        return {}
    data = read_json(file)
    problems = list(wrong_texts(data))
    if problems or not isinstance(data, dict):
        raise BadPack([f"{file}: {problem}" for problem in problems])
    return data


def wrong_texts(data: object) -> Iterable[str]:
    """Everything that keeps ``data`` from being words by language."""
    for code in data if isinstance(data, dict) else ():
        if not LANGUAGE.fullmatch(code):
            yield f'{code}: must be the code of a language, like "es"'
    yield from examine(Texts, data).problems


def _read_places(file: Path) -> dict[str, list[float]] | None:
    if not file.exists():
        return None
    data = read_json(file)
    places = data.get("squares") if isinstance(data, dict) else None
    if not isinstance(places, dict):
        raise BadPack([f'{file}: squares: must be an object {{"square": [x, y]}}'])
    wrong = [name for name in places if not _is_point(places[name])]
    if wrong:
        raise BadPack([f"{file}: squares.{name}: must be [x, y], both from 0 to 1" for name in wrong])
    return {name: [float(x), float(y)] for name, (x, y) in places.items()}


def _is_point(raw: Any) -> bool:
    return (
        isinstance(raw, list)
        and len(raw) == 2
        and all(isinstance(part, int | float) and not isinstance(part, bool) and 0 <= part <= 1 for part in raw)
    )


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")
