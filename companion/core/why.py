"""The rules that hold in every game, in plain words for whoever asks why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.texts import T, Words

SHARED: Mapping[str, Words] = MappingProxyType(
    {
        "R-GEN-04": T(
            "Nothing appears and nothing gets lost: table, hands, decks and bags together always hold what came in the "
            "box. A correction has to say what can really be so."
        ),
    }
)
"""By number, one to three sentences each."""
