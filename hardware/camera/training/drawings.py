"""Drawings of dice as a camera above a tray sees them, each with what its upper face shows. Pure, given a generator,
but for ``real``, which reads photographs, and is used only where somebody names a folder of them.

A die is a cube of edge 1 in perspective, with rounded faces, pips, a shadow, neighbours, and all that spoils pictures:
glare, blur, noise, poor resolution, uneven light. Axes: x to the right, y away, z up.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera.collection import CollectedDie, collected
from hardware.camera.faces import PIPS
from hardware.camera.frames import Picture
from hardware.camera.pips import SIDE, SPAN, cut

Floats: TypeAlias = NDArray[Any]
Random: TypeAlias = np.random.Generator

DRAWN = 2 * SIDE
"""Pixels of a drawing before it is reduced to ``SIDE``."""
TEXTURE = 64
"""Pixels of the texture of a face."""
FLAT, LEANS = np.radians(4), np.radians(8)
"""A die that is tipped by less than the first lies flat, by more than the second it leans; between, nothing is said."""
UP_TO = np.radians(38)
"""Beyond this it stands on an edge, and no face is up."""
HARDEST = np.radians(20)
"""Dice that lean by less look much as if they lay flat: of these the most are drawn, to learn that from."""
GRID: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
NORMALS = np.array([(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1)], float)
"""Of the faces 1 to 6; opposite faces add up to seven."""
UNKNOWN = -1


class Drawing(NamedTuple):
    """``picture``: ``SIDE`` pixels square, BGR. ``slope``: parallax at the die, to the right and down, per unit of
    height. ``face``: what is up, 0 for nothing that can be read. ``leans``: 0, 1, or ``UNKNOWN``."""

    picture: NDArray[np.uint8]
    slope: tuple[float, float]
    face: int
    leans: int


class Drawings(NamedTuple):
    """Pictures (n, ``SIDE``, ``SIDE``, 3), their slopes (n, 2), faces and whether they lean, as of ``Drawing``."""

    pictures: NDArray[np.uint8]
    slopes: NDArray[np.float32]
    faces: NDArray[np.int64]
    leans: NDArray[np.int64]


class DieStyle(NamedTuple):
    """How a die looks. Colours are BGR; lengths are in edges of the die."""

    body: Floats
    pip: Floats
    first: Floats
    """The colour of the one: red on some dice."""
    radius: float
    """Of a pip."""
    gap: float
    """From the middle of a face to a row of pips."""
    large: float
    """How much larger the pip of the one is."""
    rounding: float
    """Radius of the corners of a face."""
    worn: float
    """Radius of the corners of the die's outline."""
    edge: float
    """Brightness of the rounded edges between faces."""
    marble: float
    """Contrast of streaks in the body."""
    carved: float
    """Brightness of the lit rim within a carved pip; 0 for printed ones."""
    symbols: bool
    """Letters, digits or signs instead of pips."""


class View(NamedTuple):
    """A camera at ``height`` above the tray, seen from the die: the die is at ``place``, and the camera is turned away
    from straight down by ``pitch`` about the x axis."""

    height: float
    place: tuple[float, float]
    pitch: float

    def project(self, points: Floats) -> Floats:
        """Points (n, 3) near the die at the origin, as (n, 2) to the right and down, with focal length 1."""
        there = points + np.array([*self.place, -self.height])
        turn = cv2.Rodrigues(np.array([self.pitch, 0.0, 0.0]))[0]
        seen = there @ turn.T
        found: Floats = np.stack([seen[:, 0], -seen[:, 1]], 1) / -seen[:, 2:]
        return found


