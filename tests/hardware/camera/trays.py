"""Renders what a camera sees above a tray: dice as bodies in perspective, under a lamp, with all that spoils pictures.

Nothing here knows how the reader works. Lengths are in units of a die's edge; z points up, and the tray is at 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import cv2
import numpy as np

from tests.hardware.camera.solids import Side, about, cube, dodecahedron, look, printed, tetrahedron, turned_up

SIZE = (1280, 720)
FOCUS = 1020.0
HEIGHT = 19.0
FELT = (58, 104, 52)
"""The tray's colour, blue first."""
DODECAHEDRON = 1.2
"""How high a die of twelve sides stands."""


@dataclass(frozen=True)
class Placed:
    """A die in the tray: where its middle is, which face is up, how it is turned; ``lean`` tips it over."""

    die: str
    sides: tuple[str, ...]
    face: str
    x: float
    y: float
    yaw: float
    lean: float = 0.0
    lean_to: float = 0.0


@dataclass(frozen=True)
class Light:
    """A lamp, and the camera's answer to it. All of it is another one in each picture's ``seed``."""

    lamp: tuple[float, float, float] = (4.0, -6.0, 24.0)
    ambient: float = 0.6
    exposure: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    blur: float = 0.7
    noise: float = 2.0
    quality: int = 92
    glare: float = 0.0
    arm: float = 0.0
    seed: int = 0


@dataclass(frozen=True)
class Camera:
    """How crooked the camera hangs, in radians."""

    pitch: float = 0.0
    roll: float = 0.0
    felt_seed: int = 5
    felt: tuple[int, int, int] = field(default=FELT)


def any_light(rng: Random, hardness: float = 1.0) -> Light:
    """Another lamp, another exposure, other noise; ``hardness`` 0 is a good evening, 1 a bad one."""
    h = hardness
    return Light(
        lamp=(rng.uniform(-12, 12), rng.uniform(-12, 12), rng.uniform(16, 34)),
        ambient=rng.uniform(0.7 - 0.25 * h, 0.75),
        exposure=rng.uniform(1 - 0.3 * h, 1 + 0.15 * h),
        cast=(rng.uniform(1 - 0.14 * h, 1 + 0.1 * h), 1.0, rng.uniform(1 - 0.1 * h, 1 + 0.1 * h)),
        blur=rng.uniform(0.5, 0.6 + 0.9 * h),
        noise=rng.uniform(1.0, 2 + 4 * h),
        quality=rng.randint(92 - round(20 * h), 95),
        glare=rng.uniform(0, 0.55 * h),
        arm=rng.choice((0.0, rng.uniform(0, 0.4 * h))),
        seed=rng.randrange(2**32),
    )


