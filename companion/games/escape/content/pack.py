"""Reads and validates the content of a box of Escape Plan."""

from __future__ import annotations

import msgspec

from companion.core.refusals import BadPack
from companion.core.validation import examine, pack_object
from companion.games.escape.content.pack_checks import broken_invariants
from companion.games.escape.content.pack_data import Pack


def read_pack(data: object) -> Pack:
    """Validate a JSON value against "Pack" of wire/escape.md and return a pack.

    Raises ``BadPack`` with every fault as ``field.path: sentence``; for another game, with only that fault. Unknown
    fields are ignored.
    """
    ready = {name: value for name, value in pack_object(data, "escape").items() if name != "texts"}
    problems = [*examine(Pack, ready).problems, *broken_invariants(ready)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(ready, Pack)
