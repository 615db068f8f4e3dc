"""Cards that are drawn in three type faces, and photographs of them by arithmetic: seen aslant, in uneven light, with
noise."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.packs.printing import pdf

DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
FACES = {
    "Inter": (pdf.FONTS / pdf.FACES["B"], pdf.FONTS / pdf.FACES[""]),
    "DejaVu Serif": (DEJAVU / "DejaVuSerif-Bold.ttf", DEJAVU / "DejaVuSerif.ttf"),
    "DejaVu Sans Condensed": (DEJAVU / "DejaVuSansCondensed-Bold.ttf", DEJAVU / "DejaVuSansCondensed.ttf"),
}
"""Type faces of a title and of a text: those of the repository, and those of Debian's ``fonts-dejavu-core``."""
MM_WIDE, MM_HIGH = 63.0, 88.0
TITLE = 13.0
TEXTS = (9.0, 10.0, 11.0)
"""Sizes of type in points."""
PAPERS = ((244, 239, 228), (250, 250, 250), (226, 195, 143), (190, 215, 235))
TABLES = ((96, 64, 40), (40, 70, 50), (30, 30, 34), (150, 120, 90))
INK = (16, 21, 31)
SCENES = {"phone": ((2000, 1500), 1200.0), "camera": ((1920, 1080), 860.0)}
"""Size of a photo, and the longer side of the card in it, in pixels."""


def drawn(title: str, text: str, face: str, r: Random, long: float = 1200.0) -> Image.Image:
    """The front of a card, ``long`` pixels high; every other one has a picture between title and text."""
    mm = long / MM_HIGH
    wide, high = round(MM_WIDE * mm), round(long)
    made = Image.new("RGBA", (wide, high))
    draw = ImageDraw.Draw(made)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), 3 * mm, fill=r.choice(PAPERS))
    heading, body = FACES[face]
    y = _written(draw, 6 * mm, title, heading, TITLE, mm) + 3 * mm
    if r.random() < 0.5:
        _painted(draw, (4.5 * mm, y, wide - 4.5 * mm, y + 26 * mm), r)
        y += 29 * mm
    _written(draw, y, text, body, r.choice(TEXTS), mm)
    return made


def _written(draw: ImageDraw.ImageDraw, y: float, text: str, file: Path, points: float, mm: float) -> float:
    """Write a text in lines; returns the end of it."""
    size = points * 25.4 / 72 * mm
    font, line, lines = ImageFont.truetype(str(file), round(size)), "", []
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > (MM_WIDE - 9) * mm:
            lines.append(line)
            longer = word
        line = longer
    for one in [*lines, line]:
        draw.text((4.5 * mm, y), one, INK, font)
        y += 1.3 * size
    return y


def _painted(draw: ImageDraw.ImageDraw, box: tuple[float, float, float, float], r: Random) -> None:
    left, top, right, bottom = map(round, box)
    draw.rectangle((left, top, right, bottom), fill=_colour(r))
    for _ in range(r.randint(6, 14)):
        x, y = r.randint(left, right - 60), r.randint(top, bottom - 60)
        to = min(right, x + r.randint(40, 260)), min(bottom, y + r.randint(40, 220))
        r.choice((draw.ellipse, draw.rectangle))((x, y, *to), fill=_colour(r))


def _colour(r: Random) -> tuple[int, int, int]:
    return r.randint(20, 235), r.randint(20, 235), r.randint(20, 235)


def photographed(front: Image.Image, r: Random, scene: str = "phone", *, turned: float = 0.0) -> Image.Image:
    """A photo of a card on a table; ``turned`` by so much (radians) besides."""
    (wide, high), long = SCENES[scene]
    noise = np.random.default_rng(r.randrange(2**32))
    pixels = np.asarray(front)
    down, across = pixels.shape[:2]
    edges = np.array([(0, 0), (across, 0), (across, down), (0, down)], np.float32)
    angle = turned + r.uniform(-0.12, 0.12)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    seen = (edges - np.array([across, down]) / 2) * (long / down * r.uniform(0.9, 1.03)) @ turn.T
    tilt = np.array([r.uniform(-1, 1), r.uniform(-1, 1)]) * 0.25 / long
    seen = (seen / (1 + seen @ tilt)[:, None] + np.array([wide, high]) / 2).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(edges, seen)
    laid = cv2.warpPerspective(pixels, matrix, (wide, high), flags=cv2.INTER_AREA).astype(np.float32)
    part = laid[..., 3:] / 255
    picture = laid[..., :3] * part + np.array(r.choice(TABLES), np.float32) * (1 - part)
    return Image.fromarray(_lit(picture, noise, r))


def _lit(picture: Any, noise: np.random.Generator, r: Random) -> Any:
    """Light from a side, warm or cold; a lens that is not quite sharp; a sensor's noise."""
    high, wide = picture.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, wide, dtype=np.float32), np.linspace(-1, 1, high, dtype=np.float32))
    side = 1 + r.uniform(-0.35, 0.35) * x + r.uniform(-0.35, 0.35) * y
    warm = np.array([1 + r.uniform(-0.1, 0.15), 1, 1 - r.uniform(-0.1, 0.25)], np.float32)
    picture = picture * (side * r.uniform(0.55, 1.05))[..., None] * warm
    picture = cv2.GaussianBlur(picture, (0, 0), r.uniform(0.5, 1.3))
    grain = r.uniform(2, 6) * noise.standard_normal(picture.shape, np.float32)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)
