"""The tray without dice, and what lies in it: everything that looks unlike the empty tray and is not its shadow."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.frames import Picture

Floats: TypeAlias = NDArray[np.float32]

HALF = 2
"""The tray is looked at in half the size of the pictures."""
UNLIKE = 24.0
"""By how much, of 255, something is lighter, darker or of another colour than the tray."""
HUE = 13.0
"""By how much a shadow may differ in colour from the tray that it darkens."""
DARKEST = 0.25
"""A shadow leaves at least this part of the light."""


class View(NamedTuple):
    """A picture of the tray, understood.

    ``mask``: where something lies, in half size. ``light``: by how much light and camera differ from what they were
    when the tray was seen empty, in half size. ``covered``: how much of the tray is hidden, 0 to 1.
    """

    picture: Picture
    mask: NDArray[np.uint8]
    light: Floats
    covered: float

    def light_at(self, x: float, y: float) -> Floats:
        """The same for a spot of the whole picture, blue first."""
        height, width = self.light.shape[:2]
        row, column = min(max(int(y) // HALF, 0), height - 1), min(max(int(x) // HALF, 0), width - 1)
        found: Floats = self.light[row, column]
        return found


class Tray:
    """Remembers the empty tray. Colours are given as they would be if the tray were evenly lit, as ``felt``."""

    def __init__(self, empty: Picture, felt: Floats | None = None) -> None:
        self.renew(empty)
        self.felt: Floats = np.median(self._empty, axis=(0, 1)).astype(np.float32) if felt is None else felt
        """The colour of the tray; that of another evening makes colours comparable with those of that evening."""

    def renew(self, empty: Picture) -> None:
        """This is how the empty tray looks now."""
        self._empty = _half(empty)
        self._smooth = cv2.blur(self._empty, (41, 41))

    def drift(self, picture: Picture) -> None:
        """The tray is empty, and looks a little different: light changes slowly."""
        self._empty += 0.1 * (_half(picture) - self._empty)
        self._smooth = cv2.blur(self._empty, (41, 41))

    def look(self, picture: Picture) -> View:
        """What lies in the tray now."""
        seen = _half(picture)
        ratio = (seen + 4) / (self._empty + 4)
        evened = _evened(ratio)
        mask = self._unlike(seen, evened)
        # Light falls unevenly, and an arm throws soft shadows: what is tray tells how much there is around each spot.
        free = (cv2.dilate(mask, np.ones((9, 9), np.uint8)) == 0).astype(np.float32)
        around = (121, 121)
        weight = cv2.blur(free, around)[..., None]
        local = cv2.blur(ratio * free[..., None], around) / np.maximum(weight, 1e-3)
        light = np.where(weight > 0.1, local, evened).astype(np.float32)
        mask = self._unlike(seen, light)
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        mask = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
        return View(picture, mask, light * self._smooth / self.felt, float(np.count_nonzero(mask)) / mask.size)

    def _unlike(self, seen: Floats, light: Floats) -> NDArray[np.uint8]:
        lit = self._empty * light
        shade = _sum(seen) / np.maximum(_sum(lit), 1)
        off_colour = _most(cv2.absdiff(seen, lit * shade[..., None]))
        shadow = (shade < 1) & (shade > DARKEST) & (off_colour < HUE)
        unlike: NDArray[np.uint8] = ((_most(cv2.absdiff(seen, lit)) > UNLIKE) & ~shadow).astype(np.uint8)
        return unlike


def _evened(ratio: Floats) -> Floats:
    """How much light there is around each spot, whatever lies there: the middle value of a wide neighbourhood."""
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
