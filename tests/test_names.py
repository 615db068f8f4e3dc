"""One word for a thing, and one thing for a word: the names of public classes, and the list of words in the README."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "companion/README.md"
MOST_WORDS = 40
EACH_GAMES_OWN = {
    "ChooseEffect", "IfEffect", "EachEffect", "DieEffect", "LaterEffect", "EffectOption", "FaceEffects", "NoteEffect",
}  # fmt: skip
"""The records of ``companion.core.effects``: the same thing in each game, which declares it with its own lists."""


def words() -> dict[str, str]:
    """The words of the README, and the class that each one names."""
    return dict(re.findall(r"^\| ([a-z ]+) \| `([\w.]+)` \|", README.read_text(), re.MULTILINE))


def test_a_public_class_name_stands_once() -> None:
    names = Counter(
        name
        for package in ("companion", "hardware", "ui")
        for file in (ROOT / package).rglob("*.py")
        for name in re.findall(r"^class ([^\W_]\w*)", file.read_text(), re.MULTILINE)
        if not (name in EACH_GAMES_OWN and file.match("companion/games/*/content.py"))
    )
    assert not [name for name, n in names.items() if n > 1]


def test_the_list_of_words_is_short_and_each_names_a_class() -> None:
    found = words()
    assert 20 <= len(found) <= MOST_WORDS
    for name in found.values():
        module, _, cls = name.rpartition(".")
        assert isinstance(getattr(import_module(module), cls), type), name
    assert len(set(found.values())) == len(found)
