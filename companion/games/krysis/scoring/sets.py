"""The optimal sets of relics themselves (R-KR-81), not only their points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from companion.games.krysis.content.pack_data import RelicScores
from companion.games.krysis.scoring.score import best_sets


class Set(Struct, frozen=True):
    """A set: the types of its cards, whether they are equal, its value."""

    types: tuple[str, ...]
    same: bool
    vp: int


def partition(types: Sequence[str], scores: RelicScores) -> list[Set]:
    """Sets of relics of these types with the total of ``best_sets``, most valuable first.

    Cards without a value in any set are left out.
    """
    left, found = Counter(types), []
    rest = best_sets(types, scores)
    while rest:
        one = next(one for one in _sets(left, scores) if one.vp and _without(left, one, scores) == rest - one.vp)
        left -= Counter(one.types)
        rest -= one.vp
        found.append(one)
    return sorted(found, key=lambda one: (-one.vp, one.types))


def _without(left: Mapping[str, int], taken: Set, scores: RelicScores) -> int:
    return best_sets(list((Counter(left) - Counter(taken.types)).elements()), scores)


def _sets(left: Mapping[str, int], scores: RelicScores) -> Iterator[Set]:
    """Every set that these cards allow, large ones first."""
    types = sorted(left)
    for size in range(len(types), 0, -1):
        for chosen in combinations(types, size):
            yield Set(chosen, same=False, vp=scores.different.get(str(size), 0))
    for kind in types:
        for n in range(left[kind], 0, -1):
            yield Set((kind,) * n, same=True, vp=scores.same.get(str(n), 0))
