"""Sentences for people, kept apart from the language they are shown in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final, TypeAlias

from msgspec import Struct

ACCENTS: Final = re.compile("[\u0300-\u036f]+")
"""The marks that stand above and below letters."""


class Text(Struct, frozen=True):
    """A sentence in English with ``{placeholders}``; it is translated where it is shown.

    ``plural`` and ``n`` choose between one and many; ``n`` also fills the blank ``{n}``.
    Blanks may be filled by other texts, which are translated too.
    """

    msgid: str
    args: dict[str, Words] = {}
    plural: str | None = None
    n: int = 1


Words: TypeAlias = str | int | Text | dict[str, str]
"""What can be shown: a plain word, a number, a text of ours, or a text of a pack by language."""

Say: TypeAlias = Callable[[Words | None], str]
"""Says words in the language of whoever reads them; nothing for None."""


def T(msgid: str, /, **args: Words) -> Text:
    """Mark and make a translatable sentence: ``T("Put {piece} on {square}", piece=…, square=…)``."""
    return Text(msgid, args)


def P(msgid: str, plural: str, n: int, /, **args: Words) -> Text:
    """Mark and make a sentence that counts: ``P("{n} wound", "{n} wounds", 2)``."""
    return Text(msgid, {"n": n, **args}, plural, n)


def one_decimal(value: float) -> Text:
    """A number of zero or more with one decimal, as the language writes it: 6.1, in Spanish 6,1."""
    whole, _, tenth = f"{value:.1f}".partition(".")
    return T("{whole}.{tenth}", whole=whole, tenth=tenth)


@cache
def placeholders(sentence: str) -> tuple[str, ...]:
    """The names of the blanks of a sentence."""
    return tuple(name for _, name, _, _ in Formatter().parse(sentence) if name)


def plain(words: Words, language: str = "en") -> str:
    """The words without a catalogue: our texts in English, pack texts in ``language`` if they have it."""
    if isinstance(words, Text):
        chosen = words.plural if words.plural is not None and words.n != 1 else words.msgid
        return chosen.format(**{name: plain(value, language) for name, value in words.args.items()})
    if isinstance(words, dict):
        return in_language(words, language)
    return str(words)


def in_language(text: dict[str, str], language: str) -> str:
    """A pack's text in ``language``, else in English, else in the first language that it has."""
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def translated(texts: Mapping[str, Mapping[str, str]], source: str, language: str = "en") -> Words:
    """A text or an id of a pack in every language that ``texts`` (language, then text or id, then words) has it in.

    ``source`` is what the pack says in its own ``language``. An id is made readable where nobody put it in words:
    ``old_market`` is "Old market". What ``texts`` does not have at all is shown as it is, whatever the language.
    """
    is_id = re.fullmatch("[a-z0-9_]+", source) is not None
    own = readable(source) if is_id else source
    found = {code: words[source] for code, words in texts.items() if source in words}
    # A text that one language has other words for is said in its own words in all the others.
    others = {} if is_id else dict.fromkeys(texts, own)
    return {language: own} | others | found if found else own


class PackWords:
    """What a pack says, in every language that it has it in: ``translated``, looked up once for each text or id."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]], language: str = "en") -> None:
        self._texts = texts
        self._language = language
        self._known: dict[str, Words] = {}

    def __call__(self, source: str) -> Words:
        found = self._known.get(source)
        if found is None:
            found = self._known[source] = translated(self._texts, source, self._language)
        return found


def own_name(seat: str) -> Words:
    """What the people in a seat call themselves, written nicely: ``aunt_may`` is "Aunt May"."""
    numbered = re.fullmatch("player([0-9]+)", seat)
    if numbered is not None:
        return T("Player {n}", n=int(numbered[1]))
    return seat.replace("_", " ").strip().title() or seat


def readable(name: str) -> str:
    """A name of the code as a word to read: ``old_market`` is "Old market"."""
    return name.replace("_", " ").strip().capitalize() or name


ROW = "{first}, {second}"
"""Two things in a row."""


def listed(words: Sequence[Words]) -> Words:
    """Several things in a row; nothing for none."""
    row: Words = words[0] if words else ""
    for one in words[1:]:
        row = T("{first}, {second}", first=row, second=one)
    return row


def unjoined(words: Words) -> list[Words]:
    """The things that stand in a row: what ``listed`` was given."""
    found: list[Words] = []
    while isinstance(words, Text) and words.msgid == ROW:
        found.append(words.args["second"])
        words = words.args["first"]
    return [words, *reversed(found)]


def folded(text: str) -> str:
    """A text in small letters without accents, as a search compares it."""
    if text.isascii():
        return text.casefold()
    return ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold()
