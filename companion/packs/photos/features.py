"""Where a card lies in a photo, by single features of its print: its sides may be hidden, or hardly seen. Needs the
extra ``[camera]``.

As in D. Lowe, Distinctive Image Features from Scale-Invariant Keypoints (2004): each SIFT feature of the photo is
matched with the nearest one of all cards of a deck. Each match says where the card would lie, how large and how turned
(generalised Hough transform), and the matches that say the same give the way to it. Descriptors are compared as in
R. Arandjelović and A. Zisserman, Three things everyone should know to improve object retrieval (2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Pixels: TypeAlias = NDArray[Any]

CONTRAST: Final = 0.02
"""Features with less of it are left out."""
ALIKE: Final = 0.75
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
    same = alike > ALIKE
    there, here = card.places[nearest[same]], seen.places[same]
    agreeing = _agreeing(there, here, alike[same] - ALIKE, size)
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
