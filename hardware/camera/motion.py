"""Whether anything moves in the tray. Pure; the time is passed in."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.frames import Picture

REST = 0.15
"""Seconds without movement after which dice lie still."""
SMALL = (320, 180)
CHANGE = 14.0
"""How much brighter or darker a spot becomes when something moves there; noise of cameras is less at this size."""
SPOTS = 6
"""So many spots have changed when something has moved."""


class MotionDetector:
    """Compares each picture with the one in which something was last seen to move.

    So also what turns slowly, or creeps, counts as moving. Light that changes everywhere alike does not.
    """

    def __init__(self, rest: float = REST) -> None:
        self._rest = rest
        self._before: NDArray[np.float32] | None = None
        self._moved = 0.0

    def still(self, picture: Picture, now: float) -> bool:
        """Take the next picture; says whether all has been still for long enough."""
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
