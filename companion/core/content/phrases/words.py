"""Codecs for single fields of phrases, by type."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec import inspect as types

from companion.core.content.phrases.forms import ENGLISH, Forms, pattern_of
from companion.core.texts import T, Text, folded, plain

QUOTED: Final = r'(?:"(?:[^"\\]|\\.)*"|“[^”]*”)'
NAME: Final = r"[A-Za-z0-9_-]+"


class Unreadable(Exception):
    """A text that cannot be parsed; ``said`` is a sentence that says what would be right."""

    def __init__(self, said: Text) -> None:
        super().__init__(plain(said))
        self.said = said


class Words(Struct, frozen=True):
    """A codec: a regular expression, a parser, and a formatter, which returns None for a value it cannot express."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str | None]


def words_of(info: types.Type, forms: Forms = ENGLISH, field: str = "", *, signed: bool = False) -> Words | None:
    """The codec for a basic type: numbers, names, texts, and enumerations; None for any other type.

    ``forms`` are those of the language, ``field`` is the name of the field. ``signed`` numbers are written with a sign.
    """
    match info:
        case types.Metadata():
            return words_of(info.type, forms, field, signed=signed)
        case types.IntType():
            return Words(r"[+−-]?\d+", _read_number, _signed if signed else _number)
        case types.LiteralType():
            return picked({value: forms.of(value, field) for value in info.values})
        case types.StrType():
            return _named(forms.names(field))
        case types.UnionType():
            return _of_several(info.types, forms, field, signed=signed)
    return None


def _of_several(members: Sequence[types.Type], forms: Forms, field: str, *, signed: bool) -> Words | None:
    if any(isinstance(member, types.DictType) for member in members):
        return Words(QUOTED, _read_name, lambda value: _quoted(value) if isinstance(value, str) else None)
    found = [
        words_of(member, forms, field, signed=signed) for member in members if not isinstance(member, types.NoneType)
    ]
    some = [words for words in found if words is not None]
    if len(some) != len(found) or not some:
        return None

    def read(text: str) -> Any:
        return next(words for words in some if re.fullmatch(words.pattern, text, re.IGNORECASE)).read(text)

    def write(value: Any) -> str | None:
        return next((text for words in some if (text := words.write(value)) is not None), None)

    return Words("|".join(words.pattern for words in some), read, write)


def or_none(words: Words, none: str) -> Words:
    """The codec extended by a word for null."""
    return Words(
        f"{pattern_of(none)}|{words.pattern}",
        lambda text: None if plainly(text) == plainly(none) else words.read(text),
        lambda value: none if value is None else words.write(value),
    )


def picked(values: Mapping[Any, Sequence[str]]) -> Words:
    """The codec for an enumeration: values with their accepted forms, of which the first is written."""
    by_form = {plainly(form): value for value, forms in values.items() for form in forms}

    def read(text: str) -> Any:
        if plainly(text) in by_form:
            return by_form[plainly(text)]
        # A letter whose lower case is different, such as a Turkish one.
        return next(value for form, value in by_form.items() if re.fullmatch(pattern_of(form), text, re.IGNORECASE))

    def write(value: Any) -> str | None:
        known = isinstance(value, int | str) and not isinstance(value, bool) and value in values
        return values[value][0] if known else None

    longest_first = sorted({form for forms in values.values() for form in forms}, key=lambda form: (-len(form), form))
    return Words("|".join(map(pattern_of, longest_first)), read, write)


def plainly(text: str) -> str:
    """A word normalised for comparison."""
    return folded(text.replace("_", " "))


def _read_number(text: str) -> int:
    return int(text.replace("−", "-"))


def _number(value: Any) -> str | None:
    return str(value) if type(value) is int else None


def _signed(value: Any) -> str | None:
    return f"{value:+}" if type(value) is int else None


def _read_name(text: str) -> str:
    if text.startswith("“"):
        return text[1:-1]
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        raise Unreadable(T("{text} has a backslash that means nothing; write it twice", text=text)) from None


def _named(words: Mapping[str, str]) -> Words:
    """The codec for names; ``words`` (with spaces, unlike names) stand for some of them."""
    by_form = {folded(form): name for name, form in words.items()}
    known = [pattern_of(form, r"\s+") for form in words.values()]

    def read(text: str) -> str:
        name = by_form.get(folded(" ".join(text.split())))
        return _read_name(text) if name is None else name

    def write(value: Any) -> str | None:
        if not isinstance(value, str):
            return None
        return words.get(value) or (value if re.fullmatch(NAME, value) else _quoted(value))

    return Words("|".join([*known, NAME, QUOTED]), read, write)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
