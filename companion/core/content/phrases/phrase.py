"""Phrases for single record types, and for records that consist of several phrases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec import inspect as types

from companion.core.content.phrases.forms import ENGLISH, Forms
from companion.core.content.phrases.template import MISSING, Template, get, put
from companion.core.content.phrases.words import Unreadable, Words, or_none, words_of
from companion.core.content.validation import info_of
from companion.core.texts import folded

OtherWords = Callable[[types.Type], Words | None]
"""Returns the codec for nested records and lists, from the game's table."""


class Phrase:
    """The phrase of one record type: an effect, or a part of one.

    ``template`` defines it (``phrases.template``). ``example`` is shown to people; ``sets`` are constant fields implied
    by the phrase.
    """

    def __init__(self, kind: type[Struct], template: str, example: str, sets: Mapping[str, Any] | None = None) -> None:
        self.kind, self.template = kind, template
        self.sets = dict(sets or {})
        self._example = example
        self._forms = ENGLISH
        self._english: Phrase | None = None
        self._others: OtherWords = lambda info: None
        self._kinds: Mapping[type, types.StructType] = {}

    def within(self, others: OtherWords, kinds: Mapping[type, types.StructType]) -> Phrase:
        """The phrase bound to a table, which provides codecs for nested records and the types of ``kinds``."""
        self._others, self._kinds = others, kinds
        return self

    def spoken(self, forms: Forms) -> Phrase:
        """The phrase in a language; English is still accepted."""
        phrase = Phrase(self.kind, forms.phrases.get(self.template, self.template), self._example, self.sets)
        phrase._forms, phrase._english = forms, self
        return phrase

    @cached_property
    def example(self) -> str:
        """An example that people can read."""
        if self._english is None:
            return self._example
        known = self._forms.examples.get(self._example)
        return known or self.write(self._english.read(self._example)) or self._example

    @cached_property
    def about(self) -> types.StructType:
        """The msgspec type of the record."""
        info = self._kinds.get(self.kind) or info_of(self.kind)
        assert isinstance(info, types.StructType)
        return info

    @cached_property
    def firsts(self) -> tuple[str, ...]:
        """The possible first words, case-folded."""
        return tuple(folded(re.split(r"[\s\[:(]", template, maxsplit=1)[0]) for template in self._all)

    def read(self, text: str) -> dict[str, Any] | None:
        """Parse a text; None if it is another phrase. Raises ``Unreadable`` if a part is invalid."""
        for template in self._templates:
            record = {**self._tag, **self.sets}
            if template.read(text, record):
                return record
        return None

    def write(self, record: Any) -> str | None:
        """Format a record; None if this phrase cannot express all of it."""
        text = self._templates[0].write(record)
        try:
            return text if text is not None and self.read(text) == record else None
        except Unreadable:
            return None

    def part_of(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The part of a record that it can express."""
        part: dict[str, Any] = {name: record[name] for name in self.sets if name in record}
        for field in self._templates[0].fields:
            value = get(record, field.path)
            if value is not MISSING:
                put(part, field.path, value)
        return part

    @property
    def _all(self) -> list[str]:
        return [self.template] if self._english is None else [self.template, *self._english._all]

    @cached_property
    def _templates(self) -> list[Template]:
        return [Template(text, self._words) for text in dict.fromkeys(self._all)]

    @cached_property
    def _tag(self) -> dict[str, Any]:
        return {} if self.about.tag is None else {str(self.about.tag_field): self.about.tag}

    def _words(self, path: tuple[str, ...], signed: bool, none: str | None) -> Words:
        info: types.Type = self.about
        for name in path:
            info = _type_of(info, name)
        words = words_of(info, self._forms, path[-1], signed=signed) or self._others(info)
        assert words is not None, f"{self.template}: nothing says how {'.'.join(path)} is written"
        return or_none(words, none) if none else words


class Parts:
    """A record expressed by several phrases joined by ``and``, in any order, each at most once."""

    def __init__(self, *phrases: Phrase, forms: Forms = ENGLISH) -> None:
        self.phrases, self._forms = phrases, forms
        ands = "|".join(map(re.escape, forms.of("and")))
        self._between = re.compile(rf"\s+(?:{ands})\s+", re.IGNORECASE)

    @property
    def kind(self) -> type[Struct]:
        """The type of the record."""
        return self.phrases[0].kind

    @property
    def example(self) -> str:
        """An example that people can read."""
        return self._joined(phrase.example for phrase in self.phrases[:2])

    def within(self, others: OtherWords, kinds: Mapping[type, types.StructType]) -> Parts:
        """The same, bound to a table."""
        for phrase in self.phrases:
            phrase.within(others, kinds)
        return self

    def spoken(self, forms: Forms) -> Parts:
        """The same in a language; English is still accepted."""
        return Parts(*(phrase.spoken(forms) for phrase in self.phrases), forms=forms)

    def read(self, text: str) -> dict[str, Any] | None:
        """Parse a text; None if a part is not a phrase, or occurs twice."""
        record: dict[str, Any] = {}
        for part in self._between.split(text):
            found = next((read for phrase in self.phrases if (read := phrase.read(part)) is not None), None)
            if found is None or not _merged(record, found):
                return None
        return record

    def write(self, record: Any) -> str | None:
        """Format a record; None if the phrases cannot express all of it."""
        if not isinstance(record, Mapping):
            return None
        texts = [text for phrase in self.phrases if (text := phrase.write(phrase.part_of(record))) is not None]
        text = self._joined(texts)
        return text if texts and self.read(text) == record else None

    def _joined(self, texts: Iterator[str] | list[str]) -> str:
        return f" {self._forms.of('and')[0]} ".join(texts)


def _type_of(info: types.Type, name: str) -> types.Type:
    match info:
        case types.StructType():
            return next(field.type for field in info.fields if field.encode_name == name)
        case types.Metadata():
            return _type_of(info.type, name)
        case types.DictType():
            return info.value_type
    raise KeyError(name)


def _merged(record: dict[str, Any], more: Mapping[str, Any]) -> bool:
    """Merge the fields of a part into ``record``; False on a conflict."""
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(record.get(name), dict):
            if not _merged(record[name], value):
                return False
        elif name in record:
            return False
        else:
            record[name] = value
    return True
