"""The JSON Schema of a game's packs, generated from the pack record."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.rules import Rules
from companion.packs.editing.tables import LOADED


def json_schema(rules: Rules[Any]) -> dict[str, Any]:
    """The schema of the game's pack.json; empty for a game without packs.

    It omits invariants across fields, such as the number of cards; ``companion pack check`` checks those.
    """
    if rules.pack_type is None:
        return {}
    schema = msgspec.json.schema(rules.pack_type)
    told: dict[str, Any] = _cleaned(schema)
    own = told["$defs"][rules.pack_type.__name__]["properties"]
    for name in LOADED - {"unknown"}:
        own.pop(name, None)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": str(rules.name), **told}


def _cleaned(value: Any) -> Any:
    """The schema without derived fields, and with portable patterns."""
    if isinstance(value, str):
        return value.removesuffix("\\Z") + "$" if value.endswith("\\Z") else value
    if isinstance(value, dict):
        return {name: _cleaned(entry) for name, entry in value.items() if not name.startswith("raw_")}
    return [_cleaned(entry) for entry in value] if isinstance(value, list) else value
