"""A sequential test for fair dice that may be checked after every roll, for ever.

The test bets on each face: that it comes 1.5 times, twice, or half as often as it should. Each roll multiplies a stake
by the likelihood ratio of its bet to a fair die. If the die is fair, no stake grows on average, so the probability that
the total ever reaches 200 times its start is at most 1 in 200, however often one looks (Ville's inequality; Shafer,
Shen, Vereshchagin and Vovk, Test Martingales, Bayes Factors and p-Values, Statistical Science 26, 2011).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, exp, log
from typing import Final, Literal, TypeAlias

from msgspec import Struct

BETS: Final = ((1.5, 0.6), (2.0, 0.2), (0.5, 0.2))
"""The factors by which a face may be too frequent, and the share of the stakes on each."""
PROOF: Final = 200
"""The total at which a die is called unfair."""
DOUBT: Final = log(20)
"""The log evidence from rolls entered by people that is needed to tell a bad die from a bad reader."""

Verdict: TypeAlias = Literal["few", "fair", "often", "rare", "reader", "unclear"]
"""``few``: not enough rolls; ``fair``: no evidence against it; ``often`` or ``rare``: a face comes too often or too
rarely; ``reader``: only the reader sees that; ``unclear``: it may be the reader or the die."""


class Bet(Struct):
    """A bet that a face comes ``times`` as often as it should. All amounts are logarithms."""

    face: str
    times: float
    stake: float
    """The initial stake; all stakes add up to 1."""
    hit: float
    """The growth if the face comes."""
    miss: float
    """The growth if another face comes."""
    read: float = 0.0
    """The growth from rolls seen by a reader."""
    entered: float = 0.0
    """The growth from rolls entered by people."""

    @property
    def now(self) -> float:
        return self.stake + self.read + self.entered


class DieTest:
    """The rolls of one die with these ``sides``, and the verdict."""

    def __init__(self, sides: Sequence[str]) -> None:
        self.shares = {face: n / len(sides) for face, n in Counter(sides).items()}
        """The fair probability of each face."""
        self.rolled: Counter[str] = Counter()
        self.reads = 0
        """Number of rolls seen by a reader."""
        self.found: Bet | None = None
        """The largest bet when the die was found unfair; None if it never was."""
        self._bets = [
            _bet(face, share, times, part / len(self.shares))
            for face, share in self.shares.items()
            for times, part in BETS
            if times * share < 1
        ]

    @property
    def n(self) -> int:
        return self.rolled.total()

    @property
    def enough(self) -> int:
        """The expected number of rolls after which a factor of 1.5 would have been detected."""
        likely = [bet for bet in self._bets if bet.times == BETS[0][0]]
        return max(ceil((log(PROOF) - bet.stake) / _growth(self.shares[bet.face], bet)) for bet in likely)

    @property
    def worth(self) -> float:
        """The total of all stakes, as a multiple of the start."""
        return sum(exp(bet.now) for bet in self._bets)

    def add(self, face: str, *, read: bool = False) -> None:
        """Add a roll; ``read`` if a reader saw it and nobody corrected it."""
        self.rolled[face] += 1
        self.reads += read
        for bet in self._bets:
            by = bet.hit if bet.face == face else bet.miss
            if read:
                bet.read += by
            else:
                bet.entered += by
        if self.found is None and self.worth >= PROOF:
            self.found = max(self._bets, key=lambda bet: bet.now)

    @property
    def verdict(self) -> Verdict:
        found = self.found
        if found is None:
            return "few" if self.n < self.enough else "fair"
        if self.reads and found.entered < DOUBT:
            return "reader" if found.entered <= -DOUBT else "unclear"
        return "often" if found.times > 1 else "rare"


def _bet(face: str, share: float, times: float, part: float) -> Bet:
    return Bet(face, times, log(part), log(times), log((1 - times * share) / (1 - share)))


def _growth(share: float, bet: Bet) -> float:
    """The expected growth per roll if the bet is true."""
    return bet.times * share * bet.hit + (1 - bet.times * share) * bet.miss
