"""Answers that were listed before, for questions with very many answers of which an answer changes few."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeAlias

from companion.core.answers import Answer

Answers: TypeAlias = Sequence[Answer]


class Listings:
    """What can be answered about each part of a table, listed anew only when what it depends on is another.

    It belongs to the unchanging world of a game: what it remembers never decides anything, it only saves time.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, Answers]] = {}

    def of(self, part: Hashable, depends: Any, listed: Callable[[], Answers]) -> Answers:
        """The answers about ``part``: those of last time, or ``listed()`` if ``depends`` has changed since.

        ``depends`` is compared, so it must not be something that is changed in place later.
        """
        known = self._known.get(part)
        if known is None or known[0] != depends:
            known = self._known[part] = (depends, listed())
        return known[1]