def render(dice: list[Placed], light: Light, camera: Camera | None = None, hand: bool = False) -> np.ndarray:
    """The picture, blue first."""
    camera = camera or Camera()
    rng = np.random.default_rng(light.seed)
    picture = _felt(camera).copy()
    bodies = [_Body(die, camera) for die in dice]
    shade = np.zeros((SIZE[1] // 2, SIZE[0] // 2), np.float32)
    for body in bodies:
        body.shadow(shade, light, camera)
    soft = cv2.GaussianBlur(shade, (0, 0), 2 + 5 * rng.random())
    picture *= 1 - 0.5 * cv2.resize(soft, SIZE)[..., None]
    for body in sorted(bodies, key=lambda one: -one.distance):
        body.draw(picture, light, rng)
    if hand:
        _hand(picture, rng)
    picture *= _falloff(light, camera)[..., None]
    if light.arm:
        picture *= 1 - light.arm * _band(rng)[..., None]
    picture *= np.array(light.cast, np.float32) * light.exposure
    picture = cv2.GaussianBlur(picture, (0, 0), light.blur)
    grain = rng.standard_normal((SIZE[1] // 2, SIZE[0], 3), np.float32) * light.noise
    picture[::2] += grain
    picture[1::2] += np.roll(grain, int(rng.integers(1, SIZE[0])), 1)[::-1]
    raw = np.clip(picture, 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", raw, [cv2.IMWRITE_JPEG_QUALITY, light.quality])[1]
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def _solid(sides: int) -> tuple[tuple[Side, ...], float]:
    """The body of a die of so many sides, and how large it is; a cube where they are none of a body of its own."""
    if sides == 4:
        return tetrahedron(), 1.0
    return (dodecahedron(), DODECAHEDRON) if sides > 6 else (cube(), 1.0)


class _Body:
    def __init__(self, die: Placed, camera: Camera) -> None:
        self.die = die
        solid, scale = _solid(len(die.sides))
        names = [die.sides[n % len(die.sides)] for n in range(len(solid))]
        up = names.index(die.face)
        lean = about((float(np.cos(die.lean_to)), float(np.sin(die.lean_to)), 0), die.lean)
        turn = lean @ turned_up(solid[up], die.yaw)
        if len(solid) == 4:
            turn = about((1, 0, 0), np.pi) @ turn
        lowest = min(float((turn @ corner)[2]) for side in solid for corner in side.corners)
        self.middle = np.array([die.x, die.y, -scale * lowest])
        self.faces = [
            (
                Side(
                    *(scale * (part @ turn.T) + self.middle for part in (side.corners, side.square)), turn @ side.normal
                ),
                printed(look(die.die, name)),
            )
            for side, name in zip(solid, names, strict=True)
        ]
        self.camera = camera
        self.distance = float(np.linalg.norm(self.middle - (0, 0, HEIGHT)))

    def shadow(self, shade: np.ndarray, light: Light, camera: Camera) -> None:
        lamp = np.array(light.lamp)
        corners = np.concatenate([side.corners for side, _ in self.faces])
        ground = lamp + (corners - lamp) * (lamp[2] / (lamp[2] - corners[:, 2:]))
        flat = project(ground, camera) / 2
        cv2.fillConvexPoly(shade, cv2.convexHull(np.round(flat).astype(np.int32)), 1.0)

    def draw(self, picture: np.ndarray, light: Light, rng: np.random.Generator) -> None:
        for side, art in self.faces:
            middle = side.corners.mean(axis=0)
            if side.normal @ (np.array([0, 0, HEIGHT]) - middle) <= 0:
                continue
            ray = np.array(light.lamp) - middle
            lit = light.ambient + (1 - light.ambient) * max(0.0, float(side.normal @ ray) / float(np.linalg.norm(ray)))
            _stretch(
                picture, side, art.astype(np.float32) * lit, self.camera, light.glare * (side.normal[2] > 0.8), rng
            )


def _stretch(
    picture: np.ndarray, side: Side, art: np.ndarray, camera: Camera, glare: float, rng: np.random.Generator
) -> None:
    """Draw a face, twice as fine as the picture."""
    if glare:
        n = art.shape[0]
        x, y, r = rng.uniform(0, n), rng.uniform(0, n), rng.uniform(0.06, 0.22) * n
        yy, xx = np.mgrid[:n, :n]
        art = art + 255 * glare * np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * r * r))[..., None].astype(np.float32)
    corners, square = project(side.corners, camera), project(side.square, camera)
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, SIZE)
    width, height = high - low
    if width <= 0 or height <= 0:
        return
    n = art.shape[0]
    texture = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
    to = cv2.getPerspectiveTransform(texture, (2 * (square - low)).astype(np.float32))
    fine = (2 * int(width), 2 * int(height))
    drawn = cv2.warpPerspective(art, to, fine, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(fine[::-1], np.float32)
    cv2.fillConvexPoly(mask, np.round(2 * (corners - low)).astype(np.int32), 1.0)
    mask = mask[..., None]
    small = cv2.resize(drawn * mask, (int(width), int(height)), interpolation=cv2.INTER_AREA)
    cover = cv2.resize(mask, (int(width), int(height)), interpolation=cv2.INTER_AREA)[..., None]
    place = picture[low[1] : high[1], low[0] : high[0]]
    place *= 1 - cover
    place += small


def project(points: np.ndarray, camera: Camera) -> np.ndarray:
    """Where points of the world are in the picture."""
    turn = about((1, 0, 0), camera.pitch) @ about((0, 1, 0), camera.roll)
    seen = (points - (0, 0, HEIGHT)) @ turn.T
    return FOCUS * np.stack([seen[:, 0] / -seen[:, 2], seen[:, 1] / seen[:, 2]], axis=1) + (SIZE[0] / 2, SIZE[1] / 2)


_FELTS: dict[Camera, np.ndarray] = {}


def _felt(camera: Camera) -> np.ndarray:
    if camera not in _FELTS:
        _FELTS.clear()
        rng = np.random.default_rng(camera.felt_seed)
        cloth = rng.standard_normal((SIZE[1], SIZE[0], 1), np.float32)
        cloth = cv2.GaussianBlur(cloth, (0, 0), 1.2)[..., None] * 8
        _FELTS[camera] = np.clip(np.array(camera.felt, np.float32) * (1 + cloth / 40), 0, 255).astype(np.float32)
    return _FELTS[camera]


def _falloff(light: Light, camera: Camera) -> np.ndarray:
    """How much light reaches each place, and how the lens darkens the corners."""
    xx, yy = np.meshgrid(np.linspace(-1, 1, 64), np.linspace(-1, 1, 36))
    reach = np.array([SIZE[0], SIZE[1]]) / 2 / FOCUS * HEIGHT
    away = (xx * reach[0] - light.lamp[0]) ** 2 + (-yy * reach[1] - light.lamp[1]) ** 2 + light.lamp[2] ** 2
    lit = light.ambient + (1 - light.ambient) * (light.lamp[2] ** 2 / away)
    lens = 1 - 0.18 * (xx**2 + yy**2) / 2
    return cv2.resize((lit * lens).astype(np.float32), SIZE)


def _band(rng: np.random.Generator) -> np.ndarray:
    """The shadow of an arm across the tray: soft at its edges."""
    xx, yy = np.meshgrid(np.linspace(-1, 1, 160), np.linspace(-1, 1, 90))
    turn = rng.uniform(0, np.pi)
    across = xx * np.cos(turn) + yy * np.sin(turn) - rng.uniform(-0.8, 0.8)
    half, soft = rng.uniform(0.15, 0.5), rng.uniform(0.03, 0.2)
    return cv2.resize((1 / (1 + np.exp((np.abs(across) - half) / soft))).astype(np.float32), SIZE)


def _hand(picture: np.ndarray, rng: np.random.Generator) -> None:
    layer = np.zeros((SIZE[1], SIZE[0]), np.float32)
    x = int(rng.uniform(200, SIZE[0] - 200))
    palm = (x, int(rng.uniform(330, 480)))
    cv2.line(layer, (x + 60, SIZE[1]), palm, 1.0, 110)
    cv2.circle(layer, palm, 80, 1.0, -1)
    for n in range(4):
        tip = (palm[0] - 75 + 50 * n, palm[1] - 120 - 20 * (n in (1, 2)))
        cv2.line(layer, (palm[0] - 50 + 33 * n, palm[1] - 40), tip, 1.0, 34)
    soft = cv2.GaussianBlur(layer, (0, 0), 3)[..., None]
    picture *= 1 - soft
    picture += soft * np.array((126, 156, 206), np.float32)
