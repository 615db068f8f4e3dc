"""Answers that were listed before, for questions with very many answers of which an answer changes few."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, ParamSpec, TypeAlias

from companion.core.answers import Answer

Answers: TypeAlias = tuple[Answer, ...]
P = ParamSpec("P")

MOST: Final = 4096
"""So many listings are known at most; then all are forgotten."""


class Listings:
    """What can be answered about each part of a table, listed anew only when what it depends on is another.

    It belongs to the unchanging world of a game: what it remembers never decides anything, it only saves time.
    """

    def __init__(self) -> None:
        self._latest: dict[Hashable, tuple[Any, Answers]] = {}
        self._known: dict[Hashable, Answers] = {}

    def of(
        self, part: Hashable, depends: Any, listed: Callable[P, Iterable[Answer]], /, *args: P.args, **more: P.kwargs
    ) -> Answers:
        """The answers about ``part``: those of last time, or what ``listed`` gives if ``depends`` has changed since.

        ``depends`` is compared, so it must not be something that is changed in place later.
        """
        latest = self._latest.get(part)
        if latest is None or latest[0] != depends:
            latest = self._latest[part] = (depends, tuple(listed(*args, **more)))
        return latest[1]

    def known(
        self,
        part: Hashable,
        depends: Hashable,
        listed: Callable[P, Iterable[Answer]],
        /,
        *args: P.args,
        **more: P.kwargs,
    ) -> Answers:
        """The same for a part that stands in few ways, which come again: it is listed once for each of them."""
        key = part, depends
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST:
                self._known.clear()
            known = self._known[key] = tuple(listed(*args, **more))
        return known
