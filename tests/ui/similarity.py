"""Are two small pictures the same to a person? Another renderer may smooth edges otherwise; nothing may move.

Both are cut into tiles, and the mean colours of each tile are compared: what only makes an edge softer, or moves it by
a part of a pixel, has the same mean on both sides of it, and the noise of a JPEG has none.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageChops

TILE = 4
"""Tile size in pixels of a small picture: four millimetres of the glass, the height of a line."""
MOST_PER_TILE = 24
"""What a colour channel of one tile may differ by, of 255. Kept as a JPEG and moved by a pixel of the window a picture
differs by less than 20, without a line of small text by more than 30."""
CLEARLY = 12
SHARE = 0.03
"""The share of tiles that may differ by ``MUCH``."""


@dataclass(frozen=True)
class Difference:
    """By how much the worst tile differs (0 to 255), and how many of the tiles (0 to 1) differ by much."""

    worst: float
    share: float

    @property
    def same(self) -> bool:
        return self.worst <= MOST_PER_TILE and self.share <= SHARE

    def __str__(self) -> str:
        return f"worst tile {self.worst:.0f} of 255, {self.share:.1%} of the tiles"


def difference(one: Image.Image, other: Image.Image) -> Difference:
    """The difference of two small pictures; the maximum for different sizes."""
    if one.size != other.size:
        return Difference(255, 1)
    tiles = ImageChops.difference(one.reduce(TILE), other.reduce(TILE))
    worst = [max(tile) for tile in tiles.getdata()]
    return Difference(max(worst), sum(tile > CLEARLY for tile in worst) / len(worst))
