"""The phrase of one kind of record: a template that is read and written.

``place [{n} ]mafia on {at}``: words, ``{field}`` for what a field says, ``[...]`` for what is left out together with
the fields in it. ``{n:+}`` is a number with its sign, ``{red=0}`` one that is left out where it is 0, ``{at|anywhere}``
has a word for null, ``{pay.PHYS}`` is a field of a field, and ``token(s)`` is read with and without the letter and
written by the number before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec import Struct
from msgspec import inspect as types

from companion.core.content.phrases.words import Unreadable, Words, or_none, words_of
from companion.core.content.validation import info_of

FIELD: Final = r"\{([\w.]+)(:\+)?(?:=(\d+))?(?:\|(\w+))?\}"
TOKENS: Final = re.compile(rf"(\[)|(\])|(\(s\))|{FIELD}|([^\[\]{{}}]+?)(?=\(s\)|[\[\]{{]|$)")

OtherWords = Callable[[types.Type], Words | None]
"""The words for records and lists in a record, which the table of the game knows."""


class Field(Struct, frozen=True):
    """What a field says in a phrase."""

    path: tuple[str, ...]
    words: Words
    least: int | None
    """The number for which the field is left out; None if there is none."""


class Plural(Struct, frozen=True):
    """A letter that is there if the number before it is not 1."""


Part = str | Field | Plural | list[Any]
"""Words, what a field says, a plural, or parts that are left out together."""


class Phrase:
    """The words of one kind of record: an effect, or what takes part in one.

    ``example`` is one that people can read; ``sets`` are fields that it says without any words of theirs.
    """

    def __init__(self, kind: type[Struct], template: str, example: str, sets: Mapping[str, Any] | None = None) -> None:
        self.kind, self.template, self.example = kind, template, example
        self.sets = dict(sets or {})
        self._others: OtherWords = lambda info: None
        self._kinds: Mapping[type, types.StructType] = {}

    def within(self, others: OtherWords, kinds: Mapping[type, types.StructType]) -> Phrase:
        """The same phrase, in a table that has the words for records and lists, and knows the types of ``kinds``."""
        self._others, self._kinds = others, kinds
        return self

    @cached_property
    def about(self) -> types.StructType:
        """The type of the record, as msgspec sees it."""
        info = self._kinds.get(self.kind) or info_of(self.kind)
        assert isinstance(info, types.StructType)
        return info

    @cached_property
    def first(self) -> str:
        """The word with which it begins, in small letters."""
        return re.split(r"[\s\[:(]", self.template, maxsplit=1)[0].casefold()

    @property
    def fields(self) -> set[str]:
        """The fields that it can say."""
        return {field.path[0] for field in self._fields} | self.sets.keys()

    def read(self, text: str) -> dict[str, Any] | None:
        """The record that a text says; None if that is another phrase, ``Unreadable`` if something in it is wrong."""
        match = self._matching.fullmatch(text)
        if match is None:
            return None
        record = {**self._tag, **self.sets}
        for number, field in enumerate(self._fields):
            words = match[f"_{number}"]
            if words is not None:
                _put(record, field.path, field.words.read(words))
            elif field.least is not None:
                _put(record, field.path, field.least)
        return record

    def write(self, record: Any) -> str | None:
        """The words for a record; None if this phrase cannot say all of it."""
        text = _written(self._parts, record)
        try:
            return text if text is not None and self.read(text) == record else None
        except Unreadable:
            return None

    @cached_property
    def _parts(self) -> list[Part]:
        return self._cut(TOKENS.finditer(self.template))

    @cached_property
    def _fields(self) -> list[Field]:
        return list(_fields(self._parts))

    @cached_property
    def _matching(self) -> re.Pattern[str]:
        return re.compile(_pattern(self._parts, iter(range(len(self._fields)))), re.IGNORECASE | re.DOTALL)

    @cached_property
    def _tag(self) -> dict[str, Any]:
        return {} if self.about.tag is None else {str(self.about.tag_field): self.about.tag}

    def _cut(self, tokens: Iterator[re.Match[str]]) -> list[Part]:
        found: list[Part] = []
        for token in tokens:
            opened, closed, plural, name, sign, least, none, words = token.groups()
            if closed:
                break
            if opened:
                found.append(self._cut(tokens))
            elif plural:
                found.append(Plural())
            elif name:
                found.append(self._field(tuple(name.split(".")), bool(sign), least, none))
            else:
                found.append(words)
        return found

    def _field(self, path: tuple[str, ...], signed: bool, least: str | None, none: str | None) -> Field:
        info: types.Type = self.about
        for name in path:
            info = _type_of(info, name)
        words = words_of(info, signed=signed) or self._others(info)
        assert words is not None, f"{self.template}: nothing says how {'.'.join(path)} is written"
        return Field(path, or_none(words, none) if none else words, None if least is None else int(least))


class Parts:
    """The words of a record that is said in several phrases joined by a word, in any order, each at most once."""

    def __init__(self, *phrases: Phrase, joined: str = " and ") -> None:
        self.phrases, self.joined = phrases, joined

    @property
    def kind(self) -> type[Struct]:
        """The type of the record."""
        return self.phrases[0].kind

    @property
    def example(self) -> str:
        """An example that people can read."""
        return self.joined.join(phrase.example for phrase in self.phrases[:2])

    def within(self, others: OtherWords, kinds: Mapping[type, types.StructType]) -> Parts:
        """The same in a table."""
        for phrase in self.phrases:
            phrase.within(others, kinds)
        return self

    def read(self, text: str) -> dict[str, Any] | None:
        """The record that a text says; None if a part of it is no phrase, or is said twice."""
        record: dict[str, Any] = {}
        for part in re.split(_spaced(self.joined), text, flags=re.IGNORECASE):
            found = next((read for phrase in self.phrases if (read := phrase.read(part)) is not None), None)
            if found is None or not _merged(record, found):
                return None
        return record

    def write(self, record: Any) -> str | None:
        """The words for a record; None if they cannot say all of it."""
        if not isinstance(record, Mapping):
            return None
        texts = [text for phrase in self.phrases if (text := phrase.write(_part_of(record, phrase))) is not None]
        text = self.joined.join(texts)
        return text if texts and self.read(text) == record else None


def _type_of(info: types.Type, name: str) -> types.Type:
    match info:
        case types.StructType():
            return next(field.type for field in info.fields if field.encode_name == name)
        case types.Metadata():
            return _type_of(info.type, name)
        case types.DictType():
            return info.value_type
    raise KeyError(name)


def _spaced(words: str) -> str:
    return re.escape(words).replace("\\ ", r"\s+")


def _pattern(parts: Sequence[Part], numbers: Iterator[int]) -> str:
    """A regular expression with a named group for each field."""
    found = []
    for part in parts:
        match part:
            case str():
                found.append(_spaced(part))
            case Plural():
                found.append("s?")
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
    """The words of parts; None if a field is missing or has no words."""
    text, last = "", None
    for part in parts:
        match part:
            case str():
                text += part
            case Plural():
                text += "" if last in (1, None) else "s"
            case Field():
                last = _get(record, part.path)
                words = None if last is _MISSING else part.words.write(last)
                if words is None:
                    return None
                text += words
            case _:
                inner = list(_fields(part))
                values = [_get(record, field.path) for field in inner]
                if any(
                    value is not _MISSING and value != field.least for field, value in zip(inner, values, strict=True)
                ):
                    more = _written(part, record)
                    if more is None:
                        return None
                    text += more
                    last = next((value for value in values if type(value) is int), "")
    return text


_MISSING: Final = object()


def _get(record: Any, path: Sequence[str]) -> Any:
    for name in path:
        record = record.get(name, _MISSING) if isinstance(record, Mapping) else _MISSING
    return record


def _put(record: dict[str, Any], path: Sequence[str], value: Any) -> None:
    for name in path[:-1]:
        record = record.setdefault(name, {})
    record[path[-1]] = value


def _part_of(record: Mapping[str, Any], phrase: Phrase) -> dict[str, Any]:
    """What a phrase can say of a record."""
    part: dict[str, Any] = {name: record[name] for name in phrase.sets if name in record}
    for field in _fields(phrase._parts):
        value = _get(record, field.path)
        if value is not _MISSING:
            _put(part, field.path, value)
    return part


def _merged(record: dict[str, Any], more: Mapping[str, Any]) -> bool:
    """Add the fields of one part to those of the others; False if one is there already."""
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(record.get(name), dict):
            if not _merged(record[name], value):
                return False
        elif name in record:
            return False
        else:
            record[name] = value
    return True
