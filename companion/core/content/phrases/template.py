"""Templates of phrases, for parsing and formatting.

``place [{n} ]mafia on {at}``: literal words, ``{field}`` placeholders, and ``[...]`` for an optional part with its
fields. ``{n:+}`` is a signed number, ``{red=0}`` a number omitted if it is 0, ``{at|anywhere}`` a field with a word for
null, ``{pay.PHYS}`` a nested field. ``token(s)`` and ``(vez|veces)`` match singular and plural, and are formatted by
the preceding number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from companion.core.content.phrases.forms import pattern_of
from companion.core.content.phrases.words import Words

FIELD: Final = r"\{([\w.]+)(:\+)?(?:=(\d+))?(?:\|([\w ]+))?\}"
TOKENS: Final = re.compile(rf"(\[)|(\])|\((?:(\w+)\|)?(\w+)\)|{FIELD}|([^\[\]{{}}()]+)")
MISSING: Final = object()

Find = Callable[[tuple[str, ...], bool, str | None], Words]
"""Returns the codec of a field by its path, whether it is signed, and the word for null, if any."""


class Field(Struct, frozen=True):
    """A placeholder for a field."""

    path: tuple[str, ...]
    words: Words
    least: int | None
    """The value for which the field is omitted; None if there is none."""


class Plural(Struct, frozen=True):
    """Singular and plural endings."""

    one: str
    many: str


Part = str | Field | Plural | list[Any]
"""Literal words, a placeholder, a plural, or an optional part."""


class Template:
    """A parsed template with the codecs of its fields."""

    def __init__(self, text: str, find: Find) -> None:
        self._find = find
        self.parts = self._cut(TOKENS.finditer(text))
        self.fields = list(_fields(self.parts))
        pattern = _pattern(self.parts, iter(range(len(self.fields))))
        self._matching = re.compile(pattern, re.IGNORECASE | re.DOTALL)

    def read(self, text: str, record: dict[str, Any]) -> bool:
        """Parse a text into ``record``; False if it is another phrase. Raises ``Unreadable`` if a part is invalid."""
        match = self._matching.fullmatch(text)
        if match is None:
            return False
        for number, field in enumerate(self.fields):
            words = match[f"_{number}"]
            if words is not None:
                put(record, field.path, field.words.read(words))
            elif field.least is not None:
                put(record, field.path, field.least)
        return True

    def write(self, record: Any) -> str | None:
        """Format a record; None if a field is missing or cannot be expressed."""
        return _written(self.parts, record)

    def _cut(self, tokens: Iterator[re.Match[str]]) -> list[Part]:
        found: list[Part] = []
        for token in tokens:
            opened, closed, one, many, name, sign, least, none, words = token.groups()
            if closed:
                break
            if opened:
                found.append(self._cut(tokens))
            elif many:
                found.append(Plural(one or "", many))
            elif name:
                path = tuple(name.split("."))
                found.append(Field(path, self._find(path, bool(sign), none), None if least is None else int(least)))
            else:
                found.append(words)
        return found


def _pattern(parts: Sequence[Part], numbers: Iterator[int]) -> str:
    """A regular expression with a named group for each field."""
    found = []
    for part in parts:
        match part:
            case str():
                found.append(pattern_of(part, r"\s+"))
            case Plural():
                found.append(f"(?:{pattern_of(part.one)}|{pattern_of(part.many)})")
            case Field():
                found.append(f"(?P<_{next(numbers)}>{part.words.pattern})")
            case _:
                found.append(f"(?:{_pattern(part, numbers)})?")
    return "".join(found)


def _fields(parts: Sequence[Part]) -> Iterator[Field]:
    for part in parts:
        if isinstance(part, Field):
            yield part
        elif isinstance(part, list):
            yield from _fields(part)


def _written(parts: Sequence[Part], record: Mapping[str, Any]) -> str | None:
    text, last = "", None
    for part in parts:
        match part:
            case str():
                text += part
            case Plural():
                text += part.one if last in (1, None) else part.many
            case Field():
                last = get(record, part.path)
                words = None if last is MISSING else part.words.write(last)
                if words is None:
                    return None
                text += words
            case _:
                inner = list(_fields(part))
                values = [get(record, field.path) for field in inner]
                if any(
                    value is not MISSING and value != field.least for field, value in zip(inner, values, strict=True)
                ):
                    more = _written(part, record)
                    if more is None:
                        return None
                    text += more
                    last = next((value for value in values if type(value) is int), "")
    return text


def get(record: Any, path: Sequence[str]) -> Any:
    """The value at a path of a record; ``MISSING`` if there is none."""
    for name in path:
        record = record.get(name, MISSING) if isinstance(record, Mapping) else MISSING
    return record


def put(record: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set a field, creating the records around it."""
    for name in path[:-1]:
        record = record.setdefault(name, {})
    record[path[-1]] = value
