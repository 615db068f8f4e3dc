"""Translations of sheets: headings, keywords and phrases, each by its English form."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, structs


class Forms(Struct, frozen=True, eq=False):
    """The forms of a game's sheets in one language, by their English forms; without an entry English is used.

    English is always accepted when parsing.
    """

    headings: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    """Keys are English words (``end of turn``), ``field=word`` for a word with another form in one field, ``2=word``
    for an alternative form, or ``field=name`` for words that stand for names, such as those of squares."""
    phrases: Mapping[str, str] = {}
    """Keys are English templates; the translations have the same fields."""
    examples: Mapping[str, str] = {}
    """Keys are English examples that contain texts; other examples are generated."""

    decimal: str = "."
    """The decimal separator."""
    separator: str = ","
    """The CSV separator that spreadsheets use with this decimal separator."""

    def __or__(self, more: Forms) -> Forms:
        """These forms overridden by ``more``."""
        names = ("headings", "words", "phrases", "examples")
        return structs.replace(self, **{name: {**getattr(self, name), **getattr(more, name)} for name in names})

    def heading(self, english: str) -> str:
        """A heading in this language."""
        return self.headings.get(english, english)

    def of(self, word: object, field: str = "") -> list[str]:
        """All accepted forms of a word in a field: the written one first, English last."""
        english = str(word).replace("_", " ")
        found = (self.words.get(f"{field}={english}"), self.words.get(english), english)
        return list(dict.fromkeys(form for form in found if form is not None))

    def every(self, word: str) -> list[str]:
        """All forms of a word, in any field."""
        return [form for key, form in self.words.items() if key.rpartition("=")[2] == word] + [word]

    def names(self, field: str) -> dict[str, str]:
        """The words that stand for names in a field, by name."""
        begin = f"{field}="
        return {
            key.removeprefix(begin).replace(" ", "_"): form for key, form in self.words.items() if key.startswith(begin)
        }


ENGLISH: Final = Forms()


def pattern_of(form: str, space: str = "[ _]") -> str:
    """A regular expression for a form, with optional accents and ``space`` between its words."""
    return "".join(space if letter == " " else _letter(letter) for letter in re.sub(" +", " ", form))


def _letter(letter: str) -> str:
    apart = unicodedata.normalize("NFD", letter)
    return f"(?:{letter}|{apart}|{apart[0]})" if len(apart) > 1 else re.escape(letter)
