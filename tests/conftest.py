"""What all tests share: they read English, whatever the machine speaks, and Spanish as it is written now."""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)


def _compile(catalogue: Path) -> None:
    compiled = catalogue.with_suffix(".mo")
    if compiled.exists() and compiled.stat().st_mtime >= catalogue.stat().st_mtime:
        return
    with catalogue.open("rb") as words:
        found = read_po(words)
    beside = compiled.with_suffix(f".{os.getpid()}")
    with beside.open("wb") as file:
        write_mo(file, found)
    beside.replace(compiled)


for _found in Path(__file__).parent.parent.glob("companion/locale/*/LC_MESSAGES/companion.po"):
    _compile(_found)
