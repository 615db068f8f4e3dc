"""Dice as bodies: which plane faces they have, where a face's print lies on it, and what is printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.games.registry import game_names, load_game
from companion.session.tray import colour_of

Colour = tuple[int, int, int]


class Print(NamedTuple):
    """What stands on a side: a face, in a style (symbol, pips, digits), in colours as red, green, blue."""

    face: str
    style: str
    body: Colour
    ink: Colour


BODIES: dict[str, tuple[Colour, Colour]] = {
    "red": ((186, 34, 38), (240, 236, 228)),
    "blue": ((34, 78, 168), (240, 236, 228)),
    "yellow": ((232, 190, 40), (30, 28, 26)),
    "grey": ((132, 134, 138), (246, 244, 240)),
    "die": ((236, 232, 222), (24, 24, 28)),
    "placement": ((240, 238, 232), (22, 22, 26)),
    "rotation": ((226, 118, 30), (28, 26, 24)),
    "ordinary": ((120, 44, 140), (244, 240, 232)),
}
"""Body and ink of a kind of dice."""
STYLES = {"die": "pips", "placement": "digits", "ordinary": "digits"}
ORDINARY = {f"ordinary{n}": [str(face) for face in range(1, 7)] for n in range(1, 7)}
"""Dice with digits, of no game here."""


def dice() -> dict[str, dict[str, list[str]]]:
    """The dice of every game that has some, and ordinary ones: by game and name, a face for each side."""
    found = {name: load_game(name).rules.dice for name in game_names()}
    named = {name: {die: [str(side) for side in sides] for die, sides in dice.items()} for name, dice in found.items()}
    return {name: dice for name, dice in named.items() if dice} | {"ordinary": ORDINARY}


def look(die: str, face: str) -> Print:
    """How a face of this die is printed."""
    kind = colour_of(die)
    return Print(face, STYLES.get(kind, "symbol"), *BODIES[kind])


# Dice as bodies: which plane faces they have, where a face's print lies on it, and what is printed.

PRINT = 128
"""Pixels of a print's side."""
FONT = Path(__file__).parents[3] / "ui/look/fonts/Inter-ExtraBold.otf"


@dataclass(frozen=True)
class Side:
    """A plane face: its corners in order, and the corners of the square on which its print is stretched."""

    corners: np.ndarray
    square: np.ndarray
    normal: np.ndarray


@cache
def cube() -> tuple[Side, ...]:
    """The six sides of a cube of edge 1 around the origin; opposite ones are 0 and 5, 1 and 4, 2 and 3."""
    normals = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
    return tuple(_side(np.array(normal, float), 0.5, 0.5, 4) for normal in normals)


@cache
def tetrahedron() -> tuple[Side, ...]:
    """The four sides of a tetrahedron as wide as a cube: whichever lies on the table, none of them is up."""
    corners = 0.45 * np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], float)
    sides = []
    for missing in range(4):
        three = np.delete(corners, missing, axis=0)
        middle = three.mean(axis=0)
        normal = middle / np.linalg.norm(middle)
        flat = _side(normal, float(np.linalg.norm(middle)), 0.3, 3)
        sides.append(Side(three, flat.square, normal))
    return tuple(sides)


@cache
def dodecahedron() -> tuple[Side, ...]:
    """The twelve sides of a dodecahedron that stands 1 high."""
    golden = (1 + 5**0.5) / 2
    normals = [
        np.roll((0, a, b * golden), turn) / (1 + golden**2) ** 0.5
        for turn in range(3)
        for a in (1, -1)
        for b in (1, -1)
    ]
    return tuple(_pentagon(normal, normals) for normal in normals)


