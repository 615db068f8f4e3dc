"""Is a die fair? A test that may be looked at after every roll, by whoever rolls it, for a lifetime.

Stakes are bet on the die: for each of its faces that it comes half again as often as it should, twice as often, or half
as often. With each roll a stake is multiplied by the chance of the face if its bet were true, divided by its chance if
the die is fair. While the die is fair no stake grows in the mean, so the chance that all of them together ever become
200 times what they were is at most 1 in 200, however often one looks (Ville's inequality; Shafer, Shen, Vereshchagin
and Vovk, Test Martingales, Bayes Factors and p-Values, Statistical Science 26, 2011).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, exp, log
from typing import Final, Literal, TypeAlias

from msgspec import Struct

BETS: Final = ((1.5, 0.6), (2.0, 0.2), (0.5, 0.2))
"""How many times as often as it should a face comes, and the share of the stakes that is on it."""
PROOF: Final = 200
"""What all stakes have to be worth until a die is called unfair."""
DOUBT: Final = log(20)
"""By how much (as a logarithm) the rolls that people told must speak for or against a bet, to tell die from reader."""

Verdict: TypeAlias = Literal["few", "fair", "often", "rare", "reader", "unclear"]
"""Too ``few`` rolls to say anything; ``fair`` as far as can be said; a face comes too ``often`` or is ``rare``; only
the ``reader`` sees it so; it may be the reader or the die (``unclear``)."""


class Bet(Struct):
    """A bet that a face comes ``times`` as often as it should. All amounts are logarithms."""

    face: str
    times: float
    stake: float
    """What it began with; all stakes are 1 together."""
    hit: float
    """By how much it grows when the face comes."""
    miss: float
    """The same when another one comes."""
    read: float = 0.0
    """By how much it has grown with the rolls that a reader saw."""
    told: float = 0.0
    """The same for those that people told."""

    @property
    def now(self) -> float:
        """What it is worth now."""
        return self.stake + self.read + self.told


class DieTest:
    """The rolls of one die with these ``sides``, and what they say about it."""

    def __init__(self, sides: Sequence[str]) -> None:
        self.shares = {face: n / len(sides) for face, n in Counter(sides).items()}
        """How often each face should come."""
        self.rolled: Counter[str] = Counter()
        self.reads = 0
        """How many of the rolls a reader saw."""
        self.found: Bet | None = None
        """The bet that had grown most when the die was found unfair; None if it never was."""
        self._bets = [
            _bet(face, share, times, part / len(self.shares))
            for face, share in self.shares.items()
            for times, part in BETS
            if times * share < 1
        ]

    @property
    def n(self) -> int:
        """How many rolls there were."""
        return self.rolled.total()

    @property
    def enough(self) -> int:
        """From so many rolls on a face that comes half again as often as it should would most likely have been seen."""
        likely = [bet for bet in self._bets if bet.times == BETS[0][0]]
        return max(ceil((log(PROOF) - bet.stake) / _growth(self.shares[bet.face], bet)) for bet in likely)

    @property
    def worth(self) -> float:
        """What all stakes are worth now, as a multiple of what they were."""
        return sum(exp(bet.now) for bet in self._bets)

    def add(self, face: str, *, read: bool = False) -> None:
        """One more roll; ``read`` if a reader saw it and nobody had to correct it."""
        self.rolled[face] += 1
        self.reads += read
        for bet in self._bets:
            by = bet.hit if bet.face == face else bet.miss
            if read:
                bet.read += by
            else:
                bet.told += by
        if self.found is None and self.worth >= PROOF:
            self.found = max(self._bets, key=lambda bet: bet.now)

    @property
    def verdict(self) -> Verdict:
        """What can be said of the die now."""
        found = self.found
        if found is None:
            return "few" if self.n < self.enough else "fair"
        if self.reads and found.told < DOUBT:
            return "reader" if found.told <= -DOUBT else "unclear"
        return "often" if found.times > 1 else "rare"


def _bet(face: str, share: float, times: float, part: float) -> Bet:
    return Bet(face, times, log(part), log(times), log((1 - times * share) / (1 - share)))


def _growth(share: float, bet: Bet) -> float:
    """By how much a bet grows with each roll, in the mean, if it is true."""
    return bet.times * share * bet.hit + (1 - bet.times * share) * bet.miss
