"""The phrase table of a game: parsing and formatting lists of effects in a cell."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec import inspect as types

from companion.core.content.phrases.forms import ENGLISH, Forms
from companion.core.content.phrases.phrase import Parts, Phrase
from companion.core.content.phrases.words import QUOTED, Unreadable, Words
from companion.core.texts import T, folded

IN_BRACKETS: Final = rf"\((?:{QUOTED}|[^()\"“])*\)"
ANYTHING: Final = rf"(?:{QUOTED}|[^()\"“])+?"
CLOSING: Final = {"(": ")", "{": "}", "[": "]"}
QUOTES: Final = {'"': '"', "“": "”"}


class Phrases:
    """The phrases of a game: for its ``effects``, a tagged union, and for the records nested in them.

    Effects without a phrase are written as JSON. ``forms`` are those of the language.
    """

    def __init__(
        self, effects: Sequence[Phrase], records: Sequence[Phrase | Parts] = (), forms: Forms = ENGLISH
    ) -> None:
        self.forms = forms
        self._types: dict[type, types.StructType] = {}
        self.records = {record.kind: record.within(self._words, self._types) for record in records}
        self.effects = [effect.within(self._words, self._types) for effect in effects]
        self._kinds = {effect.kind for effect in effects}

    def spoken(self, forms: Forms) -> Phrases:
        """The phrases in a language; English is still accepted."""
        records = [record.spoken(forms) for record in self.records.values()]
        return Phrases([effect.spoken(forms) for effect in self.effects], records, forms)

    def write(self, effect: Any) -> str:
        """Format an effect, with JSON as the fallback."""
        if isinstance(effect, dict):
            for phrase in self.effects:
                if effect.get(str(phrase.about.tag_field)) == phrase.about.tag:
                    words = phrase.write(effect)
                    if words is not None:
                        return words
        return json.dumps(effect, ensure_ascii=False)

    def read(self, text: str) -> Any:
        """Parse an effect; raises ``Unreadable``."""
        text = text.strip()
        if text[:1] in ("{", "[", '"'):
            return _json(text)
        begin = folded(text)
        for phrase in self.effects:
            if begin.startswith(phrase.firsts):
                found = phrase.read(text)
                if found is not None:
                    return found
        raise Unreadable(
            T('"{text}" is no effect; write it like "{example}"', text=text, example=self._most_like(text))
        )

    def write_list(self, effects: Sequence[Any]) -> str:
        """Format a list of effects."""
        return "; ".join(map(self.write, effects))

    def read_list(self, text: str) -> list[Any]:
        """Parse effects separated by semicolons or line breaks."""
        return [self.read(piece) for piece in split(text) if piece.strip()]

    def read_record(self, kind: type[Struct], text: str) -> Any:
        """Parse a record of a type; raises ``Unreadable``."""
        record = self.records[kind]
        found = record.read(text)
        if found is None:
            raise Unreadable(T('"{text}" cannot be read; write it like "{example}"', text=text, example=record.example))
        return found

    def holds(self, info: types.Type) -> bool:
        """True for the type of an effect of this table, or of a list of them."""
        match info:
            case types.Metadata():
                return self.holds(info.type)
            case types.ListType():
                return self.holds(info.item_type)
            case types.UnionType():
                some = [member for member in info.types if not isinstance(member, types.NoneType)]
                return bool(some) and all(map(self.holds, some))
            case types.StructType() if info.cls in self._kinds:
                self._types[info.cls] = info
                return True
        return False

    def _words(self, info: types.Type) -> Words | None:
        """The codec for a nested type: a list of effects in brackets, or a record."""
        if isinstance(info, types.StructType) and info.cls in self.records:
            kind, record = info.cls, self.records[info.cls]
            return Words(ANYTHING, lambda text: self.read_record(kind, text), record.write)
        if isinstance(info, types.ListType) and self.holds(info):
            return Words(IN_BRACKETS, lambda text: self.read_list(text[1:-1]), self._in_brackets)
        return None

    def _in_brackets(self, effects: Any) -> str | None:
        return f"({self.write_list(effects)})" if isinstance(effects, list) else None

    def _most_like(self, text: str) -> str:
        """The example closest to a text, preferring those with the same first word."""
        first = folded(text.partition(" ")[0])
        firsts = difflib.get_close_matches(first, {one for phrase in self.effects for one in phrase.firsts}, 1) or [
            first
        ]
        examples = [phrase.example for phrase in self.effects]
        same = [phrase.example for phrase in self.effects if firsts[0] in phrase.firsts]
        return difflib.get_close_matches(text, same or examples, 1, 0)[0]


def split(text: str, at: str = ";\n") -> Iterator[str]:
    """Split a text at separators outside quotes and brackets; raises ``Unreadable`` if one of those is not closed."""
    if not any(character in text for character in '"“({['):
        for separator in at[1:]:
            text = text.replace(separator, at[0])
        yield from text.split(at[0])
        return
    begin, waiting, quoted, escaped = 0, "", "", False
    for index, character in enumerate(text):
        if quoted:
            if character == quoted and not escaped:
                quoted = ""
            escaped = character == "\\" and not escaped
        elif character in QUOTES:
            quoted = QUOTES[character]
        elif character in CLOSING:
            waiting = CLOSING[character] + waiting
        elif waiting and character == waiting[0]:
            waiting = waiting[1:]
        elif character in at and not waiting:
            yield text[begin:index]
            begin = index + 1
    if quoted or waiting:
        raise Unreadable(T('"{text}" has no {mark} where it should end', text=text, mark=quoted or waiting[0]))
    yield text[begin:]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Unreadable(T("{text} is no effect, and nothing that was written as JSON", text=text)) from None
    except RecursionError:
        raise Unreadable(T("has too many brackets in one another")) from None
