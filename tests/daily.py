"""What the daily run of the tests leaves out, and ``--all`` does not.

Of combinations it takes some in which every pair of values occurs: most faults that need a combination need no more
than two of its values. Of random games and examples it takes a share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, TypeVar

import pytest

Row = TypeVar("Row")
Pair = tuple[tuple[int, str], ...]
SHARE = 8
"""One in so many random games and examples is tried every day."""

everything = False
"""True with ``--all``."""
counted: Counter[str] = Counter()
"""Combinations that were tried and that were left out."""


class Pairs:
    """Chooses combinations so that every pair of their values occurs in one of them.

    What was chosen before counts, so that they can come in several lots, each with a new value of its own.
    """

    def __init__(self) -> None:
        self._often: Counter[Pair] = Counter()

    def some(
        self, rows: Iterable[Row], values: Callable[[Row], Iterable[object]] = tuple, *, least: int = 0
    ) -> list[Row]:
        """Some of these, in their order, but so many at ``least``; with ``--all`` each of them."""
        lot = list(rows)
        if everything:
            return lot
        pairs = [list(combinations(enumerate(map(repr, values(row))), 2)) for row in lot]
        missing = {pair for row in pairs for pair in row if not self._often[pair]}
        chosen: set[int] = set()

        def badness(at: int) -> tuple[int, int, int]:
            """The best brings most that is missing; of those, what was seen least often; of those, the first."""
            return -len(missing.intersection(pairs[at])), sum(self._often[pair] for pair in pairs[at]), at

        while missing or len(chosen) < least:
            best = min(set(range(len(lot))) - chosen, key=badness)
            chosen.add(best)
            missing.difference_update(pairs[best])
            self._often.update(pairs[best])
        counted.update({"tried": len(chosen), "left out": len(lot) - len(chosen)})
        return [lot[at] for at in sorted(chosen)]


def some(rows: Iterable[Row]) -> list[Row]:
    """Some of all combinations there are, in which every pair of values occurs; with ``--all`` each of them."""
    return Pairs().some(rows)


def share(number: int) -> int:
    """How many random games, examples or taps to try where ``--all`` tries ``number``."""
    return number if everything else -(-number // SHARE)


def thinned_out(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests to run: of a function with three or more parameters some combinations."""
    functions: dict[str, list[pytest.Item]] = {}
    for item in items:
        functions.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept: set[pytest.Item] = set()
    for found in functions.values():
        kept.update(found if len(_values(found[0])) < 3 else Pairs().some(found, _values))
    return [item for item in items if item in kept]


def _values(item: pytest.Item) -> list[Any]:
    spec = getattr(item, "callspec", None)
    return [] if spec is None else list(spec.params.values())


def told(left: Counter[str]) -> str:
    """What a run says of it in its last lines."""
    if everything:
        return "Nothing was left out."
    of = left["tried"] + left["left out"]
    return (
        f"Left out: {left['left out']} of {of} combinations, so that every pair of values occurs, "
        f"and {SHARE - 1} in {SHARE} random games, examples and taps. --all runs them."
    )