def drawing(random: Random, *, alone: bool = False) -> Drawing:
    """Draw one die, or something that is none. ``alone``: one from which it can be learned whether a die leans, where
    the reader finds a die that nothing touches."""
    style, view = _style(random), _from_above(random) if alone else _view(random)
    tipped, face = _tipped(random, hard=alone), int(random.integers(1, 7))
    body = _body(face, tipped, random)
    scale, middle = (_found if alone else _fitted)(view, body, random)
    off = np.zeros(2) if alone else _off_centre(random)
    picture = _ground(random, style)
    lamp = _lamp(random)
    _shadow(picture, view, scale, middle - off, lamp, random)
    for near in _neighbours(random):
        other = style if random.random() < 0.5 else _style(random)
        turned = _body(int(random.integers(1, 7)), 0.0 if random.random() < 0.8 else _tipped(random), random)
        _paint(picture, turned + near, other, view, scale, middle - off, lamp, random)
    nothing = random.random() < 0.04
    if not nothing:
        _paint(picture, body, style, view, scale, middle - off, lamp, random)
    away = float(np.abs(off).max()) / (DRAWN / SPAN)
    readable = not nothing and not style.symbols and tipped <= UP_TO and away < 0.3
    leans = UNKNOWN if nothing or away > 0.15 or view.pitch or FLAT < tipped < LEANS else int(tipped >= LEANS)
    x, y = view.project(np.array([[0.0, 0.0, 1.0]]))[0]
    return Drawing(_spoiled(picture, random), (float(x), float(y)), face if readable else 0, leans)


# Where the die is, how it lies, and what is around it.


def _view(random: Random) -> View:
    height = random.uniform(9, 30)
    if random.random() < 0.3:
        return View(height, (random.normal(0, 1), random.normal(0, 1)), random.uniform(-0.85, 0.85))
    return _above(height, random)


def _from_above(random: Random) -> View:
    return _above(random.uniform(9, 30), random)


def _above(height: float, random: Random) -> View:
    return View(height, (height * random.uniform(-0.62, 0.62), height * random.uniform(-0.38, 0.38)), 0.0)


def _tipped(random: Random, *, hard: bool = False) -> float:
    """How far a die is tipped, in radians: mostly it lies flat, or as flat as a tray and a camera are. ``hard``: half
    of the others lean so little that it is hardly seen."""
    kind = random.random()
    if kind < 0.62:
        return abs(float(random.normal(0, 0.015)))
    if hard and kind < 0.78:
        return float(random.uniform(LEANS, HARDEST))
    if kind < 0.94:
        return float(random.uniform(0.02, UP_TO))
    return float(random.uniform(UP_TO + 0.05, np.pi / 4))


