"""Brute-force versions of two rules of Krysis, to verify the fast ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from tests.games.krysis.box import GOODS

LOADS: Mapping[str, Sequence[tuple[int, int, int, int]]] = {
    "red": [(1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 2, 0), (0, 0, 3, 0)],
    "blue": [(0, 1, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 2, 0)],
    "white": [(0, 0, 1, 0)],
}
"""The possible loads of a slot, as red, blue, white and relics (R-KR-39 to R-KR-42)."""


def can_be_laid(slots: Mapping[str, int], goods: Mapping[str, int]) -> bool:
    """R-KR-43: True if all goods fit into the slots, slot by slot."""
    row = tuple(colour for colour in LOADS for _ in range(slots[colour]))
    return _laid(row, (goods["red"], goods["blue"], goods["white"], goods["relics"]))


@cache
def _laid(row: tuple[str, ...], left: tuple[int, int, int, int]) -> bool:
    if not any(left):
        return True
    if not row:
        return False
    for load in ((0, 0, 0, 0), *LOADS[row[0]]):
        rest = tuple(n - laid for n, laid in zip(left, load, strict=True))
        if min(rest) >= 0 and _laid(row[1:], rest):  # type: ignore[arg-type]
            return True
    return False


def most_of_each(slots: Mapping[str, int], there: Mapping[str, int]) -> dict[str, int]:
    """The maximum of each good by itself."""
    nothing = dict.fromkeys(GOODS, 0)
    return {good: max(n for n in range(there[good] + 1) if can_be_laid(slots, {**nothing, good: n})) for good in GOODS}


def best_partition(types: Sequence[str], same: Mapping[str, int], different: Mapping[str, int]) -> int:
    """R-KR-81: the best of all partitions into sets of equal or all different cards."""
    return max(
        sum(max(_worth(group, same, different)) for group in groups) for groups in partitions(tuple(sorted(types)))
    )


def _worth(group: Sequence[str], same: Mapping[str, int], different: Mapping[str, int]) -> list[int]:
    found, kinds, n = [], len(set(group)), len(group)
    if kinds == 1:
        found.append(same.get(str(n), 0))
    if kinds == n:
        found.append(different.get(str(n), 0))
    return found


@cache
def partitions(cards: tuple[str, ...]) -> list[list[tuple[str, ...]]]:
    """All partitions of cards into sets."""
    if not cards:
        return [[]]
    return [[group, *rest] for group, left in _groups(cards) for rest in partitions(left)]


def _groups(cards: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every set with the first card, and the remaining cards."""
    seen = set()
    for size in range(len(cards)):
        for others in combinations(range(1, len(cards)), size):
            group = (cards[0], *(cards[at] for at in others))
            if len(set(group)) not in (1, len(group)) or group in seen:
                continue
            seen.add(group)
            yield group, tuple(card for at, card in enumerate(cards) if at and at not in others)
