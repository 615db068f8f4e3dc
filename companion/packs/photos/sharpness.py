"""Whether a photo is blurred. Needs the extra ``[camera]``.

As in F. Crété and others, The Blur Effect (2007): blurring takes much from what is sharp, and hardly anything from what
is blurred already, whatever the light.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.packs.photos.outlines import shrunk

Pixels: TypeAlias = NDArray[Any]

SIDE: Final = 400
"""Pixels of the longer side of a photo as it is looked at; the grain of the sensor is no more to be seen."""
STEEPEST: Final = 0.01
"""The part of the photo with the strongest edges; only these tell."""
FAINT: Final = 10.0
"""Edges (as Sobel measures them) below which nothing is in the photo."""
AGAIN: Final = 2.0
"""By so many pixels it is blurred again."""
LEFT: Final = 0.75
"""With more than this part of the edges left, it was blurred before; of a sharp photo it is about half."""


def is_blurred(light: Pixels) -> bool:
    """Whether all that is in a photo (rows of light, to 255) is blurred; a photo of nothing at all is not."""
    small = cv2.GaussianBlur(shrunk(light, SIDE), (0, 0), 1.0)
    before, after = _steepness(small), _steepness(cv2.GaussianBlur(small, (0, 0), AGAIN))
    steepest = before >= np.quantile(before, 1 - STEEPEST)
    return bool(after[steepest].mean() > LEFT * max(FAINT, before[steepest].mean()))


def _steepness(light: Pixels) -> Pixels:
    return np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1))
