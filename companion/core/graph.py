"""Shortest paths on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set


def distances(neighbours: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    """The number of steps from ``start`` to every reachable square."""
    found = {start: 0}
    edge = [start]
    while edge:
        following: list[str] = []
        for square in edge:
            for other in neighbours[square]:
                if other not in found:
                    found[other] = found[square] + 1
                    following.append(other)
        edge = following
    return found


def nearest(neighbours: Mapping[str, Sequence[str]], start: str, among: Set[str]) -> list[str]:
    """The squares of ``among`` closest to ``start``, sorted; ``start`` itself is excluded."""
    far = {square: n for square, n in distances(neighbours, start).items() if n and square in among}
    least = min(far.values(), default=0)
    return sorted(square for square, n in far.items() if n == least)
