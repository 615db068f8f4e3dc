"""The card in a photo: where its corners are, and how it looks from straight above. Needs the extra ``[camera]``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

SIDE = 800
"""Pixels of the longer side of a photo in which a card is looked for."""
LEAST, MOST = 0.08, 0.97
"""Parts of the photo that a card can fill."""
LONGEST = 2.4
"""A card is at most so many times as long as wide."""
SQUARE = 0.45
"""Cosine of an angle up to which it can be the right one of a card that is seen from the side."""
FULL = 0.93
"""Of the four-sided figure around it a shape fills so much at least: with round corners a little less than all."""
EDGE = 2
"""A card has so many pixels of the table on each side."""


def corners(photo: NDArray[Any]) -> NDArray[Any] | None:
    """The corners of the card in a photo (rows of pixels: red, green, blue), clockwise, the one at the top left first.

    None where nothing looks like one card on a table.
    """
    scale = min(1.0, SIDE / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = [four for shape in _shapes(small) if (four := _four(shape, small.shape)) is not None]
    if not found:
        return None
    _, best = max(found, key=lambda one: one[0])
    return np.asarray(_in_order(best) / scale)


def straightened(photo: Image.Image) -> Image.Image | None:
    """The card in a photo as it looks from straight above; None where no card can be found."""
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    pixels = np.asarray(photo.convert("RGB"))
    four = corners(pixels)
    if four is None:
        return None
    across, down = (_mean_length(four, pairs) for pairs in (((0, 1), (3, 2)), ((0, 3), (1, 2))))
    wide, high = round(across), round(down)
    straight = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turned = cv2.getPerspectiveTransform(four.astype(np.float32), straight)
    return Image.fromarray(cv2.warpPerspective(pixels, turned, (wide, high), flags=cv2.INTER_AREA))


def _shapes(photo: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Outlines of what could be a card: by its edges, and by what is lighter, darker or more coloured than the rest."""
    soft = cv2.bilateralFilter(photo, 7, 50, 50)
    light, colour = cv2.cvtColor(soft, cv2.COLOR_RGB2GRAY), cv2.cvtColor(soft, cv2.COLOR_RGB2HSV)[..., 1]
    masks = []
    for plane in (light, colour):
        most, otsu = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        edges = cv2.Canny(plane, most * 0.3, most * 0.7)
        masks += [cv2.dilate(edges, np.ones((5, 5), np.uint8)), otsu, 255 - otsu]
    for mask in masks:
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        yield from cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]


def _four(shape: NDArray[Any], size: tuple[int, ...]) -> tuple[float, NDArray[Any]] | None:
    """How much a shape is like a card that is seen a little from the side, and its corners; None if it is none."""
    hull, (high, wide) = cv2.convexHull(shape), size[:2]
    x, y, across, down = cv2.boundingRect(hull)
    part = cv2.contourArea(hull) / (wide * high)
    if not LEAST < part < MOST or min(x, y, wide - x - across, high - y - down) < EDGE:
        return None
    around = cv2.arcLength(hull, True)
    rough = [cv2.approxPolyDP(hull, most * around, True).reshape(-1, 2) for most in (0.02, 0.04, 0.06, 0.08)]
    four = next((one.astype(np.float32) for one in rough if len(one) == 4), None)
    if four is None:
        return None
    points = shape.reshape(-1, 2)
    sides = [_side(here, there, points) for here, there in zip(four, np.roll(four, -1, axis=0), strict=True)]
    met = [_meeting(one, other) for one, other in zip([sides[-1], *sides[:-1]], sides, strict=True)]
    if None in met:
        return None
    card = np.array(met, np.float32)
    full = cv2.contourArea(hull) / max(1.0, cv2.contourArea(card))
    return (full + part / 2, card) if _is_card(card) and FULL < full < 2 - FULL else None


def _side(here: NDArray[Any], there: NDArray[Any], points: NDArray[Any]) -> tuple[float, float, float]:
    """The straight line along a side, without its ends: corners of cards are round. As a, b, c of ax + by = c."""
    along = there - here
    length = float(np.linalg.norm(along))
    way = along / length
    beside, off = (points - here) @ way / length, np.abs((points - here) @ np.array([-way[1], way[0]]))
    near = points[(beside > 0.15) & (beside < 0.85) & (off < max(3, 0.03 * length))]
    (dx, dy), (x, y) = way, here
    if len(near) > 8:
        dx, dy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return float(dy), float(-dx), float(dy * x - dx * y)


def _meeting(one: tuple[float, float, float], other: tuple[float, float, float]) -> tuple[float, float] | None:
    """Where two lines meet; None if they hardly do."""
    (a, b, c), (d, e, f) = one, other
    parts = a * e - b * d
    return None if abs(parts) < 1e-3 else ((c * e - b * f) / parts, (a * f - c * d) / parts)


def _is_card(four: NDArray[Any]) -> bool:
    sides = np.roll(four, -1, axis=0) - four
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() == 0 or lengths.max() > LONGEST * lengths.min():
        return False
    ways = sides / lengths[:, None]
    return bool(np.abs((ways * np.roll(ways, 1, axis=0)).sum(axis=1)).max() < SQUARE)


def _in_order(four: NDArray[Any]) -> NDArray[Any]:
    """Clockwise, the corner nearest to the top left first."""
    middle = four.mean(axis=0)
    turned = four[np.argsort(np.arctan2(four[:, 1] - middle[1], four[:, 0] - middle[0]))]
    return np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0)


def _mean_length(four: NDArray[Any], pairs: tuple[tuple[int, int], tuple[int, int]]) -> float:
    return float(np.mean([np.linalg.norm(four[one] - four[other]) for one, other in pairs]))
