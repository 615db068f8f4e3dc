"""Synthetic photos of cards on a table: tilted, lit, blurred."""

from __future__ import annotations

from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw

WIDE, HIGH = 1200, 900
CARD = (450, 630)
TABLES = ((96, 64, 40), (40, 70, 50), (30, 30, 34), (150, 120, 90), (70, 80, 110))
PAPERS = ((244, 239, 228), (250, 250, 250), (226, 195, 143), (190, 215, 235))


def card(r: Random) -> Image.Image:
    """The front of a card: rounded corners, a picture, a heading, lines of words."""
    wide, high = CARD
    made = Image.new("RGBA", CARD)
    draw = ImageDraw.Draw(made)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), 24, fill=r.choice(PAPERS))
    draw.rectangle((30, 30, wide - 30, 90), fill=_colour(r))
    for _ in range(9):
        x, y = r.randint(40, wide - 160), r.randint(110, high // 2)
        draw.ellipse((x, y, x + r.randint(20, 120), y + r.randint(20, 120)), fill=_colour(r))
    for y in range(high // 2 + 140, high - 40, 30):
        draw.line((40, y, r.randint(wide // 2, wide - 40), y), fill=(30, 30, 30), width=8)
    return made


def photo(front: Image.Image, r: Random) -> tuple[Image.Image, Any]:
    """A photo of it, and its corners, clockwise from the top left."""
    wide, high = CARD
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    size, angle = r.uniform(0.75, 1.1), r.uniform(-0.3, 0.3)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    centre = np.array([WIDE / 2 + r.uniform(-120, 120), HIGH / 2 + r.uniform(-40, 40)])
    seen = ((flat - np.array(CARD) / 2) * size) @ turn.T
    # Perspective: what is farther away is smaller.
    tilt = np.array([r.uniform(-4e-4, 4e-4), r.uniform(-4e-4, 4e-4)])
    seen = seen / (1 + seen @ tilt)[:, None] + centre
    seen = seen.astype(np.float32)
    pixels = np.asarray(front)
    laid = cv2.warpPerspective(pixels, cv2.getPerspectiveTransform(flat, seen), (WIDE, HIGH), flags=cv2.INTER_LINEAR)
    noise = np.random.default_rng(r.randrange(2**32))
    grain = cv2.GaussianBlur(14 * noise.standard_normal((HIGH, WIDE, 1), np.float32), (0, 0), 3)[..., None] * 3
    table = np.array(r.choice(TABLES), np.float32) + grain
    part = laid[..., 3:].astype(np.float32) / 255
    picture = laid[..., :3] * part + table * (1 - part)
    return Image.fromarray(_in_light(picture, noise, r)), seen


def _in_light(picture: Any, noise: np.random.Generator, r: Random) -> Any:
    """Add directional light, glare, blur, and sensor noise."""
    x, y = np.meshgrid(np.linspace(-1, 1, WIDE, dtype=np.float32), np.linspace(-1, 1, HIGH, dtype=np.float32))
    side = 1 + r.uniform(-0.3, 0.3) * x + r.uniform(-0.3, 0.3) * y
    warm = np.array([1 + r.uniform(-0.1, 0.15), 1, 1 - r.uniform(-0.1, 0.25)], np.float32)
    picture = picture * (side * r.uniform(0.6, 1.1))[..., None] * warm
    if r.random() < 0.4:
        spot = np.exp(-(((x - r.uniform(-0.4, 0.4)) / 0.12) ** 2 + ((y - r.uniform(-0.4, 0.4)) / 0.2) ** 2))
        picture = picture + 150 * spot[..., None]
    picture = cv2.GaussianBlur(picture, (0, 0), r.uniform(0.5, 2.2))
    return np.clip(picture + 5 * noise.standard_normal(picture.shape, np.float32), 0, 255).astype(np.uint8)


def _colour(r: Random) -> tuple[int, int, int]:
    return r.randint(20, 235), r.randint(20, 235), r.randint(20, 235)
