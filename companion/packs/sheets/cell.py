"""A cell of a sheet: what it says, and how a value stands in it.

A cell can say any value. What has no words of its own is written as JSON after ``json:``, and ``json:`` alone says that
there is nothing, not even null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET, Struct

from companion.core.content.phrases import Unreadable
from companion.core.texts import T, Words

JSON: Final = "json:"
CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Plain(str):
    """A text that has no translation, although the same text has one elsewhere."""

    __slots__ = ()


class Cell(Struct, frozen=True):
    """How values of one type stand in a cell."""

    read: Callable[[str], Any]
    """The value of a text; ``Unreadable`` if it has none. A text that is simply of another type is given as it is."""
    write: Callable[[Any], str | None]
    empty: Any = UNSET
    """What an empty cell says; UNSET if it says nothing."""
    about: Words = ""
    """What can stand there, in words."""
    parts: bool = True
    """True if what stands there has parts that are called by their names; an effect has none."""
    text: bool = False
    """True of a text that people read, of any length."""
    names: bool = False
    """True of names and texts that people have thought of, never words of the game."""
    choices: tuple[str, ...] = ()
    """The keys among which it picks; empty if there can be any."""

    def value(self, text: str) -> Any:
        """What a cell says; UNSET if nothing."""
        if not text or text.isspace():
            return self.empty
        if text.startswith(JSON):
            return _json(text.removeprefix(JSON).strip())
        return self.read(text)

    def said(self, value: Any) -> str:
        """What stands in the cell for a value."""
        if _same(value, self.empty):
            return ""
        words = None if value is UNSET or isinstance(value, Plain) else self.write(value)
        if words is not None and words.strip() and not CONTROL.search(words):
            try:
                if _same(self.value(words), value):
                    return words
            except Unreadable:
                pass
        return JSON if value is UNSET else f"{JSON}{json.dumps(value, ensure_ascii=True)}"


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return (
        one == other
        and type(one) is type(other)
        and (not isinstance(one, list | dict) or _dumped(one) == _dumped(other))
    )


def _dumped(value: Any) -> str:
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
    """A cell of which no type says what can stand there."""
    return Cell(str, lambda value: value if isinstance(value, str) else None, UNSET, T("anything"))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
