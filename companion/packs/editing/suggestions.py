"""Words that are proposed while people type: those that begin like the last word, the most used ones first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from companion.core.texts import folded
from companion.language import texts_of

WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
BEGUN: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]*)*$")
"""The word at the end of a text, as far as it is typed."""
SHORTEST: Final = 3
"""Letters of a word that is proposed."""
SAVED: Final = 2
"""At least so many letters of it are still to be typed: for fewer, nobody reads the proposals."""
MARKS: Final = frozenset(".,;:!?)")
"""Marks that stand at the end of a word, without a space."""
BEGINNINGS: Final = frozenset({"", ".", "!", "?", ":", "¡", "¿"})
"""What stands before the first word of a sentence."""
SAID: Final = frozenset({"name", "title", "text", "words"})
"""The fields of a box with what is printed in it."""


class Suggestions:
    """What is proposed in a field: ``names`` begin like the whole text; words begin like its last one.

    The words are those of ``sources``, the nearest one first, such as the card and its box, then those of the
    language. Accents and capitals need not be typed.
    """

    def __init__(self, code: str, *sources: Iterable[str], names: Sequence[str] = ()) -> None:
        words = dict.fromkeys(word for texts in (*map(_most_used, sources), common_words(code)) for word in texts)
        self._words = [(folded(word), word) for word in words]
        self._names = [(folded(name), name) for name in names]

    def of(self, typed: str, most: int) -> tuple[str, ...]:
        """At most so many proposals; none before the first letter of a word."""
        last = BEGUN.search(typed)
        if last is None:
            return ()
        begun, whole, capital = folded(last[0]), folded(typed), last[0][:1].isupper()
        found = [name for form, name in self._names if form.startswith(whole) and form != whole]
        for form, word in self._words:
            if len(found) >= most:
                break
            if form.startswith(begun) and len(form) >= len(begun) + SAVED:
                found.append(word[:1].upper() + word[1:] if capital else word)
        return tuple(dict.fromkeys(found))[:most]

    def completed(self, typed: str, taken: str) -> str:
        """The text with a proposal in place of what it begins with, and a space behind it."""
        last = BEGUN.search(typed)
        whole = self.is_name(taken) and folded(taken).startswith(folded(typed))
        return f"{'' if whole or last is None else typed[: last.start()]}{taken} "

    def is_name(self, taken: str) -> bool:
        """True for a proposal that is all of the text."""
        return taken in (name for _, name in self._names)


@cache
def common_words(code: str) -> tuple[str, ...]:
    """The words of all that the companion says in a language, rulebook words included; the most used ones first."""
    return tuple(_most_used(texts_of(code)))


def _most_used(texts: Iterable[str]) -> list[str]:
    """The words of texts, the most used ones first. A word has a capital if it never occurs without one, and not only
    where a sentence begins."""
    often: Counter[str] = Counter()
    plain: set[str] = set()
    names: dict[str, str] = {}
    for text in texts:
        for word in WORD.finditer(text):
            form = word[0].lower()
            if len(form) < SHORTEST:
                continue
            often[form] += 1
            if word[0] == form:
                plain.add(form)
            elif text[: word.start()].rstrip()[-1:] not in BEGINNINGS:
                names.setdefault(form, word[0])
    ordered = sorted(often, key=lambda form: (-often[form], form))
    return [form if form in plain else names.get(form, form) for form in ordered]


def said_in(data: Any, code: str) -> Iterator[str]:
    """All names, titles and texts of a box in one language."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            if name in SAID and isinstance(value, str):
                yield value
            elif name in SAID and isinstance(value, Mapping):
                text = value.get(code) or next(iter(value.values()), "")
                yield from [text] if isinstance(text, str) else []
            else:
                yield from said_in(value, code)
    elif isinstance(data, list):
        for one in data:
            yield from said_in(one, code)
