"""Steps answered by chance: draws, pulls and rolls (R-GEN-02, R-GEN-03), and exact probabilities of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from math import comb
from typing import Any, ClassVar, Generic, TypeVar

from companion.core import todo
from companion.core.answers import Answer, Draw, DrawUnknown, Face, Pull, PullUnknown, Roll
from companion.core.piles import UNKNOWN, probabilities
from companion.core.refusals import not_this
from companion.core.state import State
from companion.core.steps.agenda import Step
from companion.core.texts import T, Text

S = TypeVar("S", bound=State[Any, Any])

DO_CARD = T("This card is not known here: do what it says.")
DO_LATER = T("This card is not known here: once it is used, do what it says.")
DO_TOKEN = T("This piece is not known here: do with it what its rule says.")


@cache
def draws(deck: str) -> Callable[[str], Draw]:
    """A cached constructor of ``Draw`` answers for ``deck``."""
    return cache(partial(Draw, deck))


def uniform(count: int) -> list[float]:
    """The probabilities of ``count`` (1 or more) equally likely outcomes."""
    return [1 / count] * count


class DrawStep(Step[S], Generic[S], frozen=True):
    """A step that draws a card from a deck, with equal probabilities.

    From a partly known deck the card can be unknown; its effect is then carried out by hand.
    """

    by_hand: ClassVar[Text] = DO_CARD
    """The instruction for an unknown card."""

    def cards(self, s: S) -> tuple[str, Sequence[str]]:
        """The name of the deck, and the cards that could be next, sorted; unknown ones are ``UNKNOWN``."""
        raise NotImplementedError

    def done(self, s: S, card: str) -> None:
        """Apply the drawn card. ``UNKNOWN`` has no effect, but must be removed from the deck."""
        raise NotImplementedError

    def asks(self, s: S) -> bool:
        return bool(self.cards(s)[1])

    def legal(self, s: S) -> Sequence[Answer]:
        deck, cards = self.cards(s)
        if cards and cards[0] == UNKNOWN:
            return [*(draws(deck)(card) for card in cards if card != UNKNOWN), DrawUnknown(deck, None)]
        return list(map(draws(deck), cards))

    def odds(self, s: S) -> list[float] | None:
        deck, cards = self.cards(s)
        return None if deck in s.world.partial else uniform(len(cards))

    def play(self, s: S, answer: Answer) -> None:
        deck, cards = self.cards(s)
        card = UNKNOWN if isinstance(answer, DrawUnknown) else answer.card if isinstance(answer, Draw) else None
        if card is None or card not in cards or answer.deck != deck:  # type: ignore[attr-defined]
            raise not_this(self.ask(s).rule)
        if card == UNKNOWN:
            todo.tell(s, self.by_hand, f"deck:{deck}", self.ask(s).rule)
        self.done(s, card)


class PullStep(Step[S], Generic[S], frozen=True):
    """A step that pulls a token from a bag, with probabilities by count."""

    def bag(self, s: S) -> tuple[str, Mapping[str, int]]:
        """The name of the bag and its content."""
        raise NotImplementedError

    def done(self, s: S, token: str) -> None:
        """Apply the pulled token. ``UNKNOWN`` has no effect, but must be removed from the bag."""
        raise NotImplementedError

    def legal(self, s: S) -> Sequence[Answer]:
        name, bag = self.bag(s)
        unknown = [PullUnknown(name, None)] if UNKNOWN in bag else []
        return [*(Pull(name, token) for token in sorted(bag) if token != UNKNOWN), *unknown]

    def odds(self, s: S) -> list[float] | None:
        name, bag = self.bag(s)
        return None if name in s.world.partial else probabilities(bag)

    def play(self, s: S, answer: Answer) -> None:
        name, bag = self.bag(s)
        token = UNKNOWN if isinstance(answer, PullUnknown) else answer.token if isinstance(answer, Pull) else None
        if token is None or token not in bag or answer.bag != name:  # type: ignore[attr-defined]
            raise not_this(self.ask(s).rule)
        if token == UNKNOWN:
            todo.tell(s, DO_TOKEN, f"bag:{name}", self.ask(s).rule)
        self.done(s, token)


class RollStep(Step[S], Generic[S], frozen=True):
    """A step that rolls dice, all of them together."""

    def dice(self, s: S) -> list[str]:
        """The dice to roll, sorted."""
        raise NotImplementedError

    def rolled(self, s: S, faces: Mapping[str, Face]) -> None:
        """Apply the faces, given by die."""
        raise NotImplementedError

    def asks(self, s: S) -> bool:
        return True

    def legal(self, s: S) -> None:
        return None

    def play(self, s: S, answer: Answer) -> None:
        if not isinstance(answer, Roll) or sorted(answer.faces) != self.dice(s):
            raise not_this(self.ask(s).rule)
        self.rolled(s, answer.faces)


# Exact probabilities of draws and dice.


def at_least_one(good: int, among: int, drawn: int) -> float:
    """The probability of at least one of ``good`` items when ``drawn`` of ``among`` are drawn without replacement; 0 if
    ``among`` is 0."""
    drawn = min(drawn, among)
    if good <= 0 or drawn <= 0:
        return 0.0
    return 1 - comb(among - good, drawn) / comb(among, drawn) if good < among else 1.0


def paid(need: Mapping[str, int], kept: Mapping[str, int], dice: Iterable[Sequence[str]], wild: str) -> float:
    """The probability that rolling ``dice`` (each a sequence of sides) yields ``need`` (a count per face).

    ``kept`` faces are already there; ``wild`` counts as any face.
    """
    kinds = tuple(face for face, n in need.items() if n > 0)
    lacking = tuple(max(0, need[face] - kept.get(face, 0)) for face in kinds)
    chances: dict[tuple[tuple[int, ...], int], float] = {(lacking, kept.get(wild, 0)): 1.0}
    for sides in dice:
        after: defaultdict[tuple[tuple[int, ...], int], float] = defaultdict(float)
        for (left, wilds), chance in chances.items():
            for face in sides:
                share = chance / len(sides)
                if face == wild:
                    after[left, wilds + 1] += share
                elif face in kinds:
                    at = kinds.index(face)
                    after[(*left[:at], max(0, left[at] - 1), *left[at + 1 :]), wilds] += share
                else:
                    after[left, wilds] += share
        chances = after
    return sum(chance for (left, wilds), chance in chances.items() if sum(left) <= wilds)
