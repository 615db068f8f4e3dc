"""Notes people made about a table, saved with the game: where they sit, where tiles are, that it was put away."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from companion.table.table import Table

SIDES = "sides"
SKETCH = "sketch"
AWAY = "away"


def side(table: Table, seat: str | None, others: int = 0) -> int:
    """Rotation of the picture for ``seat``, 0 or 180 degrees; ``others`` if its side is not known."""
    sides: dict[str, int] = table.notes.get(SIDES, {})
    return (180 if sides[seat] == 180 else 0) if seat in sides else others


def turn_side(table: Table, seat: str, others: int = 0) -> None:
    """Move ``seat`` to the side opposite its current one."""
    sides: dict[str, int] = dict(table.notes.get(SIDES, {}))
    sides[seat] = 180 - side(table, seat, others)
    table.note(SIDES, sides)


def sketch(table: Table) -> dict[str, tuple[int, int, int]]:
    """Positions of tiles: column and row (any integers, rows downwards), quarter turns clockwise."""
    return {tile: (int(x), int(y), int(turns) % 4) for tile, (x, y, turns) in table.notes.get(SKETCH, {}).items()}


def put_tile(table: Table, tile: str, place: tuple[int, int, int]) -> None:
    """Set or change the position of a tile."""
    table.note(SKETCH, {name: list(at) for name, at in {**sketch(table), tile: place}.items()})


def put_away(table: Table) -> None:
    """Mark that people left this game for something else."""
    table.note(AWAY, True)


def lay_out(table: Table) -> None:
    """Clear that mark."""
    if table.notes.get(AWAY):
        table.note(AWAY, False)


class Offers:
    """Which new tiles to ask the position of, each once. ``tiles``: those there from the start. ``declined``: people
    want no sketch, and are not asked again."""

    def __init__(self, tiles: Iterable[str] = ()) -> None:
        self._known = set(tiles)
        self.declined = False

    def fresh(self, tiles: Sequence[str], laid: Container[str]) -> list[str]:
        """The tiles to ask for now, given all ``tiles`` on the table and those already ``laid`` on the sketch. With the
        first new tile come all others, so that it has neighbours."""
        new = [tile for tile in tiles if tile not in self._known and tile not in laid]
        self._known.update(tiles)
        if self.declined or not new:
            return []
        rest = [tile for tile in tiles if tile not in laid]
        return rest if len(rest) == len(tiles) else new
