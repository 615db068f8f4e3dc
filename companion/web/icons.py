"""The icons of the touchscreen on pages: which symbol of the one file of them stands for which name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from companion.core.instructions import kind

STATIC = Path(__file__).parent / "static"
BLANK = "§"
"""Stands in the list for a letter or number of an icon that any can be written on."""
SEATS = 6
"""So many signs of players there are; who comes after them begins anew."""


@cache
def _symbols() -> Mapping[str, list[str | float]]:
    """The number of each symbol by its name, and where a letter is written on it: middle, how wide and how high."""
    found: dict[str, list[str | float]] = json.loads((STATIC / "icons.json").read_text(encoding="utf-8"))
    return found


@cache
def address(file: str) -> str:
    """The address of a file of the pages; another one when the file is another, so that browsers may keep it."""
    return f"/static/{file}?v={sha256((STATIC / file).read_bytes()).hexdigest()[:12]}"


@cache
def icon(name: str, more: str = "") -> str:
    """The HTML of an icon; ``more`` are further classes. A name that nobody draws shows its first letter on a disc."""
    symbol, letter = _find(name)
    inside = f'<use href="{address("icons.svg")}#{symbol[0]}"/>' if symbol else '<circle cx="50" cy="50" r="42"/>'
    place = [float(part) for part in symbol[1:]] if symbol else [50.0, 50.0, 60.0, 60.0]
    if letter and place:
        x, y, w, h = place
        size = min(h * 0.95, w * 1.5 / len(letter))
        inside += f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}">{escape(letter)}</text>'
    classes = escape(" ".join(filter(None, ["icon", more, "" if symbol else "letter"])))
    return f'<svg class="{classes}" viewBox="0 0 100 100" aria-hidden="true">{inside}</svg>'


def _find(name: str) -> tuple[list[str | float], str]:
    """The symbol of a name, empty where there is none, and what is written on it."""
    symbols = _symbols()
    sort, _, rest = name.partition(":")
    if sort in ("seat", "turn") and rest:
        number, _, letters = rest.rpartition(":")
        if number.isdecimal():
            return symbols[f"seat:{int(number) % SEATS}:{BLANK}"], letters[:2].upper()
    if name in symbols:
        return symbols[name], ""
    last = name.rpartition(":")[2][:1].upper()
    if (written := symbols.get(f"{sort}:{BLANK}")) is not None and rest:
        return written, last
    if kind(name) in symbols:
        return symbols[kind(name)], ""
    return [], last
