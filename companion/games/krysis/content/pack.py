"""Reads and validates the content of a box of Krysis."""

from __future__ import annotations

import msgspec

from companion.core.refusals import BadPack
from companion.core.validation import examine, pack_object
from companion.games.krysis.content.pack_checks import broken_invariants
from companion.games.krysis.content.pack_data import Pack
from companion.games.krysis.content.untold import without_untold

FILLED_IN = ("texts", "untold")
"""Fields of the record that are derived."""


def read_pack(data: object) -> Pack:
    """Validate a JSON value against section 11 of wire/krysis.md and RULES 4.16 and return a pack.

    Raises ``BadPack`` with every fault as ``field.path: sentence``; for another game, with only that fault. Unknown
    fields are ignored, except where they would mean something elsewhere: in crystals, goods, speeds, abilities, relics
    and their scores. What is printed on the board may be missing if the pack is not ``whole``.
    """
    ready = {name: value for name, value in pack_object(data, "krysis").items() if name not in FILLED_IN}
    told, untold = without_untold(ready)
    problems = [*examine(Pack, told).problems, *broken_invariants(ready)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert({**told, "untold": untold}, Pack)