def _side(normal: np.ndarray, distance: float, reach: float, corners: int) -> Side:
    across = np.cross(normal, (0, 0, 1) if abs(normal[2]) < 0.9 else (0, 1, 0))
    across /= np.linalg.norm(across)
    up = np.cross(normal, across)
    square = np.array(
        [distance * normal + reach * (a * across + b * up) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    )
    return Side(square if corners == 4 else square[:0], square, normal)


def _pentagon(normal: np.ndarray, normals: list[np.ndarray]) -> Side:
    around = sorted((other for other in normals if other is not normal), key=lambda other: -float(other @ normal))[:5]
    flat = _side(normal, 0.5, 0.36, 5)
    angle = {
        id(one): np.arctan2(one @ (flat.square[0] - flat.square[3]), one @ (flat.square[1] - flat.square[0]))
        for one in around
    }
    around.sort(key=lambda one: angle[id(one)])
    corners = [
        np.linalg.solve(np.array([normal, one, around[(n + 1) % 5]]), np.full(3, 0.5)) for n, one in enumerate(around)
    ]
    return Side(np.array(corners), flat.square, normal)


@cache
def printed(what: Print) -> np.ndarray:
    """The picture on a side, blue first: the body's colour with a symbol, pips or digits on it."""
    picture = Image.new("RGB", (PRINT, PRINT), what.body)
    draw = ImageDraw.Draw(picture)
    ink, middle = what.ink, PRINT / 2
    if what.style == "pips":
        for x, y in _pips(int(what.face)):
            left, top = middle + PRINT * (0.28 * x - 0.085), middle + PRINT * (0.28 * y - 0.085)
            draw.ellipse([left, top, left + 0.17 * PRINT, top + 0.17 * PRINT], ink)
    elif what.style == "digits":
        font = ImageFont.truetype(str(FONT), round(PRINT * (0.62 if len(what.face) == 1 else 0.5)))
        draw.text((middle, middle), what.face, ink, font, anchor="mm")
        if what.face in ("6", "9"):
            draw.rectangle([PRINT * 0.34, PRINT * 0.78, PRINT * 0.66, PRINT * 0.83], ink)
    else:
        _symbol(draw, what.face, ink)
    return cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2BGR)


def _pips(count: int) -> list[tuple[int, int]]:
    found = [(0, 0)] if count % 2 else []
    for least, pair in ((2, (-1, -1)), (4, (1, -1)), (6, (-1, 0))):
        if count >= least:
            found += [pair, (-pair[0], -pair[1])]
    return found


def _symbol(draw: ImageDraw.ImageDraw, face: str, ink: tuple[int, int, int]) -> None:
    def around(points: int, *radii: float, turn: float = -90) -> list[tuple[float, float]]:
        n = points * len(radii)
        rays = np.radians(turn + 360 / n * np.arange(n))
        return [
            (PRINT * (0.5 + radii[i % len(radii)] * np.cos(ray)), PRINT * (0.5 + radii[i % len(radii)] * np.sin(ray)))
            for i, ray in enumerate(rays)
        ]

    if face == "PHYS":
        draw.polygon(around(3, 0.36), ink)
    elif face == "MENT":
        draw.polygon(around(4, 0.34), ink)
    elif face == "SOC":
        draw.ellipse([PRINT * 0.22, PRINT * 0.22, PRINT * 0.78, PRINT * 0.78], ink)
    elif face == "WILD":
        draw.polygon(around(5, 0.38, 0.16), ink)
    elif face in ("cw", "ccw"):
        box = [PRINT * 0.24, PRINT * 0.24, PRINT * 0.76, PRINT * 0.76]
        draw.arc(box, -60, 210, ink, round(PRINT * 0.09))
        end = np.radians(210 if face == "cw" else -60)
        x, y = 0.5 + 0.22 * np.cos(end), 0.5 + 0.22 * np.sin(end)
        ahead = end + np.pi / 2 * (1 if face == "cw" else -1)
        tip = [(x + 0.2 * np.cos(ahead + k), y + 0.2 * np.sin(ahead + k)) for k in (0, 2.1, -2.1)]
        draw.polygon([(PRINT * a, PRINT * b) for a, b in tip], ink)
    else:
        raise ValueError(f"no symbol {face}")


def turned_up(side: Side, yaw: float) -> np.ndarray:
    """The rotation that lays a body on the table with ``side`` up, turned by ``yaw``."""
    z = side.normal
    x = np.cross((0, 1, 0) if abs(z[1]) < 0.9 else (1, 0, 0), z)
    x /= np.linalg.norm(x)
    level = np.array([x, np.cross(z, x), z])
    return about((0, 0, 1), yaw) @ level


def about(axis: tuple[float, float, float], angle: float) -> np.ndarray:
    """The rotation by ``angle`` about an axis."""
    return cv2.Rodrigues(np.array(axis, float) * angle)[0]
