"""Every rule of Krysis is named by a test."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
RULES = {f"R-KR-{number:02}" for number in range(1, 88)}


def named() -> set[str]:
    """The rules that tests name; ``R-KR-11 to R-KR-39`` names all between, too."""
    found: set[str] = set()
    for file in TESTS.glob("test_*.py"):
        if file.name == Path(__file__).name:
            continue
        text = file.read_text(encoding="utf-8")
        docs = "\n".join(re.findall(r'^\s+""".*?"""|"R-KR-\d\d"|# .*', text, re.MULTILINE | re.DOTALL))
        for first, last in re.findall(r"R-KR-(\d\d)(?: to R-KR-(\d\d))?", docs):
            found |= {f"R-KR-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_every_rule_is_named_by_a_test() -> None:
    assert named() == RULES, sorted(named() ^ RULES)
