"""Which rules the tests of a game name: in docstrings, comments and as the rule that is expected."""

from __future__ import annotations

import re
from pathlib import Path


def rules(family: str, last: int) -> set[str]:
    """The rules of a family (``R-EP``), from 1 on."""
    return {f"{family}-{number:02}" for number in range(1, last + 1)}


def named(folder: Path, family: str) -> set[str]:
    """The rules that the tests in a folder name; ``R-EP-11 to R-EP-39`` names all between, too."""
    found: set[str] = set()
    for file in folder.glob("test_*.py"):
        if file.name == "test_rules_named.py":
            continue
        text = file.read_text(encoding="utf-8")
        docs = "\n".join(re.findall(rf'^\s+""".*?"""|"{family}-\d\d"|# .*', text, re.MULTILINE | re.DOTALL))
        for first, last in re.findall(rf"{family}-(\d\d)(?: to {family}-(\d\d))?", docs):
            found |= {f"{family}-{number:02}" for number in range(int(first), int(last or first) + 1)}
    return found
