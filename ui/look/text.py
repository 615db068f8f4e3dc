"""Text as textures: measured, wrapped, fitted into a box, and cached."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache

from kivy.core.text import Label
from kivy.graphics.texture import Texture

from ui.look.font_fallback import resolve
from ui.look.pixels import crisp

MOST = 5 * 2**20
"""Maximum bytes of cached text textures: several screens full."""


@lru_cache(maxsize=4096)
def extents(text: str, px: int, face: str) -> tuple[int, int]:
    """Width and height of one line in pixels."""
    font, drawn = resolve(text, face)
    label = Label(font_size=px, font_name=font)
    label.resolve_font_name()
    width, height = label.get_extents(drawn)
    return int(width), int(height)


class Textures:
    """LRU cache of white text textures, to be tinted when drawn, up to ``most`` bytes.

    A dropped texture lives on as long as a canvas uses it.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        """Bytes cached now, four a pixel."""
        self._kept: OrderedDict[tuple[str, int, str], Texture] = OrderedDict()

    def __call__(self, text: str, px: int, face: str) -> Texture:
        key = (text, px, face)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        font, drawn = resolve(text, face)
        label = Label(text=drawn, font_size=px, font_name=font, color=(1, 1, 1, 1))
        label.refresh()
        made = self._kept[key] = crisp(label.texture)
        self.bytes += _size(made)
        while self.bytes > self.most and len(self._kept) > 1:
            self.bytes -= _size(self._kept.popitem(last=False)[1])
        return made

    def __len__(self) -> int:
        return len(self._kept)


def _size(made: Texture) -> int:
    return int(made.width * made.height * 4)


texture = Textures(MOST)


@lru_cache(maxsize=2048)
def wrap(text: str, px: int, face: str, width: float) -> tuple[str, ...]:
    """Break the text at spaces into lines of at most ``width`` pixels; a word that is too long stays whole."""
    space = extents(" ", px, face)[0]
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line: list[str] = []
        used = 0
        for word in paragraph.split(" "):
            wide = extents(word, px, face)[0]
            reach = used + space + wide
            if reach <= width < reach + len(line):
                # Word widths are rounded: if it is close, measure the whole line.
                reach = extents(" ".join([*line, word]), px, face)[0]
            if line and reach > width:
                lines.append(" ".join(line))
                line, used = [], 0
            used += wide + (space if line else 0)
            line.append(word)
        lines.append(" ".join(line))
    return tuple(lines)


def line_height(px: int) -> float:
    """Distance of two baselines."""
    return round(px * 1.24)


@lru_cache(maxsize=2048)
def fit(
    text: str, face: str, most: int, least: int, width: float, height: float, lines: int
) -> tuple[int, tuple[str, ...], bool]:
    """The largest size from ``most`` down to ``least`` pixels at which the text fits; its lines; and False if it had to
    be cut."""
    low, high, found = least, most, 0
    while low <= high:
        px = high if not found and high == most else (low + high) // 2
        if _fits(wrap(text, px, face, width), px, face, width, height, lines):
            found, low = px, px + 1
        else:
            high = px - 1
    if found:
        return found, wrap(text, found, face, width), True
    allowed = min(lines, max(1, int((height + least * 0.3) / line_height(least))))
    broken = wrap(text, least, face, width)
    kept = [_shorten(line, least, face, width) for line in broken[:allowed]]
    if len(broken) > allowed:
        kept[-1] = _shorten(kept[-1].rstrip("…") + " …", least, face, width)
    return least, tuple(kept), False


def elided(text: str, px: int, face: str, width: float, lines: int = 1) -> str:
    """As many whole words as fit on ``lines`` lines, with an ellipsis, for text shown in full elsewhere."""
    words = text.split(" ")
    for n in range(len(words), 0, -1):
        said = text if n == len(words) else " ".join(words[:n]).rstrip(" ·,;:(–") + " …"
        broken = wrap(said, px, face, width)
        if len(broken) <= lines and all(extents(line, px, face)[0] <= width for line in broken):
            return said
    return _shorten(text, px, face, width)


def _fits(broken: tuple[str, ...], px: int, face: str, width: float, height: float, lines: int) -> bool:
    allowed = min(lines, max(1, int((height + px * 0.3) / line_height(px))))
    return len(broken) <= allowed and all(extents(line, px, face)[0] <= width for line in broken)


def _shorten(line: str, px: int, face: str, width: float) -> str:
    if extents(line, px, face)[0] <= width:
        return line
    while line and extents(line + "…", px, face)[0] > width:
        line = line[:-1]
    return line + "…"
