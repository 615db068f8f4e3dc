"""Writes TOML files for people, keeping their comments."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array


def written(wanted: Mapping[str, Any], before: bytes | None = None) -> bytes | None:
    """Serialise ``wanted``, as an update of the file ``before`` if that is possible; None if TOML cannot represent it,
    such as null in a list."""
    kept = _updated(before, wanted) if before is not None else None
    try:
        return tomlkit.dumps(_document(wanted)).encode() if kept is None else kept
    except TOMLKitError:
        return None


def _updated(before: bytes, wanted: Mapping[str, Any]) -> bytes | None:
    """The file with its values updated; None if that fails."""
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
    """A new document, with plain values before tables."""
    document = tomlkit.document()
    for name, value in wanted.items():
        if not isinstance(value, Mapping):
            document[name] = _multiline(value)
    for name, value in wanted.items():
        if isinstance(value, Mapping):
            table = tomlkit.table()
            for key, entry in value.items():
                table[key] = _inline(entry)
            document[name] = table
    return document


def _multiline(value: Any) -> Any:
    """A list of long texts gets one line per entry."""
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
