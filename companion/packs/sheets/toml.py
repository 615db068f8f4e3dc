"""Writing a TOML file so that people can read it, and so that the comments that they wrote stay."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array

from companion.packs.sheets.manifest import Unwritable


def written(wanted: Mapping[str, Any], before: bytes | None = None) -> bytes:
    """A file that says ``wanted``: the file ``before`` with other values, if there is one and that can be done.

    ``Unwritable`` if TOML cannot say it.
    """
    kept = _changed(before, wanted) if before is not None else None
    try:
        return tomlkit.dumps(_document(wanted)).encode() if kept is None else kept
    except TOMLKitError as no:
        raise Unwritable from no


def _changed(before: bytes, wanted: Mapping[str, Any]) -> bytes | None:
    """The file before with other values in it; None if that cannot be done."""
    try:
        document = tomlkit.parse(before.decode())
        _update(document, wanted)
        text = tomlkit.dumps(document)
        return text.encode() if tomllib.loads(text) == wanted else None
    except (TOMLKitError, tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, TypeError, AttributeError):
        return None


def _update(document: Any, wanted: Mapping[str, Any]) -> None:
    for name in [name for name in document if name not in wanted]:
        del document[name]
    for name, value in wanted.items():
        there = document.get(name)
        if isinstance(there, Mapping) and isinstance(value, Mapping):
            _update(there, value)
        elif name not in document or document.unwrap()[name] != value:
            document[name] = value


def _document(wanted: Mapping[str, Any]) -> tomlkit.TOMLDocument:
    """A new file: single values first, then tables."""
    document = tomlkit.document()
    for name, value in wanted.items():
        if not isinstance(value, Mapping):
            document[name] = _lines(value)
    for name, value in wanted.items():
        if isinstance(value, Mapping):
            table = tomlkit.table()
            for key, entry in value.items():
                table[key] = _inline(entry)
            document[name] = table
    return document


def _lines(value: Any) -> Any:
    """A list of texts with a line for each."""
    item = tomlkit.item(value)
    if isinstance(item, Array) and any(isinstance(entry, str) and len(entry) > 20 for entry in value):
        item.multiline(True)
    return item


def _inline(value: Any) -> Any:
    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        table.update({key: _inline(entry) for key, entry in value.items()})
        return table
    return value
