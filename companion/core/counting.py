"""Counters that correct: each tap says what lies there instead (``Fix``), for comparing a table and its companion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from companion.core.pictures import Cell, Counter, Fix
from companion.core.texts import Words

Change: TypeAlias = dict[str, Any]
"""One change of a correction (WIRE, Corrections)."""
Option: TypeAlias = tuple[str, Words, str | None]
"""A field to choose: what it stands for, what is written on it, its icon or None."""


def change(fact: str, value: Any, **selects: str) -> Change:
    """One change: the fact, what selects it, the new value."""
    return {"fact": fact, **selects, "value": value}


def setter(fact: str, **selects: str) -> Callable[[Any], list[Change]]:
    """Gives the one change that sets a fact to a value."""
    return lambda value: [change(fact, value, **selects)]


def number(
    id: str, name: Words, icon: str, n: int, most: int, fixed: Callable[[int], list[Change]], *, least: int = 0
) -> Counter:
    """``n`` of something from ``least`` to ``most``, up and down by one; ``fixed`` gives the changes to a number."""
    more = Fix(fixed(n + 1), name) if n < most else None
    less = Fix(fixed(n - 1), name) if n > least else None
    return Counter(id, name, icon, str(n), more, less)


def one_of(
    id: str,
    name: Words,
    icon: str,
    options: Sequence[Option],
    on: str | None,
    fixed: Callable[[str | None], list[Change]],
    *,
    none: bool = False,
) -> Counter:
    """A row of fields of which at most one is on; a tap on another moves it there. ``none``: one on the field that is
    on takes it away."""
    cells = []
    for option, label, picture in options:
        here = option == on
        tap = Fix(fixed(None if here else option), name) if none or not here else None
        cells.append(Cell(label, here, picture, tap))
    return Counter(id, name, icon, cells=cells)


def flag(id: str, name: Words, icon: str, on: bool, fixed: list[Change]) -> Counter:
    """Something that is there or not; a tap changes that."""
    return Counter(id, name, icon, cells=[Cell("", on, icon, Fix(fixed, name))])
