"""A cache of legal answers, for questions with very many answers of which each move changes few."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias, TypeVarTuple, Unpack

from companion.core.answers import Answer

Answers: TypeAlias = tuple[Answer, ...]
Args = TypeVarTuple("Args")


class AnswerCache:
    """The legal answers for each part of a table, recomputed only when their dependencies change.

    Part of the immutable world: the cache saves time and never influences the game.
    """

    def __init__(self) -> None:
        self._latest: dict[Hashable, tuple[Any, Answers]] = {}

    def of(
        self, part: Hashable, depends: Any, listed: Callable[[Unpack[Args]], Iterable[Answer]], *args: *Args
    ) -> Answers:
        """The answers for ``part``: the cached ones, or those of ``listed`` if ``depends`` has changed.

        ``depends`` is compared by value, so it must not be mutated later.
        """
        latest = self._latest.get(part)
        if latest is None or latest[0] != depends:
            latest = self._latest[part] = (depends, tuple(listed(*args)))
        return latest[1]
