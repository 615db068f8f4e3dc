"""Synthetic photos of cards, with perspective, blur, reflections, uneven light, hands, sensor noise and JPEG
compression."""

from __future__ import annotations

import io
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[Any]

WIDE, HIGH = 1200, 900
CONDITIONS: Final = ("tilt", "blur", "glare", "light", "hand")
"""Degradations of a photo; a good photo has each of them slightly."""
SIDE: Final = {False: 14.0, True: 35.0}
"""Maximum tilt of the camera in degrees, by whether ``tilt`` is on."""
FOCAL = 1100
"""Focal length in pixels."""


def photo(front: Image.Image, r: Random, bad: frozenset[str] = frozenset(), turned: bool = False) -> Image.Image:
    """A photo of a card, strongly degraded by the ``CONDITIONS`` in ``bad``; ``turned``: it may be upside down."""
    noise = np.random.default_rng(r.randrange(2**32))
    flat = _bent(np.asarray(front), r)
    high, wide = flat.shape[:2]
    seen = _seen((wide, high), r, "tilt" in bad, turned)
    edges = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    to = cv2.getPerspectiveTransform(edges, seen)
    laid = cv2.warpPerspective(flat, to, (WIDE, HIGH), flags=cv2.INTER_AREA).astype(np.float32)
    part = laid[..., 3:] / 255
    picture = _table(r, noise)
    if r.random() < 0.7:
        shadow = cv2.GaussianBlur(np.roll(part, r.choice((-6, 6, 9)), r.choice((0, 1))), (0, 0), 7)
        picture *= 1 - 0.5 * shadow[..., None]
    picture = laid[..., :3] * part + picture * (1 - part)
    if "hand" in bad:
        picture = _held(picture, seen, r)
    picture = _lit(picture, seen, r, "light" in bad)
    if "glare" in bad or r.random() < 0.15:
        picture = _gleaming(picture, seen, r, "glare" in bad)
    picture = _blurred(picture, r, "blur" in bad)
    picture += noise.standard_normal(picture.shape, np.float32) * r.uniform(2, 7 if "light" in bad else 4)
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    data = io.BytesIO()
    Image.fromarray(pixels).save(data, "JPEG", quality=r.randint(60, 92))
    return Image.open(data).convert("RGB")


def _bent(front: Pixels, r: Random) -> Pixels:
    """Bend a card slightly."""
    high, wide = front.shape[:2]
    margin = 8
    padded = cv2.copyMakeBorder(front, margin, margin, margin, margin, cv2.BORDER_CONSTANT)
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    bow = r.uniform(-0.006, 0.006) * wide
    u, v = 2 * x / wide - 1, 2 * y / high - 1
    dx, dy = (bow * u * (1 - v * v), 0 * u) if r.random() < 0.5 else (0 * u, bow * v * (1 - u * u))
    return cv2.remap(padded, x + margin + dx, y + margin + dy, cv2.INTER_LINEAR)


def _seen(size: tuple[int, int], r: Random, tilted: bool, turned: bool) -> Pixels:
    """The projected corners of a card, clockwise from its top left."""
    wide, high = size
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    angle = r.uniform(-0.35, 0.35) + (np.pi if turned and r.random() < 0.4 else 0)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    aside = np.radians(r.uniform(SIDE[False] if tilted else 0, SIDE[tilted]))
    towards = r.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(towards), np.sin(towards), 0.0]) * aside
    tilt = cv2.Rodrigues(axis)[0]
    space = np.hstack([corners @ turn.T, np.zeros((4, 1))]) @ tilt.T
    far = FOCAL / r.uniform(0.78, 1.05) * high / 704
    flat = space[:, :2] * FOCAL / (space[:, 2:] + far)
    low, up = flat.min(axis=0), flat.max(axis=0)
    room = np.maximum(0, (np.array([WIDE, HIGH]) - (up - low)) / 2 - 12)
    shrunk = min(1.0, *((np.array([WIDE, HIGH]) - 24) / (up - low)))
    middle = np.array([WIDE, HIGH]) / 2 + [r.uniform(-1, 1) * side * 0.6 for side in room]
    return np.asarray(((flat - (low + up) / 2) * shrunk + middle).astype(np.float32))


