"""Laying a picture of a card exactly on another one: what the corners leave of a few pixels. Needs ``[camera]``.

Image registration as in S. Baker and I. Matthews, Lucas-Kanade 20 Years On (2004), the inverse compositional way:
Gauss-Newton over the eight numbers of a homography, at the pixels where the pattern changes most; what does not fit,
such as a lamp in the gloss or other words, counts less and less (an M-estimator).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Pixels: TypeAlias = NDArray[Any]

cv2.setNumThreads(1)
# Threads for a few small pictures cost more than they bring, and the table needs the other cores.

LONG: Final = 384
"""Pixels of the longer side of a card as it is compared; half as many for the first glance."""
SOFT: Final = (3.0, 1.2)
"""How much both are blurred for laying them on one another roughly, and then well; in pixels of ``LONG``."""
FAR_OFF: Final = (9.0, *SOFT)
"""The same where a photo may have been cut out badly."""
SPOTS: Final = 6400
ROW: Final = 64
"""Spots stand in rows of so many: OpenCV takes no longer ones."""
ROUNDS: Final = 6
STILL: Final = 0.05
"""Pixels below which no further round is worth it."""
FARTHEST: Final = 40
"""Pixels by which a corner can be off; more is a mistake."""
STIFF: Final = 0.002 * np.array([1, 1, 1, 1, 1, 1, 2, 2], np.float32)
"""How much each of the eight numbers is held where it is, so that few words on a card do not bend all of it."""
BORDER: Final = 8
"""Pixels along the edges of a card that say nothing: there is the table now and then."""


class Pattern(Struct, frozen=True):
    """Where a picture changes most when it is blurred so much: the ``spots`` (across, down, 1) from its middle in
    halves of its height, how it changes there with each of the eight numbers, its values, and how much each spot
    counts."""

    soft: float
    spots: Pixels
    changes: Pixels
    values: Pixels
    counts: Pixels


def scale_of(picture: Pixels) -> float:
    return float(max(picture.shape[:2]) / LONG)


def evened(light: Pixels) -> Pixels:
    """A picture of a card without the light that fell on it: how much lighter each pixel is than what is around it."""
    scale = scale_of(light)
    if scale > 0.7:
        light = cv2.GaussianBlur(light, (0, 0), 0.7 * scale)
    return np.asarray(light / (cv2.GaussianBlur(light, (0, 0), 12 * scale) + 8) - 1)


def seen_through(light: Pixels, way: Pixels, size: tuple[int, int]) -> Pixels:
    """What a picture shows where ``way`` leads from each pixel of the card."""
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(light, way, size, flags=how, borderMode=cv2.BORDER_REPLICATE))


def patterns(picture: Pixels, counts: Pixels | None = None, softs: Sequence[float] = SOFT) -> list[Pattern]:
    """What others are laid on this picture by, the rough one first; ``counts`` says how much each pixel does."""
    return [_pattern(picture, soft, counts) for soft in softs]


def _pattern(picture: Pixels, soft: float, counts: Pixels | None) -> Pattern:
    (high, wide), scale = picture.shape, scale_of(picture)
    blurred = cv2.GaussianBlur(picture, (0, 0), soft * scale)
    x, y = cv2.Sobel(blurred, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(blurred, cv2.CV_32F, 0, 1) / 8
    strength = x * x + y * y
    if counts is not None:
        strength *= counts
    edge = round(BORDER * scale)
    strength[:edge] = strength[-edge:] = strength[:, :edge] = strength[:, -edge:] = 0
    many = int(SPOTS * scale * scale) // ROW * ROW
    strongest = np.argpartition(strength.ravel(), -many)[-many:]
    down, across = np.divmod(strongest, wide)
    half = high / 2
    u, v = (across - wide / 2) / half, (down - half) / half
    a, b = x.ravel()[strongest] * half, y.ravel()[strongest] * half
    far = a * u + b * v
    changes = np.stack([a, a * u, a * v, b, b * u, b * v, u * far, v * far], axis=1).astype(np.float32)
    spots = np.stack([u, v, np.ones_like(u)]).astype(np.float32)
    counted = np.ones(many, np.float32) if counts is None else counts.ravel()[strongest]
    return Pattern(soft, spots, changes, blurred.ravel()[strongest], counted)


def laid_on(picture: Pixels, pattern: list[Pattern]) -> Pixels:
    """The way from each pixel of the pattern to where it is in the picture, which is as large; no move at all if it
    cannot be found."""
    (high, wide), half = picture.shape, picture.shape[0] / 2
    scale, way = scale_of(picture), np.eye(3, dtype=np.float32)
    for one in pattern:
        blurred = cv2.GaussianBlur(picture, (0, 0), one.soft * scale)
        for _ in range(ROUNDS):
            moved = _step(blurred, one, way)
            p = moved.astype(np.float32)
            way = way @ np.array([[1 + p[1], p[2], p[0]], [p[4], 1 + p[5], p[3]], [-p[6], -p[7], 1]], np.float32)
            if np.abs(p).max() * half < STILL:
                break
    to_pixels = np.array([[half, 0, wide / 2], [0, half, half], [0, 0, 1]])
    found = to_pixels @ way.astype(float) @ np.linalg.inv(to_pixels)
    edges = np.array([[[0, 0]], [[wide, 0]], [[wide, high]], [[0, high]]], np.float32)
    off = np.abs(cv2.perspectiveTransform(edges, found) - edges).max()
    return found if off < FARTHEST * scale else np.eye(3)


def _step(blurred: Pixels, pattern: Pattern, way: Pixels) -> Pixels:
    """How the eight numbers have to change."""
    high, wide = blurred.shape
    x, y, z = way @ pattern.spots
    across, down = (x / z * high / 2 + wide / 2).reshape(-1, ROW), (y / z * high / 2 + high / 2).reshape(-1, ROW)
    seen = cv2.remap(blurred, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel()
    wanted, counts = pattern.values, pattern.counts
    contrast = float((counts * seen * wanted).sum()) / max(1e-6, float((counts * wanted * wanted).sum()))
    left = wanted - seen / min(max(contrast, 0.5), 1.5)
    usual = max(0.03, 1.5 * float(np.median(np.abs(left))))
    weighed = pattern.changes * (counts / np.maximum(1, np.abs(left) / usual) ** 2)[:, None]
    square = weighed.T @ pattern.changes
    square[np.diag_indices(8)] += float(np.trace(square)) / 8 * STIFF + 1e-9
    return np.asarray(np.linalg.solve(square, weighed.T @ left))


# Where a card lies in a photo, by single features of its print: its sides may be hidden, or hardly seen. Needs the
# extra ``[camera]``.
#
# As in D. Lowe, Distinctive Image Features from Scale-Invariant Keypoints (2004): each SIFT feature of the photo is
# matched with the nearest one of all cards of a deck. Each match says where the card would lie, how large and how
# turned (generalised Hough transform), and the matches that say the same give the way to it. Descriptors are compared
# as in R. Arandjelović and A. Zisserman, Three things everyone should know to improve object retrieval (2012).
#

CONTRAST: Final = 0.02
"""Features with less of it are left out."""
ALIKE_FEATURES: Final = 0.75
"""Two features are the same only with a likeness (0 to 1) above this."""
LARGER: Final = 0.4
"""Matches agree if the logarithms of how large they say that the card is are not farther apart, ..."""
TURNED: Final = 0.35
"""... nor how it is turned (radians), ..."""
BESIDE: Final = 0.25
"""... nor where its middle is (in parts of its longer side)."""
FEW: Final = 4
"""Matches that are needed for a way."""
NEAR: Final = (4.0, 10.0)
"""Pixels by which a match can be beside a homography, and beside a similarity."""


class Features(Struct, frozen=True):
    """Features of pictures: ``places`` has a row for each (across, down, size, in pixels; direction in radians),
    ``looks`` its descriptor (128 whole numbers to 255, whose squares add up to about 255 × 255)."""

    places: Pixels
    looks: Pixels


def features(picture: Pixels, most: int) -> Features:
    """The strongest features of a picture whose light was evened out; there may be none."""
    pixels = np.clip((picture + 1) * 110, 0, 255).astype(np.uint8)
    found, looks = cv2.SIFT.create(most, contrastThreshold=CONTRAST).detectAndCompute(pixels, None)
    if looks is None:
        return Features(np.empty((0, 4), np.float32), np.empty((0, 128), np.uint8))
    places = [(*one.pt, one.size, np.radians(one.angle)) for one in found]
    part = looks / np.maximum(looks.sum(axis=1, keepdims=True), 1)
    return Features(np.array(places, np.float32), np.round(255 * np.sqrt(part)).astype(np.uint8))


def gathered(all_: Sequence[Features]) -> Features:
    """Those of several pictures as of one."""
    return Features(np.concatenate([one.places for one in all_]), np.concatenate([one.looks for one in all_]))


def moved(found: Features, way: Pixels) -> Features:
    """The same features where ``way`` leads them; it hardly turns or stretches anything."""
    places = found.places.copy()
    if len(places):
        places[:, :2] = cv2.perspectiveTransform(places[None, :, :2], way)[0]
    return Features(places, found.looks)


def ways_to(card: Features, seen: Features, size: tuple[int, int]) -> list[Pixels]:
    """The ways that could lead from a card of this size (pixels) to where it is in a photo with the features ``seen``:
    a homography, and a similarity, which few matches cannot bend. None where no features agree."""
    if len(card.places) < FEW or len(seen.places) < FEW:
        return []
    likeness = (seen.looks.astype(np.float32) @ card.looks.astype(np.float32).T) / 255**2
    nearest = likeness.argmax(axis=1)
    alike = likeness.max(axis=1)
    same = alike > ALIKE_FEATURES
    there, here = card.places[nearest[same]], seen.places[same]
    agreeing = _agreeing(there, here, alike[same] - ALIKE_FEATURES, size)
    if agreeing.sum() < FEW:
        return []
    ends = there[agreeing, :2], here[agreeing, :2]
    homography, _ = cv2.findHomography(*ends, cv2.USAC_MAGSAC, NEAR[0], maxIters=1000, confidence=0.99)
    similarity, _ = cv2.estimateAffinePartial2D(*ends, ransacReprojThreshold=NEAR[1])
    whole = None if similarity is None else np.vstack([similarity, (0, 0, 1)])
    return [way for way in (homography, whole) if way is not None]


def _agreeing(there: Pixels, here: Pixels, weights: Pixels, size: tuple[int, int]) -> Pixels:
    """Which matches agree with the one that most others agree with, by weight, about where the card lies."""
    if not len(there):
        return np.zeros(0, bool)
    larger, turned = np.log(here[:, 2] / there[:, 2]), here[:, 3] - there[:, 3]
    scale = np.exp(larger)
    x, y = (scale[:, None] * (np.array(size) / 2 - there[:, :2])).T
    across, down = x * np.cos(turned) - y * np.sin(turned), x * np.sin(turned) + y * np.cos(turned)
    middle = here[:, :2] + np.stack([across, down], axis=1)
    apart = np.abs((turned[:, None] - turned + np.pi) % (2 * np.pi) - np.pi)
    beside = np.linalg.norm(middle[:, None] - middle, axis=2)
    agree = (np.abs(larger[:, None] - larger) < LARGER) & (apart < TURNED)
    agree &= beside < BESIDE * max(size) * scale[:, None]
    return np.asarray(agree[(agree @ weights).argmax()])


# How much a picture is like each card of a deck: only where these differ is it looked at. Needs ``[camera]``.
#
# Most of two cards can be the same: frame, heading, all lines but one. How well that fits says nothing, and how sharp
# each photo is would decide. So the cards weigh each other: what all of them have counts nothing, what one has and the
# others do not counts all. What counts is compared strip by strip by normalised cross-correlation, each moved a little
# as a card that is not flat needs.
#

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
