"""Detection of dice candidates and of hands in the tray. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from hardware.camera.templates import Kind
from hardware.camera.tray import HALF, View

FOCUS = 0.8
"""Focal length as a fraction of the picture's width; within 20 % for common cameras. It determines how much of a die's
sides is visible near the edge of the picture."""
MOST = 16
"""Maximum number of dice; anything larger is a hand or a moved tray."""


LARGE, LONG = 1.45, 1.5
"""An outline whose area, or length, exceeds that of one die by this factor contains several dice."""


class Spot(NamedTuple):
    """A candidate for a die.

    ``x``, ``y``: expected centre of its upper face, in full-size pixels. ``sides``, ``angle``: its bounding rectangle.
    ``slope``: parallax there, per unit of height. ``alone``: nothing touches it; only then is the rectangle meaningful.
    ``whole``: it is not cut off by the edge of the picture.
    """

    x: float
    y: float
    sides: tuple[float, float]
    angle: float
    slope: tuple[float, float]
    alone: bool
    whole: bool

    def widths(self, kind: Kind) -> tuple[float, float]:
        """The two widths of a die of this kind without its visible sides, the smaller first."""
        return _widths(self.sides, self.angle, self.slope, kind.flank)


class Found(NamedTuple):
    """The candidates, and whether a hand (or a sleeve, or the box) is over the tray."""

    spots: list[Spot]
    hand: bool


def find(view: View, kinds: Sequence[Kind]) -> Found:
    """Find the dice candidates in a segmented picture."""
    height, width = view.mask.shape
    outlines, _ = cv2.findContours(view.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    spots: list[Spot] = []
    for outline in outlines:
        area = full_area(outline)
        left, top, wide, high = cv2.boundingRect(outline)
        (x, y), _, _ = cv2.minAreaRect(outline)
        flat = [_flat_area(kind, HALF * x, HALF * y, view) for kind in kinds]
        if area < 0.3 * min(flat):
            continue
        whole = left > 0 and top > 0 and left + wide < width and top + high < height
        if area > MOST * max(flat) or (not whole and area > 1.6 * max(flat)):
            return Found([], hand=True)
        spots += _split(outline, _count(outline, area, flat, view, kinds), whole, view, kinds)
    return Found(spots, hand=False)


def full_area(outline: cv2.typing.MatLike) -> float:
    """The area of an outline in full-size pixels, its border included."""
    return HALF**2 * (float(cv2.contourArea(outline)) + cv2.arcLength(outline, True) / 2 + 1)


def _count(outline: cv2.typing.MatLike, area: float, flat: Sequence[float], view: View, kinds: Sequence[Kind]) -> int:
    """Number of dice within one outline, from its area and length; ``flat`` are the areas of single dice."""
    (x, y), sides, angle = cv2.minAreaRect(outline)
    slope = _slope(HALF * x, HALF * y, view)
    ratio = min((area / one for one in flat), key=lambda one: abs(np.log(one)))
    many = round(area / float(np.median(flat)))
    if ratio > LARGE:
        return many
    whole = (HALF * (sides[0] + 1), HALF * (sides[1] + 1))
    long = min(_widths(whole, angle, slope, kind.flank)[1] / kind.across for kind in kinds) > LONG
    return max(2, many) if long else 1


def _split(outline: cv2.typing.MatLike, number: int, whole: bool, view: View, kinds: Sequence[Kind]) -> list[Spot]:
    """Split an outline into ``number`` dice by k-means clustering."""
    if number <= 1:
        moments = cv2.moments(outline)
        middles: cv2.typing.MatLike = np.array([[moments["m10"], moments["m01"]]]) / moments["m00"]
    else:
        left, top, wide, high = cv2.boundingRect(outline)
        inside = np.zeros((high, wide), np.uint8)
        cv2.drawContours(inside, [outline], -1, 1, cv2.FILLED, offset=(-left, -top))
        points = np.add(np.argwhere(inside)[:, ::-1], (left, top))
        until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.1)
        cv2.setRNGSeed(1)
        _, _, middles = cv2.kmeans(
            points.astype(np.float32), number, np.empty(0, np.int32), until, 4, cv2.KMEANS_PP_CENTERS
        )
    tall = float(np.median([kind.height for kind in kinds]))
    _, (first, second), angle = cv2.minAreaRect(outline)
    sides = (HALF * (first + 1), HALF * (second + 1))
    spots = []
    for x, y in HALF * middles:
        slope = _slope(float(x), float(y), view)
        there = (float(x) + tall * slope[0] / 2, float(y) + tall * slope[1] / 2)
        spots.append(Spot(*there, sides, angle, slope, number <= 1, whole))
    return spots


def _widths(sides: tuple[float, float], angle: float, slope: tuple[float, float], flank: float) -> tuple[float, float]:
    """The sides of a rectangle minus the visible flanks of a die, the smaller first."""
    along, across = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    one = sides[0] - flank * abs(along * slope[0] + across * slope[1])
    other = sides[1] - flank * abs(along * slope[1] - across * slope[0])
    return min(one, other), max(one, other)


def _slope(x: float, y: float, view: View) -> tuple[float, float]:
    """Parallax at a point: shift away from the picture's centre per unit of height."""
    high, wide = view.picture.shape[:2]
    return (x - wide / 2) / (FOCUS * wide), (y - high / 2) / (FOCUS * wide)


def _flat_area(kind: Kind, x: float, y: float, view: View) -> float:
    """The area of a die lying flat at that point, its visible sides included."""
    return kind.area * (1 + 1.2 * kind.flank * float(np.hypot(*_slope(x, y, view))) / kind.across)