def _table(r: Random, noise: np.random.Generator) -> Pixels:
    """A background: wood, cloth, a dark mat, or a white table."""
    kind = r.choice(("wood", "wood", "cloth", "dark", "white"))
    if kind == "white":
        return _grained(noise, r.uniform(3, 6)) + np.float32(r.uniform(150, 195))
    if kind == "dark":
        return _grained(noise, r.uniform(2, 6)) + np.array([r.uniform(15, 45)] * 3, np.float32)
    if kind == "cloth":
        weave = _grained(noise, 8) + 6 * np.sin(np.arange(WIDE) * 1.3)[None, :, None]
        return np.asarray((weave + np.array([r.uniform(20, 110) for _ in range(3)])).astype(np.float32))
    lines = cv2.GaussianBlur(noise.normal(0, 1, (HIGH, WIDE // 40)).astype(np.float32), (0, 0), 2)
    lines = cv2.resize(lines, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)[..., None] * r.uniform(20, 60)
    colour = np.array(r.choice(((120, 80, 50), (96, 64, 40), (165, 130, 90), (70, 45, 30))), np.float32)
    planks = np.where((np.arange(HIGH) + r.randrange(300)) % 300 < 3, 0.5, 1.0)[:, None, None]
    return ((lines + colour + _grained(noise, 3)) * planks).astype(np.float32)


def _grained(noise: np.random.Generator, much: float) -> Pixels:
    small = noise.normal(0, much, (HIGH // 3, WIDE // 3)).astype(np.float32)
    return cv2.resize(small, (WIDE, HIGH))[..., None].repeat(3, axis=2) * 1.5


def _held(picture: Pixels, seen: Pixels, r: Random) -> Pixels:
    """Add a finger or two over an edge."""
    skin = np.array(r.choice(((224, 172, 140), (190, 135, 100), (120, 80, 60))), np.float32)
    mask: Pixels = np.zeros((HIGH, WIDE), np.float32)
    side = r.randrange(4)
    here, there, middle = seen[side], seen[(side + 1) % 4], seen.mean(axis=0)
    for _ in range(r.randint(1, 2)):
        on = here + (there - here) * r.uniform(0.2, 0.8)
        inside = (middle - on) / np.linalg.norm(middle - on)
        tip = on + inside * r.uniform(10, 60)
        cv2.line(mask, _at(tip), _at(on - inside * 500), 1.0, r.randint(46, 70), cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None]
    shade = cv2.GaussianBlur(mask, (0, 0), 12)[..., None]
    return np.asarray(picture * (1 - 0.3 * shade) * (1 - mask) + skin * mask)


def _at(point: Pixels) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _lit(picture: Pixels, seen: Pixels, r: Random, badly: bool) -> Pixels:
    """Add uneven, tinted light; badly: dim, strongly tinted, and with a shadow."""
    x, y = np.meshgrid(np.linspace(-1, 1, WIDE, dtype=np.float32), np.linspace(-1, 1, HIGH, dtype=np.float32))
    much = 0.45 if badly else 0.2
    light = (1 + r.uniform(-much, much) * x + r.uniform(-much, much) * y) * r.uniform(0.4 if badly else 0.75, 1.1)
    warm = r.uniform(-1, 1) * (0.4 if badly else 0.15)
    colour = np.array([1 + warm / 2, 1, 1 - warm], np.float32)
    if badly:
        one, other = (seen[side] + (seen[(side + 1) % 4] - seen[side]) * r.uniform(0.1, 0.9) for side in (0, 2))
        way = other - one
        away = 2000 * np.array([-way[1], way[0]]) / np.linalg.norm(way)
        shape = np.array([one - way * 5, other + way * 5, other + way * 5 + away, one - way * 5 + away])
        shadow = cv2.fillPoly(np.zeros((HIGH, WIDE), np.float32), [np.rint(shape).astype(np.int32)], 1.0)
        light = light * (1 - r.uniform(0.25, 0.6) * cv2.GaussianBlur(shadow, (0, 0), r.uniform(2, 25)))
    return picture * light[..., None] * colour


def _gleaming(picture: Pixels, seen: Pixels, r: Random, badly: bool) -> Pixels:
    """Add the reflection of a lamp; badly: overexposed."""
    size = np.linalg.norm(seen[0] - seen[2])
    on = seen.mean(axis=0) + np.array([r.uniform(-0.3, 0.3), r.uniform(-0.3, 0.3)]) * size
    long, short = (r.uniform(*part) * size for part in ((0.05, 0.14), (0.03, 0.09)))
    x, y = np.meshgrid(np.arange(WIDE, dtype=np.float32) - on[0], np.arange(HIGH, dtype=np.float32) - on[1])
    angle = r.uniform(0, np.pi)
    u, v = (x * np.cos(angle) + y * np.sin(angle)) / long, (y * np.cos(angle) - x * np.sin(angle)) / short
    spot = np.exp(-(u * u + v * v) / 2)
    wide = np.exp(-(u * u + v * v) / 18)
    return np.asarray(picture + (r.uniform(160, 320) * spot + 40 * wide if badly else 70 * spot)[..., None])


def _blurred(picture: Pixels, r: Random, badly: bool) -> Pixels:
    """Blur slightly; badly: strongly, or with motion blur."""
    if not badly:
        return cv2.GaussianBlur(picture, (0, 0), r.uniform(0.5, 1.3))
    if r.random() < 0.5:
        return cv2.GaussianBlur(picture, (0, 0), r.uniform(1.5, 3.0))
    length, angle = r.uniform(4, 10), r.uniform(0, np.pi)
    kernel = np.zeros((15, 15), np.float32)
    end = length / 2 * np.array([np.cos(angle), np.sin(angle)])
    ends = [tuple(np.rint(16 * (7 + way * end)).astype(int).tolist()) for way in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(cv2.filter2D(picture, -1, kernel / kernel.sum()), (0, 0), 0.7)
