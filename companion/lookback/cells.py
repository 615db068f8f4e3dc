"""The picture of a table as labelled boxes on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.core.texts import Say
from companion.scene.parts import Piece, Row
from companion.scene.scene import Scene

GAP = 0.012
"""The gap between places of a map."""
SNAP = 0.055
"""Places whose coordinates differ by less share a row or column."""
ROW = 0.06
"""The share of the height for the name of a row."""
TRACK = 0.09


class Cell(Struct, frozen=True):
    """A box: position, width and height as shares of the picture, its name, and its content.

    ``kind`` is its style.
    """

    x: float
    y: float
    w: float
    h: float
    name: str
    text: str = ""
    kind: str = "spot"


def cells(scene: Scene, say: Say) -> list[Cell]:
    """The whole picture: tracks at the top, the board in the middle, rows and players below."""
    rows = sum(bool(row.boxes) for row in scene.rows)
    sorts = ((_board(scene, say), 3.0), (_grid(scene, say), 3.0), (_sides(scene, say), 1.5))
    bands = [(band, share) for band, share in (*sorts, (_rows(scene.rows, say), min(2.0, 0.8 * rows))) if band]
    found, top = list(_tracks(scene, say)), TRACK * bool(scene.tracks)
    each = (1 - top) / sum(share for _, share in bands) if bands else 0.0
    for band, share in bands:
        high = each * share
        found += [Cell(one.x, top + one.y * high, one.w, one.h * high, one.name, one.text, one.kind) for one in band]
        top += high
    return found


def _tracks(scene: Scene, say: Say) -> Iterator[Cell]:
    wide = 1 / max(1, len(scene.tracks))
    for n, track in enumerate(scene.tracks):
        yield Cell(n * wide, 0, wide - 0.01, TRACK - 0.015, say(track.name), f"{track.at}/{track.length}", "track")


def _board(scene: Scene, say: Say) -> list[Cell]:
    """The map, snapped to rows and columns."""
    spots = scene.board.spots if scene.board is not None else []
    xs, ys = _snapped([spot.x for spot in spots]), _snapped([spot.y for spot in spots])
    w, h = 1 / (max(xs, default=0) + 1), 1 / (max(ys, default=0) + 1)
    return [
        Cell(
            x * w,
            y * h,
            w - GAP,
            h - 2 * GAP,
            say(spot.name),
            _pieces_text(spot.pieces, say),
            "here" if spot.here else "spot",
        )
        for spot, x, y in zip(spots, xs, ys, strict=True)
    ]


def _snapped(values: Sequence[float]) -> list[int]:
    """The row or column index of each coordinate; nearly equal ones share it."""
    lines: list[float] = []
    for value in sorted(values):
        if not lines or value - lines[-1] > SNAP:
            lines.append(value)
    return [max(n for n, line in enumerate(lines) if line <= value) for value in values]


def _grid(scene: Scene, say: Say) -> list[Cell]:
    if scene.grid is None or not scene.grid.squares:
        return []
    squares = scene.grid.squares
    left, top = min(one.column for one in squares), min(one.row for one in squares)
    columns = max(one.column for one in squares) - left + 1
    rows = max(one.row for one in squares) - top + 1
    return [
        Cell(
            (one.column - left) / columns, (one.row - top) / rows, 1 / columns, 1 / rows,
            one.label, " ".join(_initials(say(piece.name)) for piece in one.pieces), "square",
        )
        for one in squares
    ]  # fmt: skip


def _sides(scene: Scene, say: Say) -> list[Cell]:
    wide = 1 / max(1, len(scene.sides))
    return [
        Cell(n * wide, 0, wide - 0.01, 0.98, say(side.name), _figures(side.figure, side.strength, side.goods, say))
        for n, side in enumerate(scene.sides)
    ]


def _figures(figure: object, strength: object, goods: Sequence[Piece], say: Say) -> str:
    parts = [say(figure), say(strength), _pieces_text(goods, say)]  # type: ignore[arg-type] # both are words
    return " · ".join(part for part in parts if part)


def _rows(rows: Sequence[Row], say: Say) -> list[Cell]:
    shown = [row for row in rows if row.boxes]
    high = 1 / max(1, len(shown))
    found: list[Cell] = []
    for n, row in enumerate(shown):
        head = min(ROW * len(shown), 0.3) * high
        found.append(Cell(0, n * high, 1, head, say(row.name), "", "row"))
        wide = 1 / len(row.boxes)
        for at, box in enumerate(row.boxes):
            said = " · ".join(part for part in (say(box.label), _pieces_text(box.pieces, say), say(box.note)) if part)
            place = (at * wide, n * high + head, wide - 0.006, high - head - 0.012)
            found.append(Cell(*place, say(box.name), said))
    return found


def _pieces_text(pieces: Sequence[Piece], say: Say) -> str:
    """The pieces in words, each kind once."""
    return ", ".join(
        f"{piece.n} × {say(piece.name)}" if piece.n > 1 else say(piece.name) for piece in pieces if piece.n
    )


def _initials(name: str) -> str:
    """Initials, because squares are small."""
    return "".join(word[:1] for word in name.split()[:2]).upper()
