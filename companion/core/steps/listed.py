"""Steps that list their answers: exactly those (``ListedStep``), or those of several verbs (``VerbStep``)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar, TypeVarTuple, Unpack

from companion.core.answers import Answer
from companion.core.refusals import not_this
from companion.core.state import State
from companion.core.steps.agenda import Step

S = TypeVar("S", bound=State[Any, Any])


class ListedStep(Step[S], Generic[S], frozen=True):
    """A step that accepts the answers it lists and refuses all others with the rule that asks."""

    def asks(self, s: S) -> bool:
        return True

    def legal(self, s: S) -> Sequence[Answer]:
        raise NotImplementedError

    def play(self, s: S, answer: Answer) -> None:
        if answer not in (s.listed(self) or ()):
            self.refuse(s, answer)
        self.take(s, answer)

    def refuse(self, s: S, answer: Answer) -> NoReturn:
        """Raise ``Refused`` with the reason why this answer is not listed."""
        raise not_this(self.ask(s).rule)

    def take(self, s: S, answer: Any) -> None:
        """Apply the answer, which is one of those listed; a step says of which kind these are."""
        raise NotImplementedError


class ForcedStep(ListedStep[S], Generic[S], frozen=True):
    """A step that asks only if there are several answers; a single one is applied without asking."""

    def asks(self, s: S) -> bool:
        return len(s.listed(self) or ()) > 1

    def run(self, s: S) -> None:
        for answer in s.listed(self) or ():
            self.take(s, answer)


# Steps with many kinds of answers: each kind is a verb, defined in the file of its chapter.

A = TypeVar("A", bound=Answer)


class Verb(Generic[S, A]):
    """One kind of action. ``do`` is called only after ``check`` has accepted the answer."""

    affects: Iterable[type[Answer]] | None = None
    """The answer types whose legal answers may change after it; None: all of them."""

    def options(self, s: S) -> Iterable[Answer]:
        """The answers to list (WIRE.md, ``legal``)."""
        raise NotImplementedError

    def check(self, s: S, answer: A) -> None:
        """Raise ``Refused`` with the violated rule, or return."""
        raise NotImplementedError

    def do(self, s: S, answer: A) -> None:
        """Do it."""
        raise NotImplementedError


Verbs: TypeAlias = Mapping[type[Answer], Verb[S, Any]]
"""The verbs of an ask, in the order of listing."""


class VerbStep(Step[S], Generic[S], frozen=True):
    """A step that is asked again after every answer, until a verb takes it off the agenda."""

    def verbs(self, s: S) -> Verbs[S]:
        """All verbs that this question ever accepts; other answers do not fit it."""
        raise NotImplementedError

    def asks(self, s: S) -> bool:
        return True

    def legal(self, s: S) -> Sequence[Answer]:
        found: list[Answer] = []
        for verb in self.verbs(s).values():
            found += verb.options(s)
        return found

    def play(self, s: S, answer: Answer) -> None:
        verb = self.verbs(s).get(type(answer))
        if verb is None:
            raise not_this(self.ask(s).rule)
        verb.check(s, answer)
        s.agenda.append(self)
        verb.do(s, answer)


class CachingStep(VerbStep[S], Generic[S], frozen=True):
    """A verb step that caches legal answers: after an answer only those of affected verbs are recomputed."""

    def legal(self, s: S) -> Sequence[Answer]:
        parts = s.parts
        found: list[Answer] = []
        for kind, verb in self.verbs(s).items():
            part = parts.get(kind)
            if part is None:
                part = parts[kind] = tuple(verb.options(s))
            found += part
        return found

    def kept(self, s: S, answer: Answer) -> dict[Any, Any]:
        verb = self.verbs(s).get(type(answer))
        if verb is None or verb.affects is None:
            return {}
        for kind in verb.affects:
            s.parts.pop(kind, None)
        return s.parts


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
