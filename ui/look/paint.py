"""Basic drawing functions; call them inside ``with canvas:``."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import ceil, floor
from typing import Literal

from kivy.graphics import Color, Mesh, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics.texture import Texture

from ui.layout.geometry import Area
from ui.look import text as type_
from ui.look import textures as rounded
from ui.look.theme import Look, Rgba, look

log = logging.getLogger(__name__)

RATHER_SMALL = 0.8
"""How far a text may shrink below its minimum before it is cut."""
Align = Literal["left", "center", "right"]
Valign = Literal["top", "middle", "bottom"]


def box(area: Area, fill: Rgba, *, radius: float | None = None, line: Rgba | None = None, width: float = 1.5) -> None:
    """A rounded box; with ``line``, it has a border of ``width`` pixels inside its area."""
    r = look.radius if radius is None else radius
    r = max(0.01, min(r, area.w / 2, area.h / 2))
    if line is not None:
        Color(*line)
        rounded.frame(area, r, width)
        area, r = area.inset(width), max(0.01, r - width)
    if area.w > 0 and area.h > 0:
        Color(*fill)
        rounded.fill(area, r)


def rect(area: Area, fill: Rgba) -> None:
    Color(*fill)
    Rectangle(pos=(area.x, area.y), size=(area.w, area.h))


def rects(areas: Sequence[Area], fill: Rgba) -> None:
    """Many rectangles of one colour in a single mesh."""
    Color(*fill)
    vertices: list[float] = []
    indices: list[int] = []
    for n, (x, y, w, h) in enumerate(areas):
        vertices += [x, y, 0, 0, x + w, y, 0, 0, x + w, y + h, 0, 0, x, y + h, 0, 0]
        indices += [4 * n, 4 * n + 1, 4 * n + 2, 4 * n, 4 * n + 2, 4 * n + 3]
    Mesh(vertices=vertices, indices=indices, mode="triangles")


def around(area: Area, hidden: Area, fill: Rgba) -> None:
    """A rectangle with a hole where something covers it; rounded to whole pixels, so that no gap shows."""
    left, bottom = ceil(hidden.x), ceil(hidden.y)
    right, top = floor(hidden.x + hidden.w), floor(hidden.y + hidden.h)
    end, roof = area.x + area.w, area.y + area.h
    Color(*fill)
    for x, y, to_x, to_y in (
        (area.x, area.y, end, bottom),
        (area.x, top, end, roof),
        (area.x, bottom, left, top),
        (right, bottom, end, top),
    ):
        Rectangle(pos=(x, y), size=(to_x - x, to_y - y))


def shadow(area: Area, fill: Rgba, radius: float) -> None:
    """The shadow of a box that covers all but less than ``radius`` pixels at its edges."""
    Color(*fill)
    rounded.shadow(area, radius)


def picture(found: Texture, area: Area) -> None:
    x, y, w, h = map(round, scaled(found, area))
    Color(1, 1, 1, 1)
    Rectangle(texture=found, pos=(x, y), size=(w, h))


def scaled(found: Texture, area: Area) -> Area:
    """The part of ``area`` that a texture covers when it is scaled to fit."""
    wide, high = found.size
    scale = min(area.w / wide, area.h / high)
    w, h = wide * scale, high * scale
    return Area(area.cx - w / 2, area.cy - h / 2, w, h)


def disc(cx: float, cy: float, r: float, fill: Rgba) -> None:
    Color(*fill)
    if r <= rounded.LARGEST:
        rounded.disc(cx, cy, r)
    else:
        SmoothEllipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r))


def stroke(points: Sequence[float], colour: Rgba, width: float = 1.5, *, close: bool = False) -> None:
    """A smooth polyline through ``points`` (x, y, x, y, …), ``width`` pixels wide."""
    Color(*colour)
    SmoothLine(points=list(points), width=max(0.6, width / 2), close=close, cap="round", joint="round")


def polygon(points: Sequence[float], fill: Rgba) -> None:
    """A filled polygon with smooth edges, star-shaped seen from its first corner."""
    Color(*fill)
    vertices: list[float] = []
    for x, y in zip(points[::2], points[1::2], strict=True):
        vertices += [x, y, 0, 0]
    Mesh(vertices=vertices, indices=list(range(len(points) // 2)), mode="triangle_fan")
    SmoothLine(points=list(points), width=0.6, close=True)


def fitted(
    said: str, area: Area, size: float, face: str, least: float, lines: int
) -> tuple[int, tuple[str, ...], bool]:
    """Font size in pixels, lines, and whether the text is complete. Before it is cut, it may be smaller than ``least``
    and take one more line."""
    most = look.text(size)
    found = type_.fit(said, face, most, min(most, look.text(least)), int(area.w), int(area.h), lines)
    if found[2]:
        return found
    small = min(most, look.text(least * RATHER_SMALL))
    rather = type_.fit(said, face, most, small, int(area.w), int(area.h), lines + 1)
    return rather if rather[2] else found


def words(
    said: str,
    area: Area,
    colour: Rgba,
    size: float = Look.READ,
    *,
    face: str = "bold",
    least: float = Look.LEAST,
    align: Align = "left",
    valign: Valign = "middle",
    lines: int = 1,
) -> float:
    """Text fitted into ``area``; ``size`` and ``least`` in mm. Returns its height in pixels."""
    if not said or area.w <= 0:
        return 0.0
    px, broken, whole = fitted(said, area, size, face, least, lines)
    if not whole:
        log.debug("cut off: %s", said)
    step = type_.line_height(px)
    total = step * len(broken)
    top = {"top": area.y + area.h, "middle": area.cy + total / 2, "bottom": area.y + total}[valign]
    Color(*colour)
    for line in broken:
        made = type_.texture(line, px, face)
        w, h = made.size
        x = {"left": area.x, "center": area.cx - w / 2, "right": area.x + area.w - w}[align]
        Rectangle(texture=made, pos=(round(x), round(top - step / 2 - h / 2)), size=(w, h))
        top -= step
    return total


def fitting_mm(text: str, face: str, most_mm: float, room: Area, lines: int) -> float:
    """The largest font size up to ``most_mm`` at which the text fits into ``room``, in millimetres."""
    most = look.text(most_mm)
    px, _, _ = type_.fit(text, face, most, min(most, look.text(Look.LEAST)), int(room.w), int(room.h), lines)
    return most_mm if px == most else px / look.text(1000) * 1000


_glow: Texture | None = None


def glow(cx: float, cy: float, r: float, colour: Rgba) -> None:
    """A glow that fades out at ``r`` pixels."""
    global _glow  # noqa: PLW0603 - one texture for all lamps, made when the window is there
    if _glow is None:
        _glow = _make_glow(64)
    Color(*colour)
    Rectangle(texture=_glow, pos=(cx - r, cy - r), size=(2 * r, 2 * r))


def _make_glow(n: int) -> Texture:
    pixels = bytearray()
    for row in range(n):
        for column in range(n):
            far = min(1.0, (((row + 0.5) / n * 2 - 1) ** 2 + ((column + 0.5) / n * 2 - 1) ** 2) ** 0.5)
            pixels += bytes((255, 255, 255, int(255 * (1 - far) ** 2)))
    made = Texture.create(size=(n, n), colorfmt="rgba")
    made.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return made
