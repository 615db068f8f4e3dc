"""What the folder of a box says, before its rules are checked."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Final, TypeAlias

from msgspec import Struct, structs

from companion.core.texts import Text, Words, translated

LANGUAGE: Final = re.compile("[a-z]{2,3}")
"""The code of a language."""
WORD: Final = re.compile("[a-z0-9_]+")
"""What may be an id."""
Texts: TypeAlias = dict[str, dict[str, str]]


class Content(Struct, frozen=True):
    """The content of a box. It may be known in part, and need not be in order yet."""

    data: dict[str, Any]
    """The pack as a JSON value, exactly what ``Rules.read_pack`` takes, with ``unknown`` if it is known in part."""
    texts: Texts = {}
    """Words for ids, and for texts in other languages: language, then id or text, then what to show."""
    places: dict[str, list[float]] | None = None
    """Where squares lie on the picture of the board: ``[x, y]``, 0 to 1 from the upper left; None where nobody says."""

    @property
    def language(self) -> str:
        """The language that the pack itself is written in."""
        return str(self.data.get("language", "en"))

    def words(self, source: str) -> Words:
        """A text or an id of the pack, in every language that the texts have it in; an id is made readable."""
        return translated(self.texts, source, self.language)

    def in_languages(self, words: Words) -> Words:
        """A name in the languages that the texts have it in, also in a sentence; what they do not have stays as
        it is."""
        if isinstance(words, Text):
            return structs.replace(words, args={name: self.in_languages(one) for name, one in words.args.items()})
        if isinstance(words, str) and self.texts:
            found = {code: said[words] for code, said in self.texts.items() if words in said}
            return {self.language: words} | dict.fromkeys(self.texts, words) | found if found else words
        return words

    def tells(self, id_: str) -> bool:
        """True of an id that says something to people: the texts have it, or somebody thought of it."""
        return not id_[-1:].isdigit() or any(id_ in said for said in self.texts.values())

    def ids(self) -> dict[str, Words]:
        """What the texts call things by their ids."""
        found = {id_ for said in self.texts.values() for id_ in said if WORD.fullmatch(id_)}
        return {id_: self.words(id_) for id_ in sorted(found)}


def content_hash(data: object) -> str:
    """A fingerprint of what a pack says, however its files are laid out."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
