"""The card in a photo: where its corners are, and how it looks from straight above. Needs the extra ``[camera]``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.packs.photos.outlines import outlines

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

SEEN = 0.6
"""So much of the sides of a card is seen at least."""


def corners(photo: NDArray[Any]) -> NDArray[Any] | None:
    """The corners of the card in a photo (rows of pixels: red, green, blue), clockwise, the one at the top left first.

    None where nothing looks like one card on a table.
    """
    found = outlines(photo, 1)
    return found[0].corners if found and found[0].seen > SEEN else None


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


def _mean_length(four: NDArray[Any], pairs: tuple[tuple[int, int], tuple[int, int]]) -> float:
    return float(np.mean([np.linalg.norm(four[one] - four[other]) for one, other in pairs]))
