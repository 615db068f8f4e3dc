"""The content of a box of Crash & Grab: reading and checking it."""

from __future__ import annotations

import msgspec

from companion.core.content.invariants import pack_object
from companion.core.content.validation import examine
from companion.core.refusals import BadPack
from companion.games.crash.content.pack_checks import broken_invariants
from companion.games.crash.content.pack_data import Pack


def read_pack(data: object) -> Pack:
    """Check one JSON value against "Pack" of wire/crash.md and make a pack of it.

    Raises ``BadPack`` with everything that is wrong, each as ``field.path: sentence``. Of a pack for another game only
    that is said. Fields that are not known are passed over, except in effects.
    """
    ready = {name: value for name, value in pack_object(data, "crash").items() if name != "texts"}
    problems = [*examine(Pack, ready).problems, *broken_invariants(ready)]
    if problems:
        raise BadPack(problems)
    return msgspec.convert(ready, Pack)
