"""Translatable texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Final, TypeAlias

from msgspec import Struct

ACCENTS: Final = re.compile("[\u0300-\u036f]+")
"""Combining diacritical marks."""


class Text(Struct, frozen=True):
    """An English sentence with ``{placeholders}``, translated when it is shown.

    ``plural`` and ``n`` choose between singular and plural; ``n`` also fills ``{n}``. Placeholders may be filled with
    other texts, which are translated too.
    """

    msgid: str
    args: dict[str, Words] = {}
    plural: str | None = None
    n: int = 1


class OwnText(Text, frozen=True):
    """A sentence of a game that brings its languages along; ``msgid`` is the English one."""

    own: dict[str, str] = {}
    """The sentence by language."""


class RoleName(Text, frozen=True):
    """The name of a role, such as "Daughter"; ``inside`` is the message with its form inside a sentence, for languages
    where that has an article: "la hija"."""

    inside: str = ""


class CommonName(Text, frozen=True):
    """What a thing is where it has no name of its own. Beside other words of a sentence its first letter is small:
    "Discard a card that is not known". ``inside`` is the message with its form there, if it has an article: "all pawns
    on the start tile with the hospital". ``own`` is what its box calls it, by language, which may be a name."""

    inside: str = ""
    own: dict[str, str] = {}


class SeatName(Text, frozen=True):
    """The name of a seat in its game. It is translated to the name of the person there, if ``Language.people`` has one;
    nothing else knows people's names."""

    seat: str = ""
    beside: bool = False
    """The name of the person is shown beside that of the seat, not instead of it: the seat plays several parts."""


Words: TypeAlias = str | int | Text | dict[str, str]
"""Anything that can be shown: a string, a number, a translatable text, or a text of a pack by language."""

Say: TypeAlias = Callable[[Words | None], str]
"""Translates words into the reader's language; empty for None."""


def T(msgid: str | dict[str, str], /, **args: Words) -> Text:
    """A translatable sentence: ``T("Put {piece} on {square}", piece=…, square=…)``; one by language as it is."""
    return Text(msgid, args) if isinstance(msgid, str) else by_language(msgid, args)


def P(msgid: str, plural: str, n: int, /, **args: Words) -> Text:
    """A translatable sentence with a plural: ``P("{n} wound", "{n} wounds", 2)``."""
    return Text(msgid, {"n": n, **args}, plural, n)


def by_language(text: dict[str, str], args: dict[str, Words] | None = None) -> OwnText:
    """A text by language whose blanks are filled with ``args``."""
    return OwnText(in_language(text, "en"), args or {}, own=text)


def of_seat(seat: str, words: Words) -> SeatName:
    """``words`` as the name of that seat in its game."""
    return SeatName("{seat}", {"seat": words}, seat=seat)


def as_printed(words: Words) -> Words:
    """The name of a seat in its game, without the person; other words unchanged."""
    return words.args["seat"] if isinstance(words, SeatName) else words


def one_decimal(value: float) -> Text:
    """A non-negative number with one decimal, localised: 6.1, in Spanish 6,1."""
    whole, _, tenth = f"{value:.1f}".partition(".")
    return T("{whole}.{tenth}", whole=whole, tenth=tenth)


def capital(said: str) -> str:
    """The text with its first letter in upper case."""
    return said[:1].upper() + said[1:]


@cache
def placeholders(sentence: str) -> tuple[str, ...]:
    """The names of the placeholders of a sentence, each once."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name))


def plain(words: Words, language: str = "en") -> str:
    """The words without translation: our texts in English, texts of packs in ``language`` if available."""
    if isinstance(words, CommonName) and words.own:
        return in_language(words.own, language)
    if isinstance(words, Text):
        chosen = words.plural if words.plural is not None and words.n != 1 else words.msgid
        if isinstance(words, OwnText):
            chosen = in_language(words.own, language)
        return chosen.format(**{name: plain(value, language) for name, value in words.args.items()})
    if isinstance(words, dict):
        return in_language(words, language)
    return str(words)


def in_language(text: dict[str, str], language: str) -> str:
    """A pack's text in ``language``, falling back to English, then to its first language."""
    return text.get(language) or text.get("en") or next(iter(text.values()), "")


def translated(texts: Mapping[str, Mapping[str, str]], source: str, language: str = "en") -> Words:
    """A text or id of a pack in all languages of ``texts``, which maps language, then text or id, to words.

    ``source`` is the text in the pack's own ``language``. An id without a text is made readable: ``old_market`` is
    "Old market". A text without translations is shown as it is.
    """
    is_id = re.fullmatch("[a-z0-9_]+", source) is not None
    own = readable(source) if is_id else source
    found = {code: words[source] for code, words in texts.items() if source in words}
    # If only some languages translate a text, the others show the original.
    others = {} if is_id else dict.fromkeys(texts, own)
    return {language: own} | others | found if found else own


class PackWords:
    """``translated`` for the texts and ids of a pack, cached."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]], language: str = "en") -> None:
        self._texts = texts
        self._language = language
        self._known: dict[str, Words] = {}

    def __call__(self, source: str) -> Words:
        found = self._known.get(source)
        if found is None:
            found = self._known[source] = translated(self._texts, source, self._language)
        return found


def own_name(seat: str) -> SeatName:
    """The name of a seat in title case: ``aunt_may`` is "Aunt May"."""
    numbered = re.fullmatch("player([0-9]+)", seat)
    if numbered is not None:
        return of_seat(seat, T("Player {n}", n=int(numbered[1])))
    return of_seat(seat, seat.replace("_", " ").strip().title() or seat)


def readable(name: str) -> str:
    """An identifier as text: ``old_market`` is "Old market"."""
    return name.replace("_", " ").strip().capitalize() or name


ROW = "{first}, {second}"
"""The message that joins two items."""


def listed(words: Sequence[Words]) -> Words:
    """Join items with commas; empty for none."""
    row: Words = words[0] if words else ""
    for one in words[1:]:
        row = T("{first}, {second}", first=row, second=one)
    return row


def unjoined(words: Words) -> list[Words]:
    """The inverse of ``listed``: the items of a list."""
    found: list[Words] = []
    while isinstance(words, Text) and words.msgid == ROW:
        found.append(words.args["second"])
        words = words.args["first"]
    return [words, *reversed(found)]


def folded(text: str) -> str:
    """A text in lower case without accents, for searching."""
    if text.isascii():
        return text.casefold()
    return ACCENTS.sub("", unicodedata.normalize("NFKD", text)).casefold()
