"""Textures that are drawn pixel on pixel: a cache of them, rounded boxes as nine patches, and small discs.

Unfiltered, they look the same as filtered ones, at half the cost without a GPU; and a few triangles cost a GPU a tenth
of a shape with tessellated, smoothed round edges.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from math import ceil, hypot

from kivy.graphics import BindTexture, Mesh, Rectangle
from kivy.graphics.texture import Texture

from ui.layout.geometry import Area


def crisp(made: Texture) -> Texture:
    """Switch off filtering, for a texture drawn only in its own size at whole pixels."""
    made.min_filter = made.mag_filter = "nearest"
    return made


def crisp_colours() -> None:
    """The same for the white texture that kivy uses for plain colours."""
    crisp(BindTexture().texture)


class TextureCache:
    """LRU cache of what ``make`` returns for its arguments, up to ``most`` bytes. A dropped texture lives on as long as
    a canvas uses it."""

    def __init__(self, make: Callable[..., Texture], most: int) -> None:
        self.most = most
        self.bytes = 0
        """Bytes cached now, four a pixel."""
        self._make = make
        self._kept: OrderedDict[tuple[Hashable, ...], Texture] = OrderedDict()

    def __call__(self, *key: Hashable) -> Texture:
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        made = self._kept[key] = self._make(*key)
        self.bytes += _size(made)
        while self.bytes > self.most and len(self._kept) > 1:
            self.bytes -= _size(self._kept.popitem(last=False)[1])
        return made

    def __len__(self) -> int:
        return len(self._kept)


def _size(made: Texture) -> int:
    return int(made.width * made.height * 4)


PAD = 1
"""Transparent pixels around a patch, for smooth edges between two pixels."""
LARGEST = 32.0
"""Radius in pixels of the largest disc cached as a texture."""
LAP = 1.0
"""Pixels by which a frame overlaps its content, so that no gap shows."""


def _patches(*, middle: bool) -> list[int]:
    """Triangle indices of a 4 × 4 vertex grid, row by row."""
    found = []
    for row in range(3):
        for column in range(3):
            if middle or (row, column) != (1, 1):
                a = row * 4 + column
                found += [a, a + 1, a + 5, a, a + 5, a + 4]
    return found


WHOLE, FRAME = _patches(middle=True), _patches(middle=False)


def fill(area: Area, radius: float) -> None:
    """A rounded box in the current colour; ``radius`` is at most half of the shorter side."""
    _draw(area, 0, radius, WHOLE)


def frame(area: Area, radius: float, width: float) -> None:
    """Its border inside ``area``, ``width`` pixels and a little more."""
    _draw(area, max(1, round(width)), radius, FRAME)


def shadow(area: Area, radius: float) -> None:
    """A box without its middle, hidden by what casts the shadow; at least ``radius`` pixels at each edge are drawn."""
    _draw(area, 0, radius, FRAME)


def disc(cx: float, cy: float, r: float) -> None:
    """A disc in the current colour, with a radius of at most ``LARGEST``."""
    texture, radius = _disc(max(1, ceil(r * 4)))
    side = texture.width * r / radius
    Rectangle(texture=texture, pos=(cx - side / 2, cy - side / 2), size=(side, side))


def _draw(area: Area, thick: int, radius: float, indices: list[int]) -> None:
    x, y, w, h = area.x - PAD, area.y - PAD, area.w + 2 * PAD, area.h + 2 * PAD
    corner = (max(radius, thick + LAP) if thick else radius) + PAD + 0.5
    side = min(corner, w / 2, h / 2)
    whole = side == corner and all(float(value).is_integer() for value in (x, y, w, h, radius))
    texture, cell = _texture(max(1, ceil(radius)), thick, whole)
    far = 2 * cell + 1
    us = [edge / texture.width for edge in (0, cell + 0.5, cell + 1.5, far + 1)]
    vs = [edge / texture.height for edge in (0, cell + 0.5, cell + 1.5, far + 1)]
    xs, ys = (x, x + side, x + w - side, x + w), (y, y + side, y + h - side, y + h)
    vertices = [
        value for py, v in zip(ys, vs, strict=True) for px, u in zip(xs, us, strict=True) for value in (px, py, u, v)
    ]
    Mesh(vertices=vertices, indices=indices, mode="triangles", texture=texture)


@lru_cache(maxsize=128)
def _texture(radius: int, thick: int, whole: bool) -> tuple[Texture, int]:
    """A white nine-patch with two pixels between the corners, and the size of a corner in pixels. ``thick``: width of
    the border; 0 for a filled box. ``whole``: it is drawn aligned to pixels."""
    cell = max(radius, ceil(thick + LAP) if thick else 0) + PAD
    from_edge = [n + 0.5 - PAD for n in range(cell + 1)]
    quarter = []
    for y in from_edge:
        row = [_covered(x, y, radius) for x in from_edge]
        if thick:
            deep, hollow = thick + LAP, max(0.0, radius - thick - LAP)
            row = [part * (1 - _covered(x - deep, y - deep, hollow)) for part, x in zip(row, from_edge, strict=True)]
        quarter.append(row)
    made = _white(quarter, 1 << (2 * cell + 1).bit_length())
    return crisp(made) if whole else made, cell


@lru_cache(maxsize=192)
def _disc(quarters: int) -> tuple[Texture, float]:
    """A white disc and its radius, given in quarter pixels."""
    radius = quarters / 4
    half = ceil(radius) + PAD
    from_middle = [half - 0.5 - n for n in range(half)]
    quarter = [[min(1.0, max(0.0, radius + 0.5 - hypot(x, y))) for x in from_middle] for y in from_middle]
    return _white(quarter, 2 * half), radius


def _white(quarter: Sequence[Sequence[float]], side: int) -> Texture:
    """A white texture of ``side`` pixels, mirrored from the coverage (0 to 1) of its first quarter; the rest is
    transparent."""
    rows = []
    for covered in quarter:
        half = [b"\xff\xff\xff" + bytes((round(255 * part),)) for part in covered]
        rows.append(b"".join([*half, *reversed(half)]).ljust(4 * side, b"\x00"))
    made = Texture.create(size=(side, side), colorfmt="rgba")
    pixels = b"".join([*rows, *reversed(rows)]).ljust(4 * side * side, b"\x00")
    made.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    return made


def _covered(x: float, y: float, radius: float) -> float:
    """Coverage (0 to 1) of a pixel in a rounded corner; ``x`` and ``y`` count from the edges inwards."""
    across, up = radius - x, radius - y
    far = hypot(max(across, 0.0), max(up, 0.0)) + min(max(across, up), 0.0) - radius
    return min(1.0, max(0.0, 0.5 - far))
