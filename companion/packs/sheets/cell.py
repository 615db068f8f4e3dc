"""The codec of a cell: parses text to a value and formats a value as text.

A cell can hold any value. A value without a text form is written as JSON after ``json:``; ``json:`` alone stands for an
absent value, unlike null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET, Struct

from companion.core.phrases import Unreadable
from companion.core.texts import T, Words

JSON: Final = "json:"
CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Plain(str):
    """A text without a translation, although an equal text elsewhere has one."""

    __slots__ = ()


class Cell(Struct, frozen=True):
    """The codec of a cell for one type."""

    read: Callable[[str], Any]
    """Parses a text. Raises ``Unreadable``; a text of another type is returned unchanged for the validator."""
    write: Callable[[Any], str | None]
    empty: Any = UNSET
    """The value of an empty cell; UNSET if it is absent."""
    about: Words = ""
    """What the cell accepts, for people."""
    parts: bool = True
    """True if the parts of a value can be named in a fault; those of an effect cannot."""
    text: bool = False
    """True for prose of any length."""
    names: bool = False
    """True for names and texts chosen by people, which are never translated as game terms."""
    choices: tuple[str, ...] = ()
    """The allowed keys; empty for any."""

    def value(self, text: str) -> Any:
        """Parse a cell; UNSET if it is empty or absent."""
        if not text or text.isspace():
            return self.empty
        if text.startswith(JSON):
            return _json(text.removeprefix(JSON).strip())
        return self.read(text)

    def said(self, value: Any) -> str:
        """Format a value. It falls back to JSON if the text would not parse back to the same value."""
        if _equal_json(value, self.empty):
            return ""
        words = None if value is UNSET or isinstance(value, Plain) else self.write(value)
        if words is not None and words.strip() and not CONTROL.search(words):
            try:
                if _equal_json(self.value(words), value):
                    return words
            except Unreadable:
                pass
        return JSON if value is UNSET else f"{JSON}{json.dumps(value, ensure_ascii=True)}"


def _equal_json(one: Any, other: Any) -> bool:
    """Equal as JSON values: true is not 1."""
    return (
        one == other
        and type(one) is type(other)
        and (not isinstance(one, list | dict) or _canonical(one) == _canonical(other))
    )


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _json(text: str) -> Any:
    if not text:
        return UNSET
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Unreadable(T("{text} after json: cannot be read; write it in plain words", text=_short(text))) from None
    return Plain(value) if isinstance(value, str) else value


def free() -> Cell:
    """The codec for a column without a type."""
    return Cell(str, lambda value: value if isinstance(value, str) else None, UNSET, T("anything"))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"


class Unwritable(Exception):
    """A value that TOML cannot represent, such as null in a list."""
