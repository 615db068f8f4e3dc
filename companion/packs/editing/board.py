"""A draft of a board of squares: squares are added, moved, named and joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

Point = tuple[float, float]


class Square(Struct):
    """A square at ``x`` and ``y``, from 0 (left, top) to 1. ``station``: the subway stops there."""

    id: str
    name: Any
    x: float
    y: float
    joined: set[str]
    station: bool = False


class BoardDraft:
    """A board being edited, with undo. Links between squares go both ways.

    ``squares`` are those of the pack, ``places`` their positions. A square without a position gets a free one.
    """

    def __init__(self, squares: Sequence[Mapping[str, Any]] = (), places: Mapping[str, Point] | None = None) -> None:
        self.squares: dict[str, Square] = {}
        self._original = {str(square["id"]): dict(square) for square in squares if square.get("id")}
        self._undo_stack: list[dict[str, Square]] = []
        for id_, row in self._original.items():
            x, y = (places or {}).get(id_) or self._free_place()
            neighbours = {one for one in row.get("neighbours") or () if isinstance(one, str)}
            self.squares[id_] = Square(id_, row.get("name", ""), x, y, neighbours, bool(row.get("subway")))
        for square in self.squares.values():
            square.joined &= self.squares.keys() - {square.id}
            for other in square.joined:
                self.squares[other].joined.add(square.id)

    def add(self, x: float, y: float) -> str:
        """Add a square and return its id."""
        self._snapshot()
        id_ = next(name for n in range(1, len(self.squares) + 2) if (name := f"square_{n}") not in self.squares)
        self.squares[id_] = Square(id_, "", _clamped(x), _clamped(y), set())
        return id_

    def move(self, id_: str, x: float, y: float) -> None:
        """Move a square. All moves since the last ``lift`` are undone as one."""
        self.squares[id_].x, self.squares[id_].y = _clamped(x), _clamped(y)

    def lift(self) -> None:
        """Call before a square is dragged."""
        self._snapshot()

    def join(self, one: str, other: str) -> None:
        """Join two squares, or separate them if they are joined."""
        if one == other:
            return
        self._snapshot()
        for here, there in ((one, other), (other, one)):
            self.squares[here].joined ^= {there}

    def name(self, id_: str, name: Any) -> None:
        """Rename a square."""
        self._snapshot()
        self.squares[id_].name = name

    def mark(self, id_: str) -> None:
        """Toggle the subway station of a square."""
        self._snapshot()
        self.squares[id_].station = not self.squares[id_].station

    def remove(self, id_: str) -> None:
        """Remove a square."""
        self._snapshot()
        del self.squares[id_]
        for square in self.squares.values():
            square.joined.discard(id_)

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._undo_stack)

    def undo(self) -> None:
        """Undo the last change."""
        self.squares = self._undo_stack.pop()

    def rows(self) -> list[dict[str, Any]]:
        """The squares as rows of the pack, keeping their other fields."""
        return [
            {
                **self._original.get(square.id, {}),
                "id": square.id,
                "name": square.name or square.id.replace("_", " "),
                "neighbours": sorted(square.joined),
                "subway": square.station,
            }
            for square in self.squares.values()
        ]

    def places(self) -> dict[str, list[float]]:
        """The positions of the squares as the pack stores them."""
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

    def _snapshot(self) -> None:
        self._undo_stack.append(
            {id_: Square(s.id, s.name, s.x, s.y, set(s.joined), s.station) for id_, s in self.squares.items()}
        )

    def _free_place(self) -> Point:
        """A position for one more square, in rows of five."""
        n = len(self.squares)
        return 0.1 + 0.2 * (n % 5), min(0.95, 0.1 + 0.16 * (n // 5))


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))
