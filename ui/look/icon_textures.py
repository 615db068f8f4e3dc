"""Icons as repeating textures: a row of a hundred costs as much as one."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle

from ui.layout.geometry import Area
from ui.look import icons

SIDES = (16, 32)
"""Texture sizes in pixels: powers of two, so that every GPU can repeat them."""
_textures: dict[tuple[str, int], Fbo] = {}


def make(names: Iterable[str]) -> None:
    """Make the missing textures of these icons. Never call it while a canvas is open."""
    for name in names:
        for side in SIDES:
            if (name, side) not in _textures:
                _textures[name, side] = _made(name, side)


def _made(name: str, side: int) -> Fbo:
    fbo = Fbo(size=(side, side))
    _draw(fbo, name, side)
    fbo.texture.wrap = "repeat"
    return fbo


def renew() -> None:
    """Redraw all textures in place after a change of theme. Never call it while a canvas is open."""
    for (name, side), fbo in _textures.items():
        fbo.clear()
        _draw(fbo, name, side)


def _draw(fbo: Fbo, name: str, side: int) -> None:
    with fbo:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        icons.strokes(name, Area(0, 0, side, side))
    fbo.draw()


def row(name: str, area: Area, side: float) -> None:
    """Repeat the icon over ``area``, each about ``side`` pixels; call ``make`` first."""
    texture = _textures[name, next((size for size in SIDES if size >= side), SIDES[-1])].texture
    u, v = max(1, round(area.w / side)), max(1, round(area.h / side))
    Color(1, 1, 1, 1)
    Rectangle(texture=texture, pos=(area.x, area.y), size=(area.w, area.h), tex_coords=(0, 0, u, 0, u, v, 0, v))
