"""A pseudo-language with the longest words: what fits in it fits in every language of the product.

Each message is the widest that any real language has for it, and its longest word is as wide as the longest of any of
them: vowels are repeated, as far as it takes. Letters have accents, placeholders stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from gettext import NullTranslations

from companion import language
from companion.language import LANGUAGES, LOCALE
from ui.look.text import extents

LONG = "long"
"""The code of the pseudo-language."""
ACCENTS = str.maketrans("aeiouyncAEIOU", "áëîöûÿñçÅÉÎÕÜ")
VOWEL = re.compile("[áëîöûÿÅÉÎÕÜ]")
PARTS = re.compile(r"(\{[^}]*\}|\s+)")
"""Placeholders and spaces, between words."""
_catalogue, _in_language = language._catalogue, language.in_language


def speak_long() -> None:
    """Let the product know the language from now on."""
    language._catalogue = lambda locale, code: _Long() if code == LONG else _catalogue(locale, code)
    language.in_language = lambda text, code: (
        long(lambda real: _in_language(text, real)) if code == LONG else _in_language(text, code)
    )


class _Long(NullTranslations):
    def gettext(self, message: str) -> str:
        return long(lambda real: _catalogue(LOCALE, real).gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return long(lambda real: _catalogue(LOCALE, real).ngettext(msgid1, msgid2, n))


def long(said: Callable[[str], str]) -> str:
    """What is said in the pseudo-language, from what is said in each real one."""
    return longest(tuple(said(real) for real in LANGUAGES))


@cache
def longest(texts: tuple[str, ...]) -> str:
    """The same text in real languages, in the pseudo-language."""
    parts = PARTS.split(max(texts, key=width))
    words = [part.translate(ACCENTS) for part in parts[::2]]
    first = max(range(len(words)), key=lambda n: width(words[n]))
    words[first] = stretched(words[first], max(map(longest_word, texts)))
    parts[::2] = words
    return "".join(parts)


def stretched(word: str, aim: float) -> str:
    """The word with some of its vowels repeated until it is as wide as that; unchanged if it has none."""
    vowels = list(VOWEL.finditer(word))
    made, count = word, 0
    while vowels and width(made) < aim:
        count += 1
        made, last = "", 0
        for n, vowel in enumerate(vowels):
            more = count * (n + 1) // len(vowels) - count * n // len(vowels)
            made, last = made + word[last : vowel.end()] + more * vowel[0], vowel.end()
        made += word[last:]
    return made


def width(text: str) -> int:
    return extents(PARTS.sub("", text), 40, "plain")[0]


def longest_word(text: str) -> int:
    """The width of the longest word."""
    return max(map(width, PARTS.split(text)[::2]))
