"""What people have told the screen about their table: where they sit, where tiles lie. Kept with the game."""

from __future__ import annotations

from typing import Any

SIDES = "sides"
SKETCH = "sketch"


def _kept(table: Any) -> dict[str, Any]:
    if not hasattr(table, "notes"):
        table.notes = {}
        table.note = table.notes.__setitem__
    return dict(table.notes)


def side(table: Any, seat: str | None) -> int:
    """By how many degrees the picture is turned for ``seat``: 0 or 180."""
    return 180 if seat is not None and _kept(table).get(SIDES, {}).get(seat) == 180 else 0


def turn_side(table: Any, seat: str) -> None:
    """``seat`` sits at the other side."""
    sides = dict(_kept(table).get(SIDES, {}))
    sides[seat] = 180 - side(table, seat)
    table.note(SIDES, sides)


def sketch(table: Any) -> dict[str, tuple[int, int, int]]:
    """Where tiles lie: column and row (any whole numbers, rows count downwards), and quarter turns clockwise."""
    return {tile: (int(x), int(y), int(turns) % 4) for tile, (x, y, turns) in _kept(table).get(SKETCH, {}).items()}


def put_tile(table: Any, tile: str, place: tuple[int, int, int] | None) -> None:
    """A tile lies there now; None: nobody says where."""
    tiles = {name: list(at) for name, at in sketch(table).items() if name != tile}
    if place is not None:
        tiles[tile] = list(place)
    table.note(SKETCH, tiles)
