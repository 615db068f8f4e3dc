"""A tile as a text drawing: ``.`` is a square, ``*`` an accelerator, a number a crash site."""

from __future__ import annotations

from typing import Any, Final

from companion.core.phrases import Unreadable
from companion.core.sheets import Drawing
from companion.core.texts import T

EXAMPLE: Final = ". . * / . 7 . / * . ."


def _read(text: str) -> list[dict[str, Any]]:
    rows = [line.split() for line in text.strip().replace("/", "\n").split("\n")]
    return [_cell(x, y, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]


def _cell(x: int, y: int, mark: str) -> dict[str, Any]:
    if mark not in (".", "*") and not (mark.isdecimal() and len(mark) < 5):
        raise Unreadable(T('"{mark}" is no square; draw the tile like "{example}"', mark=mark, example=EXAMPLE))
    return {"x": x, "y": y, "accelerator": mark == "*", "crash_site": int(mark) if mark.isdecimal() else None}


def _write(cells: Any) -> str | None:
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return None
    lines: dict[Any, list[str]] = {}
    for cell in cells:
        site = cell.get("crash_site")
        lines.setdefault(str(cell.get("y")), []).append(
            str(site) if site is not None else ".*"[bool(cell.get("accelerator"))]
        )
    text = " / ".join(map(" ".join, lines.values()))
    try:
        return text if _read(text) == cells else None
    except Unreadable:
        return None


SQUARES: Final = Drawing(
    _read, _write, T("a drawing, rows separated by /: . is a square, * an accelerator, a number a crash site")
)
