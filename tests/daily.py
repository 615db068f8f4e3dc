"""The selection of tests for a daily run; ``--all`` runs everything.

Of combinations it runs a subset with every pair of values, since most faults depend on at most two; where there are
only two, every value; on the screen and in a browser, where a test takes longest, one look where they are nothing but
looks. Of tests marked ``by_turns``, which take seconds for each game or each kind of damage, every second runs. Of
random games and examples it runs a share, and of what a long game brings again and again the first of each kind.
Tests marked ``long`` are left to ``--all``: whole evenings, whole boxes, and measurements, each of seconds, of which a
smaller test holds the parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from math import prod
from typing import Any, TypeVar
from zlib import crc32

import pytest

Row = TypeVar("Row")
Group = tuple[tuple[int, str], ...]
SHARE = 8
"""One in this many random games and examples runs daily."""

LOOKS = {"size", "letters", "language", "spoken"}
"""Parameters that say how large and in which words the screen is. Tests of the screen take them by turns daily; that
all is whole in each of them is what ``tests.ui.test_every_screen`` looks for."""

SCREENS = {"hands", "browser"}
"""Fixtures of tests that take longest: of the screen, and of pages in a real browser."""

everything = False
"""True with ``--all``."""
counted: Counter[str] = Counter()
"""Combinations run and left out, and long tests left out."""


class Pairs:
    """Selects combinations so that every pair of values is covered; with ``of`` 1, every value.

    Earlier selections count, so combinations can come in several batches, each with a new value.
    """

    def __init__(self, of: int = 2) -> None:
        self._of = of
        self._often: Counter[Group] = Counter()

    def some(
        self, rows: Iterable[Row], values: Callable[[Row], Iterable[object]] = tuple, *, least: int = 0
    ) -> list[Row]:
        """A subset, in order, with at least ``least`` elements; all of them with ``--all``."""
        lot = list(rows)
        if everything:
            return lot
        pairs = [list(combinations(enumerate(map(repr, values(row))), self._of)) for row in lot]
        missing = {pair for row in pairs for pair in row if not self._often[pair]}
        chosen: set[int] = set()

        def badness(at: int) -> tuple[int, int, int]:
            """Prefer most missing pairs, then least frequent values, then the first."""
            return -len(missing.intersection(pairs[at])), sum(self._often[pair] for pair in pairs[at]), at

        while missing or len(chosen) < least:
            best = min(set(range(len(lot))) - chosen, key=badness)
            chosen.add(best)
            missing.difference_update(pairs[best])
            self._often.update(pairs[best])
        counted.update({"tried": len(chosen), "left out": len(lot) - len(chosen)})
        return [lot[at] for at in sorted(chosen)]


def some(rows: Iterable[Row]) -> list[Row]:
    """A subset of all combinations that covers every pair of values; all with ``--all``."""
    return Pairs().some(rows)


def mixed(*values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """As many combinations as the longest has values, so that every value occurs; all of them with ``--all``."""
    if everything:
        return [*product(*values)]
    longest = max(map(len, values))
    counted.update({"tried": longest, "left out": prod(map(len, values)) - longest})
    return [tuple(one[n % len(one)] for one in values) for n in range(longest)]


class Kinds:
    """Tells what comes for the first time: only that is tried daily where a long game brings it again and again."""

    def __init__(self) -> None:
        self._seen: set[object] = set()

    def new(self, kind: object) -> bool:
        """True for the first of a kind; always with ``--all``."""
        new = everything or kind not in self._seen
        self._seen.add(kind)
        return new


def share(number: int) -> int:
    """The number of random games, examples or taps to run, where ``--all`` runs ``number``."""
    return number if everything else -(-number // SHARE)


def thinned_out(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests to run: a subset of combinations for functions with several parameters."""
    if everything:
        return items
    functions: dict[str, list[pytest.Item]] = {}
    short = [item for item in items if item.get_closest_marker("long") is None]
    counted["long"] += len(items) - len(short)
    for item in short:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept: set[pytest.Item] = set()
    for function, found in functions.items():
        values = _parameters(found[0])
        screen = not SCREENS.isdisjoint(getattr(found[0], "fixturenames", ()))
        if screen and values and values.keys() <= LOOKS:
            kept.add(found[crc32(function.encode()) % len(found)])
            counted.update({"tried": 1, "left out": len(found) - 1})
            continue
        by_turns = len(found) > 1 and found[0].get_closest_marker("by_turns") is not None
        chosen = found
        if len(values) > 1 or by_turns:
            chosen = Pairs(max(1, min(2, len(values) - 1))).some(found, _values)
        if by_turns:
            left = chosen[crc32(function.encode()) % 2 :: 2]
            counted.update({"tried": -len(left), "left out": len(left)})
            chosen = [item for item in chosen if item not in left]
        kept.update(chosen)
    return [item for item in short if item in kept]


def _parameters(item: pytest.Item) -> dict[str, Any]:
    spec = getattr(item, "callspec", None)
    return {} if spec is None else spec.params


def _values(item: pytest.Item) -> list[Any]:
    return list(_parameters(item).values())


def told(left: Counter[str]) -> str:
    """The summary in the last lines of a run."""
    if everything:
        return "Nothing was left out."
    of = left["tried"] + left["left out"]
    return (
        f"Left out: {left['left out']} of {of} combinations, so that every value and most pairs of values occur, "
        f"{left['long']} long tests, and {SHARE - 1} in {SHARE} random games, examples and taps. --all runs them."
    )