def _body(face: int, tipped: float, random: Random) -> Floats:
    """The six faces of a die at the origin: (6, 4, 3) corners, the first face of the style's order first."""
    up = NORMALS[face - 1]
    turn = cv2.Rodrigues(np.array([0.0, 0.0, random.uniform(0, 2 * np.pi)]))[0] @ _upwards(up)
    about = random.uniform(0, 2 * np.pi)
    turn = cv2.Rodrigues(tipped * np.array([np.cos(about), np.sin(about), 0.0]))[0] @ turn
    faces = []
    for normal in NORMALS:
        side = np.array([0.0, 0.0, 1.0]) if abs(normal[2]) < 0.5 else np.array([0.0, 1.0, 0.0])
        along = np.cross(normal, side)
        faces.append([0.5 * (normal + i * along + j * side) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    corners = np.array(faces) @ turn.T
    corners[..., 2] -= corners[..., 2].min()
    found: Floats = corners
    return found


def _upwards(normal: Floats) -> Floats:
    """The rotation that turns a normal upwards."""
    axis = np.cross(normal, (0, 0, 1))
    if np.linalg.norm(axis) < 1e-6:
        return np.eye(3) if normal[2] > 0 else cv2.Rodrigues(np.array([np.pi, 0.0, 0.0]))[0]
    return cv2.Rodrigues(axis * (np.pi / 2))[0]


def _found(view: View, body: Floats, random: Random) -> tuple[float, Floats]:
    """As ``_fitted``, for a die that nothing touches: the reader takes the middle of its outline, and moves it by half
    of what the height of a flat die makes of it there."""
    outline = cv2.moments(cv2.convexHull(view.project(body.reshape(-1, 3)).astype(np.float32)))
    wide = 1 / (view.height - 1)
    middle = np.array([outline["m10"], outline["m01"]]) / outline["m00"]
    middle = middle * (1 + wide / 2) + random.normal(0, 0.025, 2) * wide
    return DRAWN / SPAN / wide * random.normal(1, 0.03), middle


def _fitted(view: View, body: Floats, random: Random) -> tuple[float, Floats]:
    """Pixels per unit of the projection, and where the middle of the drawing is in it: where a reader that takes the
    die for a flat one expects its upper face; that is not quite where it is."""
    if view.pitch:
        upper = view.project(body[np.argmax(body.mean(1)[:, 2])])
        wide, middle = float(np.sqrt(cv2.contourArea(upper.astype(np.float32)))), upper.mean(0)
    else:
        wide, middle = 1 / (view.height - 1), view.project(np.array([[0.0, 0.0, 1.0]]))[0]
    stray = random.normal(0, 0.06, 2) * wide
    return DRAWN / SPAN / wide * random.uniform(0.78, 1.25), middle + stray


def _off_centre(random: Random) -> Floats:
    """Pixels by which the crop misses the die: mostly none; else it is between dice, which cannot be read."""
    if random.random() < 0.93:
        return np.zeros(2)
    about, far = random.uniform(0, 2 * np.pi), random.uniform(0.45, 0.8) * DRAWN / SPAN
    return far * np.array([np.cos(about), np.sin(about)])


def _neighbours(random: Random) -> list[Floats]:
    """Where other dice are, the nearest touching."""
    found = []
    start = random.uniform(0, 2 * np.pi)
    for n in range(int(random.choice([0, 0, 0, 1, 1, 2, 3]))):
        about = start + n * random.uniform(1.3, 2.2)
        found.append(random.uniform(1.0, 1.5) * np.array([np.cos(about), np.sin(about), 0.0]))
    return found


# Colours.


def _style(random: Random) -> DieStyle:
    common = [(235, 235, 235), (200, 225, 240), (30, 30, 30), (40, 40, 190), (180, 60, 30), (50, 140, 40),
              (150, 40, 110), (30, 160, 220), (30, 110, 230), (60, 100, 140), (120, 120, 60)]  # fmt: skip
    body = np.array(common[random.integers(len(common))], float) + random.normal(0, 22, 3)
    if random.random() < 0.25:
        body = random.uniform(0, 255, 3)
    body = np.clip(body, 5, 250)
    bright = float(body @ (0.11, 0.59, 0.3))
    pip = np.array([235.0, 240, 240]) if bright < random.uniform(70, 170) else np.full(3, 20.0)
    other = random.random()
    if other < 0.15:
        pip = random.uniform(0, 255, 3)
    elif other < 0.2:
        pip = np.array([40.0, 190, 220])
    if abs(float(pip @ (0.11, 0.59, 0.3)) - bright) < 45:
        pip = np.full(3, 240.0) if bright < 128 else np.full(3, 15.0)
    rounding = random.uniform(0.02, 0.45)
    return DieStyle(
        body=body,
        pip=pip + random.normal(0, 8, 3),
        first=np.array([40.0, 40, 190]) if random.random() < 0.12 and bright > 90 else pip,
        radius=random.uniform(0.06, 0.125),
        gap=random.uniform(0.2, 0.29),
        large=float(random.choice([1, 1, 1.5])),
        rounding=rounding,
        worn=rounding * random.uniform(0.2, 1.0),
        edge=random.uniform(0.75, 1.2),
        marble=float(random.choice([0, 0, random.uniform(5, 40)])),
        carved=max(0.0, random.uniform(-0.5, 0.7)),
        symbols=random.random() < 0.05,
    )


def _noise(random: Random, side: int, smooth: float, contrast: float) -> Floats:
    rough = cv2.GaussianBlur(random.standard_normal((side, side)).astype(np.float32), (0, 0), smooth)
    found: Floats = (rough / max(1e-6, float(rough.std())) * contrast)[..., None]
    return found


def _ground(random: Random, style: DieStyle) -> Floats:
    """The tray: cloth, wood or paper, sometimes in two parts."""
    while True:
        colour = (
            random.uniform(5, 245) + random.normal(0, 25, 3) if random.random() < 0.7 else random.uniform(0, 255, 3)
        )
        if float(np.abs(colour - style.body).max()) > 25:
            break
    picture = np.ones((DRAWN, DRAWN, 3), np.float32) * np.asarray(colour, np.float32)
    picture += _noise(random, DRAWN, random.uniform(1, 20), random.uniform(0, 14))
    if random.random() < 0.2:
        picture += _wood(random)
    if random.random() < 0.15:
        _printed(picture, random)
    if random.random() < 0.15:
        about, far = random.uniform(0, 2 * np.pi), random.uniform(0.25, 0.5) * DRAWN
        picture *= np.where(_across(about) > far, random.uniform(0.4, 1.5), 1)[..., None]
    return picture


def _wood(random: Random) -> Floats:
    """Grain in one direction."""
    across = _across(random.uniform(0, 2 * np.pi)) / random.uniform(1.5, 9)
    grain = np.sin(across + 3 * _noise(random, DRAWN, 14, 1.0)[..., 0])
    found: Floats = random.uniform(4, 25) * grain[..., None] * random.uniform(0.6, 1, 3)
    return found


def _printed(picture: Floats, random: Random) -> None:
    """Lines and circles, as on a board or a patterned cloth."""
    for _ in range(random.integers(1, 6)):
        colour = [float(part) for part in random.uniform(0, 255, 3)]
        (x, y), (to_x, to_y) = random.integers(0, DRAWN, (2, 2)).tolist()
        if random.random() < 0.5:
            cv2.line(picture, (x, y), (to_x, to_y), colour, int(random.integers(1, 7)), cv2.LINE_AA)
        else:
            cv2.circle(picture, (x, y), int(random.integers(3, 20)), colour, int(random.choice([-1, 2])), cv2.LINE_AA)


def _across(about: float) -> Floats:
    """For each pixel how far it is from the middle of the drawing in one direction."""
    rows, columns = np.mgrid[:DRAWN, :DRAWN] - DRAWN / 2
    found: Floats = columns * np.cos(about) + rows * np.sin(about)
    return found


def _lamp(random: Random) -> Floats:
    """The direction to the lamp, a unit vector."""
    lamp = np.array([random.normal(0, 0.5), random.normal(0, 0.5), 1.0])
    return lamp / float(np.linalg.norm(lamp))


def _shadow(picture: Floats, view: View, scale: float, middle: Floats, lamp: Floats, random: Random) -> None:
    """The shadow of the die on the tray."""
    if random.random() < 0.2:
        return
    top = np.array([(x, y, 1.0) for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
    ground = np.concatenate([top * (1, 1, 0), top - lamp / lamp[2]])
    seen = (scale * (view.project(ground) - middle) + DRAWN / 2).astype(np.float32)
    dark = np.zeros((DRAWN, DRAWN), np.float32)
    cv2.fillConvexPoly(dark, cv2.convexHull(np.round(seen).astype(np.int32)), 1.0)
    dark = cv2.GaussianBlur(dark, (0, 0), random.uniform(0.5, 6)).astype(np.float32)
    picture *= 1 - random.uniform(0.1, 0.7) * dark[..., None]


# A die.


def _paint(
    picture: Floats,
    body: Floats,
    style: DieStyle,
    view: View,
    scale: float,
    middle: Floats,
    lamp: Floats,
    random: Random,
) -> None:
    """Paint the visible faces of a die; ``scale`` and ``middle`` as of ``_fitted``."""
    eye = np.array([-view.place[0], -view.place[1], view.height])
    ambient, carved = random.uniform(0.35, 0.8), random.uniform(0, 2 * np.pi)
    outline: Floats = np.zeros((DRAWN, DRAWN), np.float32)
    die = np.ones((DRAWN, DRAWN, 3), np.float32) * np.clip(style.edge * style.body, 0, 255).astype(np.float32)
    centres = body.mean(1)
    inside = centres.mean(0)
    for n in range(len(body)):
        outward = 2 * (centres[n] - inside)
        if float(outward @ (eye - centres[n])) <= 0:
            continue
        seen = (scale * (view.project(body[n]) - middle) + DRAWN / 2).astype(np.float32)
        light = ambient + (1 - ambient) * max(0.0, float(outward @ lamp)) * random.uniform(0.8, 1.3)
        to = cv2.getPerspectiveTransform(TEXTURE * np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32), seen)
        texture = light * _texture(n + 1, style, carved, random)
        art = cv2.warpPerspective(texture, to, (DRAWN, DRAWN), borderMode=cv2.BORDER_REPLICATE)
        shape = cv2.warpPerspective(_rounded(style.rounding), to, (DRAWN, DRAWN))[..., None]
        whole = np.zeros((DRAWN, DRAWN, 1), np.float32)
        cv2.fillConvexPoly(whole, np.round(16 * seen).astype(np.int32), 1.0, cv2.LINE_8, 4)
        outline = np.maximum(outline, whole[..., 0])
        die = die * (1 - whole) + np.clip(light * style.edge * style.body, 0, 255).astype(np.float32) * whole
        die = die * (1 - shape) + art * shape
    size = scale * float(np.linalg.norm(body[0, 1] - body[0, 0])) / (view.height - 1)
    outline = cv2.GaussianBlur(outline, (0, 0), max(0.5, 0.35 * style.worn * size))
    part = np.clip(3 * outline - 1, 0, 1)[..., None]
    picture[:] = picture * (1 - part) + die * part


def _rounded(rounding: float) -> Floats:
    """The shape of a face with round corners."""
    radius = int(rounding * TEXTURE)
    shape = np.zeros((TEXTURE, TEXTURE), np.float32)
    cv2.rectangle(shape, (radius, 0), (TEXTURE - 1 - radius, TEXTURE), 1, -1)
    cv2.rectangle(shape, (0, radius), (TEXTURE, TEXTURE - 1 - radius), 1, -1)
    for x in (radius, TEXTURE - 1 - radius):
        for y in (radius, TEXTURE - 1 - radius):
            cv2.circle(shape, (x, y), radius, 1, -1)
    return shape


def _texture(face: int, style: DieStyle, carved: float, random: Random) -> Floats:
    """What is on a face, as if lit from above."""
    art = np.ones((TEXTURE, TEXTURE, 3), np.float32) * style.body.astype(np.float32)
    if style.marble:
        art += (_noise(random, TEXTURE, random.uniform(2, 9), style.marble) * random.uniform(0.6, 1, 3)).astype(
            np.float32
        )
    if style.symbols:
        text = "ABCDEFGHKLMNPRSTUXYZ0123456789*+=#?!"[random.integers(36)]
        ink = np.zeros((TEXTURE, TEXTURE), np.uint8)
        at, wide = (TEXTURE // 4, 3 * TEXTURE // 4), int(random.integers(2, 7))
        cv2.putText(ink, text, at, cv2.FONT_HERSHEY_SIMPLEX, TEXTURE / 45, 255, wide, cv2.LINE_AA)
        return art + (style.pip.astype(np.float32) - art) * (ink[..., None] / np.float32(255))
    colour = (style.first if face == 1 else style.pip).astype(np.float32)
    radius = style.radius * (style.large if face == 1 else 1)
    for x, y in GRID[face]:
        middle = TEXTURE * (0.5 + style.gap * x), TEXTURE * (0.5 + style.gap * y)
        _disc(art, middle, radius * TEXTURE, colour)
        if style.carved:
            shift = style.carved * radius * TEXTURE
            rim = middle[0] + shift * np.cos(carved), middle[1] + shift * np.sin(carved)
            _disc(art, rim, radius * TEXTURE * random.uniform(0.15, 0.5), 0.6 * colour + 90)
    return art


def _disc(art: Floats, middle: tuple[float, float], radius: float, colour: Floats) -> None:
    at = (int(16 * middle[0]), int(16 * middle[1]))
    cv2.circle(art, at, int(16 * radius), [float(part) for part in colour], -1, cv2.LINE_AA, 4)


# The picture of it.


def _spoiled(picture: Floats, random: Random) -> NDArray[np.uint8]:
    """A picture as a camera takes it, ``SIDE`` pixels square."""
    if random.random() < 0.45:
        for _ in range(random.integers(1, 4)):
            picture += random.uniform(20, 170) * _glare(random)[..., None]
    slope = random.uniform(-0.5, 0.5) / DRAWN
    picture *= (1 + slope * _across(random.uniform(0, 2 * np.pi)))[..., None]
    picture *= random.uniform(0.5, 1.3) * (1 + random.normal(0, 0.1, 3))
    lit = cv2.GaussianBlur(np.clip(picture, 0, 300).astype(np.float32), (0, 0), 2 * _blur(random))
    small = cv2.resize(lit, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    if random.random() < 0.12:
        small = _shaken(small, random)
    if random.random() < 0.4:
        part = random.uniform(0.4, 0.9)
        rough = cv2.resize(small, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        small = cv2.resize(rough, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    small = small + random.standard_normal(small.shape) * random.uniform(0, 8)
    taken: NDArray[np.uint8] = np.clip(small, 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(50, 95))]
        taken = np.asarray(cv2.imdecode(cv2.imencode(".jpg", taken, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    return taken


def _blur(random: Random) -> float:
    return float(random.choice([0.4, random.uniform(0.4, 1.0), random.uniform(0.7, 1.9)]))


def _glare(random: Random) -> Floats:
    about = random.uniform(0, np.pi)
    x, y = random.normal(0, 0.2, 2) * DRAWN
    along, across = _across(about) - x, _across(about + np.pi / 2) - y
    narrow, long = random.uniform(0.02, 0.14) * DRAWN, random.uniform(0.03, 0.22) * DRAWN
    found: Floats = np.exp(-((along / narrow) ** 2) - (across / long) ** 2)
    return found


def _shaken(picture: Floats, random: Random) -> Floats:
    kernel = np.zeros((9, 9), np.float32)
    far, about = random.uniform(1, 4), random.uniform(0, np.pi)
    end = int(4 + far * np.cos(about)), int(4 + far * np.sin(about))
    cv2.line(kernel, (8 - end[0], 8 - end[1]), end, 1, 1)
    found: Floats = cv2.filter2D(picture, -1, kernel / kernel.sum())
    return found


# Real dice beside the drawn ones.

OFTEN = 20
"""How often a real die counts, beside a drawn one."""


def real(folder: Path) -> Drawings:
    """The dice with pips in a folder of pictures that were kept, ``OFTEN`` times each, moved by a little. Whether they
    lean, nobody has said."""
    random = np.random.default_rng(0)
    found = [(picture, die) for die, picture in collected(folder) if die.face in PIPS]
    made = [_cut_out(picture, die, random) for picture, die in found for _ in range(OFTEN)]
    print(f"{folder}: {len(found)} dice with pips.")
    return Drawings(
        np.array(made, np.uint8).reshape(-1, SIDE, SIDE, 3),
        np.array([die.slope for _, die in found for _ in range(OFTEN)], np.float32).reshape(-1, 2),
        np.array([int(die.face) for _, die in found for _ in range(OFTEN)], np.int64),
        np.full(len(made), UNKNOWN, np.int64),
    )


def _cut_out(picture: Picture, die: CollectedDie, random: np.random.Generator) -> Picture:
    """As the network looks at it, up to a twelfth of its width aside and a twentieth larger or smaller."""
    scale = SIDE / (SPAN * die.width) * random.uniform(0.95, 1.05)
    middle = (np.array(picture.shape[1::-1]) - 1) / 2 + random.uniform(-1, 1, 2) * die.width / 12
    return cut(picture, np.column_stack([scale * np.eye(2), SIDE / 2 - 0.5 - scale * middle]), scale).astype(np.uint8)


def mixed(parts: Sequence[Drawings], seed: int) -> Drawings:
    """All of them in one, in an order of their own: the first ones are only tested."""
    together = [np.concatenate(one) for one in zip(*parts, strict=True)]
    order = np.random.default_rng(seed).permutation(len(together[0]))
    return Drawings(*(one[order] for one in together))
