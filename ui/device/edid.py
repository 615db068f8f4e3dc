"""The diagonal of the panel, read from its EDID."""

from __future__ import annotations

from math import hypot
from pathlib import Path

FOLDER = Path("/sys/class/drm")
COMMON = 7.0
"""Inches assumed without EDID, as with a Raspberry Pi's panels."""
SENSIBLE = (3.0, 100.0)
_HEADER = bytes.fromhex("00ffffffffffff00")


def inches(folder: Path = FOLDER) -> float | None:
    """Diagonal of the only connected panel; None if there are several, or it has no usable EDID."""
    found = [one for one in map(_of, sorted(folder.glob("card*-*"))) if one is not None]
    return found[0] if len(found) == 1 else None


def diagonal(edid: bytes) -> float | None:
    """Inches in an EDID: from the millimetres of its first timing, else from whole centimetres; None if missing or
    implausible."""
    if len(edid) < 128 or edid[:8] != _HEADER:
        return None
    width, height = edid[66] + (edid[68] >> 4) * 256, edid[67] + (edid[68] & 15) * 256
    if not (width and height):
        width, height = edid[21] * 10, edid[22] * 10
    if not (width and height):
        return None
    found = hypot(width, height) / 25.4
    return round(found, 1) if SENSIBLE[0] <= found <= SENSIBLE[1] else None


def _of(connector: Path) -> float | None:
    try:
        if (connector / "status").read_text().strip() != "connected":
            return None
        return diagonal((connector / "edid").read_bytes())
    except OSError:
        return None
