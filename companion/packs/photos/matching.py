"""Comparing photos of cards: registration, local features, and similarity strip by strip. Needs the extra ``[camera]``.

Registration aligns two pictures whose corners match within a few pixels, by the inverse compositional algorithm
(S. Baker and I. Matthews, Lucas-Kanade 20 Years On, 2004): Gauss-Newton over the eight parameters of a homography, at
the pixels with the strongest gradients. Outliers, such as a reflection or other words, get less and less weight (an
M-estimator).

Features find a card whose edges are hidden or hardly visible. Each SIFT feature of the photo is matched with the
nearest one of all cards of a deck; each match votes for a position, scale and rotation of the card (generalised Hough
transform), and the matches that agree give the homography (D. Lowe, Distinctive Image Features from Scale-Invariant
Keypoints, 2004). Descriptors are compared as in R. Arandjelović and A. Zisserman, Three things everyone should know to
improve object retrieval (2012).

Similarity counts only where the cards of a deck differ: two cards can share everything but one line, and then the match
of the rest would only say how sharp each photo is. Strips are compared by normalised cross-correlation, each shifted a
little, since cards are not flat.
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
# Threads cost more than they save for a few small pictures, and the table needs the other cores.

LONG: Final = 384
"""Pixels of the longer side of a card in a comparison; half as many in the first one."""
SOFT: Final = (3.0, 1.2)
"""Blur radii for coarse and then fine registration, in pixels of ``LONG``."""
FAR_OFF: Final = (9.0, *SOFT)
"""The same for photos that may have been cropped badly."""
SPOTS: Final = 6400
"""Pixels that take part in registration."""
ROW: Final = 64
"""Pixels in a row of an array for OpenCV, which limits its width."""
ROUNDS: Final = 6
STILL: Final = 0.05
"""Displacement in pixels below which registration stops."""
FARTHEST: Final = 40
"""Most pixels by which registration moves a corner; more is an error."""
STIFF: Final = 0.002 * np.array([1, 1, 1, 1, 1, 1, 2, 2], np.float32)
"""Damping of each parameter, so that a few words on a card do not distort all of it."""
BORDER: Final = 8
"""Pixels along the edges of a card that are ignored, because they may show the table."""


class Pattern(Struct, frozen=True):
    """What other pictures are registered to: the ``spots`` with the strongest gradients after a blur of ``soft``
    (across, down, 1; from the middle, in halves of the height), the derivatives there by each parameter, the values,
    and the weights."""

    soft: float
    spots: Pixels
    changes: Pixels
    values: Pixels
    counts: Pixels


def scale_of(picture: Pixels) -> float:
    """The size of a picture of a card relative to ``LONG``."""
    return float(max(picture.shape[:2]) / LONG)


def flatten_light(light: Pixels) -> Pixels:
    """Remove uneven lighting: each pixel relative to its surroundings."""
    scale = scale_of(light)
    if scale > 0.7:
        light = cv2.GaussianBlur(light, (0, 0), 0.7 * scale)
    return np.asarray(light / (_surroundings(light, 12 * scale) + 8) - 1)


def _surroundings(light: Pixels, radius: float) -> Pixels:
    """A picture blurred a lot, which is as good at a quarter of the size."""
    if radius < 6:
        return cv2.GaussianBlur(light, (0, 0), radius)
    high, wide = light.shape
    small = cv2.resize(light, (-(-wide // 4), -(-high // 4)), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), radius / 4), (wide, high))


def warp(light: Pixels, matrix: Pixels, size: tuple[int, int]) -> Pixels:
    """The picture warped by a homography from card to picture."""
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(light, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE))


def patterns(picture: Pixels, counts: Pixels | None = None, softs: Sequence[float] = SOFT) -> list[Pattern]:
    """The patterns for registering other pictures to this one, coarse first; ``counts`` are weights of pixels."""
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


def register(picture: Pixels, pattern: list[Pattern]) -> Pixels:
    """The homography from the pattern to a picture of the same size; the identity if registration fails."""
    (high, wide), half = picture.shape, picture.shape[0] / 2
    scale, matrix = scale_of(picture), np.eye(3, dtype=np.float32)
    for one in pattern:
        blurred = cv2.GaussianBlur(picture, (0, 0), one.soft * scale)
        for _ in range(ROUNDS):
            moved = _step(blurred, one, matrix)
            p = moved.astype(np.float32)
            matrix = matrix @ np.array([[1 + p[1], p[2], p[0]], [p[4], 1 + p[5], p[3]], [-p[6], -p[7], 1]], np.float32)
            if np.abs(p).max() * half < STILL:
                break
    to_pixels = np.array([[half, 0, wide / 2], [0, half, half], [0, 0, 1]])
    found = to_pixels @ matrix.astype(float) @ np.linalg.inv(to_pixels)
    edges = np.array([[[0, 0]], [[wide, 0]], [[wide, high]], [[0, high]]], np.float32)
    off = np.abs(cv2.perspectiveTransform(edges, found) - edges).max()
    return found if off < FARTHEST * scale else np.eye(3)


def _step(blurred: Pixels, pattern: Pattern, matrix: Pixels) -> Pixels:
    """One Gauss-Newton step: the change of the eight parameters."""
    high, wide = blurred.shape
    x, y, z = matrix @ pattern.spots
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


# Local features.

CONTRAST: Final = 0.02
"""Least contrast of a feature."""
ALIKE_FEATURES: Final = 0.75
"""Least similarity (0 to 1) of two matching features."""
LARGER: Final = 0.4
"""Most difference between the logarithms of the scales of two agreeing matches, ..."""
TURNED: Final = 0.35
"""... between their rotations (radians), ..."""
BESIDE: Final = 0.25
"""... and between their centres (as a fraction of the longer side)."""
FEW: Final = 4
"""Least number of matches for a homography."""
NEAR: Final = (4.0, 10.0)
"""Most reprojection error in pixels, for a homography and for a similarity transform."""


class Features(Struct, frozen=True):
    """Local features: ``places`` has a row for each (x, y and size in pixels, direction in radians), ``looks`` its
    descriptor (128 integers to 255, whose squares add up to about 255 × 255)."""

    places: Pixels
    looks: Pixels


def detect_features(picture: Pixels, most: int) -> Features:
    """The strongest features of a picture after ``flatten_light``; there may be none."""
    pixels = np.clip((picture + 1) * 110, 0, 255).astype(np.uint8)
    found, looks = cv2.SIFT.create(most, contrastThreshold=CONTRAST).detectAndCompute(pixels, None)
    if looks is None:
        return Features(np.empty((0, 4), np.float32), np.empty((0, 128), np.uint8))
    places = [(*one.pt, one.size, np.radians(one.angle)) for one in found]
    part = looks / np.maximum(looks.sum(axis=1, keepdims=True), 1)
    return Features(np.array(places, np.float32), np.round(255 * np.sqrt(part)).astype(np.uint8))


def merge_features(all_: Sequence[Features]) -> Features:
    return Features(np.concatenate([one.places for one in all_]), np.concatenate([one.looks for one in all_]))


def transformed(found: Features, matrix: Pixels) -> Features:
    """Features moved by a homography that hardly rotates or scales."""
    places = found.places.copy()
    if len(places):
        places[:, :2] = cv2.perspectiveTransform(places[None, :, :2], matrix)[0]
    return Features(places, found.looks)


def find_warps(card: Features, seen: Features, size: tuple[int, int]) -> list[Pixels]:
    """The possible homographies from a card of this size (pixels) to a photo with the features ``seen``: a general one,
    and a similarity transform, which a few matches cannot distort. Empty if no features agree."""
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
    return [matrix for matrix in (homography, whole) if matrix is not None]


def _agreeing(there: Pixels, here: Pixels, weights: Pixels, size: tuple[int, int]) -> Pixels:
    """The matches that agree about the position of the card with the one that has the most support, by weight."""
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


# Similarity.

STRIP = (64, 32)
"""Width and height in pixels of a strip, in a card of ``LONG``: a few words on two lines."""
MARGIN = 6
FRAME = round(0.05 * LONG)
"""Pixels along the edges that are never compared, because they may be missing or show the table."""
AROUND = 3
"""Radius in pixels around a difference that is compared too."""
BLANK = 0.005
"""Squared difference due to noise and lighting."""
ALIKE, UNLIKE = 0.12, 0.52
"""Relative difference between photos of the same thing, and between those of different things."""
FLAT = 0.03
"""Contrast below which nothing is visible."""
MANY = 1000
"""Matching pixels in one unit of similarity."""
PRINTED = 0.0006
"""Squared contrast above which something is printed."""


class Strip(Struct, frozen=True):
    """A part of the cards: its corner, its pixels in each card, the weight of each pixel, and their sum."""

    across: int
    down: int
    cards: Pixels
    counts: Pixels
    much: float


def distinctiveness(cards: Pixels) -> Pixels:
    """The weight of each pixel for distinguishing these cards, from 0 to 1; all zero for a single card."""
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
    """The strips with at least this mean weight."""
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
    """The corners of strips that cover a card, overlapping a little if necessary."""
    (high, wide), scale = shape, max(shape) / LONG
    sides = []
    for all_, part in ((wide, round(STRIP[0] * scale)), (high, round(STRIP[1] * scale))):
        edge = round(MARGIN * scale)
        many = max(1, round((all_ - 2 * edge) / part))
        sides.append(np.linspace(edge, all_ - edge - part, many).round().astype(int).tolist())
    return [(across, down) for down in sides[1] for across in sides[0]]


def similarity(picture: Pixels, parts: Sequence[Strip], cards: int, reach: int) -> Pixels:
    """The similarity of a picture to each card over all strips, each shifted by up to ``reach`` pixels."""
    moved = _moved(picture, reach)
    return np.asarray(sum((_fit(moved, one, reach) for one in parts), np.zeros(cards, np.float32)))


def distinguish(pictures: Sequence[Pixels], cards: Pixels, reach: int) -> Pixels:
    """The similarity of each picture to the card that it was registered to, where these cards differ."""
    found = np.zeros(len(cards), np.float32)
    moved = [_moved(one, reach) for one in pictures]
    for strip in strips(cards, distinctiveness(cards), 0.03):
        for n, one in enumerate(moved):
            own = Strip(strip.across, strip.down, strip.cards[:, n : n + 1], strip.counts, strip.much)
            found[n] += _fit(one, own, reach)[0]
    return found


def _moved(picture: Pixels, reach: int) -> Pixels:
    """Strips of the picture at every pixel, up to ``reach`` outside."""
    wide, high = strip_size(picture)
    padded = cv2.copyMakeBorder(picture, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    return np.lib.stride_tricks.sliding_window_view(padded, (high, wide))


def _fit(moved: Pixels, strip: Strip, reach: int) -> Pixels:
    """The best match of a strip for each card: zero for chance, large for a very good match."""
    here = moved[strip.down : strip.down + 2 * reach + 1, strip.across : strip.across + 2 * reach + 1]
    seen = here.reshape(-1, len(strip.counts))
    middle = seen @ strip.counts / strip.much
    strength = np.maximum((seen * seen) @ strip.counts - middle * middle * strip.much, 0) + FLAT * FLAT * strip.much
    best = np.clip(((seen @ strip.cards) / np.sqrt(strength)[:, None]).max(axis=0), 0, 0.99)
    return np.asarray((np.log(1.08) - np.log(1.08 - best * best)) * strip.much / MANY)


def strip_fits(picture: Pixels, card: Pixels) -> Pixels:
    """The correlation of each printed strip of a card with a picture registered to it. Every strip has the same weight,
    so that a reflection removes only what it covers."""
    (wide, high), fits = strip_size(card), []
    for across, down in _places(card.shape):
        one, other = (all_[down : down + high, across : across + wide] for all_ in (picture, card))
        one, other = one - one.mean(), other - other.mean()
        strength = float((other * other).mean())
        if strength > PRINTED:
            fits.append(float((one * other).mean() / np.sqrt((one * one).mean() * strength + 1e-9)))
    return np.array(fits)


def correlation(picture: Pixels, card: Pixels, counts: Pixels) -> float:
    """The weighted correlation of a picture and a card, from -1 to 1."""
    much = counts.sum() + 1e-9
    one, other = (all_ - (all_ * counts).sum() / much for all_ in (picture, card))
    strength = (one * one * counts).sum() * (other * other * counts).sum()
    return float((one * other * counts).sum() / np.sqrt(strength + 1e-9))
