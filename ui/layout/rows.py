"""How rows of places share the room that there is: which stand open, which are one line until they are tapped.

No kivy in here. It goes by how much there is to see (``Row.size``) and by the room, for any scene.
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
"""Height of a row that is one line, which a finger must meet (mm)."""
LEAST = {"large": 14.0, "small": 10.3}
"""Least height of a box (mm)."""
EASY = 19.0
"""A small row is open only while large boxes are at least so high (mm)."""
MOST = {"large": 27.0, "small": 12.5}
NARROWEST = {"large": 14.5, "small": 19.5}
MOST_OF_ONE = 38.0
"""Greatest height of large boxes (mm) where they are the only line of them."""
ALONE_MOST = 22.0
ALONE_NARROWEST = 25.0


ABREAST = 24.0
"""Rows that are all one line stand beside each other where each has so much width (mm)."""


@dataclass(frozen=True)
class Laid:
    """Where a row lies: its heading and a cell for each box, or a line (``strip``) instead of both. A row that people
    look at alone has its line above the cells, to go back; one that has nothing is only a heading."""

    row: Row
    heading: Area | None = None
    cells: list[Area] = field(default_factory=list)
    strip: Area | None = None


def lay(rows: Sequence[Row], area: Area, opened: str | None = None, open_: frozenset[str] = frozenset()) -> list[Laid]:
    """Lay rows below each other into ``area`` (pixels). ``opened`` is the id of a row that people want to see whole:
    it has all the room. ``open_`` are the boxes that can be tapped. Rows without boxes take no room."""
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
    """True when all of a row is empty, and nothing can be done there."""
    return all(box.state == "quiet" and not box.pieces and box.id not in open_ for box in row.boxes)


def closed(rows: Sequence[Row], area: Area) -> set[str]:
    """The rows that are one line: small ones first, from the last to the first, until the others have room."""
    rows = [row for row in rows if row.boxes]
    shut: set[str] = set()
    for row in [row for size in ("small", "large") for row in reversed(rows) if row.size == size]:
        easy = any(other.size == "small" and other.id not in shut for other in rows)
        if _least(rows, area, shut, easy=easy) <= area.h:
            break
        shut.add(row.id)
    return shut


def needed(rows: Sequence[Row], width: float) -> float:
    """The height in pixels that shows all rows well."""
    rows = [row for row in rows if row.boxes]
    heights = [look.mm(HEADING) + _block(row, width, look.mm(_most(rows, row.size, width))) for row in rows]
    return sum(heights) + look.gap * max(0, len(rows) - 1)


def _most(rows: Sequence[Row], size: str, width: float) -> float:
    """So high (mm) boxes of that size are at most, among these rows."""
    lines = sum(_grid(row, width)[0] for row in rows if row.size == size)
    return MOST_OF_ONE if size == "large" and lines == 1 else MOST[size]


def _lay_alone(row: Row, room: Area) -> Laid:
    strip = room.cut_top(look.mm(STRIP), look.gap)
    lines, columns = _grid(row, room.w, alone=True)
    high = min(look.mm(ALONE_MOST), (room.h - look.gap * (lines - 1)) / lines)
    block = room.cut_top(high * lines + look.gap * (lines - 1))
    return Laid(row, cells=block.grid(columns, lines, look.gap)[: len(row.boxes)], strip=strip)


def _grid(row: Row, width: float, *, alone: bool = False) -> tuple[int, int]:
    """How many lines and columns a row's boxes stand in."""
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
    """How high the boxes of each open row are: their least height, and what is left in equal shares, large ones
    first."""
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
