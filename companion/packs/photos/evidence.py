"""What speaks for a card, once a photo of it lies on its picture: brightness, colour, and whether anything is otherwise
than it should be. Needs the extra ``[camera]``.

Brightness says most, but cards can differ by colour alone. Colours are compared after a white balance on the card's own
margin, which is printed the same on all, and with a gain, because an overexposed photo is pale. They count only among
cards that are alike without them, and only where these differ: light and reflections have colours of their own.

The chance that the first card is right was fitted to generated photos, among them photos of cards that are in no deck
(``python -m tests.bench.chances``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.packs.photos.matching import correlation, strip_fits

Pixels: TypeAlias = NDArray[Any]

COLOUR_LONG: Final = 96
"""Pixels of the longer side of a card whose colours are compared."""
RING: Final = (0.015, 0.06)
"""Where the margin of a card begins and ends, as fractions of its longer side."""
PALE: Final = 50
"""The lighter pixels of the margin decide: percentile of brightness."""
DARKEST: Final = 0.25
"""Added to the brightness, so that dark pixels have little colour; 1 is the margin."""
GAINS: Final = (0.35, 1.8)
"""Least and most colour of a photo, relative to that of the picture."""
FAINT: Final = 0.004
"""Squared difference of colours that says nothing yet."""
FEW: Final = 0.002
"""Part of a card that has to differ in colour for that to count half."""
TWINS: Final = 0.5
"""Correlation, where the cards of a deck differ, from which on two of them are alike without their colours."""
PLAIN: Final = 0.01
"""Mean square of the colours of a card that hardly has any."""
COLOURS_COUNT: Final = 5.0
"""How much a full difference of colours counts, in units of similarity."""
DOUBT: Final = 0.5
"""Difference of evidence that makes one card e times as likely as another."""


WEIGHTS: Final = np.array([-1.43, 5.45, -5.19])
"""Of the features of the evidence."""
SLIP: Final = 0.03
"""Chance that what speaks for a card misleads."""


class Evidence(Struct, frozen=True):
    """What speaks for the first card. ``seen``: the visible part of it, from 0 to 1; ``own``: the correlation where it
    differs from the cards most like it; ``colour``: how far its colours are from those of the photo, 0 for not at all;
    ``ahead``: by how much it leads."""

    seen: float
    own: float
    colour: float
    ahead: float


def chroma(card: Pixels) -> Pixels:
    """The colours of a card (rows of RGB pixels, straight), balanced on its margin: two numbers a pixel, 0 for grey."""
    high, wide = card.shape[:2]
    first, last = (round(part * max(high, wide)) for part in RING)
    ring = np.zeros((high, wide), bool)
    ring[first : high - first, first : wide - first] = True
    ring[last : high - last, last : wide - last] = False
    margin = card[ring].astype(np.float32)
    light = margin.sum(axis=1)
    paper = np.median(margin[light >= np.percentile(light, PALE)], axis=0)
    balanced = cv2.GaussianBlur(card.astype(np.float32) / np.maximum(paper, 8), (0, 0), 1.0)
    much = balanced.mean(axis=2) + DARKEST
    red, green, blue = (balanced[..., n] for n in range(3))
    return np.stack([(red - green) / much, (blue - (red + green) / 2) / much], axis=-1)


def twins(cards: Pixels, counts: Pixels) -> Pixels:
    """Which cards cannot be told from which others without their colours: true for each pair of those (rows of
    brightness after ``flatten_light``); ``counts`` are the weights of pixels in which the cards of the deck differ."""
    even = (cards - (cards * counts).sum(axis=(1, 2), keepdims=True) / (counts.sum() + 1e-9)) * np.sqrt(counts)
    rows = even.reshape(len(cards), -1)
    rows = rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6)
    return np.asarray((rows @ rows.T > TWINS) & ~np.eye(len(cards), dtype=bool))


def colours_against(seen: Mapping[int, Pixels], cards: Mapping[int, Pixels]) -> dict[int, float]:
    """What the colours of a photo say against each card, onto which it was laid, where these cards differ in colour: 0
    for nothing, 1 for as much as the cards differ."""
    all_ = np.array([cards[n] for n in cards], np.float32)
    spread = ((all_ - all_.mean(axis=0)) ** 2).sum(axis=3).mean(axis=0) * len(all_) / max(1, len(all_) - 1)
    edge = round(RING[1] * COLOUR_LONG)
    counts = np.maximum(spread - FAINT, 0)
    counts[:edge] = counts[-edge:] = counts[:, :edge] = counts[:, -edge:] = 0
    much = float((counts * spread).sum())
    part = float((counts > 0).mean())
    if not much:
        return dict.fromkeys(cards, 0.0)
    sure = part / (part + FEW)
    return {
        n: sure * float((counts * np.minimum(_apart(seen[n], card), 4 * spread)).sum()) / much
        for n, card in cards.items()
    }


def colour_apart(seen: Pixels, card: Pixels) -> float:
    """How far the colours of a photo are from those of a card: 0 for not at all, 1 for as far as from grey."""
    edge = round(RING[1] * COLOUR_LONG)
    inside = np.s_[edge:-edge, edge:-edge]
    apart = np.minimum(_apart(seen, card)[inside], 0.5).mean()
    return float(apart / ((card[inside] ** 2).sum(axis=2).mean() + PLAIN))


def _apart(seen: Pixels, card: Pixels) -> Pixels:
    gain = float((seen * card).sum()) / max(1e-6, float((card * card).sum()))
    low, up = GAINS
    return np.asarray(((seen - min(max(gain, low), up) * card) ** 2).sum(axis=2))


def evidence(picture: Pixels, card: Pixels, own: Pixels, colour: float, ahead: float) -> Evidence:
    """The evidence of a photo that was laid on a card; ``own`` are the weights of its pixels."""
    fits = strip_fits(picture, card)
    seen = float(np.clip(fits, 0, 1).mean()) if len(fits) else 0.0
    weights = own if own.any() else np.ones_like(card)
    return Evidence(seen, correlation(picture, card, weights), colour, ahead)


def chance_of_deck(found: Evidence) -> float:
    """The chance that the photo shows a card of the deck at all, and at this place."""
    return float(1 / (1 + np.exp(-(WEIGHTS @ features(found)))))


def features(found: Evidence) -> Pixels:
    """What the chance is worked out from."""
    return np.array([1, max(0.0, found.own) ** 3, min(found.colour, 1.5)])


def shares(likeness: Pixels) -> Pixels:
    """The chances of cards against each other, by what speaks for each."""
    parts = np.exp((likeness - likeness.max()) / DOUBT)
    return np.asarray(SLIP / len(parts) + (1 - SLIP) * parts / parts.sum())
