"""A board of squares as people lay it out: squares are put down, moved, named and joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

Point = tuple[float, float]


class Square(Struct):
    """A square, at ``x`` and ``y`` from 0 (left, top) to 1; ``station`` tells that the subway stops there."""

    id: str
    name: Any
    x: float
    y: float
    joined: set[str]
    station: bool = False


class BoardDraft:
    """A board that somebody lays out. Joined squares are joined both ways, and what was done is taken back by ``undo``.

    ``squares`` are those of the pack, ``places`` where they lie; one without a place is put where there is room.
    """

    def __init__(self, squares: Sequence[Mapping[str, Any]] = (), places: Mapping[str, Point] | None = None) -> None:
        self.squares: dict[str, Square] = {}
        self._kept = {str(square["id"]): dict(square) for square in squares if square.get("id")}
        self._before: list[dict[str, Square]] = []
        for id_, row in self._kept.items():
            x, y = (places or {}).get(id_) or self._room()
            neighbours = {one for one in row.get("neighbours") or () if isinstance(one, str)}
            self.squares[id_] = Square(id_, row.get("name", ""), x, y, neighbours, bool(row.get("subway")))
        for square in self.squares.values():
            square.joined &= self.squares.keys() - {square.id}
            for other in square.joined:
                self.squares[other].joined.add(square.id)

    def add(self, x: float, y: float) -> str:
        """Put down a new square; gives its id."""
        self._keep()
        id_ = next(name for n in range(1, len(self.squares) + 2) if (name := f"square_{n}") not in self.squares)
        self.squares[id_] = Square(id_, "", _inside(x), _inside(y), set())
        return id_

    def move(self, id_: str, x: float, y: float) -> None:
        """Lay a square elsewhere; the steps of one drag between two calls of ``lift`` are taken back as one."""
        self.squares[id_].x, self.squares[id_].y = _inside(x), _inside(y)

    def lift(self) -> None:
        """A square is about to be moved."""
        self._keep()

    def join(self, one: str, other: str) -> None:
        """Join two squares; if they are joined already, part them."""
        if one == other:
            return
        self._keep()
        for here, there in ((one, other), (other, one)):
            self.squares[here].joined ^= {there}

    def name(self, id_: str, name: Any) -> None:
        """What a square is called."""
        self._keep()
        self.squares[id_].name = name

    def mark(self, id_: str) -> None:
        """The subway stops there, or not any more."""
        self._keep()
        self.squares[id_].station = not self.squares[id_].station

    def remove(self, id_: str) -> None:
        """Take a square off the board."""
        self._keep()
        del self.squares[id_]
        for square in self.squares.values():
            square.joined.discard(id_)

    @property
    def can_undo(self) -> bool:
        """True if something has been done."""
        return bool(self._before)

    def undo(self) -> None:
        """Take back what was done last."""
        self.squares = self._before.pop()

    def rows(self) -> list[dict[str, Any]]:
        """The squares as a pack has them; what else it says of one is kept."""
        return [
            {
                **self._kept.get(square.id, {}),
                "id": square.id,
                "name": square.name or square.id.replace("_", " "),
                "neighbours": sorted(square.joined),
                "subway": square.station,
            }
            for square in self.squares.values()
        ]

    def places(self) -> dict[str, list[float]]:
        """Where they lie, as a pack has it."""
        return {square.id: [round(square.x, 3), round(square.y, 3)] for square in self.squares.values()}

    def alone(self) -> list[str]:
        """Squares that cannot be reached from the first one."""
        if not self.squares:
            return []
        seen: set[str] = set()
        todo = [next(iter(self.squares))]
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += self.squares[here].joined
        return [id_ for id_ in self.squares if id_ not in seen]

    def _keep(self) -> None:
        self._before.append(
            {id_: Square(s.id, s.name, s.x, s.y, set(s.joined), s.station) for id_, s in self.squares.items()}
        )

    def _room(self) -> Point:
        """A place where no square lies yet: row by row, five in each."""
        n = len(self.squares)
        return 0.1 + 0.2 * (n % 5), min(0.95, 0.1 + 0.16 * (n // 5))


def _inside(value: float) -> float:
    return min(1.0, max(0.0, value))
