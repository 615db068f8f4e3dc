"""A picture of the machine's screen, taken from outside."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import NamedTuple


class Screen(NamedTuple):
    """What stands on the screen: three bytes a pixel."""

    width: int
    height: int
    pixels: bytes

    @classmethod
    def of_ppm(cls, data: bytes) -> Screen:
        """From the picture that QEMU writes."""
        kind, size, most, pixels = data.split(b"\n", 3)
        width, height = map(int, size.split())
        if (kind, most, len(pixels)) != (b"P6", b"255", width * height * 3):
            raise ValueError("This is not a whole picture.")
        return cls(width, height, pixels)

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green and blue of a pixel."""
        start = (y * self.width + x) * 3
        red, green, blue = self.pixels[start : start + 3]
        return red, green, blue

    def differs(self, other: Screen, tolerance: int = 8) -> float:
        """The share of all pixels, of 0 to 1, in which a colour is more than ``tolerance`` of 255 away."""
        if (self.width, self.height) != (other.width, other.height):
            return 1.0
        if self.pixels == other.pixels:
            return 0.0
        away = [abs(one - two) > tolerance for one, two in zip(self.pixels, other.pixels, strict=True)]
        return sum(map(max, away[::3], away[1::3], away[2::3])) / (self.width * self.height)

    def png(self) -> bytes:
        line = self.width * 3
        rows = b"".join(b"\0" + self.pixels[row * line : (row + 1) * line] for row in range(self.height))
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = {b"IHDR": head, b"IDAT": zlib.compress(rows), b"IEND": b""}
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks.items()
        )

    def save(self, path: Path) -> None:
        """As a PNG file."""
        path.write_bytes(self.png())
