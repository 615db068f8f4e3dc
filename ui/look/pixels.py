"""Textures that stand pixel on pixel need no smoothing: their nearest pixel is what smoothing would give, for half the
work where there is no graphics chip."""

from __future__ import annotations

from kivy.graphics import BindTexture
from kivy.graphics.texture import Texture


def crisp(made: Texture) -> Texture:
    """The same texture, no longer smoothed: for one that is only drawn in its own size, at whole pixels."""
    made.min_filter = made.mag_filter = "nearest"
    return made


def crisp_colours() -> None:
    """What has a colour and no texture is drawn by kivy with a white one, the same everywhere: need not be smooth."""
    crisp(BindTexture().texture)
