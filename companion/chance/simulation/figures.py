"""Statistics of many games: means and confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, quantiles

from msgspec import Struct

CONFIDENCE = 0.95


class Measure(Struct, frozen=True):
    """A statistic of many games."""

    mean: float
    low: float
    high: float
    """The bounds: of a share, its confidence interval; of another number, its first and last deciles."""


def share(hits: int, games: int) -> Measure:
    """The share of ``hits`` among ``games`` (1 or more), from 0 to 1, with its confidence interval.

    It is Wilson's interval, which is valid for few games and extreme shares: E. B. Wilson, "Probable inference, the law
    of succession, and statistical inference", Journal of the American Statistical Association 22 (1927), 209-212;
    recommended by L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical
    Science 16 (2001), 101-133.
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    p = hits / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return Measure(p, max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < games else 1.0)


def spread(values: Sequence[float]) -> Measure:
    """The mean of one or more values, and the range between their first and last deciles."""
    if len(values) == 1:
        return Measure(values[0], values[0], values[0])
    one_decimal = quantiles(values, n=10, method="inclusive")
    return Measure(fmean(values), one_decimal[0], one_decimal[-1])
