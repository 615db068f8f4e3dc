"""Text as textures: measured, wrapped, fitted into a box, cached; a system font has the letters that ours lack."""

from __future__ import annotations

import re
import subprocess
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import TypeVar

from kivy.core.text import Label
from kivy.graphics.texture import Texture

from ui.look.textures import TextureCache, crisp

SizeT = TypeVar("SizeT")

FONTS = Path(__file__).parent / "fonts"
FACES = {"plain": "Inter-Regular.otf", "bold": "Inter-SemiBold.otf", "heavy": "Inter-ExtraBold.otf"}
UNSUPPORTED = re.compile(
    "[^\n -~\xa0-\u0148\u014a-\u01c3\u01c5-\u024f\u0259\u02bc\u0300-\u031e\u0321-\u0377\u037a-\u037f\u0384-\u038a"
    "\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u049d\u04a0-\u04ff\u052f\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45"
    "\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb"
    "\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2010-\u2026\u2032\u2033\u20ac\u2190-\u2193\u2212\u25a1\u2713]"
)
"""Characters that no face of ours has."""
MISSING_GLYPH = "□"
"""Replaces a letter that no font has."""
_RTL = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
_RTL_RUN = re.compile(f"{_RTL}( +{_RTL})*")
"""Runs of right-to-left words, such as Hebrew or Arabic."""
_JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")
PICTURES = ("So", "Sk", "Cn")
"""The kinds of characters that are pictures, and no letters."""


@lru_cache(maxsize=1024)
def resolve(text: str, face: str) -> tuple[str, str]:
    """The font file for a text, and the text in visual order, with a box for each letter that no font has."""
    ours = str(FONTS / FACES[face])
    if not UNSUPPORTED.search(text):
        return ours, text
    text = without_pictures(text)
    theirs = _font_of(text) if UNSUPPORTED.search(text) else None
    if theirs is None:
        return ours, UNSUPPORTED.sub(MISSING_GLYPH, text)
    return theirs, _visual_order(text)


def without_pictures(text: str) -> str:
    """A text without the small pictures, such as emoji, that no font has; what is nothing else stays as it is."""
    if not UNSUPPORTED.search(text):
        return text
    text = _JOINERS.sub("", text)
    if _font_of(text) is not None:
        return text
    left = "".join(one for one in text if unicodedata.category(one) not in PICTURES or not UNSUPPORTED.match(one))
    return re.sub(" {2,}", " ", left).strip(" ") or text


def _font_of(text: str) -> str | None:
    return _system_font("".join(sorted({*text, "a"} - {"\n"})))


def renderable_names(names: Mapping[str, str]) -> dict[str, str]:
    """Names by seat, without those that cannot be rendered here; the seat's own name is used instead."""
    return {seat: name for seat, name in names.items() if MISSING_GLYPH not in resolve(name, "plain")[1]}


@lru_cache(maxsize=256)
def _system_font(letters: str) -> str | None:
    """A system font with all these letters, from fontconfig; None if there is none, or no fontconfig."""
    charset = " ".join(f"{ord(letter):x}" for letter in letters)
    asked = ["fc-list", "-f", "%{file}\n", f":charset={charset}:scalable=true:color=false"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=False).stdout.split("\n")
    except (OSError, subprocess.TimeoutExpired):
        return None
    files = sorted((len(file), file) for file in found if file)
    return files[0][1] if files else None


def _visual_order(text: str) -> str:
    """The text in visual order: right-to-left runs are reversed."""
    return _RTL_RUN.sub(lambda found: found[0][::-1], text)


# Measuring, wrapping, fitting, drawing.

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


def rendered(text: str, px: int, face: str) -> Texture:
    """One line in white, to be tinted when drawn."""
    font, drawn = resolve(text, face)
    label = Label(text=drawn, font_size=px, font_name=font, color=(1, 1, 1, 1))
    label.refresh()
    return crisp(label.texture)


texture = TextureCache(rendered, MOST)


