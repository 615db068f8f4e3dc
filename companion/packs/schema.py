"""The JSON Schema of a game's packs, made from the record of the pack."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.rules import Rules
from companion.packs.editing.tables import LOADED


def json_schema(rules: Rules[Any]) -> dict[str, Any]:
    """What a pack.json of the game must be like; empty for a game without packs.

    Invariants between fields, such as how many cards there must be, are not in it: ``companion pack check`` says those.
    """
    if rules.pack_type is None:
        return {}
    schema = msgspec.json.schema(rules.pack_type)
    told: dict[str, Any] = _told(schema)
    own = told["$defs"][rules.pack_type.__name__]["properties"]
    for name in LOADED - {"unknown"}:
        own.pop(name, None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": str(rules.name), **told}


def _told(value: Any) -> Any:
    """The same without fields that only reading fills in, and with patterns as other languages write them."""
    if isinstance(value, str):
        return value.removesuffix("\\Z") + "$" if value.endswith("\\Z") else value
    if isinstance(value, dict):
        return {name: _told(entry) for name, entry in value.items() if not name.startswith("raw_")}
    return [_told(entry) for entry in value] if isinstance(value, list) else value
