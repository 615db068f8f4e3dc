"""Initials to narrow down long lists, and short forms of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

ARTICLES = frozenset({"The", "El", "La", "Los", "Las"})
MANY = 13
"""Lists of at least this length can be narrowed down by initial."""


def initials(names: Sequence[str], most: int) -> list[str]:
    """The initials of ``names`` in at most ``most`` alphabetical groups of similar size."""
    letters = sorted({name[:1].upper() for name in names})
    n = min(most, len(letters))
    cuts = [round(i * len(letters) / n) for i in range(n + 1)] if n else [0]
    return ["".join(letters[a:b]) for a, b in pairwise(cuts)]


def said(group: str) -> str:
    """Label of a group: its first and last letter."""
    return group if len(group) < 3 else f"{group[0]}–{group[-1]}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Each name as initials, with enough letters of its last word to make it unique."""
    found = {name: _short(name, 1) for name in names}
    for n in range(2, max(map(len, names), default=0) + 1):
        often = Counter(found.values())
        found |= {name: _short(name, n) for name, short in found.items() if often[short] > 1}
    return found


def _short(name: str, n: int) -> str:
    words = [word for word in name.split() if not word[:1].islower()] or [name]
    if words[0] in ARTICLES:
        words = words[1:] or words
    return "".join(word[:1] for word in words[:-1]) + words[-1][:n]
