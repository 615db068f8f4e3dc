"""Golden pictures in files: all ways of a state side by side, scaled down."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from PIL import Image

Way = TypeVar("Way", bound=Hashable)
Box: TypeAlias = tuple[int, int, int, int]
QUALITY = 70


class Goldens(Generic[Way]):
    """The golden files in ``folder``; ``boxes`` are the rectangles of the ways."""

    def __init__(self, folder: Path, boxes: Mapping[Way, Box]) -> None:
        self.folder = folder
        self._boxes = boxes

    def file_of(self, state: str) -> Path:
        return self.folder / f"{state.replace(' ', '-')}.jpg"

    def golden(self, state: str) -> dict[Way, Image.Image]:
        """The golden pictures of a state; empty without a file."""
        if not self.file_of(state).exists():
            return {}
        with Image.open(self.file_of(state)) as sheet:
            sheet.load()
        return {way: sheet.crop(box) for way, box in self._boxes.items()}

    def keep(self, state: str, pictures: Mapping[Way, Image.Image]) -> None:
        """Save these as the golden pictures of a state."""
        sides = zip(*self._boxes.values(), strict=True)
        _, _, wide, high = (max(side) for side in sides)
        sheet = Image.new("RGB", (wide, high))
        for way, box in self._boxes.items():
            sheet.paste(pictures[way], box[:2])
        self.folder.mkdir(exist_ok=True)
        sheet.save(self.file_of(state), "JPEG", quality=QUALITY, subsampling=0, optimize=True)
