"""Answers that were listed before, for questions with very many answers of which an answer changes few."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias, TypeVarTuple, Unpack

from companion.core.answers import Answer

Answers: TypeAlias = tuple[Answer, ...]
Args = TypeVarTuple("Args")


class AnswerCache:
    """What can be answered about each part of a table, listed anew only when what it depends on is another.

    It belongs to the unchanging world of a game: what it remembers never decides anything, it only saves time.
    """

    def __init__(self) -> None:
        self._latest: dict[Hashable, tuple[Any, Answers]] = {}

    def of(
        self, part: Hashable, depends: Any, listed: Callable[[Unpack[Args]], Iterable[Answer]], *args: *Args
    ) -> Answers:
        """The answers about ``part``: those of last time, or what ``listed`` gives if ``depends`` has changed since.

        ``depends`` is compared, so it must not be something that is changed in place later.
        """
        latest = self._latest.get(part)
        if latest is None or latest[0] != depends:
            latest = self._latest[part] = (depends, tuple(listed(*args)))
        return latest[1]
