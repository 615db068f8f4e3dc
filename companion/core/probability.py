"""Exact probabilities of draws and dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import comb


def at_least_one(good: int, among: int, drawn: int) -> float:
    """The probability of at least one of ``good`` items when ``drawn`` of ``among`` are drawn without replacement; 0 if
    ``among`` is 0."""
    drawn = min(drawn, among)
    if good <= 0 or drawn <= 0:
        return 0.0
    return 1 - comb(among - good, drawn) / comb(among, drawn) if good < among else 1.0


def paid(need: Mapping[str, int], kept: Mapping[str, int], dice: Iterable[Sequence[str]], wild: str) -> float:
    """The probability that rolling ``dice`` (each a sequence of sides) yields ``need`` (a count per face).

    ``kept`` faces are already there; ``wild`` counts as any face.
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
