"""Pips on dice, read by a small network that was trained on drawings (``hardware/camera/training``). Pure.

OpenCV runs it. It knows nothing of a certain die: it reads any cube with one to six pips on its faces, in any colour.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.refusals import UserFacingError
from companion.core.texts import T
from hardware.camera.frames import Floats, Picture

NETWORK: Final = Path(__file__).with_name("pips.onnx")
SIDE: Final = 48
"""Pixels of the picture of a die that the network looks at."""
SPAN: Final = 1.7
"""Size of that picture relative to the width of the upper face."""
CHANNELS: Final = 5
"""Blue, green, red, and the parallax to the right and down, the same at every pixel."""
FACES: Final = 6
LEAST_SPREAD: Final = 5.0
"""Added to the contrast of a picture, so that noise is not taken for print."""
TURNS: Final = 8
"""So often a die is looked at, each time turned further: all of them but one must agree."""
QUARTERS: Final = 4
"""The first of them, of a whole turn; all of these must agree, where no more are asked."""


class NoNetwork(UserFacingError):
    """The network cannot be used; ``text`` says why, and that the reader goes on."""


class PipRead(NamedTuple):
    """``face``: what is up, 1 to 6, or 0 if it cannot be said. ``odds`` of it, and that the die ``leans``: 0 to 1, or
    None if that cannot be said."""

    face: int
    odds: float
    leans: float | None


class PipReader:
    """Reads dice with the network. Raises ``NoNetwork`` if its file is missing, cut or another's, or if this OpenCV
    has no DNN module."""

    def __init__(self, file: Path | None = None) -> None:
        file = file or NETWORK
        if not hasattr(cv2, "dnn"):
            raise NoNetwork(T("This OpenCV runs no networks: pips are read only as they were learned."))
        try:
            self._network = cv2.dnn.readNetFromONNX(np.frombuffer(file.read_bytes(), np.uint8))
            odds = self._odds(np.zeros((TURNS, CHANNELS, SIDE, SIDE), np.float32))
        except (OSError, cv2.error, ValueError):
            raise _unusable(file) from None
        if odds.shape != (TURNS, FACES + 2) or not np.isfinite(odds).all():
            raise _unusable(file)

    def read(
        self, picture: Picture, x: float, y: float, upper: float, slope: tuple[float, float], *, turns: int = TURNS
    ) -> PipRead:
        """Read the die whose upper face, ``upper`` pixels wide, is expected at a point of a picture.

        ``slope`` is the parallax there, to the right and down, per unit of height. ``turns``: ``TURNS``, or
        ``QUARTERS`` for half the work.
        """
        return self.said(self._odds(prepared(picture, x, y, upper, slope, turns)))

    def said(self, odds: Floats) -> PipRead:
        """What all looks at one die agree on: the face of most, with the odds of the least sure; of ``TURNS`` looks
        those of the least sure but one."""
        mean = odds[:, :-1].mean(axis=0)
        best = int(mean.argmax())
        return PipRead(best, float(np.sort(odds[:, best])[len(odds) // TURNS]), float(odds[:, -1].mean()))

    def _odds(self, dice: Floats) -> Floats:
        self._network.setInput(dice)
        found: Floats = np.asarray(self._network.forward(), np.float32)
        return found


def _unusable(file: Path) -> NoNetwork:
    return NoNetwork(
        T(
            "{file} is missing or damaged: pips are read only as they were learned. Install the companion again.",
            file=str(file),
        )
    )


def prepared(
    picture: Picture, x: float, y: float, upper: float, slope: tuple[float, float], turns: int = TURNS
) -> Floats:
    """A die as the network looks at it: (``turns``, ``CHANNELS``, ``SIDE``, ``SIDE``), first turned by quarters, then
    the same from an eighth on. Only the first of four is cut out: a quarter turn moves pixels and changes none."""
    scale = SIDE / (SPAN * upper)
    dice = np.empty((turns, CHANNELS, SIDE, SIDE), np.float32)
    for n in range(turns):
        about = 2 * np.pi * (n % QUARTERS + n // QUARTERS / 2) / QUARTERS
        turn = np.array([[np.cos(about), np.sin(about)], [-np.sin(about), np.cos(about)]])
        if n % QUARTERS:
            dice[n, :3] = np.rot90(dice[n - 1, :3], axes=(1, 2))
        else:
            to = np.hstack([scale * turn, SIDE / 2 - 0.5 - scale * turn @ [[x], [y]]])
            piece = cut(picture, to, scale).transpose(2, 0, 1)
            dice[n, :3] = (piece - piece.mean()) / (piece.std() + LEAST_SPREAD)
        dice[n, 3:] = (turn @ slope)[:, None, None]
    return dice


def cut(picture: Picture, to: NDArray[Any], scale: float) -> Floats:
    """A part of a picture, (``SIDE``, ``SIDE``, 3): ``to`` says where its points go, at this scale.

    It is reduced without aliasing: at least two pixels of the picture are averaged where it has more."""
    if scale < 0.75:
        # Twice the size, then averaged: more is not needed for dice of up to 150 pixels.
        large = cv2.warpAffine(picture, 2 * to + [[0, 0, 0.5], [0, 0, 0.5]], (2 * SIDE, 2 * SIDE),
                               flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
        return cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    return cv2.warpAffine(picture, to, (SIDE, SIDE), flags=cv2.INTER_LINEAR,
                          borderMode=cv2.BORDER_REPLICATE).astype(np.float32)  # fmt: skip
