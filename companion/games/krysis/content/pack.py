"""The content of a box of Krysis: reading and checking it."""

from __future__ import annotations

import msgspec

from companion.core.content.invariants import pack_object
from companion.core.content.validation import examine
from companion.core.refusals import BadPack
from companion.games.krysis.content.pack_checks import broken_invariants
from companion.games.krysis.content.pack_data import Pack
from companion.games.krysis.content.untold import without_untold

FILLED_IN = ("texts", "untold")
"""Fields of the record that are none of the pack."""


def read_pack(data: object) -> Pack:
    """Check one JSON value against section 11 of wire/krysis.md and RULES 4.16, and make a pack of it.

    Raises ``BadPack`` with everything that is wrong, each as ``field.path: sentence``. Of a pack for another game only
    that is said. Fields that are not known are passed over, except where one would mean something
    elsewhere: in crystals, goods, speeds, abilities, relics and their scores. What is printed on the board may be
    missing where the pack says that it is not ``whole``.
    """
    ready = {name: value for name, value in pack_object(data, "krysis").items() if name not in FILLED_IN}
    told, untold = without_untold(ready)
    problems = [*examine(Pack, told).problems, *broken_invariants(ready)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert({**told, "untold": untold}, Pack)
