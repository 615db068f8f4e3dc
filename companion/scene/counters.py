"""Builders of counters whose taps are corrections (``Fix``), for the table check."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from companion.core.facts import Facts
from companion.core.state import State
from companion.core.texts import T, Words, listed
from companion.scene.scene import Cell, Counter, Fix

Change: TypeAlias = dict[str, Any]
"""One change of a correction (core/WIRE.md, Corrections)."""
Option: TypeAlias = tuple[str, Words, str | None]
"""An option of a counter: its key, label, and icon or None."""


Said: TypeAlias = tuple[Words, bool, list[Change]]
"""A value in words, whether it holds now, and the changes of a tap on it."""
S = TypeVar("S", bound=State[Any, Any])


def change(fact: str, value: Any, **selects: str | int) -> Change:
    return {"fact": fact, **selects, "value": value}


def setter(fact: str, **selects: str | int) -> Callable[[Any], list[Change]]:
    """A function from a value to the change that sets a fact to it."""
    first = {"fact": fact, **selects}
    return lambda value: [{**first, "value": value}]


def number(
    id: str,
    name: Words,
    icon: str,
    n: int,
    most: int,
    fixed: Callable[[int], list[Change]],
    *,
    least: int = 0,
    step: int = 1,
) -> Counter:
    """A number from ``least`` to ``most`` in steps of ``step``; ``fixed`` gives the changes that set it."""
    more = Fix(fixed(n + step), name) if n < most else None
    less = Fix(fixed(n - step), name) if n > least else None
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
    called: Callable[[str], Words] | None = None,
) -> Counter:
    """A row of options of which at most one is on; a tap selects one.

    ``none``: a tap on the selected one clears it. ``called`` names options without a label.
    """
    cells = []
    for option, label, picture in options:
        here = option == on
        tap = Fix(fixed(None if here else option), name) if none or not here else None
        cells.append(Cell(label, here, picture, tap, called=called(option) if called is not None else ""))
    return Counter(id, name, icon, cells=cells)


def any_of(
    id: str,
    name: Words,
    icon: str,
    options: Sequence[Option],
    on: Container[str],
    fixed: Callable[[str], list[Change]],
    why: Callable[[str], Words] | None = None,
) -> Counter:
    """A row of options that are on or off independently. An option is disabled if ``fixed`` gives no changes for it.

    ``why`` is the reason for the log, by default the name.
    """
    cells = []
    for option, label, picture in options:
        changes = fixed(option)
        tap = Fix(changes, why(option) if why is not None else name) if changes else None
        cells.append(Cell(label, option in on, picture, tap))
    return Counter(id, name, icon, cells=cells)


def flag(id: str, name: Words, icon: str, on: bool, fixed: list[Change]) -> Counter:
    return Counter(id, name, icon, cells=[Cell("", on, icon, Fix(fixed, name), called=name)])


def in_words(id: str, name: Words, icon: str, values: Sequence[Said], *, many: bool = False) -> Counter:
    """A list of values as text. ``many``: several can hold, and a tap on one that holds ends it."""
    cells = [Cell(words, on, None, Fix(changes, name) if many or not on else None) for words, on, changes in values]
    holding = [words for words, on, _ in values if on]
    return Counter(id, name, icon, listed(holding) if holding else T("none"), cells=cells, listed=True)


def as_described(
    facts: Facts[S],
    s: S,
    fact: str,
    name: Words,
    icon: str,
    now: Any,
    said: Callable[[Any], Words] | None = None,
    **selects: str,
) -> list[Counter]:
    """The counters of a declared fact, by its current and possible values; none if it cannot be corrected.

    Numbers count up and down, Booleans are switches, and other values are listed in words by ``said``. Facts with too
    many values to list are not suitable.
    """
    values = facts.values(s, fact, *selects.values())
    id = ":".join([fact, *selects.values()])
    return [counter_of(id, name, icon, now, values, setter(fact, **selects), said or str)] if values else []


def counter_of(
    id: str,
    name: Words,
    icon: str,
    now: Any,
    values: Sequence[Any],
    fixed: Callable[[Any], list[Change]],
    said: Callable[[Any], Words],
) -> Counter:
    """The counter of a fact that has one of some values now."""
    if isinstance(values, range):
        return number(id, name, icon, now, values[-1], fixed, least=values[0], step=values.step)
    if isinstance(now, bool):
        return flag(id, name, icon, now, fixed(not now))
    return in_words(id, name, icon, [(said(v), v == now, fixed(msgspec.to_builtins(v))) for v in values])


def in_order(
    id: str,
    names: Sequence[Words],
    icon: str,
    options: Sequence[Option],
    now: Sequence[str],
    fixed: Callable[[list[str]], list[Change]],
    *,
    once: bool = True,
    ends: bool = False,
    called: Callable[[str], Words] | None = None,
) -> list[Counter]:
    """An order of players: one row of options per position, named by ``names``.

    A tap puts a player at the position. ``once``: the two players swap. ``ends``: players can be removed, and one can
    be added at the end.
    """
    counters = []
    length = min(len(now) + (1 if ends else 0), len(names))
    for index in range(length):
        here = now[index] if index < len(now) else None

        def placed(other: str | None, index: int = index, here: str | None = here) -> list[Change]:
            order = [here if once and one == other else one for one in now]
            order[index : index + 1] = [other]
            return fixed([one for one in order if one is not None])

        none = ends and here is not None
        name = names[index]
        counters.append(one_of(f"{id}:{index + 1}", name, icon, options, here, placed, none=none, called=called))
    return counters
