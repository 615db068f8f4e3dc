"""Pages as HTML: templates filled in for their reader, icons, and addresses as QR codes."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from copy import copy
from functools import cache, lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.core.instructions import kind
from companion.core.texts import Say, Words
from companion.language import LANGUAGES, Language
from companion.scene import palette
from companion.scene.icons import NAMES, UNKNOWN, find, read, symbol
from companion.scene.palette import THEMES
from companion.scene.scene import Piece, column_name
from companion.table.people import isolated
from companion.web.phones import Phone

# The files that pages need, among them the icons and colours of the touchscreen.

STATIC = Path(__file__).parent / "static"


def _symbols() -> str:
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


# Templates.

_CONTROLS = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]")
"""Characters that no page may contain, whatever names and addresses are shown on it."""
COMMON = Path(__file__).parent / "templates"
"""The folder of the templates that all sites may use."""


@cache
def say_in(language: str) -> Say:
    return Language(language).say


_say: ContextVar[Say] = ContextVar("say")
"""Renders the words of the page that is being filled in."""
_once: ContextVar[str] = ContextVar("once")
"""The number of the page that is being filled in, which its forms carry."""


class Templates:
    """The templates in ``folder`` and the common ones, with everything escaped that is not ours. ``words`` are their
    fixed texts, which they use by name."""

    def __init__(self, words: Mapping[str, Words], folder: Path = COMMON) -> None:
        self._words = words
        self._folders = list(dict.fromkeys((folder, COMMON)))
        self._environments: dict[str, Environment] = {}

    def filled(
        self, name: str, language: str, /, people: Mapping[str, str] | None = None, once: str = "", **about: Any
    ) -> str:
        """A template filled in for a reader of ``language``; ``people`` are the names of players by seat.

        ``once`` is the number that its forms carry, so that each counts once; by default one that no other page has.
        """
        environment = self._environments.get(language)
        if environment is None:
            environment = self._environments[language] = self._environment(say_in(language))
        before, page = _say.set(Language(language, isolated(people or {})).say), _once.set(once or token_urlsafe(9))
        try:
            return _CONTROLS.sub("", environment.get_template(name).render(about, people=people or {}))
        finally:
            _say.reset(before)
            _once.reset(page)

    def _environment(self, say: Say) -> Environment:
        made = Environment(
            loader=FileSystemLoader(self._folders),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.filters["column"] = column_name
        made.filters["say"] = _said
        made.filters["counted"] = _counted
        made.globals["w"] = {name: say(words) for name, words in self._words.items()}
        made.globals["icon"] = lambda name, more="": Markup(icon(name or "", more))
        made.globals["file"] = address
        made.globals["once"] = _once.get
        return made


def _said(words: Words | None) -> str:
    return _say.get()(words)


def _counted(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """True if a piece is shown with its number: as soon as any of its kind has another number than 1."""
    return any(other.n != 1 for other in pieces if kind(other.icon) == kind(piece.icon))


def page_values(phone: Phone | None, language: str, message: Words | None) -> dict[str, Any]:
    """The values that every page for a phone is filled with. ``message`` takes the place of the phone's own."""
    return {
        "phone": copy(phone),
        "language": language,
        "languages": LANGUAGES,
        "themes": THEMES,
        "message": message or (None if phone is None else phone.message),
        "request": None if phone is None else phone.request,
    }


def qr(text: str) -> str:
    """An address as a QR code in SVG."""
    made: str = segno.make(text, error="m").svg_inline(scale=1, border=3, dark="#000", light="#fff", omitsize=True)
    return made.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in made else made


@lru_cache(8)
def qr_squares(text: str) -> list[list[bool]]:
    """The same as rows of squares, True for dark ones, without a border."""
    return [[bool(square) for square in row] for row in segno.make(text, error="m").matrix]


def printed_qr(text: str) -> str:
    """The same in characters, for a terminal."""
    drawn = io.StringIO()
    segno.make(text, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
