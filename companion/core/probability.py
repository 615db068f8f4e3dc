"""How likely something is, exactly: what comes out of a pile, what dice show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import comb


def at_least_one(good: int, among: int, drawn: int) -> float:
    """The chance that at least one of ``good`` things comes when ``drawn`` are drawn from ``among``, without putting
    back; 0 from nothing."""
    drawn = min(drawn, among)
    if good <= 0 or drawn <= 0:
        return 0.0
    return 1 - comb(among - good, drawn) / comb(among, drawn) if good < among else 1.0


def paid(need: Mapping[str, int], kept: Mapping[str, int], dice: Iterable[Sequence[str]], wild: str) -> float:
    """The chance that ``need`` (how many of each face) is there once ``dice``, each as its sides, are rolled.

    ``kept`` is what is there already; ``wild`` counts as any face.
    """
    kinds = tuple(face for face, n in need.items() if n > 0)
    lacking = tuple(max(0, need[face] - kept.get(face, 0)) for face in kinds)
    chances: dict[tuple[tuple[int, ...], int], float] = {(lacking, kept.get(wild, 0)): 1.0}
    for sides in dice:
        after: defaultdict[tuple[tuple[int, ...], int], float] = defaultdict(float)
        for (left, wilds), chance in chances.items():
            for face in sides:
                share = chance / len(sides)
                if face == wild:
                    after[left, wilds + 1] += share
                elif face in kinds:
                    at = kinds.index(face)
                    after[(*left[:at], max(0, left[at] - 1), *left[at + 1 :]), wilds] += share
                else:
                    after[left, wilds] += share
        chances = after
    return sum(chance for (left, wilds), chance in chances.items() if sum(left) <= wilds)
