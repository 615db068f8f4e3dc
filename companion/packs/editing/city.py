"""A city tile as people draw it: the land at its edges, and what is printed on it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

Sign: TypeAlias = str
"""What can be put on a tile: ``land:L``, ``exit:N``, or a field that is there or not, such as ``hospital``."""

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
    """A city tile that somebody draws, ``row`` as its pack has it. What was done is taken back by ``undo``."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self._row: dict[str, Any] = copy.deepcopy(dict(row))
        self._before: list[dict[str, Any]] = []

    @property
    def edges(self) -> list[str | None]:
        """The land at its edges, clockwise from the top; as many to each side."""
        edges = self._row.get("edges")
        return list(edges) if isinstance(edges, list) and edges else [None] * SIDES

    @property
    def things(self) -> list[Sign]:
        """What is printed in the middle."""
        number = self._row.get("exit")
        exits = [f"exit:{number}"] if number is not None else []
        return [*exits, *(thing for thing in THINGS if self._row.get(thing) is True)]

    def land(self, side: int) -> str | None:
        """The land at a side, by the first of its edges."""
        edges = self.edges
        return next((edge for at, edge in enumerate(edges) if _side(at, edges) == side), None)

    def put(self, sign: Sign, side: int) -> None:
        """Put a sign there: land at that side, anything else on the tile. What is there already goes."""
        kind, _, name = sign.partition(":")
        if kind == "land":
            self._change({"edges": self._with_land(side, None if self.land(side) == name else name)})
        elif kind == "exit":
            number = int(name)
            self._change({"exit": None if self._row.get("exit") == number else number})
        else:
            self._change({kind: not self._row.get(kind)})

    def move(self, side: int, to: int | None) -> None:
        """The land at one side is that of another side instead; None: it goes."""
        land = self.land(side)
        edges = self._with_land(side, None)
        if to is not None:
            edges = CityTileDraft({"edges": edges})._with_land(to, land)
        self._change({"edges": edges})

    def _with_land(self, side: int, land: str | None) -> list[str | None]:
        edges = self.edges
        return [land if _side(at, edges) == side else edge for at, edge in enumerate(edges)]

    def _change(self, fields: Mapping[str, Any]) -> None:
        self._before.append(self._row)
        self._row = {**self._row, **fields}

    @property
    def can_undo(self) -> bool:
        """True if something has been done."""
        return bool(self._before)

    def undo(self) -> None:
        """Take back what was done last."""
        self._row = self._before.pop()

    def row(self) -> dict[str, Any]:
        """The tile as its pack has it; edges of which nothing is known are left out."""
        edges = self.edges
        return {**self._row, "edges": edges if any(edge is not None for edge in edges) else None}


def _side(at: int, edges: list[str | None]) -> int:
    return at * SIDES // len(edges)
