"""Segmentation of the tray: everything that differs from the empty tray and is not a shadow."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.frames import Picture

Floats: TypeAlias = NDArray[np.float32]

HALF = 2
"""Segmentation runs at half the picture's size."""
UNLIKE = 24.0
"""Minimum difference to the tray, of 255."""
HUE = 13.0
"""Maximum difference in colour between a shadow and the tray."""
DARKEST = 0.25
"""A shadow leaves at least this fraction of the light."""


class TrayImage(NamedTuple):
    """A segmented picture of the tray.

    ``mask``: where something lies, at half size. ``light``: illumination relative to the empty tray, at half size.
    ``covered``: the covered fraction of the tray, 0 to 1.
    """

    picture: Picture
    mask: NDArray[np.uint8]
    light: Floats
    covered: float

    def light_at(self, x: float, y: float) -> Floats:
        """Illumination at a point in full-size pixels, BGR."""
        height, width = self.light.shape[:2]
        row, column = min(max(int(y) // HALF, 0), height - 1), min(max(int(x) // HALF, 0), width - 1)
        found: Floats = self.light[row, column]
        return found


class Tray:
    """The empty tray as reference. Colours are normalised as if the tray were evenly lit and of colour ``felt``."""

    def __init__(self, empty: Picture, felt: Floats | None = None) -> None:
        self.renew(empty)
        self.felt: Floats = np.median(self._empty, axis=(0, 1)).astype(np.float32) if felt is None else felt
        """The colour of the tray; that of an earlier session makes colours comparable with it."""

    def renew(self, empty: Picture) -> None:
        """Replace the reference picture."""
        self._empty = _half(empty)
        self._smooth = cv2.blur(self._empty, (41, 41))

    def drift(self, picture: Picture) -> None:
        """Adapt the reference to slowly changing light; the tray is empty in ``picture``."""
        self._empty += 0.1 * (_half(picture) - self._empty)
        self._smooth = cv2.blur(self._empty, (41, 41))

    def look(self, picture: Picture) -> TrayImage:
        """Segment a picture."""
        seen = _half(picture)
        ratio = (seen + 4) / (self._empty + 4)
        evened = _illumination(ratio)
        mask = self._unlike(seen, evened)
        # Light is uneven, and an arm casts soft shadows: the visible tray shows the local illumination.
        free = (cv2.dilate(mask, np.ones((9, 9), np.uint8)) == 0).astype(np.float32)
        around = (121, 121)
        weight = cv2.blur(free, around)[..., None]
        local = cv2.blur(ratio * free[..., None], around) / np.maximum(weight, 1e-3)
        light = np.where(weight > 0.1, local, evened).astype(np.float32)
        mask = self._unlike(seen, light)
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        mask = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
        return TrayImage(picture, mask, light * self._smooth / self.felt, float(np.count_nonzero(mask)) / mask.size)

    def _unlike(self, seen: Floats, light: Floats) -> NDArray[np.uint8]:
        lit = self._empty * light
        shade = _sum(seen) / np.maximum(_sum(lit), 1)
        off_colour = _most(cv2.absdiff(seen, lit * shade[..., None]))
        shadow = (shade < 1) & (shade > DARKEST) & (off_colour < HUE)
        unlike: NDArray[np.uint8] = ((_most(cv2.absdiff(seen, lit)) > UNLIKE) & ~shadow).astype(np.uint8)
        return unlike


def _illumination(ratio: Floats) -> Floats:
    """Local illumination: the median of a wide neighbourhood."""
    height, width = ratio.shape[:2]
    small = cv2.resize(ratio, (80, 45), interpolation=cv2.INTER_AREA)
    coarse = np.clip(64 * small, 0, 255).astype(np.uint8)
    smooth = cv2.blur(cv2.medianBlur(coarse, 19), (5, 5)).astype(np.float32) / 64
    return cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _sum(colours: Floats) -> Floats:
    return cv2.transform(colours, np.ones((1, 3), np.float32)).astype(np.float32)


def _most(colours: cv2.typing.MatLike) -> Floats:
    blue, green, red = cv2.split(colours)
    return cv2.max(cv2.max(blue, green), red).astype(np.float32)


def _half(picture: Picture) -> Floats:
    height, width = picture.shape[:2]
    half = cv2.resize(picture, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(half, (3, 3), 0).astype(np.float32)
