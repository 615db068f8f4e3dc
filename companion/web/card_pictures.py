"""The owner's own cards on the pages of phones: each picture as large as a phone shows it, for who has the card on its
page."""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from companion.packs.pictures import decoded

SIDES: Mapping[str, int] = MappingProxyType({"large": 800, "small": 260})
"""Pixels of the longer side at most: of a card to read, and of one among many."""
QUALITY = 82
MOST = 80
"""So many are kept; the one that was asked for longest ago goes first."""


def addresses(cards: Collection[str], files: Mapping[str, Path], size: str) -> dict[str, str]:
    """Where the pictures of these cards are, by their ids, as far as there are ``files`` of them; a picture that has
    changed is at another address, so that browsers may keep it."""
    found = {}
    for card in cards:
        file = files.get(card)
        stamp = None if file is None else _stamp(file)
        if stamp is not None:
            found[card] = f"/card/{size}/{quote(card, safe='')}?{stamp:x}"
    return found


def _stamp(file: Path) -> int | None:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None


class CardPictures:
    """Makes pictures of cards smaller, one at a time, in a thread of its own, and keeps the last ones."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[Path, int | None, int], bytes] = OrderedDict()
        self._one = asyncio.Lock()

    async def jpeg(self, file: Path, size: str) -> bytes:
        """The picture in ``file`` as a JPEG of that size; empty if there is none that can be read."""
        about = file, _stamp(file), SIDES[size]
        async with self._one:
            if about not in self._made:
                self._made[about] = await asyncio.to_thread(_smaller, file, SIDES[size])
            self._made.move_to_end(about)
            while len(self._made) > MOST:
                self._made.popitem(last=False)
            return self._made[about]


def _smaller(file: Path, side: int) -> bytes:
    from PIL import Image  # noqa: PLC0415 - few boxes have pictures

    picture = decoded(file, side)
    if picture is None:
        return b""
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture)
    made = io.BytesIO()
    paper.convert("RGB").save(made, "JPEG", quality=QUALITY)
    return made.getvalue()
