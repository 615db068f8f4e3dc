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
