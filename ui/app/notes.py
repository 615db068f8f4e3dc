"""What people have told the screen about their table: where they sit, where tiles lie, that it was put away. Kept with
the game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from companion.table.table import Table

SIDES = "sides"
SKETCH = "sketch"
AWAY = "away"


def side(table: Table, seat: str | None, others: int = 0) -> int:
    """By how many degrees the picture is turned for ``seat``: 0 or 180; as for all the ``others`` where nobody has
    said on which side it sits."""
    sides: dict[str, int] = table.notes.get(SIDES, {})
    return (180 if sides[seat] == 180 else 0) if seat in sides else others


def turn_side(table: Table, seat: str, others: int = 0) -> None:
    """``seat`` sits at the other side than its picture was turned to."""
    sides: dict[str, int] = dict(table.notes.get(SIDES, {}))
    sides[seat] = 180 - side(table, seat, others)
    table.note(SIDES, sides)


def sketch(table: Table) -> dict[str, tuple[int, int, int]]:
    """Where tiles lie: column and row (any whole numbers, rows count downwards), and quarter turns clockwise."""
    return {tile: (int(x), int(y), int(turns) % 4) for tile, (x, y, turns) in table.notes.get(SKETCH, {}).items()}


def put_tile(table: Table, tile: str, place: tuple[int, int, int]) -> None:
    """A tile lies there now, wherever it was before."""
    table.note(SKETCH, {name: list(at) for name, at in {**sketch(table), tile: place}.items()})


def put_away(table: Table) -> None:
    """People have left this game for something else."""
    table.note(AWAY, True)


def lay_out(table: Table) -> None:
    """They play it again."""
    if table.notes.get(AWAY):
        table.note(AWAY, False)


class Offers:
    """Which new tiles to ask the place of, each once. ``tiles`` are those that lie there from the beginning.

    ``declined``: people want no sketch, and are not asked again.
    """

    def __init__(self, tiles: Iterable[str] = ()) -> None:
        self._known = set(tiles)
        self.declined = False

    def fresh(self, tiles: Sequence[str], laid: Container[str]) -> list[str]:
        """What to ask now, where ``tiles`` lie on the table and people have said of ``laid`` where.

        With the first new tile comes whatever else lies nowhere, so that it has neighbours.
        """
        new = [tile for tile in tiles if tile not in self._known and tile not in laid]
        self._known.update(tiles)
        if self.declined or not new:
            return []
        rest = [tile for tile in tiles if tile not in laid]
        return rest if len(rest) == len(tiles) else new
