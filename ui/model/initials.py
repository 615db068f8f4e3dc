"""Long lists by the first letters of what is in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

MANY = 13
"""From so many lines on, the initials that occur narrow a list down."""


def initials(names: Sequence[str], most: int) -> list[str]:
    """The initials that occur, in at most ``most`` groups of neighbours with about as many letters each."""
    letters = sorted({name[:1].upper() for name in names})
    n = min(most, len(letters))
    cuts = [round(i * len(letters) / n) for i in range(n + 1)] if n else [0]
    return ["".join(letters[a:b]) for a, b in pairwise(cuts)]


def said(group: str) -> str:
    """A group of initials as it is said: its first and last letter."""
    return group if len(group) < 3 else f"{group[0]}–{group[-1]}"
