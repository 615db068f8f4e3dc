"""How sheets are written in a language: headings, words that can be picked, and phrases, each beside its English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, structs


class Forms(Struct, frozen=True, eq=False):
    """The forms of a game's sheets in a language, each by its English one; what has none is the same as in English.

    Whatever is written in the forms of a language, English is read beside them.
    """

    headings: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    """By the English word (``end of turn``), or by ``field=word`` where it is another in one field, ``2=word`` where
    there are several; words that stand for names, such as those of squares, are by ``field=name``."""
    phrases: Mapping[str, str] = {}
    """By the English template, with the same fields in it."""
    examples: Mapping[str, str] = {}
    """By the English example, where that has texts in it; all others are made from the phrase."""

    decimal: str = "."
    """What stands before the decimals of a number."""
    separator: str = ","
    """What stands between two cells where a spreadsheet writes numbers so."""

    def __or__(self, more: Forms) -> Forms:
        """These forms and more, which come first."""
        names = ("headings", "words", "phrases", "examples")
        return structs.replace(self, **{name: {**getattr(self, name), **getattr(more, name)} for name in names})

    def heading(self, english: str) -> str:
        """A heading as it is written."""
        return self.headings.get(english, english)

    def of(self, word: object, field: str = "") -> list[str]:
        """A word as it can be read in a field: first as it is written, last in English."""
        english = str(word).replace("_", " ")
        found = (self.words.get(f"{field}={english}"), self.words.get(english), english)
        return list(dict.fromkeys(form for form in found if form is not None))

    def every(self, word: str) -> list[str]:
        """All forms of a word, whatever the field."""
        return [form for key, form in self.words.items() if key.rpartition("=")[2] == word] + [word]

    def names(self, field: str) -> dict[str, str]:
        """The words that stand for names in a field, by what they stand for."""
        begin = f"{field}="
        return {
            key.removeprefix(begin).replace(" ", "_"): form for key, form in self.words.items() if key.startswith(begin)
        }


ENGLISH: Final = Forms()


def pattern_of(form: str, space: str = "[ _]") -> str:
    """A regular expression for a form: with its accents or without, whatever ``space`` there is between its words."""
    return "".join(space if letter == " " else _letter(letter) for letter in re.sub(" +", " ", form))


def _letter(letter: str) -> str:
    apart = unicodedata.normalize("NFD", letter)
    return f"(?:{letter}|{apart}|{apart[0]})" if len(apart) > 1 else re.escape(letter)
