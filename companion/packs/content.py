"""What the folder of a box says, before its rules are checked."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final, TypeAlias

from msgspec import Struct

LANGUAGE: Final = re.compile("[a-z]{2,3}")
"""The code of a language."""
Texts: TypeAlias = dict[str, dict[str, str]]


class Content(Struct, frozen=True):
    """The content of a box. It may be known in part, and need not be in order yet."""

    data: dict[str, Any]
    """The pack as a JSON value, exactly what ``Rules.read_pack`` takes, with ``unknown`` if it is known in part."""
    texts: Texts = {}
    """Words for ids, and for texts in other languages: language, then id or text, then what to show."""
    places: dict[str, list[float]] | None = None
    """Where squares lie on the picture of the board: ``[x, y]``, 0 to 1 from the upper left; None where nobody says."""


def content_hash(data: object) -> str:
    """A fingerprint of what a pack says, however its files are laid out."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
