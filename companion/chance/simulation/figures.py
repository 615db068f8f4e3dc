"""What many games say together: means, and how far they can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, quantiles

from msgspec import Struct

CONFIDENCE = 0.95


class Measure(Struct, frozen=True):
    """A number of many games."""

    mean: float
    low: float
    high: float
    """Of a share the ends of its confidence interval; of another number, where eight of ten games lie."""


def share(hits: int, games: int) -> Measure:
    """So many of ``games`` (1 or more), as a share from 0 to 1 with its confidence interval.

    The interval is that of Wilson, which holds for few games and for shares near 0 and 1 too: E. B. Wilson, "Probable
    inference, the law of succession, and statistical inference", Journal of the American Statistical Association 22
    (1927), 209-212; recommended by L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial
    proportion", Statistical Science 16 (2001), 101-133.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    p = hits / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return Measure(p, max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < games else 1.0)


def spread(values: Sequence[float]) -> Measure:
    """The mean of one number a game (one or more), and between which values eight of ten of them lie."""
    if len(values) == 1:
        return Measure(values[0], values[0], values[0])
    one_decimal = quantiles(values, n=10, method="inclusive")
    return Measure(fmean(values), one_decimal[0], one_decimal[-1])
