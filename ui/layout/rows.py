"""Distributes the board's room among rows of boxes: which are open, and which collapse to a single line.

It depends only on how much there is to see (``Row.size``) and the room, for any scene. No kivy in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.scene.scene import Row
from ui.layout.geometry import Area
from ui.look.theme import look

HEADING = 4.4
"""Height of a heading (mm)."""
STRIP = 10.4
"""Height of a collapsed row, enough for a finger (mm)."""
LEAST = {"large": 14.0, "small": 10.3}
"""Minimum height of a box (mm)."""
EASY = 19.0
"""A small row stays open only while large boxes have at least this height (mm)."""
MOST = {"large": 27.0, "small": 12.5}
NARROWEST = {"large": 14.5, "small": 19.5}
MOST_OF_ONE = 38.0
"""Maximum height of large boxes (mm) if they are all in one line."""
ALONE_MOST = 22.0
ALONE_NARROWEST = 25.0


ABREAST = 24.0
"""If all rows are collapsed, they stand side by side where each has this width (mm)."""


@dataclass(frozen=True)
class Laid:
    """Layout of a row: its heading and a cell for each box, or a ``strip`` instead of both if it is collapsed. A row
    opened alone has its strip above the cells, to go back; an idle one has only a heading."""

    row: Row
    heading: Area | None = None
    cells: list[Area] = field(default_factory=list)
    strip: Area | None = None


def lay(rows: Sequence[Row], area: Area, opened: str | None = None, open_: frozenset[str] = frozenset()) -> list[Laid]:
    """Lay out rows in ``area`` (pixels) from top to bottom. ``opened``: id of a row that gets all the room. ``open_``:
    boxes that can be tapped. Rows without boxes are left out."""
    rows = [row for row in rows if row.boxes]
    alone = next((row for row in rows if row.id == opened), None)
    if alone is not None:
        return [_lay_alone(alone, area.copy())]
    idle = [row for row in rows if is_idle(row, open_)]
    busy = [row for row in rows if row not in idle]
    rest = area.copy()
    rest.h -= (look.mm(HEADING) + look.gap) * len(idle)
    shut = closed(busy, rest)
    room = area.copy()
    if len(shut) == len(rows) and len(rows) * look.mm(ABREAST) <= area.w:
        line = room.cut_top(min(look.mm(STRIP), room.h))
        return [
            Laid(row, strip=cell) for row, cell in zip(rows, line.columns(max(1, len(rows)), look.gap), strict=False)
        ]
    heights = _heights(busy, rest, shut)
    laid: list[Laid] = []
    for row in rows:
        if row in idle:
            laid.append(Laid(row, room.cut_top(look.mm(HEADING), look.gap)))
            continue
        if row.id in shut:
            laid.append(Laid(row, strip=room.cut_top(look.mm(STRIP), look.gap)))
            continue
        heading = room.cut_top(look.mm(HEADING))
        lines, columns = _grid(row, area.w)
        block = room.cut_top(heights[row.id] * lines + look.gap * (lines - 1), look.gap)
        laid.append(Laid(row, heading, block.grid(columns, lines, look.gap)[: len(row.boxes)]))
    return laid


def is_idle(row: Row, open_: frozenset[str]) -> bool:
    """True if all boxes of the row are empty and none can be tapped."""
    return all(box.state == "quiet" and not box.pieces and box.id not in open_ for box in row.boxes)


def closed(rows: Sequence[Row], area: Area) -> set[str]:
    """Ids of the rows to collapse: small ones first, from last to first, until the others fit."""
    rows = [row for row in rows if row.boxes]
    shut: set[str] = set()
    for row in [row for size in ("small", "large") for row in reversed(rows) if row.size == size]:
        easy = any(other.size == "small" and other.id not in shut for other in rows)
        if _least(rows, area, shut, easy=easy) <= area.h:
            break
        shut.add(row.id)
    return shut


def needed(rows: Sequence[Row], width: float) -> float:
    """Height in pixels at which all rows show well."""
    rows = [row for row in rows if row.boxes]
    heights = [look.mm(HEADING) + _block(row, width, look.mm(_most(rows, row.size, width))) for row in rows]
    return sum(heights) + look.gap * max(0, len(rows) - 1)


def _most(rows: Sequence[Row], size: str, width: float) -> float:
    """Maximum height (mm) of boxes of this size among these rows."""
    lines = sum(_grid(row, width)[0] for row in rows if row.size == size)
    return MOST_OF_ONE if size == "large" and lines == 1 else MOST[size]


def _lay_alone(row: Row, room: Area) -> Laid:
    strip = room.cut_top(look.mm(STRIP), look.gap)
    lines, columns = _grid(row, room.w, alone=True)
    high = min(look.mm(ALONE_MOST), (room.h - look.gap * (lines - 1)) / lines)
    block = room.cut_top(high * lines + look.gap * (lines - 1))
    return Laid(row, cells=block.grid(columns, lines, look.gap)[: len(row.boxes)], strip=strip)


def _grid(row: Row, width: float, *, alone: bool = False) -> tuple[int, int]:
    """Number of lines and columns for the row's boxes."""
    n = len(row.boxes)
    narrowest = look.mm(ALONE_NARROWEST if alone else NARROWEST[row.size])
    most = max(1, int((width + look.gap) // (narrowest + look.gap)))
    lines = -(-n // most)
    return lines, -(-n // lines)


def _block(row: Row, width: float, height: float) -> float:
    lines, _ = _grid(row, width)
    return lines * height + (lines - 1) * look.gap


def _least(rows: Sequence[Row], area: Area, shut: set[str], *, easy: bool) -> float:
    total = look.gap * (len(rows) - 1)
    for row in rows:
        least = EASY if easy and row.size == "large" else LEAST[row.size]
        total += look.mm(STRIP) if row.id in shut else look.mm(HEADING) + _block(row, area.w, look.mm(least))
    return total


def _heights(rows: Sequence[Row], area: Area, shut: set[str]) -> dict[str, float]:
    """Height of the boxes of each open row: the minimum, plus equal shares of the rest, large boxes first."""
    open_ = [row for row in rows if row.id not in shut]
    spare = area.h - look.gap * (len(rows) - 1) - look.mm(STRIP) * len(shut) - look.mm(HEADING) * len(open_)
    heights = {row.id: float(look.mm(LEAST[row.size])) for row in open_}
    spare -= sum(_block(row, area.w, heights[row.id]) for row in open_)
    for size in ("large", "small"):
        group = [row for row in open_ if row.size == size]
        lines = sum(_grid(row, area.w)[0] for row in group)
        if lines and spare > 0:
            more = min(spare / lines, look.mm(_most(group, size, area.w)) - look.mm(LEAST[size]))
            spare -= more * lines
            for row in group:
                heights[row.id] += more
    return heights
