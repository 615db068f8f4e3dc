"""Counters that correct: each tap says what lies there instead (``Fix``), for comparing a table and its companion."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from companion.core.facts import Facts
from companion.core.state import State
from companion.core.texts import T, Words, listed
from companion.scene.parts import Cell, Counter, Fix

Change: TypeAlias = dict[str, Any]
"""One change of a correction (WIRE, Corrections)."""
Option: TypeAlias = tuple[str, Words, str | None]
"""A field to choose: what it stands for, what is written on it, its icon or None."""


Said: TypeAlias = tuple[Words, bool, list[Change]]
"""A value in words, whether it is that now, and what a tap on it changes."""
S = TypeVar("S", bound=State[Any, Any])


def change(fact: str, value: Any, **selects: str | int) -> Change:
    """One change: the fact, what selects it, the new value."""
    return {"fact": fact, **selects, "value": value}


def setter(fact: str, **selects: str | int) -> Callable[[Any], list[Change]]:
    """Gives the one change that sets a fact to a value."""
    return lambda value: [change(fact, value, **selects)]


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
    """``n`` of something from ``least`` to ``most``, up and down by ``step``; ``fixed`` gives the changes to one."""
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
    """A row of fields of which at most one is on; a tap on another moves it there. ``none``: one on the field that is
    on takes it away. ``called`` names what has no words written on it."""
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
    """A row of fields of which any number are on; a tap changes one, where ``fixed`` has something to change.

    ``why`` is what the log says of it, by default the name.
    """
    cells = []
    for option, label, picture in options:
        changes = fixed(option)
        tap = Fix(changes, why(option) if why is not None else name) if changes else None
        cells.append(Cell(label, option in on, picture, tap))
    return Counter(id, name, icon, cells=cells)


def flag(id: str, name: Words, icon: str, on: bool, fixed: list[Change]) -> Counter:
    """Something that is there or not; a tap changes that."""
    return Counter(id, name, icon, cells=[Cell("", on, icon, Fix(fixed, name), called=name)])


def in_words(id: str, name: Words, icon: str, values: Sequence[Said], *, many: bool = False) -> Counter:
    """Values to be read, one below the other. ``many``: any number of them holds; a tap on one that does ends it."""
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
    """A fact with what it is now and what it can be, as ``facts`` describes it; nothing while it cannot be corrected.

    Numbers go up and down, what holds or does not is a single field, all else is said in words by ``said``. A fact
    with too many values to list is no matter for this.
    """
    values = facts.values(s, fact, *selects.values())
    if not values:
        return []
    id, fixed = ":".join([fact, *selects.values()]), setter(fact, **selects)
    if isinstance(values, range):
        return [number(id, name, icon, now, values[-1], fixed, least=values[0], step=values.step)]
    if isinstance(now, bool):
        return [flag(id, name, icon, now, fixed(not now))]
    words = said or str
    return [in_words(id, name, icon, [(words(v), v == now, fixed(msgspec.to_builtins(v))) for v in values])]


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
    """Players one after the other, a row of fields for each place in the order, named by ``names``.

    A tap puts a player there; ``once``: whoever was there goes where that player was. ``ends``: a player can also be
    taken out, and one more than there are now can be added.
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