@lru_cache(maxsize=2048)
def wrap(text: str, px: int, face: str, width: float) -> tuple[str, ...]:
    """Break the text at spaces into lines of at most ``width`` pixels; a word that is too long stays whole."""
    space = extents(" ", px, face)[0]
    lines: list[str] = []
    for paragraph in without_pictures(text).split("\n"):
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


VOWELS = "aeiouáéíóúü"


def hyphenated(text: str, px: int, face: str, width: float) -> list[str]:
    """Break the text into lines of at most ``width`` pixels, and words where it must be, with a hyphen."""
    lines = [""]
    for word in without_pictures(text).split(" "):
        left = word
        while left:
            start = f"{lines[-1]} " if lines[-1] else ""
            if extents(start + left, px, face)[0] <= width:
                lines[-1], left = start + left, ""
                continue
            whole = extents(left, px, face)[0] <= width
            cut = 0 if whole else _syllables(left, start, px, face, width)
            if cut:
                lines[-1], left = f"{start}{left[:cut]}-", left[cut:]
            elif not lines[-1]:
                lines[-1], left = left, ""  # Nothing of it fits.
            if left:
                lines.append("")
    return lines


def _syllables(word: str, start: str, px: int, face: str, width: float) -> int:
    """How many letters of a word fit after ``start`` with a hyphen, up to a consonant before a vowel; 0 for none."""
    cuts = (n for n in range(len(word) - 2, 1, -1) if word[n] not in VOWELS and word[n + 1] in VOWELS)
    return next((n for n in cuts if extents(f"{start}{word[:n]}-", px, face)[0] <= width), 0)


SHORT = 3
"""A last line of so few letters looks as if it were no part of the others."""
HARDLY, KEPT = 0.92, 0.85
"""Rather than to have such a line, a text is hardly smaller, or broken elsewhere, or so much smaller; at less than that
it would not look like its neighbours."""


def stray(lines: Sequence[str]) -> bool:
    """True if a number or a short word stands alone on the last line, or a letter on the first."""
    first = lines[0].lstrip("¿¡") if lines else ""
    return len(lines) > 1 and (len(lines[-1]) <= SHORT or (len(first) == 1 and first.isalpha()))


def _joined(lines: tuple[str, ...], px: int, face: str, width: float) -> tuple[str, ...]:
    """The last line with a word of the line before it, if that makes no line stray."""
    *above, before, last = lines
    left, _, word = before.rpartition(" ")
    joined = (*above, left, f"{word} {last}")
    return lines if not left or stray(joined) or extents(joined[-1], px, face)[0] > width else joined


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
        return _without_stray(wrap(text, found, face, width), text, face, found, least, width, height)
    allowed = min(lines, max(1, int((height + least * 0.3) / line_height(least))))
    broken = wrap(text, least, face, width)
    kept = [_shorten(line, least, face, width) for line in broken[:allowed]]
    if len(broken) > allowed:
        kept[-1] = _shorten(kept[-1].rstrip("…") + " …", least, face, width)
    return least, tuple(kept), False


def _without_stray(
    broken: tuple[str, ...], text: str, face: str, px: int, least: int, width: float, height: float
) -> tuple[int, tuple[str, ...], bool]:
    """What fits at this size, but with no stray line, if that can be: on one line less, or broken elsewhere."""
    if stray(broken) and "\n" not in text:
        # Headings, which are heavy, are read from a metre: they keep their size.
        small = px if face == "heavy" else max(least, ceil(px * KEPT))
        smaller = fit(text, face, px, small, width, height, len(broken) - 1)
        joined = _joined(broken, px, face, width)
        if smaller[2] and (stray(joined) or smaller[0] >= px * HARDLY):
            return smaller
        broken = joined
    return px, broken, True


def largest(sizes: Sequence[SizeT], fits: Callable[[SizeT], bool]) -> SizeT:
    """The first of ``sizes``, which begin with the largest, that fits; the last one if none does."""
    return next((size for size in sizes if fits(size)), sizes[-1])


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
