"""Motion detection in the tray. Pure; the time is an argument."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.frames import Picture

REST = 0.15
"""Seconds without movement after which dice are at rest."""
SMALL = (320, 180)
CHANGE = 14.0
"""Minimum change in brightness that counts as movement; above the camera's noise at this size."""
SPOTS = 6
"""Minimum number of changed pixels that counts as movement."""


class MotionDetector:
    """Compares each picture with the one of the last movement.

    So slow movement is detected too. A uniform change in brightness is ignored.
    """

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._before: NDArray[np.float32] | None = None
        self._moved = 0.0

    def still(self, picture: Picture, now: float) -> bool:
        """Process a picture; True once nothing has moved for ``rest`` seconds."""
        grey = cv2.cvtColor(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        small = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32)
        if self._before is None or self._differ(small, self._before):
            self._before, self._moved = small, now
        return now - self._moved >= self._rest

    @staticmethod
    def _differ(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
        difference = one - other
        difference -= np.median(difference)
        return int(np.count_nonzero(np.abs(difference) > CHANGE)) >= SPOTS
