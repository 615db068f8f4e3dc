"""How a game's box is laid out as sheets: a CSV file for each deck or list, a row for each printed thing.

Headings, and what can stand below them, come from the records of the pack; here stands only what those do not say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct, structs

from companion.core.content.languages import COMMON
from companion.core.content.phrases import Forms, Phrases
from companion.core.texts import Words


class By(Struct, frozen=True, eq=False):
    """A step into a map or a record: the column ``heading`` says by which key.

    ``of`` is the sheet whose ids are the keys, if there is one. ``words`` are written for keys that a spreadsheet would
    take for something else, such as a date.
    """

    heading: str
    of: str = ""
    words: Mapping[str, str] = {}


class Nth(Struct, frozen=True, eq=False):
    """A step into a list of records that have no id: the column ``heading`` counts them from 1."""

    heading: str


class Of(Struct, frozen=True, eq=False):
    """A step into a list of records that have a sheet of their own: the column ``heading`` names one by its id."""

    heading: str


Step: TypeAlias = str | By | Nth | Of


class Drawing(Struct, frozen=True):
    """A cell that is drawn: how it is read (``Unreadable`` if it is none) and written (None if it cannot be drawn)."""

    read: Callable[[str], Any]
    write: Callable[[Any], str | None]
    about: Words


class Sheet(Struct, frozen=True):
    """A sheet: ``name``.csv, and the way to its rows in the pack."""

    name: str
    path: tuple[Step, ...]
    about: Words
    """What a row is, in one sentence."""
    notes: Mapping[str, Words]
    """The headings in their order, and what each says, in a few words."""
    key: tuple[str, ...] = ("id",)
    """The headings that tell a row from all others."""
    headings: Mapping[str, str] = {}
    """Headings that are not the names of their fields, by field (``event.title``)."""
    left_out: frozenset[str] = frozenset()
    """Fields that are left out where the cell is empty; others are null then, if they can be."""
    named: bool = False
    """True if its rows have no name of their own: then there is a column for the words that are shown for the id."""
    placed: bool = False
    """True if its rows lie somewhere on the picture of the board: then there are columns for that."""
    drawn: Mapping[str, Drawing] = {}
    """Cells that are drawn, by field."""
    also: Mapping[str, str] = {}
    """Headings that are read as others: in every language the English ones."""


class BoxSheets(Struct, frozen=True, eq=False):
    """The sheets of a game's box. ``pack`` is the record of its packs; what is on no sheet stands in pack.toml."""

    pack: Any
    sheets: tuple[Sheet, ...]
    phrases: Phrases = Phrases([])
    headings: Mapping[str, str] = {}
    """Fields of the pack that have another name in pack.toml."""
    notes: Mapping[str, Words] = {}
    """What each entry of pack.toml says that not every game has, in a few words."""
    names: Mapping[str, Collection[str]] = {}
    """The words that stand in effects for squares, by the sort of name."""
    languages: Mapping[str, Forms] = {}
    """How the sheets are written in other languages than English, by their codes."""

    @property
    def forms(self) -> Forms:
        """The forms of the language that the sheets are written in."""
        return self.phrases.forms

    def spoken(self, language: str) -> BoxSheets:
        """The sheets in a language: as they are, where the game has no forms for it."""
        return _spoken(self, language) if language in self.languages else self


@cache
def _spoken(box: BoxSheets, language: str) -> BoxSheets:
    forms = COMMON[language] | box.languages[language]
    sheets = tuple(_in_language(sheet, forms) for sheet in box.sheets)
    return structs.replace(box, sheets=sheets, phrases=box.phrases.spoken(forms), languages={})


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
