"""The icons and colours of the touchscreen on pages, and the addresses of the files that pages need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from companion.scene import palette
from companion.scene.icons import NAMES, UNKNOWN, find, read, symbol

STATIC = Path(__file__).parent / "static"


def _symbols() -> str:
    """Every icon in one file, each as a symbol."""
    symbols = "".join(symbol(read(name)) for name in sorted(NAMES))
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}</svg>\n'


@cache
def files() -> Mapping[str, bytes]:
    """The files that pages need, by name: those in the folder, and those made from what the touchscreen uses too."""
    kept = {file.name: file.read_bytes() for file in STATIC.iterdir() if file.is_file()}
    return {**kept, "icons.svg": _symbols().encode(), "themes.css": palette.css().encode()}


@cache
def address(file: str) -> str:
    """The address of a file of the pages. It changes with the file, so that browsers may keep it."""
    return f"/static/{file}?v={sha256(files()[file]).hexdigest()[:12]}"


@cache
def icon(name: str, more: str = "") -> str:
    """The HTML of an icon; ``more`` are further classes."""
    drawing, letters = find(name)
    inside = f'<use href="{address("icons.svg")}#{drawing.name}"/>'
    at = drawing.lettering
    if letters and at is not None:
        size = min(at.size * 0.95, at.width * 1.5 / len(letters))
        text = f'<text x="{at.x:g}" y="{at.y:g}">{escape(letters)}</text>'
        inside += f'<g font-size="{size:.3g}" color="{at.colour}">{text}</g>'
    classes = escape(" ".join(filter(None, ["icon", more, "letter" if drawing.name == UNKNOWN else ""])))
    return f'<svg class="{classes}" viewBox="0 0 100 100" aria-hidden="true">{inside}</svg>'
