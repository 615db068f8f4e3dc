"""The optimal scoring of relics (R-KR-81; RULES 4.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from companion.games.krysis.content.pack_data import RelicScores


def best_sets(types: Sequence[str], scores: RelicScores) -> int:
    """The most VP of relics of these types, partitioned into sets of equal or of all different cards."""
    return _best(tuple(sorted(Counter(types).values(), reverse=True)), _table(scores.same), _table(scores.different))


def values_for(types: Sequence[str]) -> list[tuple[str, str]]:
    """The set values that the score of these types depends on: ``same`` or ``different``, and the number."""
    there = Counter(types)
    alike = [("same", str(n)) for n in range(1, max(there.values(), default=0) + 1)]
    return alike + [("different", str(n)) for n in range(1, len(there) + 1)]


def _table(scores: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(n), vp) for n, vp in scores.items()))


@cache
def _best(counts: tuple[int, ...], same: tuple[tuple[int, int], ...], different: tuple[tuple[int, int], ...]) -> int:
    """``counts`` are the remaining numbers of each type, descending.

    Sets of different cards may leave cards of any type, so every choice of types is tried. For the commonest type it is
    enough to try once: a set with it, a set of equal cards, or leaving one card as a set of its own.
    """
    if not counts:
        return 0
    first, rest = counts[0], counts[1:]
    equal, unequal = dict(same), dict(different)
    found = 0
    for n in range(1, first + 1):
        found = max(found, equal.get(n, 0) + _best(_less((first - n, *rest)), same, different))
    for others in _subsets(rest):
        left = tuple(n - taken for n, taken in zip(rest, others, strict=True))
        size = 1 + sum(others)
        found = max(found, unequal.get(size, 0) + _best(_less((first - 1, *left)), same, different))
    return found


def _less(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted((n for n in counts if n), reverse=True))


@cache
def _subsets(counts: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice of types with cards left, one card each; types with equal counts are interchangeable."""
    found: list[tuple[int, ...]] = [()]
    for index, n in enumerate(counts):
        grown = []
        for chosen in found:
            grown.append((*chosen, 0))
            same_before = index > 0 and counts[index - 1] == n and chosen[index - 1] == 0
            if n and not same_before:
                grown.append((*chosen, 1))
        found = grown
    return found
