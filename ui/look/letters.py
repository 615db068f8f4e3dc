"""Which font writes a text: ours, or for letters that it lacks one of the machine's."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
FACES = {"plain": "Inter-Regular.otf", "bold": "Inter-SemiBold.otf", "heavy": "Inter-ExtraBold.otf"}
LACKED = re.compile(
    "[^\n -~\xa0-\u0148\u014a-\u01c3\u01c5-\u024f\u0259\u02bc\u0300-\u031e\u0321-\u0377\u037a-\u037f\u0384-\u038a"
    "\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u049d\u04a0-\u04ff\u052f\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45"
    "\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fc4\u1fc6-\u1fd3\u1fd6-\u1fdb"
    "\u1fdd-\u1fef\u1ff2-\u1ff4\u1ff6-\u1ffe\u2010-\u2026\u2032\u2033\u20ac\u2190-\u2193\u2212\u25a1\u2713]"
)
"""What is in none of the faces."""
NO_LETTER = "□"
"""Stands for a letter that no font has."""
_RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
_FROM_RIGHT = re.compile(f"{_RIGHT}( +{_RIGHT})*")
"""Words of Hebrew, Arabic, and what else is read from right to left."""
_JOINERS = re.compile("[\u200c\u200d]")


@lru_cache(maxsize=1024)
def written(text: str, face: str) -> tuple[str, str]:
    """The file of the font that writes a text, and the text as it is drawn: from left to right, with a box for each
    letter that no font of this machine has."""
    ours = str(FONTS / FACES[face])
    if not LACKED.search(text):
        return ours, text
    text = _JOINERS.sub("", text)
    theirs = _other_font("".join(sorted({*text, "a"} - {"\n"})))
    if theirs is None:
        return ours, LACKED.sub(NO_LETTER, text)
    return theirs, _from_left(text)


def names_that_can_be_written(names: Mapping[str, str]) -> dict[str, str]:
    """Names by seat without those for which there are no letters here: there the seat says who it is."""
    return {seat: name for seat, name in names.items() if NO_LETTER not in written(name, "plain")[1]}


@lru_cache(maxsize=256)
def _other_font(letters: str) -> str | None:
    """The file of a font of this machine that has all these letters; None where none has, or nobody knows of one."""
    charset = " ".join(f"{ord(letter):x}" for letter in letters)
    asked = ["fc-list", "-f", "%{file}\n", f":charset={charset}:scalable=true:color=false"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=False).stdout.split("\n")
    except (OSError, subprocess.TimeoutExpired):
        return None
    files = sorted((len(file), file) for file in found if file)
    return files[0][1] if files else None


def _from_left(text: str) -> str:
    """A text in the order in which it is drawn: what is read from right to left is turned round."""
    return _FROM_RIGHT.sub(lambda found: found[0][::-1], text)
