"""How a single field is said in a phrase: by its type."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec import inspect as types

from companion.core.texts import T, Text, plain

QUOTED: Final = r'(?:"(?:[^"\\]|\\.)*"|“[^”]*”)'
NAME: Final = r"[A-Za-z0-9_-]+"


class Unreadable(Exception):
    """What a text should say, and nobody can read: ``said`` is one sentence that says what would be right."""

    def __init__(self, said: Text) -> None:
        super().__init__(plain(said))
        self.said = said


class Words(Struct, frozen=True):
    """The words of a value: a regular expression for them, how they are read, and how they are written.

    ``write`` gives None for a value that has no words.
    """

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str | None]


def words_of(info: types.Type, *, signed: bool = False) -> Words | None:
    """The words for values of a type that needs no words of its own: numbers, names, texts, and what can be picked.

    ``signed`` numbers are written with their sign. None for every other type.
    """
    match info:
        case types.Metadata():
            return words_of(info.type, signed=signed)
        case types.IntType():
            return Words(r"[+−-]?\d+", _read_number, _signed if signed else _number)
        case types.LiteralType():
            return _picked(info.values)
        case types.StrType():
            return Words(f"{NAME}|{QUOTED}", _read_name, _name)
        case types.UnionType():
            return _of_several(info.types, signed=signed)
    return None


def _of_several(members: Sequence[types.Type], *, signed: bool) -> Words | None:
    if any(isinstance(member, types.DictType) for member in members):
        return Words(QUOTED, _read_name, lambda value: _quoted(value) if isinstance(value, str) else None)
    found = [words_of(member, signed=signed) for member in members if not isinstance(member, types.NoneType)]
    some = [words for words in found if words is not None]
    if len(some) != len(found) or not some:
        return None

    def read(text: str) -> Any:
        return next(words for words in some if re.fullmatch(words.pattern, text, re.IGNORECASE)).read(text)

    def write(value: Any) -> str | None:
        return next((text for words in some if (text := words.write(value)) is not None), None)

    return Words("|".join(words.pattern for words in some), read, write)


def or_none(words: Words, none: str) -> Words:
    """The same, with a word for null."""
    return Words(
        f"{none}|{words.pattern}",
        lambda text: None if text.casefold() == none else words.read(text),
        lambda value: none if value is None else words.write(value),
    )


def _picked(values: Sequence[Any]) -> Words:
    by_word = {_plain(value): value for value in values}
    patterns = [re.escape(word).replace("\\ ", "[ _]") for word in sorted(by_word, key=len, reverse=True)]

    def write(value: Any) -> str | None:
        known = isinstance(value, int | str) and not isinstance(value, bool) and value in values
        return str(value).replace("_", " ") if known else None

    return Words("|".join(patterns), lambda text: by_word[_plain(text)], write)


def _plain(value: int | str) -> str:
    return str(value).replace("_", " ").casefold()


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


def _name(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    return value if re.fullmatch(NAME, value) else _quoted(value)


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
