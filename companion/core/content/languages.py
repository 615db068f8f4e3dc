"""Translations of sheets that are common to all games; each game adds its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.content.phrases.forms import Forms

COMMON: Final[Mapping[str, Forms]] = {
    "es": Forms(
        headings={
            "id": "id",
            "name": "nombre",
            "text": "texto",
            "words": "palabras",
            "count": "cantidad",
            "colour": "color",
            "effects": "efectos",
            "x": "x",
            "y": "y",
        },
        words={"yes": "sí", "no": "no", "none": "nada", "or": "o", "and": "y"},
        decimal=",",
        separator=";",
    )
}
"""Of a list of words for texts, too."""
