"""Bags and supplies as multisets (R-GEN-04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Bag: TypeAlias = dict[str, int]
"""A count per kind; kinds with count 0 are omitted."""


def put(bag: Bag, kind: str, n: int = 1) -> None:
    """Add ``n`` (1 or more) of a kind."""
    bag[kind] = bag.get(kind, 0) + n


def take(bag: Bag, kind: str, n: int = 1) -> None:
    """Remove ``n`` of a kind. Raises ValueError if there are fewer: rules check first."""
    left = bag.get(kind, 0) - n
    if left < 0:
        raise ValueError(f"there are no {n} {kind} to take")
    if left:
        bag[kind] = left
    else:
        bag.pop(kind, None)


def merged(bags: Iterable[Mapping[str, int]]) -> Bag:
    """The sum of several bags."""
    found: Bag = {}
    for bag in bags:
        for kind, n in bag.items():
            found[kind] = found.get(kind, 0) + n
    return found


def probabilities(bag: Mapping[str, int]) -> list[float]:
    """The probability of each kind, in sorted order, when one item is pulled at random."""
    total = sum(bag.values())
    return [bag[kind] / total for kind in sorted(bag)]
