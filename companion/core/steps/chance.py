"""Steps that chance answers: a card out of a deck, a token out of a bag (R-GEN-02, R-GEN-03)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Generic, TypeVar

from companion.core.answers import Answer, Draw, Face, Pull, Roll
from companion.core.bags import shares
from companion.core.refusals import not_this
from companion.core.steps.agenda import Step

S = TypeVar("S")


@cache
def draws(deck: str) -> Callable[[str], Draw]:
    """What makes the answers that a card came from ``deck``, once for each card."""
    return cache(partial(Draw, deck))


def uniform(count: int) -> list[float]:
    """The chance of each of ``count`` (1 or more) outcomes that are alike."""
    return [1 / count] * count


class DrawStep(Step[S], Generic[S], frozen=True):
    """A step that asks for a card out of a deck; each that could be next is as likely as the others."""

    def cards(self, s: S) -> tuple[str, Sequence[str]]:
        """The name of the deck, and the cards that could be next."""
        raise NotImplementedError

    def asks(self, s: S) -> bool:
        return bool(self.cards(s)[1])

    def legal(self, s: S) -> Sequence[Answer]:
        deck, cards = self.cards(s)
        return list(map(draws(deck), cards))

    def odds(self, s: S) -> list[float]:
        return uniform(len(self.cards(s)[1]))

    def drawn(self, s: S, answer: Answer) -> str:
        """The card of the answer; ``Refused`` if it is no card of this deck that could be next."""
        deck, cards = self.cards(s)
        if not isinstance(answer, Draw) or answer.deck != deck or answer.card not in cards:
            raise not_this(self.ask(s).rule)
        return answer.card


class PullStep(Step[S], Generic[S], frozen=True):
    """A step that asks for a token out of a bag; each kind is as likely as its share."""

    def bag(self, s: S) -> tuple[str, Mapping[str, int]]:
        """The name of the bag and what is in it."""
        raise NotImplementedError

    def done(self, s: S, token: str) -> None:
        """What the pulled token does."""
        raise NotImplementedError

    def legal(self, s: S) -> Sequence[Answer]:
        name, bag = self.bag(s)
        return [Pull(name, token) for token in sorted(bag)]

    def odds(self, s: S) -> list[float]:
        return shares(self.bag(s)[1])

    def play(self, s: S, answer: Answer) -> None:
        name, bag = self.bag(s)
        if not isinstance(answer, Pull) or answer.bag != name or answer.token not in bag:
            raise not_this(self.ask(s).rule)
        self.done(s, answer.token)


class RollStep(Step[S], Generic[S], frozen=True):
    """A step that asks what some dice show, all of them together."""

    def dice(self, s: S) -> list[str]:
        """The dice that are thrown, sorted."""
        raise NotImplementedError

    def rolled(self, s: S, faces: Mapping[str, Face]) -> None:
        """What the faces do, by die."""
        raise NotImplementedError

    def asks(self, s: S) -> bool:
        return True

    def legal(self, s: S) -> None:
        return None

    def play(self, s: S, answer: Answer) -> None:
        if not isinstance(answer, Roll) or sorted(answer.faces) != self.dice(s):
            raise not_this(self.ask(s).rule)
        self.rolled(s, answer.faces)
