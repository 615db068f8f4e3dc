"""Fits the chances that card recognition says to generated photos: ``python -m tests.bench.chances``.

A third of the cards of each deck is not learned, so that there are photos of cards of the same make that are in no
deck. Prints the numbers for ``companion.packs.photos.evidence``: weights by logistic regression, and the difference of
evidence that makes one card e times as likely as another.
"""

from __future__ import annotations

from itertools import islice
from math import exp, log1p
from random import Random
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from companion.packs.photos.evidence import features
from tests.bench.recognition import Tried, decks, partly_learned, tried

CARDS = 15
"""Of each deck."""
FIRM = 0.02
"""Pull of the weights towards zero, which keeps them finite."""
DOUBTS = np.geomspace(0.1, 5, 60)


def fitted(found: list[Tried]) -> tuple[NDArray[Any], float]:
    """The weights of the evidence for a card of the deck, and the doubt between two of its cards."""
    spoke = [(one, one.recognised.evidence) for one in found if one.recognised.evidence is not None]
    weights = regression(np.array([features(evidence) for _, evidence in spoke]),
                         np.array([one.place is not None for one, _ in spoke], float))  # fmt: skip
    ahead = [(evidence.ahead, one.place == 0) for one, evidence in spoke if one.place is not None]
    return weights, min(DOUBTS, key=lambda doubt: _surprise(ahead, doubt))


def regression(rows: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """Logistic regression by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        said = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (right - said) - FIRM * weights
        curve = (rows * (said * (1 - said))[:, None]).T @ rows + FIRM * np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, slope)
    return weights


def _surprise(ahead: list[tuple[float, bool]], doubt: float) -> float:
    return sum(log1p(exp(min(50.0, (-lead if right else lead) / doubt))) for lead, right in ahead)


@click.command(help=__doc__)
@click.option("--photos", default=400, show_default=True)
@click.option("--seed", default=5, show_default=True)
def chances(photos: int, seed: int) -> None:
    r = Random(seed)
    learned = [partly_learned(kind, fronts, r, 3) for _ in range(2) for kind, fronts in decks(r, CARDS)]
    weights, doubt = fitted(list(islice(tried(learned, r, least=0.0), photos)))
    click.echo(f"WEIGHTS {np.round(weights, 2).tolist()}\nDOUBT {doubt:.2f}")


if __name__ == "__main__":
    chances()
