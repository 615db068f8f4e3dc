"""The annotated picture: each die in a box, with its face and confidence."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import cv2
from PIL import Image, ImageDraw, ImageFont

from companion.core.texts import T
from companion.language import tell
from hardware.camera.frames import Picture
from hardware.camera.watcher import Piece

Box: TypeAlias = tuple[float, float, float, float]

SURE, UNSURE, CROOKED = (96, 214, 120), (255, 176, 60), (255, 96, 84)
PAPER, INK = (244, 238, 224), (18, 22, 32)
ENOUGH = 700
"""Confidence above which the companion accepts a reading by default (``[reader] confidence``)."""
HALF = 0.62
"""Half the side of a box relative to the width of the upper face."""
LINES = 22
"""Lines of text per picture height: large enough for a small screen that shows it at a third of its size."""


def annotated(picture: Picture, pieces: Sequence[Piece], status: str, words: Mapping[str, str]) -> Image.Image:
    """The picture with boxes and labels, at its original size; ``words`` are the names of the faces."""
    image = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    draw = ImageDraw.Draw(image)
    letters = ImageFont.load_default(size=max(12, image.height // LINES))
    taken = [_frame(piece) for piece in pieces]
    for piece in pieces:
        read = piece.read
        colour = CROOKED if piece.crooked else SURE if piece.confidence >= ENOUGH else UNSURE
        draw.rectangle(_frame(piece), outline=colour, width=3)
        half, called = HALF * read.kind.upper, label(piece, words)
        places = [
            draw.textbbox((read.x + dx, read.y + dy), called, font=letters, anchor=anchor)
            for dx, dy, anchor in _beside(half + 7)
        ]
        box = next((one for one in places if _free(one, image, taken)), places[0])
        taken.append(box)
        _write(draw, box, called, letters, colour)
    foot = draw.textbbox((image.width / 2, image.height - 8), status, font=letters, anchor="md")
    _write(draw, foot, status, letters, PAPER)
    return image


def label(piece: Piece, words: Mapping[str, str]) -> str:
    """The label of a die."""
    if piece.crooked:
        return tell(T("crooked"))
    if not piece.confidence:
        return "?"
    return f"{words.get(piece.read.face, piece.read.face)} {piece.confidence / 10:.0f} %"


def _frame(piece: Piece) -> Box:
    read, half = piece.read, HALF * piece.read.kind.upper
    return read.x - half, read.y - half, read.x + half, read.y + half


def _beside(away: float) -> Sequence[tuple[float, float, str]]:
    """Candidate positions of a label: above, below or beside a die, with its anchor."""
    return (0, -away, "md"), (0, away, "ma"), (away, 0, "lm"), (-away, 0, "rm")


def _free(box: Box, image: Image.Image, taken: Sequence[Box]) -> bool:
    """Whether a label fits there without overlap."""
    inside = box[0] >= 4 and box[1] >= 3 and box[2] <= image.width - 4 and box[3] <= image.height - 3
    return inside and not any(_overlap(box, one) for one in taken)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def save(image: Image.Image, file: Path) -> None:
    """Write the picture as PNG or JPEG, by suffix, atomically.

    Raises ``OSError``.
    """
    beside = file.with_name(file.name + ".part")
    if file.suffix.lower() == ".png":
        image.save(beside, "PNG", compress_level=1)
    else:
        image.save(beside, "JPEG", quality=85)
    os.replace(beside, file)


def _write(
    draw: ImageDraw.ImageDraw,
    box: Box,
    words: str,
    letters: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    colour: tuple[int, int, int],
) -> None:
    draw.rectangle([box[0] - 4, box[1] - 3, box[2] + 4, box[3] + 3], fill=INK)
    draw.text((box[0], box[1]), words, colour, letters, anchor="lt")
