"""Bags and supplies: how many of each kind (R-GEN-04)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

Bag: TypeAlias = dict[str, int]
"""Kinds and how many of each; a kind of which there is none is left out."""


def put(bag: Bag, kind: str, n: int = 1) -> None:
    """Put ``n`` (1 or more) of a kind in."""
    bag[kind] = bag.get(kind, 0) + n


def take(bag: Bag, kind: str, n: int = 1) -> None:
    """Take ``n`` of a kind out. More than there are is a ValueError: rules ask first."""
    left = bag.get(kind, 0) - n
    if left < 0:
        raise ValueError(f"there are no {n} {kind} to take")
    if left:
        bag[kind] = left
    else:
        bag.pop(kind, None)


def gathered(bags: Iterable[Mapping[str, int]]) -> Bag:
    """All that is in several of them together."""
    found: Bag = {}
    for bag in bags:
        for kind, n in bag.items():
            found[kind] = found.get(kind, 0) + n
    return found


def shares(bag: Mapping[str, int]) -> list[float]:
    """The chance of each kind, in the bag's sorted order, when one is pulled without looking."""
    total = sum(bag.values())
    return [bag[kind] / total for kind in sorted(bag)]
