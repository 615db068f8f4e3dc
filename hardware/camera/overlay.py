"""A picture of what the reader sees: each die in its box, with its face and how sure that is."""

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
"""What the companion takes without asking, as ``[reader] confidence`` has it."""
HALF = 0.62
"""How far a box reaches from the middle of a die, by the width of its upper face."""
LINES = 22
"""So many lines of letters would fill the picture: they are read on small glass, too, where it is a third as large."""


def annotated(picture: Picture, pieces: Sequence[Piece], status: str, words: Mapping[str, str]) -> Image.Image:
    """The picture with boxes and labels, as large as it was; ``words`` are what people call the faces."""
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
    """What stands beside a die."""
    if piece.crooked:
        return tell(T("crooked"))
    if not piece.confidence:
        return "?"
    return f"{words.get(piece.read.face, piece.read.face)} {piece.confidence / 10:.0f} %"


def _frame(piece: Piece) -> Box:
    read, half = piece.read, HALF * piece.read.kind.upper
    return read.x - half, read.y - half, read.x + half, read.y + half


def _beside(away: float) -> Sequence[tuple[float, float, str]]:
    """Where a label may stand: above a die, below it, or beside it; with the side of it that is there."""
    return (0, -away, "md"), (0, away, "ma"), (away, 0, "lm"), (-away, 0, "rm")


def _free(box: Box, image: Image.Image, taken: Sequence[Box]) -> bool:
    """Whether a label has room there."""
    inside = box[0] >= 4 and box[1] >= 3 and box[2] <= image.width - 4 and box[3] <= image.height - 3
    return inside and not any(_overlap(box, one) for one in taken)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def save(image: Image.Image, file: Path) -> None:
    """Write it as PNG or JPEG, as the name ends; whoever looks at the file sees the old picture or the new one.

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
