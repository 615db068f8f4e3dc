"""What stands on the cards and tiles of a box, in words for whoever tells the companion one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.texts import T, Words

BOX: Final[Mapping[str, Words]] = {
    "group": T("Stack"),
    "exit": T("Exit"),
    "hospital": T("Hospital"),
    "gang_hq": T("Gang headquarters"),
    "business": T("Business"),
    "safe_house": T("Safe house"),
    "gang": T("Gang"),
    "edges": T("Land around it"),
    "back": T("Back"),
    "=start": T("at the start"),
    "=industrial": T("industrial"),
    "=commercial": T("commercial"),
    "=residential": T("residential"),
    "=water": T("water"),
}
"""As ``companion.packs.editing.words.BoxWords`` takes them."""
