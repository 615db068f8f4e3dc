"""Font fallback: our fonts, or a system font for letters that they lack."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

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
_JOINERS = re.compile("[\u200c\u200d]")


@lru_cache(maxsize=1024)
def resolve(text: str, face: str) -> tuple[str, str]:
    """The font file for a text, and the text in visual order, with a box for each letter that no font has."""
    ours = str(FONTS / FACES[face])
    if not UNSUPPORTED.search(text):
        return ours, text
    text = _JOINERS.sub("", text)
    theirs = _system_font("".join(sorted({*text, "a"} - {"\n"})))
    if theirs is None:
        return ours, UNSUPPORTED.sub(MISSING_GLYPH, text)
    return theirs, _visual_order(text)


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
