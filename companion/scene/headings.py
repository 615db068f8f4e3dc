"""The headings of the printed rulebook, by rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from companion.core.texts import T, Text, Words

HOUSE_RULE: Final = T("House rule, not in the rulebook")
"""For rules the rulebook leaves open."""


def headings(family: str, rows: Mapping[str, Text]) -> Mapping[str, Words]:
    """The heading of each rule, by its number.

    Rows are written like a book's index: ``headings("R-CG", {"40, 61-63": …})`` is the heading of R-CG-40 and of
    R-CG-61 to R-CG-63. Raises ``ValueError`` if a rule has two headings.
    """
    found: dict[str, Words] = {}
    for row, heading in rows.items():
        for n in _numbers(row):
            number = f"{family}-{n:02}"
            if number in found:
                raise ValueError(f"{number} has two headings")
            found[number] = heading
    return MappingProxyType(found)


def _numbers(row: str) -> Iterable[int]:
    for part in row.split(", "):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
