"""Finds what may be dice among the things in the tray, and notices hands. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from hardware.camera.templates import Kind
from hardware.camera.tray import HALF, View

FOCUS = 0.8
"""Of the picture's width: how far away a camera sees it, within a fifth for all usual ones. Says how much of their
sides dice show at the rim of the picture."""
MOST = 16
"""Nobody throws more dice than this; whatever is larger is a hand, or the tray was moved."""


class Spot(NamedTuple):
    """A place where a die may lie.

    ``x``, ``y``: where the middle of its upper face ought to be, in the whole picture. ``narrow``, ``wide``: how wide
    it is in its two directions, without the sides that every die shows there. ``alone``: nothing touches it, and only
    then do these widths say anything; ``whole``: it is not cut off by the rim of the picture.
    """

    x: float
    y: float
    narrow: float
    wide: float
    alone: bool
    whole: bool


class Found(NamedTuple):
    """The spots, and whether a hand (or an arm, a sleeve, the box) is over the tray."""

    spots: list[Spot]
    hand: bool


def find(view: View, kinds: Sequence[Kind]) -> Found:
    """Look through everything in the tray."""
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
        ratio = min((area / one for one in flat), key=lambda one: abs(np.log(one)))
        number = round(area / float(np.median(flat))) if ratio > 1.45 else 1
        spots += _apart(outline, number, whole, view, kinds)
    return Found(spots, hand=False)


def full_area(outline: cv2.typing.MatLike) -> float:
    """The pixels within an outline, and those of the outline itself, of the whole picture."""
    return HALF**2 * (float(cv2.contourArea(outline)) + cv2.arcLength(outline, True) / 2 + 1)


def _apart(outline: cv2.typing.MatLike, number: int, whole: bool, view: View, kinds: Sequence[Kind]) -> list[Spot]:
    """The dice behind one outline: the middle of each of ``number`` equal parts."""
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
    spots = []
    for x, y in HALF * middles:
        aside = _sideways(float(x), float(y), tall, view)
        narrow, broad = sorted(_widths(outline, aside))
        spots.append(Spot(float(x) + aside[0] / 2, float(y) + aside[1] / 2, narrow, broad, number <= 1, whole))
    return spots


def _widths(outline: cv2.typing.MatLike, aside: tuple[float, float]) -> tuple[float, float]:
    """The sides of the rectangle around an outline, without what the sides of the die add to each."""
    _, (first, second), angle = cv2.minAreaRect(outline)
    along, across = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return (
        HALF * (first + 1) - abs(along * aside[0] + across * aside[1]),
        HALF * (second + 1) - abs(along * aside[1] - across * aside[0]),
    )


def _sideways(x: float, y: float, height: float, view: View) -> tuple[float, float]:
    """How far the upper face of a die of this height stands beside its lower one, for it is nearer to the camera."""
    high, wide = view.picture.shape[:2]
    return (x - wide / 2) * height / (FOCUS * wide), (y - high / 2) * height / (FOCUS * wide)


def _flat_area(kind: Kind, x: float, y: float, view: View) -> float:
    """The area of a die that lies flat there, its visible sides included."""
    return kind.area * (1 + 1.2 * float(np.hypot(*_sideways(x, y, kind.height, view))) / kind.across)
