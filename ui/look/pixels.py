"""Nearest-neighbour textures: drawn pixel on pixel they look the same as filtered ones, at half the cost without a
GPU."""

from __future__ import annotations

from kivy.graphics import BindTexture
from kivy.graphics.texture import Texture


def crisp(made: Texture) -> Texture:
    """Switch off filtering, for a texture drawn only in its own size at whole pixels."""
    made.min_filter = made.mag_filter = "nearest"
    return made


def crisp_colours() -> None:
    """The same for the white texture that kivy uses for plain colours."""
    crisp(BindTexture().texture)
