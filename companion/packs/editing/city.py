"""A draft of a city tile: the land at its edges and what is printed on it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

Sign: TypeAlias = str
"""What can be put on a tile: ``land:L``, ``exit:N``, or the name of a Boolean field such as ``hospital``."""

LANDS: Final = ("industrial", "commercial", "residential", "water")
THINGS: Final = ("hospital", "gang_hq", "business", "safe_house", "gang")
EXITS: Final = (1, 2, 3)
SIGNS: Final[tuple[Sign, ...]] = (
    *(f"land:{land}" for land in LANDS),
    *THINGS,
    *(f"exit:{number}" for number in EXITS),
)
SIDES: Final = 4
"""Top, right, bottom, left."""


class CityTileDraft:
    """A city tile being edited, with undo; ``row`` is its row in the pack."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self._row: dict[str, Any] = copy.deepcopy(dict(row))
        self._undo_stack: list[dict[str, Any]] = []

    @property
    def edges(self) -> list[str | None]:
        """The land at its edges, clockwise from the top; equally many per side."""
        edges = self._row.get("edges")
        return list(edges) if isinstance(edges, list) and edges else [None] * SIDES

    @property
    def things(self) -> list[Sign]:
        """What is printed in the middle."""
        number = self._row.get("exit")
        exits = [f"exit:{number}"] if number is not None else []
        return [*exits, *(thing for thing in THINGS if self._row.get(thing) is True)]

    def land(self, side: int) -> str | None:
        """The land at a side, by its first edge."""
        edges = self.edges
        return next((edge for at, edge in enumerate(edges) if _side(at, edges) == side), None)

    def put(self, sign: Sign, side: int) -> None:
        """Toggle a sign: land at that side, anything else on the tile."""
        kind, _, name = sign.partition(":")
        if kind == "land":
            self._change({"edges": self._with_land(side, None if self.land(side) == name else name)})
        elif kind == "exit":
            number = int(name)
            self._change({"exit": None if self._row.get("exit") == number else number})
        else:
            self._change({kind: not self._row.get(kind)})

    def move(self, side: int, to: int | None) -> None:
        """Move land to another side, or remove it if ``to`` is None."""
        land = self.land(side)
        edges = self._with_land(side, None)
        if to is not None:
            edges = CityTileDraft({"edges": edges})._with_land(to, land)
        self._change({"edges": edges})

    def _with_land(self, side: int, land: str | None) -> list[str | None]:
        edges = self.edges
        return [land if _side(at, edges) == side else edge for at, edge in enumerate(edges)]

    def _change(self, fields: Mapping[str, Any]) -> None:
        self._undo_stack.append(self._row)
        self._row = {**self._row, **fields}

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._undo_stack)

    def undo(self) -> None:
        """Undo the last change."""
        self._row = self._undo_stack.pop()

    def row(self) -> dict[str, Any]:
        """The tile as a row of the pack; edges are None if none is known."""
        edges = self.edges
        return {**self._row, "edges": edges if any(edge is not None for edge in edges) else None}


def _side(at: int, edges: list[str | None]) -> int:
    return at * SIDES // len(edges)
