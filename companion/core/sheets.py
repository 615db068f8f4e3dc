"""The spreadsheet layout of a game's box: a CSV file for each deck or list, a row for each printed item.

Headings and column types are derived from the structs of the pack; the layout adds what these do not contain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct, structs

from companion.core.buttons import CARD, CardButton, said_by
from companion.core.phrases import Forms, Phrases, PrintedPhrase, SentencePiece
from companion.core.texts import Text, Words, listed, plain

NAMED: Final = ("at", "from", "to", "item")
"""The fields of effects that name places, and items of the box."""

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
        words={"yes": "sí", "no": "no", "none": "nada", "nothing": "nada", "or": "o", "and": "y"},
        several=("others", "everybody", "to_act", "acted"),
        subjects={"al ": "el ", "a ": ""},
        contractions={" de el ": " del ", " a el ": " al "},
        decimal=",",
        separator=";",
    )
}
"""Of a list of words for texts, too."""


class By(Struct, frozen=True, eq=False):
    """A path step into a mapping or a struct, whose key is in the column ``heading``.

    ``of`` is the sheet whose ids are the keys, if any. ``words`` replace keys that a spreadsheet would misinterpret,
    for example as a date.
    """

    heading: str
    of: str = ""
    words: Mapping[str, str] = {}


class Nth(Struct, frozen=True, eq=False):
    """A path step into a list of structs without ids: the column ``heading`` is the index, from 1."""

    heading: str


class Of(Struct, frozen=True, eq=False):
    """A path step into a list of structs with a sheet of their own: the column ``heading`` is the id."""

    heading: str


PathStep: TypeAlias = str | By | Nth | Of


class DrawingCodec(Struct, frozen=True):
    """The codec of a cell with a drawing: parser (raises ``Unreadable``) and formatter (None if it cannot be drawn)."""

    read: Callable[[str], Any]
    write: Callable[[Any], str | None]
    about: Words


class Sheet(Struct, frozen=True):
    """A sheet: ``name``.csv, and the path to its rows in the pack."""

    name: str
    path: tuple[PathStep, ...]
    about: Words
    """A sentence that describes a row."""
    notes: Mapping[str, Words]
    """The headings in order, each with a short description."""
    key: tuple[str, ...] = ("id",)
    """The headings that identify a row."""
    headings: Mapping[str, str] = {}
    """Headings that differ from their field names, by field (``event.title``)."""
    left_out: frozenset[str] = frozenset()
    """Fields that are omitted if the cell is empty; others become null, if allowed."""
    seldom: frozenset[str] = frozenset()
    """Headings whose column is written only if a row fills it in."""
    rare: bool = False
    """True if few boxes have it: a box without its rows has no such file."""
    named: bool = False
    """True if its rows have no name: then a column has the text shown for the id."""
    placed: bool = False
    """True if its rows have a position on the board's picture: then there are columns for it."""
    drawn: Mapping[str, DrawingCodec] = {}
    """Cells with drawings, by field."""
    also: Mapping[str, str] = {}
    """Accepted aliases of headings: in every language the English ones."""


class BoxSheets(Struct, frozen=True, eq=False):
    """The sheets of a game's box. ``pack`` is the struct of its packs; everything else is in pack.toml."""

    pack: Any
    sheets: tuple[Sheet, ...]
    phrases: Phrases = Phrases([])
    headings: Mapping[str, str] = {}
    """Fields of the pack with another name in pack.toml."""
    notes: Mapping[str, Words] = {}
    """Short descriptions of the game-specific entries of pack.toml."""
    names: Mapping[str, Collection[str]] = {}
    """The words that stand for squares in effects, by sort of name."""
    languages: Mapping[str, Forms] = {}
    """The translations of the sheets, by language code."""
    buttons: tuple[CardButton, ...] = ()
    """What a card can have done, in the order of display."""
    names_on_board: tuple[str, ...] = ()
    """Names that the squares of a printed board may well have, proposed where one is typed."""
    printed: tuple[PrintedPhrase, ...] = ()
    """Words of printed cards, in any language, that mean an effect of ``phrases``."""

    @property
    def forms(self) -> Forms:
        """The forms of the current language."""
        return self.phrases.forms

    def sentence(self, effects: Sequence[Any], names: Mapping[str, Words] = MappingProxyType({})) -> Words:
        """Effects in words, in each language; ``names`` are those of the things that they name by id. A reminder of the
        card itself is said as its button says it."""
        raw = msgspec.to_builtins(effects)
        if CARD in str(raw) and any(said_by(self.buttons, one, names) for one in raw):
            return listed([said_by(self.buttons, one, names) or self._phrase([one], names) for one in raw])
        return self._phrase(raw, names)

    def _phrase(self, raw: Sequence[Any], names: Mapping[str, Words]) -> dict[str, str]:
        found = {}
        for code in ("en", *self.languages):
            own = {name: str(_in_one(words, code)) for name, words in names.items() if not isinstance(words, Text)}
            phrases = _saying(self, code, frozenset(own.items()), aloud=True)
            found[code] = phrases.say_list(_in_one(raw, code))
        return found

    def pieces(self, effect: Mapping[str, Any], names: Mapping[str, str], language: str) -> list[SentencePiece]:
        """An effect, complete or not, as a sentence in one language; the pieces that say a field have its path."""
        return _saying(self, language, frozenset(names.items())).pieces(_in_one(effect, language))

    def spoken(self, language: str) -> BoxSheets:
        """The sheets in a language; unchanged if the game has no forms for it."""
        return _spoken(self, language) if language in self.languages else self


@cache
def _spoken(box: BoxSheets, language: str) -> BoxSheets:
    forms = COMMON[language] | box.languages[language]
    sheets = tuple(_in_language(sheet, forms) for sheet in box.sheets)
    return structs.replace(box, sheets=sheets, phrases=box.phrases.spoken(forms), languages={})


@lru_cache(maxsize=8)
def _saying(box: BoxSheets, language: str, names: frozenset[tuple[str, str]], *, aloud: bool = False) -> Phrases:
    """The phrases of a language, with names of things for their ids; ``aloud`` as somebody says them, who need not be
    able to tap each word."""
    phrases = box.spoken(language).phrases
    words = {f"{field}={name.replace('_', ' ')}": said for name, said in names for field in NAMED}
    forms = phrases.forms.spoken if aloud else phrases.forms.said
    return phrases.spoken(forms | Forms(words=words), aloud=aloud)


def _in_one(data: Any, language: str) -> Any:
    """The same with each text in one language only."""
    if isinstance(data, Text):
        return plain(data)
    if isinstance(data, dict):
        texts = bool(data) and all(len(key) == 2 and isinstance(one, str) for key, one in data.items())
        if texts and "op" not in data and not data.keys() & NAMED:
            return data.get(language) or next(iter(data.values()))
        return {key: _in_one(one, language) for key, one in data.items()}
    return [_in_one(one, language) for one in data] if isinstance(data, list) else data


def _in_language(sheet: Sheet, forms: Forms) -> Sheet:
    said = {heading: forms.heading(heading) for heading in sheet.notes}
    return structs.replace(
        sheet,
        path=tuple(
            step if isinstance(step, str) else structs.replace(step, heading=said[step.heading]) for step in sheet.path
        ),
        notes={said[heading]: note for heading, note in sheet.notes.items()},
        key=tuple(map(forms.heading, sheet.key)),
        headings=said | {field: forms.heading(heading) for field, heading in sheet.headings.items()},
        also=said,
    )
