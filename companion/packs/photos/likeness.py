"""How much a picture is like each card of a deck: only where these differ is it looked at. Needs ``[camera]``.

Most of two cards can be the same: frame, heading, all lines but one. How well that fits says nothing, and how sharp
each photo is would decide. So the cards weigh each other: what all of them have counts nothing, what one has and the
others do not counts all. What counts is compared strip by strip by normalised cross-correlation, each moved a little as
a card that is not flat needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from companion.packs.photos.alignment import LONG, scale_of

Pixels: TypeAlias = NDArray[Any]

STRIP = (64, 32)
"""Pixels of a part that is compared at once, in a card of ``LONG``: a few words on two lines."""
MARGIN = 6
FRAME = round(0.05 * LONG)
"""Pixels along the edges that are never looked at: a photo is cut there, or shows the table."""
AROUND = 3
"""Pixels around one that differs in which it is looked at, too."""
BLANK = 0.005
"""The square of a difference that noise and light make."""
ALIKE, UNLIKE = 0.12, 0.52
"""Of what is there, so much differs between photos of the same thing, and between those of different things."""
FLAT = 0.03
"""A contrast below which nothing is seen."""
MANY = 1000
"""Pixels: so many that fit well are one unit of likeness."""
PRINTED = 0.0006
"""The square of a contrast from which on something is printed there."""


class Strip(Struct, frozen=True):
    """A part of the cards: where it begins, its pixels in each card, how much each pixel counts, and all together."""

    across: int
    down: int
    cards: Pixels
    counts: Pixels
    much: float


def differing(cards: Pixels) -> Pixels:
    """How much each pixel counts for telling these cards apart, from 0 to 1; nothing does if there is only one."""
    many, scale = len(cards), max(cards.shape[1:]) / LONG
    if many == 1:
        return np.zeros(cards.shape[1:], np.float32)
    there = cv2.GaussianBlur((cards**2).mean(axis=0), (0, 0), AROUND * scale)
    own = cv2.GaussianBlur(((cards - cards.mean(axis=0)) ** 2).mean(axis=0), (0, 0), AROUND * scale)
    counts = np.clip((own * many / (many - 1) / (there + BLANK) - ALIKE) / (UNLIKE - ALIKE), 0, 1)
    edge = round(FRAME * scale)
    counts[:edge] = counts[-edge:] = counts[:, :edge] = counts[:, -edge:] = 0
    return np.asarray(counts.astype(np.float32))


def strips(cards: Pixels, counts: Pixels, least: float) -> list[Strip]:
    """The parts of the cards that count at least so much, from 0 to 1."""
    wide, high = strip_size(cards[0])
    found = []
    for across, down in _places(cards.shape[1:]):
        here = counts[down : down + high, across : across + wide].ravel()
        much = float(here.sum())
        if much < least * wide * high:
            continue
        own = cards[:, down : down + high, across : across + wide].reshape(len(cards), -1)
        own = own - (own @ here)[:, None] / much
        strength = np.sqrt((own * own) @ here + FLAT * FLAT * much)[:, None]
        found.append(Strip(across, down, (own * here / strength).T.copy(), here, much))
    return found


def strip_size(card: Pixels) -> tuple[int, int]:
    scale = scale_of(card)
    return round(STRIP[0] * scale), round(STRIP[1] * scale)


def _places(shape: Sequence[int]) -> list[tuple[int, int]]:
    """Where strips begin so that they cover a card, a little over one another where they must."""
    (high, wide), scale = shape, max(shape) / LONG
    sides = []
    for all_, part in ((wide, round(STRIP[0] * scale)), (high, round(STRIP[1] * scale))):
        edge = round(MARGIN * scale)
        many = max(1, round((all_ - 2 * edge) / part))
        sides.append(np.linspace(edge, all_ - edge - part, many).round().astype(int).tolist())
    return [(across, down) for down in sides[1] for across in sides[0]]


def likeness(picture: Pixels, parts: Sequence[Strip], cards: int, reach: int) -> Pixels:
    """How much a picture is like each of so many cards, all strips together; each is moved up to ``reach`` pixels."""
    moved = _moved(picture, reach)
    return np.asarray(sum((_fit(moved, one, reach) for one in parts), np.zeros(cards, np.float32)))


def told_apart(pictures: Sequence[Pixels], cards: Pixels, reach: int) -> Pixels:
    """How much each picture is like the card that it was laid on, where these cards differ from each other."""
    found = np.zeros(len(cards), np.float32)
    moved = [_moved(one, reach) for one in pictures]
    for strip in strips(cards, differing(cards), 0.03):
        for n, one in enumerate(moved):
            own = Strip(strip.across, strip.down, strip.cards[:, n : n + 1], strip.counts, strip.much)
            found[n] += _fit(one, own, reach)[0]
    return found


def _moved(picture: Pixels, reach: int) -> Pixels:
    """A strip of the picture from each of its pixels on, those outside of it by ``reach``, too."""
    wide, high = strip_size(picture)
    padded = cv2.copyMakeBorder(picture, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    return np.lib.stride_tricks.sliding_window_view(padded, (high, wide))


def _fit(moved: Pixels, strip: Strip, reach: int) -> Pixels:
    """How well the strip of each card fits where it fits best: nothing for chance, much for very well."""
    here = moved[strip.down : strip.down + 2 * reach + 1, strip.across : strip.across + 2 * reach + 1]
    seen = here.reshape(-1, len(strip.counts))
    middle = seen @ strip.counts / strip.much
    strength = np.maximum((seen * seen) @ strip.counts - middle * middle * strip.much, 0) + FLAT * FLAT * strip.much
    best = np.clip(((seen @ strip.cards) / np.sqrt(strength)[:, None]).max(axis=0), 0, 0.99)
    return np.asarray((np.log(1.08) - np.log(1.08 - best * best)) * strip.much / MANY)


def seen_of(picture: Pixels, card: Pixels) -> float:
    """How much of a card is seen in a picture that was laid on it, from 0 to 1: each strip with print counts the same,
    so that a lamp in the gloss takes away only what it hides."""
    (wide, high), fits = strip_size(card), []
    for across, down in _places(card.shape):
        one, other = (all_[down : down + high, across : across + wide] for all_ in (picture, card))
        one, other = one - one.mean(), other - other.mean()
        strength = float((other * other).mean())
        if strength > PRINTED:
            fits.append(float((one * other).mean() / np.sqrt((one * one).mean() * strength + 1e-9)))
    return float(np.clip(fits, 0, 1).mean()) if fits else 0.0


def fit(picture: Pixels, card: Pixels, counts: Pixels) -> float:
    """How well a picture lies on a card where it counts, from -1 to 1."""
    much = counts.sum() + 1e-9
    one, other = (all_ - (all_ * counts).sum() / much for all_ in (picture, card))
    strength = (one * one * counts).sum() * (other * other * counts).sum()
    return float((one * other * counts).sum() / np.sqrt(strength + 1e-9))
